package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/klauspost/compress/gzip"

	"estate/cmd/basemap/tiler"
	"estate/internal/media/basemap/mvt"
)

// landRings is land.json.gz: rings as x and y alternating, each the difference to the point
// before, in units of the tiler.
type landRings struct {
	World  [][]int32 `json:"world"`
	Region [][]int32 `json:"region"`
}

// Details below these sizes are left out, in units of the tiler.
const (
	worldTolerance  = 7 * (1 << (tiler.MaxZoom - tiler.WorldZoom))
	worldSmallest   = 72 << (tiler.MaxZoom - tiler.WorldZoom)
	regionTolerance = 2
)

// writeLand clips and simplifies the outlines of @geo-maps/earth-lands-100m.
func writeLand(source, target string) error {
	data, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	var outlines struct {
		Geometries []struct {
			Type        string           `json:"type"`
			Coordinates [][][][2]float64 `json:"coordinates"` // polygons, rings, positions
		} `json:"geometries"`
	}
	if err := json.Unmarshal(data, &outlines); err != nil {
		return fmt.Errorf("%s: %w", source, err)
	}
	var land landRings
	var world [][]mvt.Point
	for _, geometry := range outlines.Geometries {
		if geometry.Type != "MultiPolygon" {
			return fmt.Errorf("%s: %s instead of MultiPolygon", source, geometry.Type)
		}
		for _, polygon := range geometry.Coordinates {
			for i, positions := range polygon {
				ring := project(positions, i > 0)
				if coarse := tiler.Simplify(ring, worldTolerance); large(coarse, worldSmallest) {
					world = append(world, coarse)
				}
				if i > 0 {
					continue // the holes in the region are artefacts of a few metres
				}
				for _, part := range mvt.Clip(mvt.TypePolygon, [][]mvt.Point{ring}, tiler.RegionBox()) {
					if fine := tiler.Simplify(part, regionTolerance); len(fine) > 2 && mvt.Area(fine) != 0 {
						land.Region = append(land.Region, pack(fine))
					}
				}
			}
		}
	}
	for _, ring := range withHoles(world) {
		land.World = append(land.World, pack(ring))
	}
	text, err := json.Marshal(land)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	fmt.Printf("%s: %d and %d rings, %d bytes\n", target, len(land.World), len(land.Region), packed.Len())
	return os.WriteFile(target, packed.Bytes(), 0o644)
}

// project returns a ring without its repeated last point: outer rings with a positive area,
// holes with a negative one.
func project(positions [][2]float64, hole bool) []mvt.Point {
	var ring []mvt.Point
	for _, position := range positions[:max(0, len(positions)-1)] {
		p := tiler.Project(position[1], position[0])
		if len(ring) == 0 || ring[len(ring)-1] != p {
			ring = append(ring, p)
		}
	}
	if mvt.Area(ring) > 0 == hole {
		for i, j := 0, len(ring)-1; i < j; i, j = i+1, j-1 {
			ring[i], ring[j] = ring[j], ring[i]
		}
	}
	return ring
}

// withHoles sorts rings: each hole follows the smallest outer ring that contains it. The
// package lists holes with other polygons.
func withHoles(rings [][]mvt.Point) [][]mvt.Point {
	var outers [][]mvt.Point
	for _, ring := range rings {
		if mvt.Area(ring) > 0 {
			outers = append(outers, ring)
		}
	}
	slices.SortStableFunc(outers, func(a, b []mvt.Point) int { return cmp.Compare(mvt.Area(a), mvt.Area(b)) })
	holes := make([][][]mvt.Point, len(outers))
	for _, ring := range rings {
		if mvt.Area(ring) > 0 {
			continue
		}
		if i := slices.IndexFunc(outers, func(outer []mvt.Point) bool { return contains(outer, ring[0]) }); i >= 0 {
			holes[i] = append(holes[i], ring)
		}
	}
	var sorted [][]mvt.Point
	for i, outer := range outers {
		sorted = append(append(sorted, outer), holes[i]...)
	}
	return sorted
}

// contains reports whether a point lies in a ring, by the even-odd rule.
func contains(ring []mvt.Point, p mvt.Point) bool {
	inside := false
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		if (a.Y > p.Y) != (b.Y > p.Y) && float64(p.X) < float64(a.X)+float64(p.Y-a.Y)/float64(b.Y-a.Y)*float64(b.X-a.X) {
			inside = !inside
		}
	}
	return inside
}

func large(ring []mvt.Point, side int64) bool {
	area := mvt.Area(ring)
	return len(ring) > 2 && (area > side*side || area < -side*side)
}

func pack(ring []mvt.Point) []int32 {
	var packed []int32
	var last mvt.Point
	for _, p := range ring {
		packed = append(packed, p.X-last.X, p.Y-last.Y)
		last = p
	}
	return packed
}

func readLand(name string) (*tiler.Land, error) {
	packed, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var rings landRings
	if err := json.Unmarshal(text, &rings); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &tiler.Land{World: unpack(rings.World), Region: unpack(rings.Region)}, nil
}

func unpack(rings [][]int32) [][]mvt.Point {
	unpacked := make([][]mvt.Point, len(rings))
	for i, ring := range rings {
		var at mvt.Point
		for j := 0; j+1 < len(ring); j += 2 {
			at.X, at.Y = at.X+ring[j], at.Y+ring[j+1]
			unpacked[i] = append(unpacked[i], at)
		}
	}
	return unpacked
}
