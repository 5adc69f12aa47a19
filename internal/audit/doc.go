// Package audit looks for what is wrong with an agency's content: links that lead
// nowhere, fields that the law wants, twins that do not know each other, pictures
// without a text.
//
// It asks the site's own resolver where links lead, so what it calls broken is
// broken for visitors. It changes nothing, and leaves printing to its caller.
//
// Start with Run; each kind of finding has a file of its own.
package audit
