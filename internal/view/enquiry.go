package view

// EnquiryForm is an enquiry form. It is sent to Action by POST with the fields of
// EnquiryValues, kind, page and reference.
type EnquiryForm struct {
	Action string      `json:"action"`
	Kind   EnquiryKind `json:"kind"`
	// Page is the link of the page with the form, Reference that of a property.
	Page      string `json:"page"`
	Reference string `json:"reference,omitempty"`
	// Privacy is the link of the privacy policy that the visitor accepts.
	Privacy Anchor `json:"privacy"`

	// The rest is set only on the page of a form that was not accepted.

	Values *EnquiryValues `json:"values,omitempty"` // of the visitor
	// Errors are messages by field, Failure is the message of the whole form.
	Errors  map[string]string `json:"errors,omitempty" tstype:"{ [field in keyof EnquiryValues]?: string }"`
	Failure string            `json:"failure,omitempty"`
}

// EnquiryKind is the subject of an enquiry.
type EnquiryKind string

// The kinds of enquiry.
const (
	EnquiryContact     EnquiryKind = "contact"
	EnquiryProperty    EnquiryKind = "property"
	EnquiryDevelopment EnquiryKind = "development"
	EnquirySell        EnquiryKind = "sell"
)

// EnquiryValues are the fields of the visitor.
type EnquiryValues struct {
	Name    string `json:"name"`
	Mail    string `json:"mail"`
	Phone   string `json:"phone"`
	Message string `json:"message"`
	Privacy bool   `json:"privacy"`

	// The home that the visitor wants to sell; forms of kind sell ask for it.
	Address string `json:"address,omitempty"`
	Type    string `json:"type,omitempty"`
	Size    string `json:"size,omitempty"`
	Wanted  string `json:"wanted,omitempty"`
}

// EnquiryResponse is the response to a form that JavaScript sent: OK, or the errors.
type EnquiryResponse struct {
	OK      bool              `json:"ok"`
	Errors  map[string]string `json:"errors,omitempty" tstype:"{ [field in keyof EnquiryValues]?: string }"`
	Failure string            `json:"failure,omitempty"`
	// Notice replaces the text below the thanks.
	Notice string `json:"notice,omitempty"`
}
