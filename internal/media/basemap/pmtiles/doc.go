// Package pmtiles reads and writes PMTiles archives, version 3: one file that holds the tiles
// of a map. docs/adr/0015-pmtiles.md says why it is our own.
package pmtiles
