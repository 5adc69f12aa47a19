// Package pairing holds one test: the client of a remote WordPress, asking the
// site's own REST API over HTTP, behaves as the store behind it. Where both
// agree, either side may be replaced by a real WordPress.
package pairing
