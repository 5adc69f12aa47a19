package view

// EnquiryForm asks the agency something. It is sent to Action by POST; the names
// of its fields are those of EnquiryValues, and kind, page and reference.
type EnquiryForm struct {
	Action string      `json:"action"`
	Kind   EnquiryKind `json:"kind"`
	// Page is the link of the page with the form, Reference the home's.
	Page      string `json:"page"`
	Reference string `json:"reference,omitempty"`
	// Privacy leads to the privacy policy, which the visitor agrees to.
	Privacy Anchor `json:"privacy"`

	// What follows is set only on the page that tells what is wrong with a form.

	Values *EnquiryValues `json:"values,omitempty"` // as the visitor typed them
	// Errors say by field what is wrong, Failure what is wrong with the whole.
	Errors  map[string]string `json:"errors,omitempty" tstype:"{ [field in keyof EnquiryValues]?: string }"`
	Failure string            `json:"failure,omitempty"`
}

// EnquiryKind tells what a form asks about.
type EnquiryKind string

// The kinds of enquiry.
const (
	EnquiryContact     EnquiryKind = "contact"
	EnquiryProperty    EnquiryKind = "property"
	EnquiryDevelopment EnquiryKind = "development"
	EnquirySell        EnquiryKind = "sell"
)

// EnquiryValues are the fields that a visitor fills in.
type EnquiryValues struct {
	Name    string `json:"name"`
	Mail    string `json:"mail"`
	Phone   string `json:"phone"`
	Message string `json:"message"`
	Privacy bool   `json:"privacy"`
}

// EnquiryAnswer is what a form that the browser's script has sent gets back: OK,
// or what is wrong.
type EnquiryAnswer struct {
	OK      bool              `json:"ok"`
	Errors  map[string]string `json:"errors,omitempty" tstype:"{ [field in keyof EnquiryValues]?: string }"`
	Failure string            `json:"failure,omitempty"`
}
