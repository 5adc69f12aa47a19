package ssr

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// Reply returns a worker's reply as a Rendering.
func (t *partTable) Reply(body []byte) (any, error) {
	rendering, err := t.read(body)
	if err != nil {
		return nil, fmt.Errorf("read the reply of the server bundle (build front end and program together): %w", err)
	}
	return rendering, nil
}

// read reads a reply as worker.mjs writes it. The page has a marker, then ids, in place of consecutive
// fragments.
func (t *partTable) read(body []byte) (r Rendering, err error) {
	lines := bytes.SplitN(body, []byte("\n"), 4)
	if len(lines) < 4 {
		return r, fmt.Errorf("it has %d of the 3 lines before the page", len(lines)-1)
	}
	preload, marker, count, rest := lines[0], lines[1], lines[2], lines[3]
	if len(preload) > 0 {
		if err := json.Unmarshal(preload, &r.Preload); err != nil {
			return r, fmt.Errorf("preload: %w", err)
		}
	}
	if len(marker) == 0 {
		r.HTML = rest
		return r, nil
	}
	added, err := strconv.Atoi(string(count))
	if err != nil {
		return r, fmt.Errorf("number of added fragments: %w", err)
	}
	for i := range added {
		fragment, after, isMarked := bytes.Cut(rest, marker)
		if !isMarked {
			return r, fmt.Errorf("it has %d added fragments, not %d", i, added)
		}
		if err := t.keep(fragment); err != nil {
			return r, err
		}
		rest = after
	}
	defer t.shrink()
	r.HTML, err = t.splice(rest, marker)
	return r, err
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
	t.fragments[id] = bytes.Clone(html)
	t.bytes += len(html)
	return nil
}

// splice returns the HTML of a page, with fragments in place of each marker and the ids behind it, up to a
// line feed.
func (t *partTable) splice(page, marker []byte) ([]byte, error) {
	out := make([]byte, 0, 4*len(page)) // of a page of results
	for {
		html, after, isMarked := bytes.Cut(page, marker)
		out = append(out, html...)
		if !isMarked {
			return out, nil
		}
		ids, rest, _ := bytes.Cut(after, []byte("\n"))
		for id := range bytes.FieldsSeq(ids) {
			n, err := strconv.Atoi(string(id))
			fragment, isKnown := t.fragments[n]
			if err != nil || !isKnown {
				return nil, fmt.Errorf("fragment %.20q is unknown", id)
			}
			out = append(out, fragment...)
		}
		page = rest
	}
}
