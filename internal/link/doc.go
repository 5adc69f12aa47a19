// Package link knows the grammar of links: how one is parsed into route, page
// number, query and hash, printed, normalised and joined (routing §1).
//
// Parse and String decode nothing; only Rules, which reads the link of a
// request, rewrites the query as a form once so that one link has one spelling.
// Whether a link means anything is the business of package route.
//
// Start with Link; request.go tells what of a request's address belongs to it.
package link
