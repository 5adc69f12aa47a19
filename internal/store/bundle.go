package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
)

// An export is a text of JSON objects, one a line: first {"kind":"estate",
// "version":1}, then one line for everything the store holds. With pictures it
// is a tar file, mostly zstd-compressed: content.jsonl first (a long text goes on
// in content-0002.jsonl …), then the originals beneath media/.
//
// Two exports of the same content are equal byte for byte.
const (
	bundleVersion = 1
	contentFile   = "content.jsonl"
	mediaFolder   = "media/"
)

// Format is the form of an export.
type Format string

// The forms of an export. Import tells them apart by itself.
const (
	FormatLines Format = "jsonl"   // content without pictures
	FormatTar   Format = "tar"     // content and pictures
	FormatZstd  Format = "tar.zst" // the same, compressed
)

// FormatOf is the form that a file name asks for, by its ending.
func FormatOf(name string) (Format, error) {
	name = strings.ToLower(name)
	for ending, format := range map[string]Format{
		".jsonl": FormatLines, ".ndjson": FormatLines, ".tar": FormatTar, ".tar.zst": FormatZstd, ".tzst": FormatZstd,
	} {
		if strings.HasSuffix(name, ending) {
			return format, nil
		}
	}
	return "", fmt.Errorf("%s: unknown kind of file; name it .tar.zst, .tar or .jsonl", name)
}

// bundleTime is the time of every file in a bundle, so that bundles are equal.
var bundleTime = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// The kinds of line, in the order of an export. Those of entities are shapes.
const (
	kindHeader    = "estate"
	kindSettings  = "settings"
	kindTerm      = "term"
	kindAuthor    = "author"
	kindRevision  = "revision"
	kindRedirect  = "redirect"
	kindInstagram = "instagram"
	kindWithdrawn = "withdrawn"
)

var lineKinds = []string{
	kindSettings, kindTerm, kindAuthor, shapeMedia, shapePage, shapePost, shapeDevelopment, shapeProperty,
	kindRevision, kindRedirect, kindInstagram, kindWithdrawn,
}

// line is one line of an export.
type line struct {
	Kind    string          `json:"kind"`
	Version int             `json:"version,omitempty"` // header
	Lang    i18n.Lang       `json:"lang,omitempty"`    // settings
	Type    content.Type    `json:"type,omitempty"`    // revision, withdrawn
	ID      int             `json:"id,omitempty"`      // revision, withdrawn
	Link    string          `json:"link,omitempty"`    // withdrawn
	Data    json.RawMessage `json:"data,omitempty"`
}

// Problem is one line or file that an import could not take.
type Problem struct {
	File   string
	Line   int // 0 for a whole file
	Text   string
	Remedy string
}

func (p Problem) String() string {
	place := p.File
	if p.Line > 0 {
		place = fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	if p.Remedy == "" {
		return place + ": " + p.Text
	}
	return place + ": " + p.Text + "; " + p.Remedy
}

// Report tells what an import did.
type Report struct {
	Lines    int       // read, the header aside
	Taken    int       // in the store now, changed or not
	Media    int       // files written
	Problems []Problem // the first thousand
	More     int       // further problems
}

const maxProblems = 1000

func (r *Report) add(p Problem) {
	if len(r.Problems) >= maxProblems {
		r.More++
		return
	}
	r.Problems = append(r.Problems, p)
}

// ErrRefused reports a strict import that found problems and took nothing.
var ErrRefused = errors.New("nothing was imported, because the file has problems; correct them, or import without strict")
