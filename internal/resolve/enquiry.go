package resolve

import "estate/internal/content"

// enquiry answers the enquiry form and the page after it, which have no content.
func (f *fetch) enquiry() error {
	if f.pageNumber() > 1 {
		return content.NoHandler(f.key)
	}
	f.fields["isEnquiry"] = true
	return nil
}
