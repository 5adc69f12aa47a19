// Package link defines the grammar of links: parsing into route, page number,
// query and hash, printing, normal form and joining (routing §1).
//
// Parse and String decode nothing. Only Rules, which reads the link of a request,
// re-encodes the query as a form, so that one link has one spelling. Package route
// decides what a link means.
//
// Start with Link; request.go reads the address of a request.
package link
