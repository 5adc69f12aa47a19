package content

// RedirectPair is one line of the table of old links: a link of a former site and its
// target.
//
// An old agency reference has its own pairs, from /propertie/{ref}/ and
// /es/propiedad/{ref}/.
type RedirectPair struct {
	From   string `json:"from"`             // site link
	To     string `json:"to"`               // site link or absolute address
	Status int    `json:"status,omitempty"` // 301, 302, 307 or 308; 0 means 301
}
