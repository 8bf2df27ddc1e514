/* Found only when configure did not find Criterion. */
#error "the unit tests need Criterion: install libcriterion-dev and run configure again"
