package main

import (
	"bytes"
	"os"
	"testing"

	"estate/internal/agency/demo"
	"estate/internal/content/i18n"
	"estate/internal/media/basemap/mvt"
	"estate/internal/media/basemap/pmtiles"
)

func open(t *testing.T, file []byte) *pmtiles.Archive {
	t.Helper()
	a, err := pmtiles.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// tilesOf are the tiles up to a zoom without compression, by their numbers.
func tilesOf(t *testing.T, a *pmtiles.Archive) map[[3]uint32]string {
	t.Helper()
	tiles := map[[3]uint32]string{}
	for z := range a.Header.MaxZoom + 1 {
		for x := range uint32(1) << z {
			for y := range uint32(1) << z {
				stored, err := a.Tile(z, x, y)
				if err != nil {
					t.Fatal(err)
				}
				if stored == nil {
					continue
				}
				plain, err := a.Plain(stored)
				if err != nil {
					t.Fatal(err)
				}
				tiles[[3]uint32{uint32(z), x, y}] = string(plain)
			}
		}
	}
	return tiles
}

func TestTheBuiltInBasemapIsWhatTheCommandMakes(t *testing.T) {
	made, err := build("../..")
	if err != nil {
		t.Fatal(err)
	}
	stored, err := os.ReadFile("../../" + output)
	if err != nil {
		t.Fatal(err)
	}
	// The compression may differ with another version of the library.
	want, got := tilesOf(t, open(t, made)), tilesOf(t, open(t, stored))
	if len(want) != len(got) {
		t.Errorf("%d tiles, want %d: run go run ./cmd/basemap", len(got), len(want))
	}
	for at, tile := range want {
		if got[at] != tile {
			t.Fatalf("tile %v differs: run go run ./cmd/basemap", at)
		}
	}
}

func TestEveryPlaceOfTheDemoIsNamedInBothLanguages(t *testing.T) {
	stored, err := os.ReadFile("../../" + output)
	if err != nil {
		t.Fatal(err)
	}
	named, outlined := map[string]bool{}, map[uint64]bool{}
	for _, text := range tilesOf(t, open(t, stored)) {
		tile, err := mvt.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if layer := tile.Layer("places"); layer != nil {
			for i := range layer.Features {
				named["en "+layer.Features[i].Text("name:en")], named["es "+layer.Features[i].Text("name:es")] = true, true
			}
		}
		if layer := tile.Layer("districts"); layer != nil {
			for i := range layer.Features {
				outlined[layer.Features[i].ID] = true
			}
		}
	}
	places, err := demo.Places()
	if err != nil {
		t.Fatal(err)
	}
	parents := map[string]demo.Place{}
	for _, place := range places {
		parents[place.Slug] = place
	}
	for _, place := range places {
		for _, lang := range []i18n.Lang{i18n.LangEN, i18n.LangES} {
			if !named[string(lang)+" "+place.Name[lang]] && !named[string(lang)+" "+parents[place.In].Name[lang]] {
				t.Errorf("%s has no name in %s", place.Slug, lang)
			}
		}
		if place.In != "" && !outlined[uint64(place.ID)] {
			t.Errorf("%s has no outline", place.Slug)
		}
	}
}
