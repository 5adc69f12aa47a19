// Package ssr renders Views on the server (SSR). Its input is the JSON of a View, its output
// HTML; it does not know their content.
//
// Start with Renderer. Pool implements it with Node workers that run the server bundle of the
// front end (package worker supervises them); they get each part of a View once (parts.go), and
// return the HTML of a part once (splice.go). Pages caches finished documents, compressed, under the
// hash of everything they are made from: equal Views are rendered once, and no entry can be stale.
package ssr
