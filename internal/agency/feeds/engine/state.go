package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"estate/internal/agency/feeds"
	"estate/internal/content"
	"estate/internal/store"
)

// FirstID is the lowest id of a property that comes from a feed. WordPress counts posts from 1 and
// does not get there, so a replica and a feed never use the same number.
const FirstID = content.FirstFeedID

// Names of notes.
const (
	statePrefix = "feed/state/"
	itemPrefix  = "feed/item/" // feed/item/{feed}/{key}
	nextNote    = "feed/next"
	askPrefix   = "feed/ask/"  // requests of a person, feed/ask/{feed}
	pairPrefix  = "feed/pair/" // decisions on two properties, feed/pair/{lower id}-{higher id}
	pairsNote   = "feed/proposals"
)

// State is what is known of a feed. Its JSON names are stored data.
type State struct {
	Checkpoint string    `json:"checkpoint,omitempty"`
	Mapping    string    `json:"mapping,omitempty"` // fingerprint of the table and the terms
	Started    time.Time `json:"started,omitzero"`
	Success    time.Time `json:"success,omitzero"` // last run without an error
	Full       time.Time `json:"full,omitzero"`    // last complete run
	Failures   int       `json:"failures,omitempty"`
	Error      string    `json:"error,omitempty"` // of the last run
	Report     Report    `json:"report,omitzero"` // of the last run that was not unchanged
	Alarm      *Alarm    `json:"alarm,omitempty"`
	// Jumps are changes of prices that wait for a person, by the key of their listing.
	Jumps map[string]Jump `json:"jumps,omitempty"`
}

// Jump is a price that is ten times the last one or more, or a tenth or less. The last price stays until a person
// accepts it.
type Jump struct {
	Reference string    `json:"reference"`
	From      int       `json:"from"`
	To        int       `json:"to"`
	Since     time.Time `json:"since"`
	Accepted  bool      `json:"accepted,omitempty"`
}

// isAccepted reports whether a person has accepted what was held back.
func (s *State) isAccepted() bool {
	if s.Alarm != nil && s.Alarm.Accepted {
		return true
	}
	for _, jump := range s.Jumps {
		if jump.Accepted {
			return true
		}
	}
	return false
}

// Alarm reports that a large share of a feed disappeared at once. Nothing is removed until a
// person accepts it or the listings are back.
type Alarm struct {
	Had      int       `json:"had"`
	Missing  int       `json:"missing"`
	Since    time.Time `json:"since"`
	Accepted bool      `json:"accepted,omitempty"`
}

// Report is the result of a run.
type Report struct {
	Listed    int                       `json:"listed"`
	Added     int                       `json:"added"`
	Changed   int                       `json:"changed"`
	Unchanged int                       `json:"unchanged"`
	Removed   int                       `json:"removed"`
	Held      int                       `json:"held,omitempty"`        // removals that wait for a person
	Unwanted  int                       `json:"unwanted,omitempty"`    // left out by the settings of the feed
	Linked    int                       `json:"linked,omitempty"`      // owned by another feed or by WordPress
	Skipped   int                       `json:"skipped,omitempty"`     // could not be read
	Pictures  int                       `json:"pictures,omitempty"`    // fetched
	Waiting   int                       `json:"waiting,omitempty"`     // pictures that are not fetched yet
	HeldPrice int                       `json:"held_prices,omitempty"` // changes of prices that wait for a person
	Problems  []feeds.Problem           `json:"problems,omitempty"`    // the first ones of those that do not repeat
	Repeated  []Repeated                `json:"repeated,omitempty"`    // problems that several listings have
	Unknown   map[string]map[string]int `json:"unknown,omitempty"`     // words without a term, by kind, with their number
	Same      []Same                    `json:"same,omitempty"`        // properties that are perhaps the same
	Changes   []Change                  `json:"-"`                     // of a preview
}

// Same is a listing that is perhaps a property that the agency has: a person decides.
type Same struct {
	Key       string `json:"key"`
	Reference string `json:"reference"`
	ID        int    `json:"id"`
	Other     string `json:"other"` // reference of the property
	Why       string `json:"why"`
}

// Change is one difference that a preview shows.
type Change struct {
	Action    string   `json:"action"` // add, change, remove
	Key       string   `json:"key"`
	Reference string   `json:"reference,omitempty"`
	Title     string   `json:"title,omitempty"`
	Fields    []string `json:"fields,omitempty"`
}

const (
	maxProblems = 200
	maxUnknown  = 500 // words of a kind
	maxSame     = 100
	maxChanges  = 500
)

// WaitingJumps are the jumps of prices that no person has accepted, by reference.
func (s State) WaitingJumps() []Jump {
	var waiting []Jump
	for _, jump := range s.Jumps {
		if !jump.Accepted {
			waiting = append(waiting, jump)
		}
	}
	slices.SortFunc(waiting, func(a, b Jump) int { return strings.Compare(a.Reference, b.Reference) })
	return waiting
}

// Repeated is a problem that several listings have.
type Repeated struct {
	feeds.Problem     // without line and key
	N             int `json:"n"`
	// Places are those of the first listings.
	Places []Place `json:"places,omitempty"`
}

// Place is where a problem is.
type Place struct {
	Line int    `json:"line,omitempty"` // in the file, 0 when the source is no file
	Key  string `json:"key,omitempty"`
}

// String is the place for people.
func (p Place) String() string {
	if p.Line == 0 {
		return p.Key
	}
	return strings.TrimSpace(fmt.Sprintf("line %d %s", p.Line, p.Key))
}

const maxPlaces = 5 // of a repeated problem

// problem records a problem. What repeats is counted and not listed again.
func (r *Report) problem(p feeds.Problem) {
	if p.Skipped {
		r.Skipped++
	}
	kind := p
	kind.Line, kind.Key = 0, ""
	for i := range r.Repeated {
		if again := &r.Repeated[i]; again.Problem == kind {
			again.N++
			again.add(p)
			return
		}
	}
	for i, first := range r.Problems {
		same := first
		same.Line, same.Key = 0, ""
		if same != kind || first.Key == p.Key || len(r.Repeated) == maxProblems {
			continue
		}
		again := Repeated{Problem: kind, N: 2}
		again.add(first)
		again.add(p)
		r.Problems = slices.Delete(r.Problems, i, i+1)
		r.Repeated = append(r.Repeated, again)
		return
	}
	if len(r.Problems) < maxProblems {
		r.Problems = append(r.Problems, p)
	}
}

func (r *Repeated) add(p feeds.Problem) {
	if place := (Place{p.Line, p.Key}); place != (Place{}) && len(r.Places) < maxPlaces {
		r.Places = append(r.Places, place)
	}
}

func (r *Report) unknown(kind, word string) {
	if r.Unknown == nil {
		r.Unknown = map[string]map[string]int{}
	}
	if r.Unknown[kind] == nil {
		r.Unknown[kind] = map[string]int{}
	}
	if _, ok := r.Unknown[kind][word]; ok || len(r.Unknown[kind]) < maxUnknown {
		r.Unknown[kind][word]++
	}
}

func (r *Report) same(s Same) {
	if len(r.Same) < maxSame {
		r.Same = append(r.Same, s)
	}
}

func (r *Report) change(c Change) {
	if len(r.Changes) < maxChanges {
		r.Changes = append(r.Changes, c)
	}
}

// item is what is remembered of a listing.
type item struct {
	ID      int             `json:"id"`
	Type    content.Type    `json:"type"`
	Hash    string          `json:"hash,omitempty"`    // of the listing and the mapping; "" is read again
	Version string          `json:"version,omitempty"` // of the source
	Slug    string          `json:"slug,omitempty"`
	First   time.Time       `json:"first,omitzero"`    // published here
	Gone    bool            `json:"gone,omitempty"`    // removed; number and slug are kept for its return
	Left    time.Time       `json:"left,omitzero"`     // removed here, while its edited property stayed as withdrawn
	Linked  bool            `json:"linked,omitempty"`  // another feed or WordPress owns the property
	Mark    string          `json:"mark,omitempty"`    // cadastral reference
	Pending []feeds.Picture `json:"pending,omitempty"` // the pictures, when some are not fetched yet
	Tries   int             `json:"tries,omitempty"`   // failed attempts to fetch them
	Price   int             `json:"price,omitempty"`   // the last one that could be read, in euros

	raw string // the stored note, "" before the first
}

func (i *item) ref() content.Ref { return content.Ref{Type: i.Type, ID: i.ID} }

func (i *item) live() bool { return i.ID > 0 && !i.Gone && !i.Linked }

// readState returns the state of a feed, an empty one before its first run.
func readState(ctx context.Context, st *store.Store, feed string) (State, error) {
	text, err := st.Note(ctx, statePrefix+feed)
	return decodeState(text), err
}

// batchState returns the state of a feed as a batch sees it.
func batchState(b *store.Batch, feed string) (State, error) {
	text, err := b.Note(statePrefix + feed)
	return decodeState(text), err
}

func decodeState(text string) State {
	var s State
	if text != "" {
		_ = json.Unmarshal([]byte(text), &s) // unreadable: everything is compared again
	}
	return s
}

// readItems returns the items of all feeds.
func readItems(ctx context.Context, st *store.Store) (map[string]map[string]*item, error) {
	notes, err := st.Notes(ctx, itemPrefix)
	if err != nil {
		return nil, err
	}
	items := map[string]map[string]*item{}
	for name, text := range notes {
		feed, key, _ := strings.Cut(name, "/")
		var i item
		if json.Unmarshal([]byte(text), &i) != nil {
			i = item{} // read again
		}
		i.raw = text
		if items[feed] == nil {
			items[feed] = map[string]*item{}
		}
		items[feed][key] = &i
	}
	return items, nil
}

func encode(v any) string {
	text, _ := json.Marshal(v) // plain data
	return string(text)
}

// sortedKeys are the keys of a map in order.
func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
