package contentfile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"estate/internal/content"
	"estate/internal/content/i18n"
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
			problems, fatal := im.readLine(file, n, text, tooLong, first)
			if fatal != nil {
				return fatal
			}
			for _, problem := range problems {
				problem.File, problem.Line = file, n
				im.report.add(problem)
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

func (im *importer) readLine(file string, n int, text []byte, tooLong, first bool) ([]Problem, error) {
	if tooLong {
		im.report.Lines++
		return []Problem{{Text: fmt.Sprintf("longer than %d MB", maxLine>>20), Remedy: "shorten the line"}}, nil
	}
	var l line
	if problem := decodeStrictly(text, &l); problem != nil {
		if first && text[0] != '{' {
			return nil, fmt.Errorf("%s is no export of this program: %s", im.options.Name, problem.Text)
		}
		im.report.Lines++
		return []Problem{*problem}, nil
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
	do, problems := im.action(&l)
	if len(problems) > 0 {
		return problems, nil
	}
	return nil, im.add(action{file, n, do})
}

// action returns the function that writes the line into a batch, or all that is wrong with the line.
func (im *importer) action(l *line) (func(*store.Batch) error, []Problem) {
	ref := content.Ref{Type: l.Type, ID: l.ID}
	switch l.Kind {
	case store.KindWithdrawn:
		return func(b *store.Batch) error { return b.PutWithdrawn(l.Link, ref) }, nil
	case kindDelete:
		return func(b *store.Batch) error { return im.delete(b, l) }, nil
	}
	into := newData(l.Kind)
	if into == nil {
		return nil, []Problem{{Text: fmt.Sprintf("unknown kind %q", l.Kind), Remedy: "use one of " + strings.Join(lineKinds, ", ")}}
	}
	if len(l.Data) == 0 {
		return nil, []Problem{{Text: `"data" is missing`, Remedy: fmt.Sprintf("put the %s into it", l.Kind)}}
	}
	named, err := parsed(l.Data)
	if err != nil {
		return nil, []Problem{{Text: oneLine(err.Error()), Remedy: "correct the line"}}
	}
	var problems []Problem
	if l.Kind == store.KindSettings && !slices.Contains(i18n.Declared, l.Lang) {
		problems = append(problems, Problem{Text: fmt.Sprintf(`"lang" is %q`, l.Lang), Remedy: fmt.Sprintf("use one of %v", i18n.Declared)})
	}
	named = shapeOf(into).check("", named, &problems)
	if named == nil && len(problems) == 0 {
		problems = []Problem{{Text: `"data" is null`, Remedy: fmt.Sprintf("put the %s into it, or delete it by a line of kind delete", l.Kind)}}
	}
	if len(problems) > 0 {
		return nil, problems
	}
	switch l.Kind {
	case store.KindRevision, store.KindHistory, store.KindRedirect, store.KindInstagram:
		if err := decodeInto(into, named); err != nil {
			return nil, []Problem{{Text: oneLine(err.Error()), Remedy: "correct the line"}}
		}
		return func(b *store.Batch) error { return im.putWhole(b, l, ref, into) }, nil
	}
	return func(b *store.Batch) error { return im.putMerged(b, l, named, newData(l.Kind)) }, nil
}

// decodeInto turns a checked value into the type of its kind.
func decodeInto(into, value any) error {
	text, err := record.EncodeJSON(value)
	if err != nil {
		return err
	}
	if problem := decodeStrictly([]byte(text), into); problem != nil {
		return record.Invalidf("%s", problem.Text)
	}
	return nil
}

// putWhole writes what a line replaces as a whole.
func (im *importer) putWhole(b *store.Batch, l *line, ref content.Ref, data any) error {
	switch d := data.(type) {
	case *content.Revision:
		return b.PutRevision(ref, d)
	case *content.HistoryEntry:
		return b.PutHistory(ref, *d)
	case *[]content.InstagramPost:
		return b.PutInstagram(*d)
	case *content.RedirectPair:
		return im.noted(b, store.RedirectRef(d.From), data, "redirect from "+d.From, func() error { return b.PutRedirects(*d) })
	}
	return fmt.Errorf("no line has a %T", data)
}

// putMerged writes an entity or a record: what a line names over what the store has, or what it names alone.
func (im *importer) putMerged(b *store.Batch, l *line, named, into any) error {
	ref := refOf(l, named)
	before, err := b.Document(ref)
	if err != nil {
		return err
	}
	if before != "" && !im.options.Replace {
		stored, err := parsed([]byte(before))
		if err != nil {
			return err
		}
		named = merged(stored, named)
	}
	if err := decodeInto(into, named); err != nil {
		return err
	}
	var put func() error
	switch d := into.(type) {
	case *content.Settings:
		put = func() error { return b.PutSettings(l.Lang, d) }
	case content.Entity:
		put = func() error { return b.Put(d) }
	default:
		return fmt.Errorf("no line has a %T", into)
	}
	return im.noted(b, ref, into, describe(ref), put)
}

// typesOfKinds are the types of entities whose line names none.
var typesOfKinds = map[string]content.Type{
	record.ShapeProperty: content.TypeProperty, record.ShapeDevelopment: content.TypeDevelopment, record.ShapeMedia: content.TypeAttachment,
	record.ShapePage: content.TypePage, record.ShapePost: content.TypePost,
}

// refOf names what a line writes. A type that the line does not name is that of its kind.
func refOf(l *line, named any) content.Ref {
	if l.Kind == store.KindSettings {
		return store.SettingsRef(l.Lang)
	}
	object, _ := named.(map[string]any)
	text := func(name string) string { value, _ := object[name].(string); return value }
	ref := content.Ref{Type: content.Type(text("type"))}
	if ref.Type == "" {
		ref.Type = typesOfKinds[l.Kind]
		if object != nil && ref.Type != "" {
			object["type"] = string(ref.Type)
		}
	}
	switch l.Kind {
	case store.KindTerm:
		ref.Type = content.Type(text("taxonomy"))
	case store.KindAuthor:
		ref.Type = content.TypeAuthor
	}
	if id, ok := object["id"].(json.Number); ok {
		n, _ := id.Int64() // a wrong one is an id that no entity has
		ref.ID = int(n)
	}
	return ref
}

// delete deletes what a line names.
func (im *importer) delete(b *store.Batch, l *line) error {
	ref, what := content.Ref{Type: l.Type, ID: l.ID}, describe(content.Ref{Type: l.Type, ID: l.ID})
	if l.Link != "" {
		ref, what = store.RedirectRef(l.Link), "redirect from "+l.Link
	}
	before, err := b.Document(ref)
	if err != nil {
		return err
	}
	if before == "" {
		return record.Invalidf(`%s does not exist; name a type such as "properties" and an id, or the old link of a redirect`, what)
	}
	return im.noted(b, ref, nil, what, func() error {
		if l.Link != "" {
			return b.DeleteRedirects(l.Link)
		}
		return b.Delete(ref)
	})
}

// noted writes, and reports what that changes if somebody wants to know.
func (im *importer) noted(b *store.Batch, ref content.Ref, after any, what string, write func() error) error {
	if im.options.Changed == nil {
		return write()
	}
	before, err := b.Document(ref)
	if err != nil {
		return err
	}
	doc := ""
	if after != nil {
		if doc, err = record.EncodeJSON(after); err != nil {
			return err
		}
	}
	changes, err := differences(before, doc)
	if err != nil {
		return err
	}
	if err := write(); err != nil {
		return err
	}
	if len(changes) > 0 {
		im.options.Changed(what, changes)
	}
	return nil
}

// describe names an entity for people.
func describe(ref content.Ref) string {
	if ref.ID == 0 {
		return string(ref.Type)
	}
	return fmt.Sprintf("%s %d", ref.Type, ref.ID)
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
