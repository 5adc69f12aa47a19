package ssr

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// addedFragment is a fragment that was not in an earlier reply.
type addedFragment struct {
	ID, Part int
	HTML     string
}

// Reply returns a worker's reply with the whole HTML, and without the lines of fragments. They are
// PartFragments of web/src/app/part-fragments.ts: the marker that stands in the HTML for each fragment,
// the ids of the fragments in order, and the added ones as JSON.
func (t *partTable) Reply(body []byte) ([]byte, error) {
	lines := bytes.SplitN(body, []byte("\n"), 5)
	if len(lines) < 5 {
		return nil, errors.New("render: the reply has no lines of fragments")
	}
	preload, marker, order, added, html := lines[0], lines[1], lines[2], lines[3], lines[4]
	if len(added) > 0 {
		if err := t.keep(added); err != nil {
			return nil, err
		}
	}
	defer t.shrink()
	fragments, err := t.inOrder(order)
	if err != nil {
		return nil, err
	}
	return splice(preload, html, marker, fragments)
}

// keep stores the added fragments of a page.
func (t *partTable) keep(list []byte) error {
	var all []addedFragment
	if err := json.Unmarshal(list, &all); err != nil {
		return fmt.Errorf("render: added fragments of the reply: %w", err)
	}
	for _, added := range all {
		if added.Part < 0 || added.Part >= len(t.byNumber) || t.byNumber[added.Part] == nil {
			return fmt.Errorf("render: the reply has a fragment of the unknown part %d", added.Part)
		}
		p := t.byNumber[added.Part]
		p.fragments = append(p.fragments, added.ID)
		t.fragments[added.ID] = []byte(added.HTML)
		t.bytes += len(added.HTML)
	}
	return nil
}

// inOrder returns the HTML of the fragments of a page.
func (t *partTable) inOrder(ids []byte) ([][]byte, error) {
	fragments := make([][]byte, 0, 64) // a page of results has 50
	for id := range bytes.FieldsSeq(ids) {
		n, err := strconv.Atoi(string(id))
		html, isKnown := t.fragments[n]
		if err != nil || !isKnown {
			return nil, fmt.Errorf("render: the reply has the unknown fragment %.20q", id)
		}
		fragments = append(fragments, html)
	}
	return fragments, nil
}

// splice puts the fragments in place of the markers, one after the other.
func splice(preload, html, marker []byte, fragments [][]byte) ([]byte, error) {
	size := len(preload) + len("\n") + len(html)
	for _, fragment := range fragments {
		size += len(fragment)
	}
	out := append(append(make([]byte, 0, size), preload...), '\n')
	for i, fragment := range fragments {
		before, after, isMarked := bytes.Cut(html, marker)
		if !isMarked {
			return nil, fmt.Errorf("render: fragment %d of %d has no place in the page", i+1, len(fragments))
		}
		out = append(append(out, before...), fragment...)
		html = after
	}
	return append(out, html...), nil
}
