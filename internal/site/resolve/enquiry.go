package resolve

import (
	"context"
	"slices"

	"estate/internal/content"
	"estate/internal/content/search"
)

// enquiry answers the enquiry form and the page after it, which have no content.
func (f *fetch) enquiry() error {
	if f.pageNumber() > 1 {
		return content.NoHandler(f.key)
	}
	f.fields["isEnquiry"] = true
	return nil
}

// viewing answers the form that requests a viewing of the properties in the query key ids.
func (f *fetch) viewing(ctx context.Context) error {
	if err := f.enquiry(); err != nil {
		return err
	}
	return f.saved(ctx)
}

// KeyKind is the query key of the collection that a saved search is about; properties without it.
const KeyKind = "kind"

// alertSteps are the pages of a saved search below its form.
var alertSteps = []string{"sent", "confirm", "confirmed", "expired", "end", "ended"}

// alert answers the form that saves the search of the query, and the pages after it.
func (f *fetch) alert(ctx context.Context) error {
	if err := f.enquiry(); err != nil {
		return err
	}
	if step := f.target.Params["step"]; step != "" {
		if !slices.Contains(alertSteps, step) {
			return content.NoHandler(f.key)
		}
		return nil
	}
	kind := search.KindProperties
	if f.link.Query[KeyKind] == string(search.KindDevelopments) {
		kind = search.KindDevelopments
	}
	catalog, err := f.catalog(ctx)
	if err != nil {
		return err
	}
	f.result.Filter, f.result.Hints = f.parseFilter(ctx, kind, catalog)
	return nil
}
