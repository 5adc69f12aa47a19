package resolve

import (
	"estate/internal/content"
	"estate/internal/link"
	"estate/internal/route"
	"estate/internal/search"
)

// Result is everything a Source said about one link.
type Result struct {
	Link   link.Link
	Target route.Target
	// Record is the data record of the link, complete (routing §2 and §7).
	Record Record
	// Status is the HTTP status of the page (routing D14: 404 for 401 and 403, 502 for upstream failures).
	Status int
	// Failure is set when the record is an error.
	Failure *content.Error
	// Redirect is set when the record is a redirection; everything below is then empty.
	Redirect *content.Redirect

	// Entity is the single content, term or author that the link names.
	Entity content.Entity
	// Archive is the list of a post archive, term, author, date or type archive.
	Archive *content.Archive

	// Filter is the search of results, listing and city pages; Hints tell what of it was not understood.
	Filter       search.Filter
	Hints        []search.Hint
	Properties   *content.Listing[*content.Property]
	Developments *content.Listing[*content.Development]
	// Page is the content page of a listing, or the home page.
	Page *content.Page
	// Withdrawn names what the link once led to, when the failure is a 410.
	Withdrawn *content.Ref
	// Preview tells that a draft or a revision is shown.
	Preview bool
	// Source is the source with what this request has already learnt from it:
	// authors and terms that came along are not asked for again.
	Source content.Source
}

// Record is a route's data record: JSON names to values. Flags that are false are absent.
type Record map[string]any
