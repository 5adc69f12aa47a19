package contentfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/store/record"
)

// An export is text with one JSON object a line: first {"kind":"estate","version":1},
// then one line for everything the store holds. With pictures it is a tar file, usually
// compressed with zstd: content.jsonl first (a long text goes on in content-0002.jsonl
// …), then the originals below media/.
//
// Two exports of the same content are equal byte for byte.
const (
	formatVersion = 1
	contentFile   = "content.jsonl"
	mediaFolder   = "media/"
)

// Format is the format of an export.
type Format string

// The formats of an export. Import detects them.
const (
	FormatLines Format = "jsonl"   // content without pictures
	FormatTar   Format = "tar"     // content and pictures
	FormatZstd  Format = "tar.zst" // the same, compressed
)

// FormatOf returns the format of a file name, by its extension.
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

// fileTime is the modification time of every file in a tar file: equal content gives
// equal files.
var fileTime = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// kindHeader is the kind of the first line. The others are kinds of store.Document.
const kindHeader = "estate"

var lineKinds = []string{
	store.KindSettings, store.KindTerm, store.KindAuthor, record.ShapeMedia, record.ShapePage, record.ShapePost,
	record.ShapeDevelopment, store.KindHistory, record.ShapeProperty, store.KindRevision, store.KindRedirect, store.KindInstagram,
	store.KindWithdrawn, kindDelete,
}

// kindDelete is the kind of a line that deletes: an entity, a term or an author by type and id, a redirect by its link. An
// export has none.
const kindDelete = "delete"

// lineFields are the fields of a line beside its kind and data.
var lineFields = map[string][]string{
	store.KindSettings: {"lang"}, store.KindRevision: {"type", "id"}, store.KindHistory: {"type", "id"},
	store.KindWithdrawn: {"type", "id", "link"},
	kindDelete:          {"type", "id", "link"},
}

// newData returns an empty value of the data of a kind, nil for a kind without data.
func newData(kind string) any {
	switch kind {
	case store.KindSettings:
		return &content.Settings{}
	case store.KindTerm:
		return &content.Term{}
	case store.KindAuthor:
		return &content.Author{}
	case store.KindRevision:
		return &content.Revision{}
	case store.KindHistory:
		return &content.HistoryEntry{}
	case store.KindRedirect:
		return &content.RedirectPair{}
	case store.KindInstagram:
		return &[]content.InstagramPost{}
	}
	if entity := record.NewEntity(kind); entity != nil {
		return entity
	}
	return nil
}

// line is one line of an export.
type line struct {
	Kind    string          `json:"kind"`
	Version int             `json:"version,omitempty"` // header
	Lang    i18n.Lang       `json:"lang,omitempty"`    // settings
	Type    content.Type    `json:"type,omitempty"`    // revision, history, withdrawn, delete
	ID      int             `json:"id,omitempty"`      // revision, history, withdrawn, delete
	Link    string          `json:"link,omitempty"`    // withdrawn, delete
	Data    json.RawMessage `json:"data,omitempty"`
}

// Problem is one line or file that was not imported.
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

// Report is the outcome of an import.
type Report struct {
	Lines    int       // read, without the header
	Imported int       // in the store now, changed or not
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

// ErrRefused reports a strict import that found problems and imported nothing.
var ErrRefused = errors.New("nothing was imported, because the file has problems; correct them, or import without strict")
