package alerts

import (
	"time"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// Alert is a saved search.
type Alert struct {
	Token     string // of its links, secret
	Mail      string
	Lang      i18n.Lang
	Kind      search.Kind
	Query     string // of the results, in normal form, such as "s_beds=4&s_type=15"
	Daily     bool   // one mail a day, else as soon as there are properties
	Policy    string // version of the privacy policy
	Created   time.Time
	Confirmed time.Time // zero before the confirmation
	Active    time.Time // of the last click
}

// Request is a submitted form; none of its fields is trusted. Kind and Query are those of a
// search that was read and written again.
type Request struct {
	Lang     i18n.Lang
	Mail     string
	Kind     search.Kind
	Query    string
	Daily    bool
	Policy   string
	Honeypot string
	Client   string // network of the sender
	// Admit charges a valid request to its client; false refuses it. Nil admits all.
	Admit func() bool
}

// Property is a property in a mail.
type Property struct {
	ID          int
	Title, Link string
	Lines       []string
	Picture     string // absolute address, "" for none
	Reduced     bool
}

// Mail is a mail of a saved search.
type Mail struct {
	ID         string // part of Message-ID, the same on every attempt
	Alert      Alert
	Words      []string // the search in words
	Ask        bool     // asks for the confirmation and has no properties
	Properties []Property
	More       int // further properties, which are not listed
	Created    time.Time
}

// Limits.
const (
	maxPerAddress        = 10             // saved searches of one address
	maxQueryBytes        = 2000           // of a search
	confirmWithin        = 48 * time.Hour // afterwards an unconfirmed search is deleted
	askAgain             = 24 * time.Hour // between two mails that ask for the same confirmation
	maxPropertiesPerMail = 12
	dailyHour            = 8 // of the agency's day, from which daily mails are sent
	// keepWithoutClick is in years.
	keepWithoutClick = 1
	// clockSlack is how much earlier than the confirmation a home may have been published: clocks
	// differ, and a CMS dates by the second.
	clockSlack = 2 * time.Minute
)
