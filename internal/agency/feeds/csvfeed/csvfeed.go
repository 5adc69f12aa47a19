package csvfeed

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	encoding "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"

	"estate/internal/agency/feeds"
)

// MaxBytes bounds a spreadsheet, which is read as a whole.
const MaxBytes = 64 << 20

// maxCell bounds the bytes of a cell: a longer one has a quote that is never closed.
const maxCell = 200_000

// Source is a spreadsheet at an address or a path.
type Source struct{ File feeds.Download }

// Read is a complete run unless the file has not changed.
func (s Source) Read(ctx context.Context, run feeds.Run, sink feeds.Sink) (feeds.Result, error) {
	s.File.MaxBytes = MaxBytes
	return s.File.Read(ctx, run, func(in io.Reader) error { return Decode(ctx, in, sink) })
}

// Decode reads a whole spreadsheet.
func Decode(ctx context.Context, in io.Reader, sink feeds.Sink) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	if text, err = toUTF8(text); err != nil {
		return err
	}
	rows := csv.NewReader(bytes.NewReader(text))
	rows.Comma, rows.LazyQuotes, rows.FieldsPerRecord, rows.ReuseRecord = separator(text), true, -1, true
	header, err := rows.Read()
	if err != nil {
		return errors.New("the spreadsheet has no header row; `estate feeds template` writes one")
	}
	at, err := layout(header, sink)
	if err != nil {
		return err
	}
	width, lines := len(header), map[string]int{}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the spreadsheet: %w", err)
		}
		line, _ := rows.FieldPos(0)
		empty := true
		for _, cell := range row {
			if len(cell) > maxCell {
				return fmt.Errorf("line %d: a cell has more than %d bytes, so a quote is not closed: %w", line, maxCell, feeds.ErrIncomplete)
			}
			empty = empty && strings.TrimSpace(cell) == ""
		}
		if empty {
			continue
		}
		r := reader{line: line, sink: sink}
		listing := r.listing(at, row, width)
		if listing == nil {
			continue
		}
		if first, repeated := lines[listing.Key]; repeated {
			r.problem("reference", fmt.Sprintf("line %d has the same reference", first), true)
			continue
		}
		lines[listing.Key] = line
		if err := sink.Listing(listing, ""); err != nil {
			return err
		}
	}
}

// toUTF8 converts by byte order mark; other bytes that are no UTF-8 are those of Windows.
func toUTF8(text []byte) ([]byte, error) {
	switch {
	case bytes.HasPrefix(text, []byte{0xFF, 0xFE}), bytes.HasPrefix(text, []byte{0xFE, 0xFF}):
		return encoding.UTF16(encoding.LittleEndian, encoding.UseBOM).NewDecoder().Bytes(text)
	case bytes.HasPrefix(text, []byte("\ufeff")):
		return text[3:], nil
	case !utf8.Valid(text):
		return charmap.Windows1252.NewDecoder().Bytes(text)
	}
	return text, nil
}

// separator is the sign that parts the names of the header row.
func separator(text []byte) rune {
	header, _, _ := bytes.Cut(text, []byte("\n"))
	best, count := ',', 0
	for _, sign := range []rune{';', ',', '\t', '|'} {
		if n := bytes.Count(header, []byte(string(sign))); n > count {
			best, count = sign, n
		}
	}
	return best
}

// layout returns the column of each cell, nil for one that is not known.
func layout(header []string, sink feeds.Sink) ([]*column, error) {
	at := make([]*column, len(header))
	seen := map[string]bool{}
	for i, name := range header {
		at[i] = find(name)
		switch {
		case at[i] == nil && strings.TrimSpace(name) != "":
			sink.Problem(feeds.Problem{Line: 1, Field: feeds.Clip(name), Reason: "the column is unknown and ignored"})
		case at[i] != nil && seen[at[i].name]:
			sink.Problem(feeds.Problem{Line: 1, Field: feeds.Clip(name), Reason: "the column is there twice; the last one counts"})
		}
		if at[i] != nil {
			seen[at[i].name] = true
		}
	}
	if !seen["reference"] {
		return nil, errors.New("the spreadsheet has no column reference; `estate feeds template` writes a header row")
	}
	return at, nil
}

func find(name string) *column {
	name = plain(name)
	for i := range columns {
		if plain(columns[i].name) == name {
			return &columns[i]
		}
	}
	for i := range columns {
		for _, alias := range columns[i].aliases {
			if alias == name {
				return &columns[i]
			}
		}
	}
	return nil
}

// plain is a name in lower case, without accents, spaces and signs.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFD.String(name))
}

// reader reads one row.
type reader struct {
	line int
	key  string
	sink feeds.Sink
}

func (r *reader) problem(field, reason string, skipped bool) {
	r.sink.Problem(feeds.Problem{Line: r.line, Key: r.key, Field: field, Reason: reason, Skipped: skipped})
}

// listing returns nil for a row that must be left out.
func (r *reader) listing(at []*column, row []string, width int) *feeds.Listing {
	l := &feeds.Listing{Line: r.line}
	for i, cell := range row {
		if i < len(at) && at[i] != nil && at[i].name == "reference" {
			r.key = strings.TrimSpace(cell)
		}
	}
	switch {
	case r.key == "" || len(r.key) > 200:
		r.key = ""
		r.problem("reference", "it is missing or has more than 200 bytes", true)
		return nil
	case len(row) != width:
		r.problem("", fmt.Sprintf("the row has %d cells and the header row %d", len(row), width), true)
		return nil
	}
	for i, cell := range row {
		cell = strings.TrimSpace(strings.ToValidUTF8(cell, "?"))
		if at[i] == nil || cell == "" {
			continue
		}
		if err := at[i].read(l, strings.Clone(cell)); err != nil {
			skipped := at[i].name == "price" || at[i].name == "mode"
			r.problem(at[i].name, fmt.Sprintf("%q: %v", feeds.Clip(cell), err), skipped)
			if skipped { // a property must not be offered at a wrong price
				return nil
			}
		}
	}
	if l.Mode == "" {
		l.Mode = feeds.ModeSale
	}
	l.OnAsk = l.OnAsk || l.Price == 0
	if l.Point != nil {
		l.Point = feeds.PointOf(l.Point.Lat, l.Point.Lng)
	}
	return l
}

// Template writes a spreadsheet with the header row and one example.
func Template(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Comma = ';'
	var names, example []string
	for _, c := range columns {
		names, example = append(names, c.name), append(example, c.example)
	}
	if _, err := io.WriteString(w, "\ufeff"); err != nil { // without it Excel reads accents wrongly
		return err
	}
	return out.WriteAll([][]string{names, example})
}
