// Package tiler makes the tiles of the built-in basemap from outlines of land and named
// places. cmd/basemap uses it; the site serves the result.
package tiler
