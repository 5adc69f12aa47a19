// Package mvt reads and writes Mapbox Vector Tiles (version 2), clips geometry, and cuts the
// part of a tile that a deeper tile shows (Overzoom). It does no I/O.
package mvt
