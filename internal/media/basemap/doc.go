// Package basemap is the map below the properties: vector tiles from PMTiles archives and the
// style of their colours. The built-in archive has land, sea and the names of
// the demo's places; an imported one adds streets. Packages below it read and write the formats.
package basemap
