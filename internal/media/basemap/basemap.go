package basemap

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the built-in archive
	"encoding/hex"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"estate/internal/content/i18n"
	"estate/internal/media/basemap/mvt"
	"estate/internal/media/basemap/pmtiles"
)

// builtin is made by cmd/basemap.
//
//go:embed builtin.pmtiles
var builtin []byte

// Config is the settings of the map. Zero values mean what the comments name.
type Config struct {
	Folder  string // of the imported archive; "" means the built-in one only
	Service *Service
	Now     func() time.Time // nil means time.Now
}

// Service is a tile service of another host, which the browser asks after consent only.
type Service struct {
	URL                string // with {z}, {x} and {y}
	Vector             bool   // Protomaps basemap as vector tiles; otherwise pictures
	Credit, CreditLink string
}

// Map answers tiles and styles. It may be used by several goroutines.
type Map struct {
	cfg     Config
	current atomic.Pointer[state]
	checked atomic.Int64 // time of the last look into the folder, in Unix nanoseconds
	reload  sync.Mutex
}

// state is the archives that are served: the imported one before the built-in one.
type state struct {
	hash     string // of all archives, in the addresses of tiles
	imported string // file name of the imported archive, "" without one
	archives []*archive
	styles   map[i18n.Lang][]byte
	previous *state // still answers the tiles of pages that are open
}

type archive struct {
	*pmtiles.Archive
	credit string
}

// New opens the archives. It fails when the imported one cannot be read.
func New(cfg Config) (*Map, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	m := &Map{cfg: cfg}
	if _, err := m.load(nil); err != nil {
		return nil, err
	}
	return m, nil
}

// reloadAfter is the shortest time between two looks for a newly imported archive.
const reloadAfter = 10 * time.Second

// state returns the archives. A newly imported one is noticed by the next request for a
// style after reloadAfter.
func (m *Map) state(check bool) *state {
	s := m.current.Load()
	now := m.cfg.Now().UnixNano()
	last := m.checked.Load()
	if !check || m.cfg.Folder == "" || now-last < int64(reloadAfter) || !m.checked.CompareAndSwap(last, now) {
		return s
	}
	if newest, err := Imported(m.cfg.Folder); err != nil || newest == s.imported {
		return s
	}
	if loaded, err := m.load(s); err == nil {
		return loaded
	}
	return s
}

func (m *Map) load(previous *state) (*state, error) {
	m.reload.Lock()
	defer m.reload.Unlock()
	own, err := pmtiles.Open(bytes.NewReader(builtin), int64(len(builtin)))
	if err != nil {
		return nil, fmt.Errorf("built-in basemap: %w", err)
	}
	sum := sha256.Sum256(builtin)
	s := &state{hash: hex.EncodeToString(sum[:6]), archives: []*archive{{own, creditOSM}}}
	if m.cfg.Folder != "" {
		if s.imported, err = Imported(m.cfg.Folder); err != nil {
			return nil, err
		}
	}
	if s.imported != "" {
		imported, err := openImported(m.cfg.Folder, s.imported)
		if err != nil {
			return nil, err
		}
		s.archives = slices.Insert(s.archives, 0, imported)
		s.hash = s.imported[:hashLength] + s.hash
	}
	if s.styles, err = m.makeStyles(s); err != nil {
		return nil, err
	}
	if previous != nil {
		last := *previous
		last.previous = nil
		s.previous = &last
	}
	m.current.Store(s)
	m.checked.Store(m.cfg.Now().UnixNano())
	return s, nil
}

// Style returns the style of MapLibre in a language, as JSON.
func (m *Map) Style(lang i18n.Lang) []byte { return m.state(true).styles[lang] }

// Hash identifies the archives: it is part of the address of each tile.
func (m *Map) Hash() string { return m.state(false).hash }

// MaxZoom is the deepest zoom with tiles of their own; Tile answers deeper ones too.
const MaxZoom = 22

// Tile is a vector tile as stored, or the part of a coarser one.
type Tile struct {
	archive *archive
	stored  []byte
	levels  int // that the stored tile is coarser
	x, y    uint32
}

// Tile returns a vector tile of the archives with this hash. Where no archive has the tile, it is
// cut out of a coarser one. It is nil for an unknown hash and outside of the world.
func (m *Map) Tile(hash string, z uint8, x, y uint32) (*Tile, error) {
	s := m.state(false)
	for s != nil && s.hash != hash {
		s = s.previous
	}
	if s == nil || z > MaxZoom || x >= 1<<z || y >= 1<<z {
		return nil, nil
	}
	return s.find(z, x, y)
}

// Cut reports whether Data must cut the tile out of a coarser one.
func (t *Tile) Cut() bool { return t.levels > 0 }

// Gzip returns the tile compressed with gzip, nil if it is not stored so.
func (t *Tile) Gzip() []byte {
	if t.Cut() || t.archive.Header.Tiles != pmtiles.CompressionGzip {
		return nil
	}
	return t.stored
}

// Data returns the tile without compression; empty means open sea.
func (t *Tile) Data() ([]byte, error) {
	if !t.Cut() {
		return t.archive.Plain(t.stored)
	}
	tile, err := t.decode()
	if err != nil {
		return nil, err
	}
	return mvt.Encode(tile), nil
}

func (t *Tile) decode() (mvt.Tile, error) {
	plain, err := t.archive.Plain(t.stored)
	if err != nil {
		return nil, err
	}
	tile, err := mvt.Decode(plain)
	if err != nil || !t.Cut() {
		return tile, err
	}
	mask := uint32(1)<<t.levels - 1
	return mvt.Overzoom(tile, t.levels, t.x&mask, t.y&mask), nil
}

// find returns the nearest coarser tile of an archive, nil without one.
func (s *state) find(z uint8, x, y uint32) (*Tile, error) {
	for levels := 0; levels <= int(z); levels++ {
		for _, a := range s.archives {
			stored, err := a.Tile(z-uint8(levels), x>>levels, y>>levels)
			if err != nil || stored != nil {
				return &Tile{a, stored, levels, x, y}, err
			}
		}
	}
	return nil, nil
}
