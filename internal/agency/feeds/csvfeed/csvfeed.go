package csvfeed

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	encoding "golang.org/x/text/encoding/unicode"

	"estate/internal/agency/feeds"
)

// MaxBytes bounds a spreadsheet, which is read as a whole.
const MaxBytes = 64 << 20

// maxCell bounds the bytes of a cell: a longer one has a quote that is never closed.
const maxCell = 200_000

// Source is a spreadsheet at an address or a path.
type Source struct {
	File feeds.Download
	// Mode is the offer of rows that name none, "" to leave such rows out.
	Mode feeds.Mode
}

// Read is a complete run unless neither the file nor a picture beside it has changed.
func (s Source) Read(ctx context.Context, run feeds.Run, sink feeds.Sink) (feeds.Result, error) {
	s.File.MaxBytes = MaxBytes
	var beside photos
	if s.File.IsLocal() {
		var err error
		if beside, err = findPhotos(s.File.Address); err != nil {
			return feeds.Result{}, err
		}
	}
	version, checkpoint, hasPhotos := strings.Cut(run.Checkpoint, photoMark)
	if !hasPhotos {
		version, checkpoint = "", run.Checkpoint
	}
	run.Checkpoint = checkpoint
	if version != beside.version {
		run.Checkpoint = ""
	}
	result, err := s.File.Read(ctx, run, func(in io.Reader) error { return decode(ctx, in, s.Mode, beside, sink) })
	if beside.version != "" {
		result.Checkpoint = beside.version + photoMark + result.Checkpoint
	}
	return result, err
}

// photoMark is between the version of the pictures and the checkpoint of the file.
const photoMark = "\n"

// Decode reads a whole spreadsheet. mode is the offer of rows that name none.
func Decode(ctx context.Context, in io.Reader, mode feeds.Mode, sink feeds.Sink) error {
	return decode(ctx, in, mode, photos{}, sink)
}

func decode(ctx context.Context, in io.Reader, mode feeds.Mode, beside photos, sink feeds.Sink) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	if text, err = toUTF8(text); err != nil {
		return err
	}
	text = lineEnds(text)
	head, err := findHeader(text)
	if err != nil {
		return err
	}
	if err := head.check(text, mode, sink); err != nil {
		return err
	}
	rows := newReader(text, head.separator)
	lines, found := map[string]int{}, false
	for n := 0; ; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		cells, err := rows.Read()
		if errors.Is(err, io.EOF) {
			if !found {
				sink.Problem(feeds.Problem{Reason: "the file has no property"})
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the spreadsheet: %w", err)
		}
		line, _ := rows.FieldPos(0)
		isEmpty := true
		for _, cell := range cells {
			if len(cell) > maxCell {
				return fmt.Errorf("line %d: a cell has more than %d bytes, so a quote is not closed: %w", line, maxCell, feeds.ErrIncomplete)
			}
			isEmpty = isEmpty && strings.TrimSpace(cell) == ""
		}
		if n <= head.row || isEmpty {
			continue
		}
		found = true
		r := reader{line: line, mode: mode, sink: sink, photos: beside}
		listing := r.listing(head, cells)
		if r.key == "" {
			continue
		}
		if first, repeated := lines[r.key]; repeated {
			r.problem("reference", "", fmt.Sprintf("line %d has the same reference", first), true)
			continue
		}
		if listing == nil {
			continue
		}
		lines[r.key] = line
		if err := sink.Listing(listing, ""); err != nil {
			return err
		}
	}
}

func newReader(text []byte, separator rune) *csv.Reader {
	rows := csv.NewReader(bytes.NewReader(text))
	rows.Comma, rows.LazyQuotes, rows.FieldsPerRecord, rows.ReuseRecord = separator, true, -1, true
	return rows
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

// lineEnds makes all line ends "\n", those of old programs of Apple too.
func lineEnds(text []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
}

// reader reads one row.
type reader struct {
	line int
	key  string
	mode feeds.Mode
	sink feeds.Sink
	photos
}

func (r *reader) problem(field, value, reason string, skipped bool) {
	r.sink.Problem(feeds.Problem{Line: r.line, Key: r.key, Field: field, Value: feeds.Clip(value), Reason: reason, Skipped: skipped})
}

// listing returns nil for a row that must be left out.
func (r *reader) listing(head *header, cells []string) *feeds.Listing {
	current := &row{Listing: &feeds.Listing{Line: r.line}}
	for i, cell := range cells {
		if i < len(head.at) && head.at[i].column != nil && head.at[i].column.name == columnReference {
			r.key = strings.TrimSpace(cell)
		}
	}
	if r.key == "" || len(r.key) > 200 {
		r.key = ""
		r.problem(columnReference, "", "it is missing or has more than 200 bytes", true)
		return nil
	}
	if !head.fits(cells) {
		r.problem("", "", fmt.Sprintf("the row has %d cells and the header row %d", len(cells), len(head.at)), true)
		return nil
	}
	for i, cell := range cells[:min(len(cells), len(head.at))] {
		at := head.at[i]
		cell, repaired := feeds.ReadText(strings.ToValidUTF8(cell, "?"))
		if at.column == nil {
			continue
		}
		if cell == "" {
			if at.column.empty != nil {
				at.column.empty(current)
			}
			continue
		}
		if repaired {
			r.sink.Problem(feeds.Problem{Line: r.line, Key: r.key, Field: at.column.name, Reason: feeds.WrongEncoding, Warning: true})
		}
		if err := at.column.read(current, strings.Clone(at.withUnit(cell))); err != nil {
			// A home that is sold must not be offered, nor one for rent at the price of a sale.
			isSkipped := at.column.name == "status" || at.column.name == "mode"
			r.problem(at.column.name, cell, err.Error(), isSkipped)
			if isSkipped {
				return nil
			}
		}
	}
	current.Pictures = append(current.Pictures, r.of[strings.ToLower(r.key)]...)
	if err := current.setAlts(); err != nil {
		r.problem("alt_en", "", err.Error(), false)
	}
	if err := current.readPrice(r.mode); err != nil {
		field := columnPrice
		if errors.Is(err, feeds.ErrNoOffer) {
			field = "mode"
		}
		r.problem(field, "", err.Error(), true)
		return nil
	}
	if l := current.Listing; l.Point != nil {
		l.Point = feeds.PointOf(l.Point.Lat, l.Point.Lng)
	}
	return current.Listing
}

// Template writes a spreadsheet with the header row and one example.
func Template(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Comma = ';'
	var names, example []string
	for _, c := range columns {
		if c.name == columnSalePrice || c.name == columnRentPrice {
			continue // other names of the price
		}
		names, example = append(names, c.name), append(example, c.example)
	}
	if _, err := io.WriteString(w, "\ufeff"); err != nil { // without it Excel reads accents wrongly
		return err
	}
	return out.WriteAll([][]string{names, example})
}
