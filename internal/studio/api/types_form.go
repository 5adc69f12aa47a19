package api

// FormLists is the answer of GET forms/{type}: the option lists of the form of a type by their names in FormField.list.
type FormLists struct {
	Lists map[string][]FormListOption `json:"lists"`
}

// FormListOption is an entry of an option list, in the language of the user.
type FormListOption struct {
	ID int `json:"id,omitempty"`
	// Slug is the value of checks and of conditions; of a feature it is the key.
	Slug   string `json:"slug"`
	Name   string `json:"name"`
	Parent int    `json:"parent,omitempty"` // the province of a city, the city of a subarea
}

// NewEntity is the body of POST entities/{type}. The answer is Created: a draft with the next reference of the agency.
type NewEntity struct {
	// Copy is the id of an entity of the type to copy, without its reference, link, status and the numbers of its registers.
	Copy  int `json:"copy,omitempty"`
	Offer int `json:"offer,omitempty"` // id of an offer
	// Key makes the call idempotent for 24 hours.
	Key string `json:"key"`
}

// Created is a new draft.
type Created struct {
	ID      int    `json:"id"`
	Version string `json:"version"`
}

// CallKey is the body of POST entities/{type}/{id}/trash and of …/restore, which answer Saved. Restored content is a draft;
// POST undo of the trash brings it back as it was.
type CallKey struct {
	Key string `json:"key"`
}

// Check is what an entity lacks.
type Check struct {
	Path  string     `json:"path"` // of a field
	Text  string     `json:"text"` // a sentence in the language of the user
	Level CheckLevel `json:"level"`
	// Portal is the name of the channel that does not take it, for CheckPortal.
	Portal string `json:"portal,omitempty"`
}

// CheckLevel is what follows from a Check.
type CheckLevel string

// The levels.
const (
	CheckBlocks CheckLevel = "blocks" // it must not be published
	CheckWarns  CheckLevel = "warns"
	CheckPortal CheckLevel = "portal" // one portal does not take it
)
