package contentfile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/store/record"
)

// maxLine bounds the bytes of one line; the longest post is far below.
const maxLine = 16 << 20

// readLines imports one file of lines. The first file begins with the header.
func (im *importer) readLines(file string, in *bufio.Reader, first bool) error {
	for n := 1; ; n++ {
		if err := im.ctx.Err(); err != nil {
			return err
		}
		text, tooLong, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("%s:%d: %w; get the file again", file, n, err)
		}
		if n == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if text = bytes.TrimSpace(text); len(text) > 0 || tooLong {
			problem, fatal := im.readLine(file, n, text, tooLong, first)
			if fatal != nil {
				return fatal
			}
			if problem != nil {
				problem.File, problem.Line = file, n
				im.report.add(*problem)
			}
			first = false
		}
		if err != nil {
			return nil
		}
	}
}

// readLine returns the next line. Of a line that is too long it returns the start only.
func readLine(in *bufio.Reader) (text []byte, tooLong bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(text)+len(part) > maxLine {
			tooLong = true
		} else {
			text = append(text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return text, tooLong, err
		}
	}
}

func (im *importer) readLine(file string, n int, text []byte, tooLong, first bool) (*Problem, error) {
	if tooLong {
		im.report.Lines++
		return &Problem{Text: fmt.Sprintf("longer than %d MB", maxLine>>20), Remedy: "shorten the line"}, nil
	}
	var l line
	if problem := decodeStrictly(text, &l); problem != nil {
		if first && text[0] != '{' {
			return nil, fmt.Errorf("%s is no export of this program: %s", im.options.Name, problem.Text)
		}
		im.report.Lines++
		return problem, nil
	}
	if l.Kind == kindHeader {
		if l.Version > formatVersion {
			return nil, fmt.Errorf("%s has version %d and this program reads %d; update the program", im.options.Name, l.Version, formatVersion)
		}
		return nil, nil
	}
	im.report.Lines++
	if im.options.Progress != nil && im.report.Lines%1000 == 0 {
		im.options.Progress(im.report.Lines)
	}
	do, problem := l.action()
	if problem != nil {
		return problem, nil
	}
	return nil, im.add(action{file, n, do})
}

// action returns the function that writes the line into a batch.
func (l *line) action() (func(*store.Batch) error, *Problem) {
	ref := content.Ref{Type: l.Type, ID: l.ID}
	switch l.Kind {
	case store.KindWithdrawn:
		return func(b *store.Batch) error { return b.PutWithdrawn(l.Link, ref) }, nil
	case store.KindSettings:
		settings := &content.Settings{}
		return func(b *store.Batch) error { return b.PutSettings(l.Lang, settings) }, l.decode(settings)
	case store.KindTerm:
		term := &content.Term{}
		return func(b *store.Batch) error { return b.PutTerm(term) }, l.decode(term)
	case store.KindAuthor:
		author := &content.Author{}
		return func(b *store.Batch) error { return b.PutAuthor(author) }, l.decode(author)
	case store.KindRevision:
		revision := &content.Revision{}
		return func(b *store.Batch) error { return b.PutRevision(ref, revision) }, l.decode(revision)
	case store.KindHistory:
		var entry content.HistoryEntry
		problem := l.decode(&entry)
		return func(b *store.Batch) error { return b.PutHistory(ref, entry) }, problem
	case store.KindRedirect:
		var pair content.RedirectPair
		problem := l.decode(&pair)
		return func(b *store.Batch) error { return b.PutRedirects(pair) }, problem
	case store.KindInstagram:
		var feed []content.InstagramPost
		problem := l.decode(&feed)
		return func(b *store.Batch) error { return b.PutInstagram(feed) }, problem
	}
	if entity := record.NewEntity(l.Kind); entity != nil {
		return func(b *store.Batch) error { return b.Put(entity) }, l.decode(entity)
	}
	return nil, &Problem{Text: fmt.Sprintf("unknown kind %q", l.Kind), Remedy: "use one of " + strings.Join(lineKinds, ", ")}
}

func (l *line) decode(into any) *Problem {
	if len(l.Data) == 0 {
		return &Problem{Text: `"data" is missing`, Remedy: fmt.Sprintf("put the %s into it", l.Kind)}
	}
	return decodeStrictly(l.Data, into)
}

// decodeStrictly reads one JSON value and refuses unknown fields: a misspelt field
// would be lost without a message.
func decodeStrictly(text []byte, into any) *Problem {
	if !utf8.Valid(text) {
		return &Problem{Text: "not UTF-8", Remedy: "save the file as UTF-8"}
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil {
		if _, err = decoder.Token(); errors.Is(err, io.EOF) {
			return nil
		}
		return &Problem{Text: "more than one JSON value", Remedy: "put each object on a line of its own"}
	}
	var syntax *json.SyntaxError
	var wrongType *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return &Problem{Text: fmt.Sprintf("no JSON from byte %d on: %v", syntax.Offset, err), Remedy: "correct it there"}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &Problem{Text: "the JSON ends too early", Remedy: "complete the line; each holds one whole object"}
	case errors.As(err, &wrongType):
		return &Problem{
			Text:   fmt.Sprintf("field %q holds a %s", wrongType.Field, wrongType.Value),
			Remedy: "it wants a value of type " + wrongType.Type.String(),
		}
	case strings.Contains(err.Error(), "unknown field"):
		return &Problem{Text: strings.TrimPrefix(err.Error(), "json: "), Remedy: "correct its spelling or remove it"}
	}
	return &Problem{Text: oneLine(err.Error()), Remedy: "correct the line"}
}
