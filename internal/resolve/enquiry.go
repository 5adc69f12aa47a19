package resolve

import (
	"context"

	"estate/internal/content"
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
