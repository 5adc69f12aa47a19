package ssr

import (
	"bytes"
	"container/list"
	"slices"
	"strconv"
)

// PartLists are the keys of lists in a View whose elements are parts: cards, search fields. Many pages
// have the same ones. The chrome is a part too.
var PartLists = []string{"cards", "near", "fields"}

// Limits of the parts that a render worker keeps. A card is about 700 bytes of JSON and 3,400 of HTML.
const (
	maxParts     = 1000
	maxPartBytes = 3 << 20
)

// maxKeptFrameBytes bounds the buffer of frames between two Views: a very large View is rare.
const maxKeptFrameBytes = 1 << 20

// partTable knows which parts one render worker keeps, and under which numbers, and keeps their HTML.
// It decides which part both forget: the one that was used longest ago. It is a worker.Session.
type partTable struct {
	parts     map[string]*part // by JSON
	byNumber  []*part          // nil for a free number
	free      []int            // free numbers
	byUse     list.List        // of *part; the part used longest ago is at the front
	fragments map[int][]byte   // HTML by id
	bytes     int              // of JSON and HTML
	frames    int              // number of frames

	added, view []byte // buffers of the two halves of a frame
}

// part is an object of a View that a worker keeps.
type part struct {
	json      string
	number    int
	used      *list.Element // in byUse
	lastFrame int           // that has it
	fragments []int         // ids of its HTML
}

func newPartTable() *partTable {
	return &partTable{parts: map[string]*part{}, fragments: map[int][]byte{}}
}

// Frame returns the frame that makes the worker render a View: [[number, part, …], view]. The View
// has numbers in place of its parts, and no data and head; the list before it has the parts that the
// worker lacks. A View with nothing to replace is its own frame. The next call
// overwrites the frame.
func (t *partTable) Frame(viewJSON []byte) []byte {
	t.frames++
	before, rest := cutHead(viewJSON)
	added, view := append(t.added[:0], "[["...), append(append(t.view[:0], "],"...), before...)
	if chrome, isNext := bytes.CutPrefix(rest, chromeKey); len(before) > 0 && isNext && chrome[0] == '{' {
		chrome = chrome[:objectEnd(chrome)]
		rest = rest[len(chromeKey)+len(chrome):]
		view = append(view, chromeKey...)
		added, view = t.appendNumber(added, view, chrome)
	}
	for start := nextPartList(rest); start >= 0; start = nextPartList(rest) {
		view = append(view, rest[:start]...)
		rest = rest[start:]
		for rest[0] == '{' {
			object := rest[:objectEnd(rest)]
			added, view = t.appendNumber(added, view, object)
			if rest = rest[len(object):]; rest[0] == ',' {
				view, rest = append(view, ','), rest[1:]
			}
		}
	}
	if len(rest) == len(viewJSON) {
		return viewJSON
	}
	view = append(append(view, rest...), ']')
	frame := append(added, view...)
	if len(frame) <= maxKeptFrameBytes {
		t.added, t.view = frame, view
	}
	return frame
}

// chromeKey is before the chrome in a View whose data and head are cut.
var chromeKey = []byte(`,"chrome":`)

// appendNumber appends the number of a part to the View, and the part to the list of those that the
// worker lacks, if it does.
func (t *partTable) appendNumber(added, view, part []byte) (newAdded, newView []byte) {
	number, isNew := t.number(part)
	if isNew {
		added = appendPart(added, number, part)
	}
	return added, strconv.AppendInt(view, int64(number), 10)
}

// WithoutHead returns the JSON of a View without its keys data and head, for a document with rendered HTML: no
// component shows data, and the browser reads the head from the document (web/src/app/document-view.ts).
func WithoutHead(viewJSON []byte) []byte {
	before, after := cutHead(viewJSON)
	return slices.Concat(before, after)
}

// cutHead returns the JSON of a View around its keys data and head, which no component shows on the
// server. They are two thirds of the frame of a page of results whose parts the worker has. Where they
// are not the first objects of the View, nothing is cut.
func cutHead(viewJSON []byte) (before, after []byte) {
	const data, head = `,"data":`, `,"head":`
	start := bytes.Index(viewJSON, []byte(data+"{"))
	if start < 0 || bytes.LastIndexByte(viewJSON[:start], '{') != 0 {
		return nil, viewJSON
	}
	rest := viewJSON[start+len(data):]
	rest, isNext := bytes.CutPrefix(rest[objectEnd(rest):], []byte(head))
	if !isNext || rest[0] != '{' {
		return nil, viewJSON
	}
	return viewJSON[:start], rest[objectEnd(rest):]
}

// appendPart appends a part to the list of those that the worker lacks.
func appendPart(list []byte, number int, part []byte) []byte {
	if list[len(list)-1] != '[' {
		list = append(list, ',')
	}
	list = append(strconv.AppendInt(list, int64(number), 10), ',')
	return append(list, part...)
}

// number returns the number of a part, and whether the worker does not have it yet.
func (t *partTable) number(json []byte) (number int, isNew bool) {
	p, known := t.parts[string(json)]
	if !known {
		p = t.add(string(json))
	}
	p.lastFrame = t.frames
	t.byUse.MoveToBack(p.used)
	t.shrink()
	return p.number, !known
}

func (t *partTable) add(json string) *part {
	p := &part{json: json, number: len(t.byNumber)}
	if last := len(t.free) - 1; last >= 0 {
		p.number, t.free = t.free[last], t.free[:last]
	} else {
		t.byNumber = append(t.byNumber, nil)
	}
	t.parts[json], t.byNumber[p.number] = p, p
	p.used = t.byUse.PushBack(p)
	t.bytes += len(json)
	return p
}

// shrink removes parts until the limits are met, but none that the last frame has.
func (t *partTable) shrink() {
	for len(t.parts) > maxParts || t.bytes > maxPartBytes {
		oldest := t.byUse.Front().Value.(*part)
		if oldest.lastFrame == t.frames {
			return
		}
		t.remove(oldest)
	}
}

// remove removes a part with its HTML. The worker forgets it when its number has another part.
func (t *partTable) remove(p *part) {
	t.byUse.Remove(p.used)
	delete(t.parts, p.json)
	t.byNumber[p.number] = nil
	t.free = append(t.free, p.number)
	t.bytes -= len(p.json)
	for _, id := range p.fragments {
		t.bytes -= len(t.fragments[id])
		delete(t.fragments, id)
	}
}

// listOfObjects is the end of a key and the beginning of its list. A quote within a string is
// escaped, so a text cannot look like a key.
var listOfObjects = []byte(`":[{`)

// nextPartList returns the position of the first element of the next list of parts, -1 without one.
func nextPartList(json []byte) int {
	for from := 0; ; {
		i := bytes.Index(json[from:], listOfObjects)
		if i < 0 {
			return -1
		}
		from += i + len(listOfObjects) - 1
		if isPartList(json[:from-len(`":[`)]) {
			return from
		}
	}
}

// isPartList reports whether JSON ends with the key of a list of parts, without its last quote.
func isPartList(json []byte) bool {
	quote := bytes.LastIndexByte(json, '"')
	return quote > 0 && (json[quote-1] == ',' || json[quote-1] == '{') && slices.Contains(PartLists, string(json[quote+1:]))
}

// objectEnd returns the length of the object at the beginning of valid JSON.
func objectEnd(json []byte) int {
	depth := 0
	for i := 0; i < len(json); i++ {
		switch json[i] {
		case '"':
			i += stringEnd(json[i:]) - 1
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(json)
}

// stringEnd returns the length of the string at the beginning of valid JSON.
func stringEnd(json []byte) int {
	for i := 1; i < len(json); i++ {
		switch json[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(json)
}
