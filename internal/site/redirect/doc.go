// Package redirect finds the redirect of a request: legacy rules (rules.go,
// specification §2.4), fixed pairs (legacy.csv), the agency's own pairs, and the
// normal form of links.
//
// A visitor gets at most one redirect: chains of rules are joined into it. The
// package does no I/O of its own; References finds the property of an old
// reference.
//
// Start with Table.Lookup, which the server calls for every GET and HEAD.
package redirect
