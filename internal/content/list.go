package content

import "time"

// ListQuery is a query for part of a list of posts, pages, media, properties or
// developments, with all filters of the REST dialect. Zero fields do not filter; ids in
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
	// Terms are ids by taxonomy (category, tag); an entity must have one of each taxonomy.
	Terms          map[string][]int
	NotTerms       map[string][]int
	After          time.Time // exclusive, as the three below
	Before         time.Time
	ModifiedAfter  time.Time
	ModifiedBefore time.Time
	Search         string // plain text
	Sticky         *bool  // whether a post stands first in the list of posts; nil means any
	Mime           string // prefix of a media type: "image/"
	Order          string // date, modified, id, title, slug, author, parent, or ids: in the order of IDs; "" means date
	Ascending      bool
}
