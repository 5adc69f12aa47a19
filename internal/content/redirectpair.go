package content

// RedirectPair is one line of the table of old links: where a link of a former
// site leads now.
//
// An old agency reference has pairs of its own, from /propertie/{ref}/ and
// /es/propiedad/{ref}/.
type RedirectPair struct {
	From   string `json:"from"`             // site link
	To     string `json:"to"`               // site link or absolute address
	Status int    `json:"status,omitempty"` // 301, 302, 307 or 308; 0 means 301
}
