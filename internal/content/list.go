package content

import "time"

// ListQuery asks for part of a list of posts, pages, media or homes with
// everything the REST dialect can filter by. Zero fields do not filter; ids in
// one list are alternatives. Only published entities are found.
type ListQuery struct {
	Endpoint   string
	Offset     int
	Limit      int   // 0 means 10
	IDs        []int // only these
	NotIDs     []int
	Authors    []int
	NotAuthors []int
	Parents    []int // 0 in the list is the top level
	NotParents []int
	// Terms are wanted ids by taxonomy (category, tag); every taxonomy must be met.
	Terms          map[string][]int
	NotTerms       map[string][]int
	After          time.Time // exclusive, as the three below
	Before         time.Time
	ModifiedAfter  time.Time
	ModifiedBefore time.Time
	Search         string // plain text
	Mime           string // beginning of a media type: "image/"
	Order          string // date, modified, id, title, slug, author, parent, or ids: in the order of IDs; "" means date
	Ascending      bool
}
