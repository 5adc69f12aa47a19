// Package link knows the grammar of links: how one is parsed into route, page
// number, query and hash, printed, normalised and joined (routing contract §1).
//
// It decodes nothing and reads no clock. Start with Link.
package link
