# man/Help.pm - what --help of the programs says, as data: for man/make and completions/make.
#
#   Help::programs(ROOT)   the programs that are built, as NAME => PATH. They are in tools/ of SN_BUILDDIR, or of ROOT.
#   Help::read(PATH)       the --help of one program, as a hash:
#       usage     list of the forms, each without the name of the program
#       options   list of hashes: name, letter (or undef), argument (or undef), text
#       statuses  list of [NUMBER, MEANING]
package Help;
use strict;
use warnings;

sub programs {
	my $tools = ($ENV{SN_BUILDDIR} // shift) . '/tools';
	opendir my $handle, $tools or die "$0: $tools: $!\n";
	my %programs = map { $_ => "$tools/$_" } grep { -f "$tools/$_" && -x _ } readdir $handle;
	die "$0: no programs in $tools\n" unless %programs;
	return %programs;
}

sub read {
	my $path = shift;
	open my $handle, '-|', $path, '--help' or die "$0: $path: $!\n";
	my %help = (usage => [], options => [], statuses => []);
	my ($part, $statuses) = ('head', '');
	while (my $line = <$handle>) {
		chomp $line;
		if ($line =~ /^(Examples|Hints):$/) {
			$part = $1;
		} elsif ($line =~ /^Exit status: /) {
			$part = 'statuses';
		}
		if ($part eq 'statuses') {
			$statuses .= " $line";
		} elsif ($line =~ /^(?:Usage:|   or:) \S+ (.*)/) {
			push @{$help{usage}}, $1;
		} elsif ($part eq 'head' && $line =~ /^  (?:-(\w),|   ) --([a-z][a-z0-9-]*)(?:=(\S+))?(?: +(\S.*))?$/) {
			push @{$help{options}}, {letter => $1, name => $2, argument => $3, text => $4 // ''};
		} elsif ($part eq 'head' && $line =~ /^ {28}(\S.*)/) {
			my $option = $help{options}[-1];
			$option->{text} .= ($option->{text} eq '' ? '' : ' ') . $1;
		}
	}
	close $handle or die "$0: $path --help failed\n";
	push @{$help{statuses}}, [$1, $2] while $statuses =~ /(\d) ([^,.]+)/g;
	die "$0: cannot read $path --help\n" unless @{$help{usage}} && @{$help{options}} && @{$help{statuses}};
	return \%help;
}

1;
