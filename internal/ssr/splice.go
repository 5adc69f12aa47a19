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

// Reply returns the preload of a worker's reply and the HTML in pieces. The lines of fragments are
// PartFragments of web/src/app/part-fragments.ts: the marker that stands in the HTML for each fragment,
// the ids of the fragments in order, and the added ones as JSON.
func (t *partTable) Reply(body []byte) ([][]byte, error) {
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
	return t.splice(append(make([][]byte, 0, 128), preload), html, marker, order)
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

// splice appends the pieces of a page: its HTML, with a fragment in place of each marker.
func (t *partTable) splice(pieces [][]byte, html, marker, ids []byte) ([][]byte, error) {
	for id := range bytes.FieldsSeq(ids) {
		n, err := strconv.Atoi(string(id))
		before, after, isMarked := bytes.Cut(html, marker)
		fragment, isKnown := t.fragments[n]
		if err != nil || !isMarked || !isKnown {
			return nil, fmt.Errorf("render: fragment %.20q is unknown or has no place in the page", id)
		}
		pieces = append(pieces, before, fragment)
		html = after
	}
	return append(pieces, html), nil
}
