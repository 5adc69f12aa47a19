package ssr

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// pageFragments are the fragments of parts in a page, the second line of a worker's reply. It is
// PartFragments of web/src/app/part-fragments.ts.
type pageFragments struct {
	Marker string // stands in the HTML for each fragment
	Order  []int  // ids of the fragments in order
	Added  []struct {
		ID, Part int
		HTML     string
	} // those that were not in an earlier reply
}

// Reply returns a worker's reply with the whole HTML, and without the line of fragments.
func (t *partTable) Reply(body []byte) ([]byte, error) {
	preload, rest, _ := bytes.Cut(body, []byte("\n"))
	line, html, found := bytes.Cut(rest, []byte("\n"))
	if !found {
		return nil, errors.New("render: the reply has no line of fragments")
	}
	var page pageFragments
	if len(line) > 0 {
		if err := json.Unmarshal(line, &page); err != nil {
			return nil, fmt.Errorf("render: fragments of the reply: %w", err)
		}
	}
	if err := t.keep(&page); err != nil {
		return nil, err
	}
	defer t.shrink()
	return t.splice(preload, html, &page)
}

// keep stores the new fragments of a page.
func (t *partTable) keep(page *pageFragments) error {
	for _, added := range page.Added {
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

// splice puts the fragments in place of their markers.
func (t *partTable) splice(preload, html []byte, page *pageFragments) ([]byte, error) {
	size := len(preload) + len("\n") + len(html)
	for _, id := range page.Order {
		size += len(t.fragments[id])
	}
	out := append(append(make([]byte, 0, size), preload...), '\n')
	for _, id := range page.Order {
		before, after, isMarked := bytes.Cut(html, []byte(page.Marker))
		fragment, isKnown := t.fragments[id]
		if !isMarked || !isKnown {
			return nil, fmt.Errorf("render: fragment %d is unknown or has no place in the page", id)
		}
		out = append(append(out, before...), fragment...)
		html = after
	}
	return append(out, html...), nil
}
