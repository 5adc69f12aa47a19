// Package redirect knows where old links lead: the legacy families of the
// specification (rules.go), fixed pairs (legacy.csv) and the agency's own
// old-to-new pairs, and that every other spelling leads to the normal form.
//
// All of it is folded into one hop, so that a visitor is redirected once at
// most. It asks nobody but for the home behind an old reference (References).
//
// Start with Table.Hop, which the server calls for every GET and HEAD.
package redirect
