# man/Mdoc.pm - text, usage and Markdown as mdoc(7): for man/make.
#
#   Mdoc::text(TEXT, NAME, PROGRAMS)     a sentence or more; options, values and names of programs as macros
#   Mdoc::usage(USAGE)                   a form of the command, for SYNOPSIS
#   Mdoc::markdown(TEXT, LEVEL, DIRECTORY)
#       a document: "##" becomes .Sh if LEVEL is 0, and .Ss if it is 1. Its links start in DIRECTORY
#
# NAME is the program that the page describes, PROGRAMS a hash whose keys are all of them.
package Mdoc;
use strict;
use warnings;

my $width = 78;

# What replaces signs that a terminal without UTF-8 would lose.
my %ascii = ("\x{2016}" => '||', "\x{2026}" => '...', "\x{00b7}" => '*', "\x{2212}" => '-');

# Escape characters that roff or an ASCII terminal would change.
sub escape {
	my $text = shift;
	$text =~ s/\\/\\e/g;
	$text =~ s/([\x{2016}\x{2026}\x{00b7}\x{2212}])/$ascii{$1}/g;
	$text =~ s/([^\x00-\x7f])/sprintf '\\[u%04X]', ord $1/ge;
	return $text;
}

# Words as lines of text, with a new line for each sentence, and macros on lines of their own.
sub fill {
	my ($out, $line) = ('', '');
	my $flush = sub {
		$line =~ s/^([.'])/\\&$1/;
		$out .= "$line\n" if $line ne '';
		$line = '';
	};
	for my $word (@_) {
		if ($word =~ /^\./) {
			$flush->();
			$out .= "$word\n";
			next;
		}
		$word =~ s/^\\&(?=\.)//;
		$flush->() if $line ne '' && length("$line $word") > $width;
		$line .= ($line eq '' ? '' : ' ') . $word;
		$flush->() if $word =~ /[.!?][)"]?(?:\\f[PR])?$/;
	}
	$flush->();
	return $out;
}

# A macro line whose last arguments are the punctuation after it.
sub macro {
	my ($before, $macro, $after) = @_;
	my $line = $before ne '' ? ".Pf $before $macro" : ".$macro";
	$line .= " $_" for split //, $after;
	return $line;
}

sub text {
	my ($text, $name, $programs) = @_;
	my @words;
	for my $word (split ' ', $text) {
		my ($before, $core, $after) = $word =~ /^(\(?)(.*?)([.,;:)]*)$/;
		if ($core =~ /^-(-[a-z][a-z0-9-]*)(?:=([A-Z-]+))?$/) {
			push @words, macro($before, "Fl $1" . (defined $2 ? " Ns = Ns Ar $2" : ''), $after);
		} elsif ($core =~ /^-([a-z])$/) {
			push @words, macro($before, "Fl $1", $after);
		} elsif ($core eq $name) {
			push @words, macro($before, 'Nm', $after);
		} elsif ($programs->{$core} && $core ne "sneakernote") {
			push @words, macro($before, "Nm $core", $after);
		} elsif ($core =~ m{^(?:doc/\S+\.md|/dev/\S+)$}) {
			push @words, macro($before, "Pa $core", $after);
		} elsif ($core =~ /^[A-Z]{2,}$/ && $core !~ /^(?:JSON|XMR|UTC|TLS|PEM|POST|GET|PNG|JPEG|URI|URL|UR|QR|RPC|SOCKS|YUV|ID|IP|MD|SHA)$/) {
			push @words, macro($before, "Ar $core", $after);
		} else {
			push @words, escape($word) =~ s/^\./\\&./r;
		}
	}
	return fill(@words);
}

# ------------------------------------------------------------------ usage

# The macros for one word: an option, its value, an operand, or a sign.
sub usage_word {
	my $word = shift;
	return 'Oo' if $word eq '[';
	return 'Oc' if $word eq ']';
	return 'Bro' if $word eq '{';
	return 'Brc' if $word eq '}';
	return $word if $word eq '|';
	return 'No >' if $word eq '>';
	return 'Ns ...' if $word eq '...';
	if ($word =~ /^-(-?[a-z][a-z0-9-]*)(?:=(.*))?$/) {
		my ($option, $value) = ($1, $2);
		return "Fl $option" unless defined $value;
		if ($value =~ /^\{(.*)\}$/) {
			return "Fl $option Ns = Ns Brq " . join ' | ', map { "Cm $_" } split /\|/, $1;
		}
		return "Fl $option Ns = Ns " . ($value =~ /^[a-z]/ ? 'Cm' : 'Ar') . " $value";
	}
	return "Ar $word";
}

sub usage {
	my $usage = shift;
	my (@lines, $line);
	my ($depth, $is_joined) = (0, 0);
	while ($usage =~ /\G\s*(--?[a-z][a-z-]*=(?:\{[^}]*\}|[A-Z-]+(?:\[[^\]\s]*\])?)|\.\.\.|[\[\]{}|>]|[^\s\[\]{}|.]+)/g) {
		my $word = $1;
		my $macros = usage_word($word);
		$depth-- if $word =~ /^[\]}]$/;
		# A value goes on the line of its short option, "..." on that of its bracket.
		if (@lines && ($is_joined || $word eq '...' || $depth > 0 || $word =~ /^[\]}]$/)) {
			$lines[-1] .= " $macros";
		} else {
			push @lines, ".$macros";
		}
		$depth++ if $word =~ /^[\[{]$/;
		$is_joined = $depth == 0 && ($word =~ /^-[a-z]$/ || $word eq '>');
	}
	# Brackets that enclose all of a line have a macro of their own.
	for my $line (@lines) {
		$line =~ s/^\.Oo ((?:(?!Oo ).)*) Oc$/.Op $1/;
		$line =~ s/^\.Bro ((?:(?!Bro ).)*) Brc$/.Brq $1/;
	}
	return join '', map { "$_\n" } @lines;
}

# ------------------------------------------------------------------ Markdown

my $directory; # of the document

# The text of a link; a file name with its path from the top of the sources.
sub link_text {
	my ($text, $file) = @_;
	return $text unless $text =~ /\.\w+$/;
	my $path = "$directory/$file";
	1 while $path =~ s{[^/]+/\.\./}{};
	return $path;
}

# The marks inside a paragraph or a cell, as roff.
sub inline {
	my $text = shift;
	my @spans;
	my $keep = sub {
		push @spans, shift;
		return "\x01" . $#spans . "\x02";
	};
	$text =~ s/`([^`]+)`/$keep->('\\fB' . escape($1) . '\\fR')/ge;
	$text =~ s/\[([^\]]+)\]\(([^)#\s]*)[^)\s]*\)/link_text($1, $2)/ge;
	$text = escape($text);
	$text =~ s/\*\*(.+?)\*\*/$keep->("\\fB$1\\fR")/ge;
	$text =~ s/\*(\w[^*]*?)\*/$keep->("\\fI$1\\fR")/ge;
	1 while $text =~ s/\x01(\d+)\x02/$spans[$1]/g;
	return $text;
}

sub paragraph {
	return fill(map { s/^\./\\&./r } split ' ', inline(shift));
}

sub cells {
	my $row = shift;
	$row =~ s/^\|\s*|\s*\|$//g;
	return split /\s*(?<!\\)\|\s*/, $row, -1;
}

sub longest {
	my $most = 0;
	length > $most and $most = length for @_;
	return $most;
}

# A table as a list. Narrow tables keep their columns. Otherwise the first column are the tags, and the others the text: the
# one with long cells as it is, the others after their titles.
sub table {
	my @rows = map { [cells($_)] } @_;
	s/\\\|/|/g for map { @$_ } @rows;
	my @titles = @{shift @rows};
	shift @rows;
	my @widths = map { my $i = $_; longest(map { $_->[$i] =~ s/`//gr } @rows) } 0 .. $#titles;
	my $before = 0;
	$before += $_ + 2 for @widths[0 .. $#widths - 1];
	if (@titles > 2 && $before <= 34) {
		my @all = ([map { "*$_*" } @titles], @rows);
		return '.Bl -column ' . join(' ', map { '"' . 'm' x $_ . '"' } @widths[0 .. $#widths - 1], 8) . "\n" .
			join('', map { '.It ' . join(' Ta ', map { quote(inline($_)) } @$_) . "\n" } @all) . ".El\n";
	}
	my ($main) = grep { $_ > 0 && $widths[$_] > 30 } sort { $widths[$b] <=> $widths[$a] } 0 .. $#widths;
	my $out = ".Bl -tag -width Ds\n";
	for my $row (@rows) {
		my @text = map { $row->[$_] eq '' ? () : @titles == 2 || defined $main && $_ == $main ? $row->[$_] :
			"\u$titles[$_]: $row->[$_]" } 1 .. $#titles;
		$out .= '.It ' . quote(inline($row->[0])) . "\n" . paragraph(join '. ', map { s/\.$//r } @text);
	}
	return "$out.El\n";
}

# As one argument of a macro, so that no word in it is a macro.
sub quote {
	my $text = shift;
	$text =~ s/"/\\(dq/g;
	return $text eq '' ? '\&' : "\"$text\"";
}

sub display {
	return ".Bd -literal -offset indent\n" . join('', map { escape($_) =~ s/^([.'])/\\&$1/r . "\n" } @_) . ".Ed\n";
}

# The lines from $i on that belong to one item of a list; $$i is then the next line.
sub item {
	my ($lines, $i, $indent) = @_;
	my @own;
	while ($$i < @$lines && ($lines->[$$i] =~ /^ {$indent}/ || $lines->[$$i] eq '')) {
		last if $lines->[$$i] eq '' && ($lines->[$$i + 1] // '') !~ /^ {$indent}/;
		push @own, $lines->[$$i++] =~ s/^ {$indent}//r;
	}
	return join "\n", @own;
}

sub blocks {
	my ($text, $level) = @_;
	my @lines = split /\n/, $text;
	my ($out, $needs_pp, $i) = ('', 0, 0);
	my $add = sub {
		my ($block, $is_display) = @_;
		$out .= ".Pp\n" if $needs_pp && !$is_display;
		$out .= $block;
		$needs_pp = 1;
	};
	while ($i < @lines) {
		my $line = $lines[$i];
		if ($line eq '') {
			$i++;
		} elsif ($line =~ /^(#+) (.*)/) {
			$i++;
			next if length $1 == 1;
			my $title = inline($2);
			my $is_section = length($1) + $level == 2;
			$out .= $is_section ? '.Sh ' . uc($title) . "\n" : ".Ss $title\n";
			$needs_pp = 0;
		} elsif ($line =~ /^```/) {
			my @code;
			$i++;
			push @code, $lines[$i++] while $i < @lines && $lines[$i] !~ /^```/;
			$i++;
			$add->(display(@code), 1);
		} elsif ($line =~ /^ {4}/) {
			my @code;
			while ($i < @lines && ($lines[$i] =~ /^ {4}/ || $lines[$i] eq '' && ($lines[$i + 1] // '') =~ /^ {4}/)) {
				push @code, $lines[$i++] =~ s/^ {4}//r;
			}
			$add->(display(@code), 1);
		} elsif ($line =~ /^\|/) {
			my @rows;
			push @rows, $lines[$i++] while $i < @lines && $lines[$i] =~ /^\|/;
			$add->(table(@rows), 1);
		} elsif ($line =~ /^(- |\d+\. )/) {
			my $kind = $1 eq '- ' ? '-bullet' : '-enum';
			my $list = ".Bl $kind\n";
			while ($i < @lines && $lines[$i] =~ /^(- |\d+\. )(.*)/) {
				my ($first, $indent) = ($2, length $1);
				$i++;
				my $rest = item(\@lines, \$i, $indent);
				$list .= ".It\n" . blocks("$first\n$rest", $level);
				$i++ while $i < @lines && $lines[$i] eq '' && ($lines[$i + 1] // '') =~ /^(?:- |\d+\. )/;
			}
			$add->("$list.El\n", 1);
		} else {
			my @words;
			push @words, $lines[$i++] while $i < @lines && $lines[$i] ne '' && $lines[$i] !~ /^(?:#|```|\||- )/;
			$add->(paragraph(join ' ', @words));
		}
	}
	return $out;
}

sub markdown {
	my ($text, $level);
	($text, $level, $directory) = @_;
	return blocks($text, $level);
}

1;
