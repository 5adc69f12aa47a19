package resolve

import (
	"estate/internal/content"
	"estate/internal/content/link"
	"estate/internal/content/search"
	"estate/internal/site/route"
)

// Result is the content of one link.
type Result struct {
	Link   link.Link
	Target route.Target
	// Record is the data record of the link, complete (routing §2 and §7).
	Record Record
	// Status is the HTTP status of the page (routing D14: 404 for 401 and 403, 502 for upstream failures).
	Status int
	// Failure is set when the record is an error.
	Failure *content.Error
	// Redirect is set when the record is a redirection; the fields below are empty then.
	Redirect *content.Redirect

	// Entity is the entity, term or author that the link names.
	Entity content.Entity
	// Archive is the list of a post, term, author, date or type archive.
	Archive *content.Archive
	// ArchiveQuery is what Archive answers.
	ArchiveQuery content.ArchiveQuery

	// Filter is the search of results, listing and city pages; Hints are its unknown values.
	Filter       search.Filter
	Hints        []search.Hint
	Properties   *content.Listing[*content.Property]
	Developments *content.Listing[*content.Development]
	// Page is the content page of a listing page or of the home page. A listing may have
	// none.
	Page *content.Page
	// Listing is set for listing pages.
	Listing *Listing
	// Withdrawn names the deleted entity when the failure is a 410.
	Withdrawn *content.Ref
	// Preview is set when a draft or a revision is shown.
	Preview bool
	// Source is the source with the session's cache, so that authors and terms are not
	// loaded twice.
	Source content.Source
}

// Record is the data record of a route, values by JSON name. False flags are absent.
type Record map[string]any
