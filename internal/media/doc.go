// Package media makes renditions of pictures: AVIF, WebP and JPEG at fixed
// widths, made on first request by a sharp worker and kept on disk. A page never
// shows an original; an SVG file is sent unchanged, under a strict policy.
//
// It has the addresses of renditions (address.go), the picture data of a View
// (picture.go), the lookup of originals (original.go; package remote fetches those
// of other hosts), and the limits of disk, time and memory. Package server does
// HTTP.
//
// Start with Library.
package media
