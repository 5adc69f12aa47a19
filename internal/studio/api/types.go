package api

import (
	"encoding/json"
	"time"

	"estate/internal/content/i18n"
)

// Problem is the body of every response that is not 2xx (RFC 9457).
type Problem struct {
	Type   ProblemType `json:"type"`
	Status int         `json:"status"`
	Title  string      `json:"title"` // a sentence in the language of the user
	// Fields are the problems of single fields.
	Fields []FieldProblem `json:"fields,omitempty"`
	// Conflicts are the changes that found another value than their From.
	Conflicts []Conflict `json:"conflicts,omitempty"`
	// Saved is what was saved beside the conflicts, nil for nothing.
	Saved *Saved `json:"saved,omitempty"`
	// Guards ask for a confirmation: the same call with Confirmed saves.
	Guards []FieldProblem `json:"guards,omitempty"`
	// WordPressURL is the address of the form in WordPress, where the content is edited there.
	WordPressURL string `json:"wordpress_url,omitempty"`
	// RetryAfter is the number of seconds after which an attempt is of use.
	RetryAfter int `json:"retry_after,omitempty"`
}

// ProblemType says what the front end does about a problem.
type ProblemType string

// The types of problems.
const (
	ProblemSignedOut  ProblemType = "signed-out"  // 401: sign in again in place and repeat the call
	ProblemWrong      ProblemType = "wrong"       // 401: mail, password, code or passkey
	ProblemCodeNeeded ProblemType = "code-needed" // 401: the same call with the code of the authenticator
	ProblemStrong     ProblemType = "strong"      // 403: confirm with a factor (POST session/strong) and repeat the call
	ProblemForbidden  ProblemType = "forbidden"   // 403: the role does not allow it
	ProblemNotFound   ProblemType = "not-found"   // 404
	ProblemLinkEnded  ProblemType = "link-ended"  // 410: a link of setup, invitation or recovery that was used or is too old
	ProblemConflict   ProblemType = "conflict"    // 409
	ProblemConfirm    ProblemType = "confirm"     // 422 with Guards
	ProblemInvalid    ProblemType = "invalid"     // 422 with Fields
	ProblemTooMany    ProblemType = "too-many"    // 429
	ProblemReadOnly   ProblemType = "read-only"   // 403: it is edited in WordPress
	ProblemDown       ProblemType = "unavailable" // 503: the database or the mail server does not answer
	ProblemInternal   ProblemType = "internal"    // 500
)

// FieldProblem is a problem of one field.
type FieldProblem struct {
	Path string `json:"path"` // of a change, or the name of a field of the request
	Text string `json:"text"` // a sentence in the language of the user
}

// Role is what a user may do.
type Role string

// The roles.
const (
	RoleOwner  Role = "owner"
	RoleEditor Role = "editor"
	RoleAgent  Role = "agent"
)

// User is a person with an account.
type User struct {
	ID     string    `json:"id"`
	Mail   string    `json:"mail"`
	Name   string    `json:"name"`
	Lang   i18n.Lang `json:"lang"` // of the studio
	Role   Role      `json:"role"`
	Author int       `json:"author,omitempty"` // the content.Author whose homes are the user's own
	// The rest is for owners only.
	Disabled bool      `json:"disabled,omitempty"`
	Created  time.Time `json:"created,omitzero"`
	LastSeen time.Time `json:"last_seen,omitzero"`
	Passkeys int       `json:"passkeys,omitempty"`
	HasTOTP  bool      `json:"has_totp,omitempty"`
	Pending  bool      `json:"pending,omitempty"` // invited and not yet signed in
}

// Session is the answer of GET session and of each sign-in.
type Session struct {
	User        User      `json:"user"`
	StrongUntil time.Time `json:"strong_until,omitzero"`
	Ends        time.Time `json:"ends"`
	Build       string    `json:"build"` // of the front end; another one reloads the studio
	Site        SiteInfo  `json:"site"`
	// PasskeysWork reports whether passkeys are possible at this address.
	PasskeysWork bool `json:"passkeys_work"`
}

// SiteInfo is what every screen needs of the site.
type SiteInfo struct {
	Name      string      `json:"name"`
	URL       string      `json:"url"` // without a slash at its end
	Languages []i18n.Lang `json:"languages"`
	// HomeLinks are the links of the home page.
	HomeLinks map[i18n.Lang]string `json:"home_links"`
	Demo      bool                 `json:"demo,omitempty"` // homes of the demo agency are on the site
	// Mode is "embedded", "replica" or "live".
	Mode string `json:"mode"`
	// CMSURL is the address of the WordPress in the modes replica and live.
	CMSURL string `json:"cms_url,omitempty"`
	Zone   string `json:"zone"` // time zone of the agency
}

// PasswordSignIn is the body of POST session/password and of POST session/strong. Code is of the
// authenticator, or a recovery code.
type PasswordSignIn struct {
	Mail     string `json:"mail,omitempty"` // not for session/strong
	Password string `json:"password"`
	Code     string `json:"code,omitempty"`
	Keep     bool   `json:"keep,omitempty"` // stay signed in on this device
}

// Passkey ceremonies: POST …/start answers Ceremony, POST …/finish takes CeremonyResult. The paths are
// session/passkey (sign in), session/strong/passkey, link/passkey (setup, invitation, recovery) and
// account/passkeys (a further one).
type Ceremony struct {
	ID      string          `json:"id"`
	Options json.RawMessage `json:"options"` // PublicKeyCredential…OptionsJSON
}

// CeremonyResult is what the browser's authenticator answered.
type CeremonyResult struct {
	ID         string          `json:"id"`
	Credential json.RawMessage `json:"credential"` // PublicKeyCredentialJSON
	Keep       bool            `json:"keep,omitempty"`
	Name       string          `json:"name,omitempty"` // of the device, for a new passkey
	// Link and Person are for link/passkey only.
	Link   string  `json:"link,omitempty"`
	Person *Person `json:"person,omitempty"`
}

// LinkInfo is the answer of POST link {token}: what a link of setup, invitation or recovery is for.
type LinkInfo struct {
	Purpose LinkPurpose `json:"purpose"`
	Mail    string      `json:"mail,omitempty"`
	Name    string      `json:"name,omitempty"`
	Role    Role        `json:"role"`
	Site    SiteInfo    `json:"site"`
	// PasskeysWork is that of Session.
	PasskeysWork bool `json:"passkeys_work"`
}

// LinkPurpose is what a link is for.
type LinkPurpose string

// The purposes of links.
const (
	LinkSetup   LinkPurpose = "setup"
	LinkInvite  LinkPurpose = "invite"
	LinkRecover LinkPurpose = "recover"
)

// Token is the body of POST link and POST link/passkey/start; Person only for the latter.
type Token struct {
	Token  string  `json:"token"`
	Person *Person `json:"person,omitempty"`
}

// Person is what a new user says of themselves.
type Person struct {
	Mail string    `json:"mail"`
	Name string    `json:"name"`
	Lang i18n.Lang `json:"lang"`
}

// LinkPassword is the body of POST link/password. The answer is TOTPSecret; POST link/totp
// {token, code} makes the account, and answers LinkDone.
type LinkPassword struct {
	Token    string `json:"token"`
	Person   Person `json:"person"`
	Password string `json:"password"`
}

// TOTPSecret is the secret of an authenticator that is not confirmed yet.
type TOTPSecret struct {
	Secret string `json:"secret"` // base32, to type
	URI    string `json:"uri"`    // otpauth://, for the QR code
}

// LinkCode is the body of POST link/totp.
type LinkCode struct {
	Token string `json:"token"`
	Code  string `json:"code"`
}

// Code is the body of POST account/totp.
type Code struct {
	Code string `json:"code"`
}

// LinkDone is the end of a link: the user is signed in.
type LinkDone struct {
	Session Session  `json:"session"`
	Codes   []string `json:"codes,omitempty"` // recovery codes, shown once
}

// Account is the answer of GET account.
type Account struct {
	User     User          `json:"user"`
	Passkeys []Passkey     `json:"passkeys"`
	Sessions []OpenSession `json:"sessions"`
	Codes    int           `json:"codes"` // recovery codes that are left
}

// Passkey is a passkey of the user. DELETE account/passkeys/{id} removes it (strong).
type Passkey struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Created time.Time `json:"created"`
	Used    time.Time `json:"used,omitzero"`
}

// OpenSession is a session of the user. DELETE account/sessions/{id} ends it, DELETE account/sessions all.
type OpenSession struct {
	ID      string    `json:"id"`
	Agent   string    `json:"agent"`   // of the browser, shortened
	Network string    `json:"network"` // prefix of the client's address
	Created time.Time `json:"created"`
	Used    time.Time `json:"used"`
	Current bool      `json:"current,omitempty"`
}

// AccountChange is the body of PATCH account.
type AccountChange struct {
	Name string    `json:"name,omitempty"`
	Lang i18n.Lang `json:"lang,omitempty"`
}

// NewPassword is the body of POST account/password (strong); the answer is TOTPSecret when the user has
// no authenticator yet, which POST account/totp {code} confirms with LinkDone.
type NewPassword struct {
	Password string `json:"password"`
}

// Invitation is the body of POST users (owner, strong). The answer is Link.
type Invitation struct {
	Mail   string    `json:"mail"`
	Name   string    `json:"name"`
	Lang   i18n.Lang `json:"lang"`
	Role   Role      `json:"role"`
	Author int       `json:"author,omitempty"`
}

// Link is a link to hand to a person; POST users/{id}/recover answers one too.
type Link struct {
	URL     string    `json:"url"`
	Expires time.Time `json:"expires"`
}

// UserChange is the body of PATCH users/{id} (owner, strong). DELETE users/{id} removes the user.
type UserChange struct {
	Role     Role  `json:"role,omitempty"`
	Author   *int  `json:"author,omitempty"`
	Disabled *bool `json:"disabled,omitempty"`
}

// Users is the answer of GET users (owner). Authors are the people of the content, to choose from.
type Users struct {
	Users   []User   `json:"users"`
	Authors []Choice `json:"authors"`
}

// Choice is an entry of a list to choose from.
type Choice struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

// Change replaces one value of a document. Paths are those of the document's JSON: "price.amount",
// "title.es", "availability". From is the value that the user saw, null for none; a list is one value.
type Change struct {
	Path string          `json:"path"`
	From json.RawMessage `json:"from"`
	To   json.RawMessage `json:"to"`
}

// Changes is the body of POST entities/{type}/{id}/changes. The answer is Saved, or a Problem of type
// conflict, confirm, invalid or read-only.
type Changes struct {
	Changes []Change `json:"changes"`
	// Key makes the call idempotent for 24 hours.
	Key string `json:"key"`
	// Confirmed saves in spite of guards.
	Confirmed bool `json:"confirmed,omitempty"`
}

// Saved is what a call has saved.
type Saved struct {
	// Change is the number in the audit log; POST undo {change} takes it back with an answer of Saved.
	Change  int64    `json:"change"`
	Paths   []string `json:"paths"` // that were saved; equal values are left out
	Version string   `json:"version"`
	Locked  []string `json:"locked,omitempty"` // fields that a feed does not change any more
}

// Undo is the body of POST undo.
type Undo struct {
	Change int64  `json:"change"`
	Key    string `json:"key"`
}

// Conflict is a change whose value was changed by somebody else meanwhile.
type Conflict struct {
	Change `tstype:",extends"`
	Now    json.RawMessage `json:"now"`
	By     string          `json:"by"` // name of the person, or of the feed
	At     time.Time       `json:"at"`
}

// Document is the answer of GET entities/{type}/{id}: of "properties", "developments", and of "settings" with the id 0.
type Document struct {
	Doc     json.RawMessage `json:"doc"`
	Version string          `json:"version"`
	May     bool            `json:"may"` // the user may change it
	// WordPressURL is the address of its form in WordPress, where that has it.
	WordPressURL string `json:"wordpress_url,omitempty"`
	// Checks are what it lacks: what blocks its publication first.
	Checks []Check `json:"checks"`
	// Suggested are titles of type and place ("Villa in Marbella"), once both are known.
	Suggested map[i18n.Lang]string `json:"suggested,omitempty"`
}

// PropertyList is the answer of GET properties?q=&offer=&state=&agent=&show=&sort=&page=. show is "" (all), "mine",
// "drafts", "findings", "feed" or "trash"; sort is "changed" (standard), "price", "-price", "reference"; a page has 50.
type PropertyList struct {
	Total      int           `json:"total"`
	Page       int           `json:"page"`
	Pages      int           `json:"pages"`
	Properties []PropertyRow `json:"properties"`
	// States and Shows are the numbers of homes of each state and of each show, for the chips.
	States map[string]int `json:"states"`
	Shows  map[string]int `json:"shows"`
}

// PropertyRow is a row of the list.
type PropertyRow struct {
	ID           int                `json:"id"`
	Reference    string             `json:"reference"`
	Title        string             `json:"title"` // in the language of the user, or the other one
	Place        string             `json:"place"`
	Type         string             `json:"type"`
	Offers       []string           `json:"offers"`            // names
	Picture      string             `json:"picture,omitempty"` // address of a small rendition
	Pictures     int                `json:"pictures"`
	Link         string             `json:"link,omitempty"`         // of the page on the site, where it is published
	Status       string             `json:"status"`                 // "publish", "draft" …
	State        string             `json:"state"`                  // of content.Availabilities
	StoredState  string             `json:"stored_state,omitempty"` // the From of a change; State also follows badges
	Price        PropertyPrice      `json:"price"`
	Languages    map[i18n.Lang]bool `json:"languages"` // title and description are there
	Findings     []FieldProblem     `json:"findings,omitempty"`
	Agent        string             `json:"agent,omitempty"`
	Source       string             `json:"source,omitempty"` // name of the feed
	Locks        []string           `json:"locks,omitempty"`
	Modified     time.Time          `json:"modified"`
	May          bool               `json:"may"`
	WordPressURL string             `json:"wordpress_url,omitempty"`
	// DraftBy is who has typed changes that wait to be published.
	DraftBy string `json:"draft_by,omitempty"`
}

// PropertyPrice is the price of a home as it is stored.
type PropertyPrice struct {
	Amount   int    `json:"amount"`
	Currency string `json:"currency"`
	Mode     string `json:"mode"`
	OnAsk    bool   `json:"on_ask,omitempty"`
}

// Found is the answer of GET search?q= (palette): at most 8 of each.
type Found struct {
	Properties []PropertyRow `json:"properties"`
	Enquiries  []Enquiry     `json:"enquiries"`
	Pages      []Target      `json:"pages"`
	People     []Target      `json:"people"`
}

// Target is an entry of the palette.
type Target struct {
	Name string `json:"name"`
	Hint string `json:"hint,omitempty"`
	Link string `json:"link"` // of the site
}

// Today is the answer of GET today.
type Today struct {
	Enquiries []Enquiry     `json:"enquiries"` // new ones, the newest first, at most 20
	New       int           `json:"new"`
	Viewings  []Viewing     `json:"viewings"` // of today and tomorrow, by time
	Blocking  []PropertyRow `json:"blocking"` // homes with findings, at most 20
	Blocked   int           `json:"blocked"`
	Changes   []LogEntry    `json:"changes"` // of others since yesterday, the newest first, at most 50
}

// Viewing is a viewing that was wished or confirmed.
type Viewing struct {
	Label     string    `json:"label"` // of the enquiry
	Name      string    `json:"name"`
	Property  string    `json:"property"`
	At        time.Time `json:"at"`
	Confirmed bool      `json:"confirmed"`
}

// LogEntry is a line of the audit log (GET log?type=&id=&by=&before=).
type LogEntry struct {
	Change int64     `json:"change"`
	At     time.Time `json:"at"`
	By     string    `json:"by"`
	Via    string    `json:"via"` // "studio", "undo", "feed:crm", "import:…"
	// Action is "change" or "undo", or what was done about an enquiry or a saved search, which has no undo.
	Action  string   `json:"action"`
	Type    string   `json:"type,omitempty"`
	ID      int      `json:"id,omitempty"`
	Name    string   `json:"name,omitempty"`  // the reference of a home, else its title; the label of an enquiry
	Title   string   `json:"title,omitempty"` // of a home that is named by its reference
	Changes []Change `json:"changes,omitempty"`
	MayUndo bool     `json:"may_undo,omitempty"`
}

// Enquiries is the answer of GET enquiries?state=&q=&assignee=&kind=&page=; state is "" for new and open ones,
// "all", "new", "open", "answered", "closed" or "spam"; assignee is the id of a user, "me" or "none". A page has 50.
// GET enquiries/export?format= (owner, strong) answers a file with all but spam: "csv" (standard) or "jsonl".
type Enquiries struct {
	Total     int       `json:"total"`
	Page      int       `json:"page"`
	Pages     int       `json:"pages"`
	Enquiries []Enquiry `json:"enquiries"`
	// States are the numbers by state, and of "all" but spam, of what passes the rest of the query.
	States map[string]int `json:"states"`
	// Incomplete is true while newer enquiries of other servers cannot be read.
	Incomplete bool `json:"incomplete,omitempty"`
}

// Enquiry is an enquiry in a list.
type Enquiry struct {
	Label        string    `json:"label"` // node:12
	Created      time.Time `json:"created"`
	Lang         i18n.Lang `json:"lang"`
	Kind         string    `json:"kind"`
	Name         string    `json:"name"`
	Reference    string    `json:"reference,omitempty"`
	Page         string    `json:"page,omitempty"` // link of the site
	Excerpt      string    `json:"excerpt"`
	State        string    `json:"state"`              // new, open, answered, closed, spam
	Assignee     string    `json:"assignee,omitempty"` // id of a user
	AssigneeName string    `json:"assignee_name,omitempty"`
	Delivery     string    `json:"delivery"` // of leads.Lead.State
}

// EnquiryDetail is the answer of GET enquiries/{label}. Each POST below it answers one too.
type EnquiryDetail struct {
	Enquiry    `tstype:",extends"`
	Mail       string           `json:"mail,omitempty"`
	Phone      string           `json:"phone,omitempty"`
	Agreed     time.Time        `json:"agreed"`             // when the visitor accepted the privacy policy
	Policy     string           `json:"policy,omitempty"`   // its version; estate leads policy prints its text
	WhatsApp   string           `json:"whatsapp,omitempty"` // https://wa.me/…, where the number has a country
	Message    string           `json:"message,omitempty"`
	Campaign   string           `json:"campaign,omitempty"`
	Viewing    *ViewingWish     `json:"viewing,omitempty"`
	Properties []Target         `json:"properties,omitempty"`
	Note       string           `json:"note,omitempty"`
	Answers    []EnquiryAnswer  `json:"answers,omitempty"`
	Problems   []string         `json:"problems,omitempty"` // of its deliveries; POST enquiries/{label}/retry repeats them
	People     []User           `json:"people,omitempty"`   // to assign it to
	Others     []Enquiry        `json:"others,omitempty"`   // of the same person
	Drafts     []AnswerTemplate `json:"drafts,omitempty"`   // answers in the language of the visitor
}

// ViewingWish is what a visitor wishes.
type ViewingWish struct {
	Way       string      `json:"way"`
	Wishes    []time.Time `json:"wishes"`
	Minutes   int         `json:"minutes"`
	Confirmed time.Time   `json:"confirmed,omitzero"`
}

// AnswerTemplate is a prepared answer.
type AnswerTemplate struct {
	Name    string `json:"name"` // in the language of the user
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// EnquiryAnswer is an answer that was sent or waits to be sent.
type EnquiryAnswer struct {
	At      time.Time `json:"at"`
	By      string    `json:"by"`
	Subject string    `json:"subject"`
	Text    string    `json:"text"`
	Viewing time.Time `json:"viewing,omitzero"` // that it confirms
	State   string    `json:"state"`            // waiting, delivered, failed
	Error   string    `json:"error,omitempty"`
}

// EnquiryAction is the body of POST enquiries/{label}/{state|assign|note|answer|confirm|retry}; each action reads its
// own fields. retry delivers failed mails again, and makes spam an enquiry. confirm sends the invitation, or the new time, with a
// standard answer where Text is missing. An action after which the user no longer sees the enquiry answers 204.
// DELETE enquiries/{label} (editor, strong) removes one enquiry.
type EnquiryAction struct {
	State    string    `json:"state,omitempty"`
	Assignee string    `json:"assignee,omitempty"`
	Note     string    `json:"note,omitempty"`
	Subject  string    `json:"subject,omitempty"`
	Text     string    `json:"text,omitempty"`
	Start    time.Time `json:"start,omitzero"` // confirm: one of the wishes, or another time
	Key      string    `json:"key,omitempty"`  // answer, confirm: idempotent
}

// ErasePerson is the body of POST enquiries/erase (owner, strong).
type ErasePerson struct {
	Mail string `json:"mail"`
}

// Erased is what was removed of a person.
type Erased struct {
	Enquiries int `json:"enquiries"`
	Searches  int `json:"searches"`
	// Mentions are the labels of other visitors' enquiries whose message holds the address.
	Mentions []string `json:"mentions,omitempty"`
}

// SavedSearches is the answer of GET saved-searches?q=&page= (owner, editor); DELETE saved-searches/{id} removes one.
type SavedSearches struct {
	Total    int           `json:"total"`
	Page     int           `json:"page"`
	Pages    int           `json:"pages"`
	Searches []SavedSearch `json:"searches"`
}

// SavedSearch is a search of a visitor who gets mails of new homes.
type SavedSearch struct {
	ID        string    `json:"id"`
	Mail      string    `json:"mail"`
	Lang      i18n.Lang `json:"lang"`
	Search    string    `json:"search"` // in words
	Link      string    `json:"link"`   // of the results
	Created   time.Time `json:"created"`
	Confirmed bool      `json:"confirmed"`
	Mails     int       `json:"mails"` // that were sent
}

// Preview is the body of POST preview: the changes of an entity that are not saved. The answer is PreviewAt; the
// frame loads its address.
type Preview struct {
	Type    string   `json:"type"`
	ID      int      `json:"id"`
	Changes []Change `json:"changes"`
	Link    string   `json:"link"` // of the site
}

// PreviewAt is the address of a preview, valid for 30 minutes in this session.
type PreviewAt struct {
	URL string `json:"url"`
}
