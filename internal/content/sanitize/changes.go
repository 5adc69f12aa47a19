package sanitize

import (
	"slices"
	"strings"
)

// ChangeKind says in which way a page shows a part of a text otherwise than it was written.
type ChangeKind string

// The kinds of changes.
const (
	ChangeCut       ChangeKind = "cut"       // what follows the limit is left out
	ChangeScript    ChangeKind = "script"    // a script, a style or a drawing is left out
	ChangeForm      ChangeKind = "form"      // fields of a form are left out
	ChangeShortcode ChangeKind = "shortcode" // the mark of a builder or a form is left out
	ChangeElement   ChangeKind = "element"   // an element is left out, what it holds stays
	ChangePicture   ChangeKind = "picture"   // a picture is left out
	ChangeForeign   ChangeKind = "foreign"   // a picture at another host is a link
	ChangeFilm      ChangeKind = "film"      // a film or a sound is a link, or left out
	ChangeFrame     ChangeKind = "frame"     // a frame is a link, or left out
	ChangeAnchor    ChangeKind = "anchor"    // the target of a link within the page is left out
)

// Change is a part of a text that a page does not show as it was written.
type Change struct {
	Kind  ChangeKind
	What  string // its name, host or address; at most 200 bytes
	Count int
}

// maxChanges is the maximum number of different changes of one text.
const maxChanges = 200

// changeList counts the changes of one text. A nil list counts nothing.
type changeList struct{ all []Change }

func (c *changeList) add(kind ChangeKind, what string) {
	if c == nil {
		return
	}
	what = cut(strings.TrimSpace(what), 200)
	at := slices.IndexFunc(c.all, func(known Change) bool { return known.Kind == kind && known.What == what })
	switch {
	case at >= 0:
		c.all[at].Count++
	case len(c.all) < maxChanges:
		c.all = append(c.all, Change{Kind: kind, What: what, Count: 1})
	}
}

// Changes returns what HTML leaves out of a text or changes in it.
func (s *Sanitizer) Changes(raw string) []Change {
	if strings.TrimSpace(raw) == "" {
		return nil
	}
	changes := &changeList{}
	s.cleanAndCount(raw, changes)
	return changes.all
}

// has reports that there is a change of a kind.
func (c *changeList) has(kind ChangeKind) bool {
	return slices.ContainsFunc(c.all, func(known Change) bool { return known.Kind == kind })
}
