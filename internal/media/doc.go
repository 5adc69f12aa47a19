// Package media makes renditions of pictures: AVIF, WebP and JPEG at fixed
// widths, made on first request by a sharp worker and kept on disk. Originals
// never reach a page; a vector drawing goes out as it is, under a strict policy.
//
// It knows how a rendition's address is spelled (name.go), what a View needs of a
// picture (picture.go), where originals lie (original.go; those of other hosts come
// through package remote), and how much disk, time and memory all that may take.
// HTTP is the server's business.
//
// Start with Library.
package media
