package ssr

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// Reply returns the preload of a worker's reply and the HTML, as []Piece.
func (t *partTable) Reply(body []byte) (any, error) {
	pieces, err := t.read(body)
	if err != nil {
		return nil, fmt.Errorf("read the reply of the server bundle (build front end and program together): %w", err)
	}
	return pieces, nil
}

// read reads a reply as worker.mjs writes it. The page has a marker, then ids, in place of consecutive
// fragments.
func (t *partTable) read(body []byte) ([]Piece, error) {
	lines := bytes.SplitN(body, []byte("\n"), 4)
	if len(lines) < 4 {
		return nil, fmt.Errorf("it has %d of the 3 lines before the page", len(lines)-1)
	}
	preload, marker, count, rest := lines[0], lines[1], lines[2], lines[3]
	pieces := append(make([]Piece, 0, 128), Piece{Text: preload})
	if len(marker) == 0 {
		return append(pieces, Piece{Text: rest}), nil
	}
	added, err := strconv.Atoi(string(count))
	if err != nil {
		return nil, fmt.Errorf("number of added fragments: %w", err)
	}
	for i := range added {
		fragment, after, isMarked := bytes.Cut(rest, marker)
		if !isMarked {
			return nil, fmt.Errorf("it has %d added fragments, not %d", i, added)
		}
		if err := t.keep(fragment); err != nil {
			return nil, err
		}
		rest = after
	}
	defer t.shrink()
	return t.splice(pieces, rest, marker)
}

// keep stores an added fragment: its id and the number of its part, then a line feed and the HTML.
func (t *partTable) keep(fragment []byte) error {
	numbers, html, _ := bytes.Cut(fragment, []byte("\n"))
	first, second, _ := bytes.Cut(numbers, []byte(" "))
	id, err := strconv.Atoi(string(first))
	number, err2 := strconv.Atoi(string(second))
	if err := errors.Join(err, err2); err != nil {
		return fmt.Errorf("numbers of an added fragment: %w", err)
	}
	if number < 0 || number >= len(t.byNumber) || t.byNumber[number] == nil {
		return fmt.Errorf("fragment %d is of the unknown part %d", id, number)
	}
	p := t.byNumber[number]
	p.fragments = append(p.fragments, id)
	t.fragments[id] = newFragment(bytes.Clone(html))
	t.bytes += len(html)
	return nil
}

// splice appends the pieces of a page: its HTML, with fragments in place of each marker and the ids
// behind it, up to a line feed.
func (t *partTable) splice(pieces []Piece, page, marker []byte) ([]Piece, error) {
	for {
		html, after, isMarked := bytes.Cut(page, marker)
		if len(html) > 0 || !isMarked {
			pieces = append(pieces, Piece{Text: html})
		}
		if !isMarked {
			return pieces, nil
		}
		ids, rest, _ := bytes.Cut(after, []byte("\n"))
		for id := range bytes.FieldsSeq(ids) {
			n, err := strconv.Atoi(string(id))
			fragment, isKnown := t.fragments[n]
			if err != nil || !isKnown {
				return nil, fmt.Errorf("fragment %.20q is unknown", id)
			}
			pieces = append(pieces, Piece{Text: fragment.html, fragment: fragment})
		}
		page = rest
	}
}
