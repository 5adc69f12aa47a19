// Package server speaks HTTP: it answers links with documents, /_view with
// views, and serves assets, pictures and health.
//
// The path of a request is told once, in site.go: parse, redirect, resolve,
// compose. page.go renders and caches what comes out of it, document.go writes
// the shell around it. What a link means or shows is decided elsewhere.
package server
