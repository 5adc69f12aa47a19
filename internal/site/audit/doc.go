// Package audit finds problems of the agency's content: dead links, missing legal
// fields, translations that do not name each other, pictures without alternative
// text.
//
// It resolves links with the site's own resolver, so a link that it reports is
// broken for visitors too. It changes nothing and prints nothing.
//
// Start with Run; each kind of finding has a file of its own.
package audit
