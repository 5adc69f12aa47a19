// Package version is the version of the program. CHANGELOG.md says what is in it.
package version

// Number is the newest version in CHANGELOG.md.
const Number = "0.8.0"

// commit is the abbreviated hash of the commit, set by the build of a release.
var commit string

// String is the number, with the commit of a release: "0.3.0" or "0.3.0+1a2b3c4d".
func String() string {
	if commit == "" {
		return Number
	}
	return Number + "+" + commit
}
