// Package seo knows what search engines and networks are told of a page: its
// browser title, description, robots, canonical and language links, preview tags
// and structured data, all as data that the document and the browser print.
//
// It reads no source and no clock: compose hands it what it knows. Start with
// Title and Page.
package seo
