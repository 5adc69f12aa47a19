// Package seo makes the data of the document head: browser title, description,
// robots, canonical and alternate links, preview tags and structured data. The
// server writes it into the document, the browser applies it on navigation.
//
// It reads no source and no clock; compose passes what it needs. Start with Title
// and Page.
package seo
