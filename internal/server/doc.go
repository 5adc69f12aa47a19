// Package server speaks HTTP: it answers links with documents, /_view with views and
// /_map with places, takes enquiries and what a CMS tells, and serves assets,
// pictures, films, feeds, sitemaps, dictionaries and health.
//
// The path of a request is told once, in site.go: parse, redirect, resolve,
// compose. page.go renders and caches what comes out of it, document.go writes
// the shell around it. What a link means or shows is decided elsewhere.
package server
