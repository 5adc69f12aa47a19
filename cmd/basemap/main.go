// Command basemap writes the built-in basemap, internal/media/basemap/builtin.pmtiles: land and
// sea of the world, the fine coast of southern Spain, and the places and districts of the demo.
//
//	go run ./cmd/basemap                        tiles from cmd/basemap/land.json.gz
//	go run ./cmd/basemap -lands map.geo.json    first that file, from @geo-maps/earth-lands-100m
//
// Run it from the root of the repository; make basemap does both with the pinned package.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"

	"estate/cmd/basemap/tiler"
	"estate/internal/media/basemap/pmtiles"
)

const (
	landFile  = "cmd/basemap/land.json.gz"
	namesFile = "cmd/basemap/names.toml"
	output    = "internal/media/basemap/builtin.pmtiles"
)

func main() {
	lands := flag.String("lands", "", "map.geo.json of the npm package @geo-maps/earth-lands-100m")
	flag.Parse()
	if err := run(*lands); err != nil {
		fmt.Fprintln(os.Stderr, "basemap:", err)
		os.Exit(1)
	}
}

func run(lands string) error {
	if lands != "" {
		if err := writeLand(lands, landFile); err != nil {
			return err
		}
	}
	archive, err := build(".")
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes\n", output, len(archive))
	return os.WriteFile(output, archive, 0o644)
}

// metadata is that of the archive. The names of its fields are those of the format.
type metadata struct {
	Name         string        `json:"name"`
	Attribution  string        `json:"attribution"`
	Type         string        `json:"type"`
	VectorLayers []vectorLayer `json:"vector_layers"`
}

type vectorLayer struct {
	ID     string            `json:"id"`
	Fields map[string]string `json:"fields"`
}

// build returns the archive, from the files below root.
func build(root string) ([]byte, error) {
	land, err := readLand(root + "/" + landFile)
	if err != nil {
		return nil, err
	}
	names, err := readNames(root + "/" + namesFile)
	if err != nil {
		return nil, err
	}
	placeNames, districts, err := demoPlaces(land)
	if err != nil {
		return nil, err
	}
	header := pmtiles.Header{
		MinZoom: 0, MaxZoom: tiler.MaxZoom, West: -180, South: -85.0511, East: 180, North: 85.0511,
		CenterZoom: 9, CenterLng: -4.95, CenterLat: 36.5,
	}
	text := map[string]string{"name": "String", "name:en": "String", "name:es": "String", "kind": "String"}
	var archive bytes.Buffer
	err = pmtiles.Write(&archive, header, metadata{
		Name: "Estate", Type: "baselayer", Attribution: "© OpenStreetMap contributors",
		VectorLayers: []vectorLayer{{"earth", map[string]string{"kind": "String"}}, {"water", text}, {"districts", text}, {"places", text}},
	}, tiler.Build(*land, append(placeNames, names...), districts))
	return archive.Bytes(), err
}
