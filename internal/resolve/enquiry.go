package resolve

import "estate/internal/content"

// enquiry is a screen without content of its own: the form, or the thanks for it.
func (f *fetch) enquiry() error {
	if f.pageNo() > 1 {
		return content.NoHandler(f.key)
	}
	f.fields["isEnquiry"] = true
	return nil
}
