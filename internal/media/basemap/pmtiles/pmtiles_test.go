package pmtiles

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
)

// The numbers are those of https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md.
func TestTileNumbersFollowTheSpecification(t *testing.T) {
	for _, tt := range []struct {
		z    uint8
		x, y uint32
		want uint64
	}{{0, 0, 0, 0}, {1, 0, 0, 1}, {1, 0, 1, 2}, {1, 1, 1, 3}, {1, 1, 0, 4}, {2, 0, 0, 5}, {12, 3423, 1763, 19078479}} {
		if got := TileID(tt.z, tt.x, tt.y); got != tt.want {
			t.Errorf("%d/%d/%d: number %d, want %d", tt.z, tt.x, tt.y, got, tt.want)
		}
	}
}

// testTile is long where the position asks for it: lengths of tiles do not compress to nothing.
func testTile(z uint8, x, y uint32) []byte {
	return bytes.Repeat(fmt.Appendf(nil, "%d/%d/%d ", z, x, y), 1+int(x*31+y*17)%97)
}

func testArchive(t *testing.T, zooms uint8, maxRoot int) []byte {
	t.Helper()
	var tiles []Tile
	for z := range zooms + 1 {
		for x := range uint32(1) << z {
			for y := range uint32(1) << z {
				if z < 2 || (x+y)%7 != 0 { // some are missing
					tiles = append(tiles, Tile{z, x, y, testTile(z, x, y)})
				}
			}
		}
	}
	var file bytes.Buffer
	h := Header{MaxZoom: zooms, West: -10, South: 30, East: 10, North: 40}
	if err := write(&file, h, Metadata{Name: "test", Attribution: "nobody"}, tiles, maxRoot); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func open(file []byte) (*Archive, error) { return Open(bytes.NewReader(file), int64(len(file))) }

func TestWrittenTilesAreRead(t *testing.T) {
	for _, zooms := range []uint8{0, 3, 5} { // 5 needs leaf directories
		a, err := open(testArchive(t, zooms, 300))
		if err != nil {
			t.Fatal(err)
		}
		if leaves := a.Header.LeafLength > 0; leaves != (zooms == 5) {
			t.Errorf("zoom %d: leaf directories: %t", zooms, leaves)
		}
		for z := range zooms + 2 {
			for x := range uint32(1) << z {
				for y := range uint32(1) << z {
					stored, err := a.Tile(z, x, y)
					if err != nil {
						t.Fatal(err)
					}
					want := string(testTile(z, x, y))
					if z > zooms || z >= 2 && (x+y)%7 == 0 {
						want = ""
					}
					got := ""
					if stored != nil {
						plain, err := a.Plain(stored)
						if err != nil {
							t.Fatal(err)
						}
						got = string(plain)
					}
					if got != want {
						t.Fatalf("tile %q, want %q", got, want)
					}
				}
			}
		}
		checked := 0
		tiles, err := a.Verify(10, func([]byte) error { checked++; return nil })
		if err != nil || tiles != a.Header.Addressed || checked == 0 {
			t.Errorf("verify: %d tiles of %d, %d checked, %v", tiles, a.Header.Addressed, checked, err)
		}
	}
}

func TestEqualTilesAreStoredOnce(t *testing.T) {
	var tiles []Tile
	for x := range uint32(32) {
		for y := range uint32(32) {
			tiles = append(tiles, Tile{5, x, y, []byte("sea")})
		}
	}
	var file bytes.Buffer
	if err := Write(&file, Header{MinZoom: 5, MaxZoom: 5, West: -1, East: 1, South: -1, North: 1}, Metadata{}, tiles); err != nil {
		t.Fatal(err)
	}
	a, err := open(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if a.Header.Contents != 1 || a.Header.Entries != 1 || a.Header.Addressed != 1024 {
		t.Errorf("%d contents, %d entries, %d tiles; want 1, 1, 1024", a.Header.Contents, a.Header.Entries, a.Header.Addressed)
	}
}

func TestWrongFilesAreRefusedWithTheirProblem(t *testing.T) {
	good := testArchive(t, 5, 300)
	change := func(at int, value byte) []byte {
		file := bytes.Clone(good)
		file[at] = value
		return file
	}
	header, err := open(good)
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		file []byte
		want error
	}{
		"an empty file":             {nil, ErrNotPMTiles},
		"a picture":                 {[]byte("\x89PNG\r\n\x1a\n0000000000000000"), ErrNotPMTiles},
		"version 2":                 {change(7, 2), ErrVersion},
		"raster tiles":              {change(99, 2), ErrNotVector},
		"only the start":            {good[:100], ErrDamaged},
		"cut off":                   {good[:len(good)-1], ErrDamaged},
		"zooms in the wrong order":  {change(100, 9), ErrDamaged},
		"a zoom that is too deep":   {change(101, 30), ErrDamaged},
		"a damaged root directory":  {change(int(header.Header.RootOffset)+20, 0xff), ErrDamaged},
		"an empty world":            {change(102+3, 0x7f), ErrDamaged},
		"metadata that is not JSON": {change(int(header.Header.MetadataOffset)+12, 0xff), ErrDamaged},
	} {
		if _, err := open(tt.file); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
	damaged := change(int(header.Header.LeafOffset)+30, 0xff)
	a, err := open(damaged)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Verify(10, func([]byte) error { return nil }); !errors.Is(err, ErrDamaged) {
		t.Errorf("a damaged leaf directory: %v, want %v", err, ErrDamaged)
	}
}

// A damaged file gives errors or wrong tiles, never a crash.
func TestDamagedFilesDoNotCrash(t *testing.T) {
	good := testArchive(t, 5, 300)
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		file := bytes.Clone(good)
		for range 1 + r.IntN(4) {
			file[r.IntN(min(len(file), 9000))] = byte(r.Uint32())
		}
		a, err := open(file)
		if err != nil {
			continue
		}
		_, _ = a.Verify(5, func([]byte) error { return nil }) // an error is right, too
		_, _ = a.Tile(5, 3, 20)
	}
	// A directory that announces more entries than its bytes can hold.
	if _, err := decodeDirectory(binary.AppendUvarint(nil, 1<<40)); !errors.Is(err, ErrDamaged) {
		t.Errorf("a huge directory: %v", err)
	}
}
