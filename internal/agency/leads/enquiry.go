package leads

import (
	"net/mail"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"estate/internal/content/i18n"
)

// Enquiry is a submitted form; none of its fields is trusted.
type Enquiry struct {
	Lang      i18n.Lang
	Kind      string
	Page      string
	Reference string
	Name      string
	Mail      string
	Phone     string
	Message   string
	Privacy   bool // the visitor agreed to the privacy policy
	// Home describes what the visitor wants to sell; only enquiries of kind sell have it.
	Home Home
	// Stay is what the guest of a holiday home asks for; only enquiries of kind property have it.
	Stay Stay
	// Viewing is the wish to see homes; only enquiries of kind viewing have it. Offer is what the
	// agency offers; Submit sets it.
	Viewing *ViewingForm
	Offer   *ViewingOffer
	// Campaign is a query with utm keys. Whoever fills it in has checked the consent.
	Campaign string
	// Honeypot is a hidden field: only programs fill it in.
	Honeypot string
	// Admit says what the rate limits make of the form once it is known to be valid; nil admits it.
	Admit func() Admission
	// Elapsed is the time from the form's display to its submission, measured by the
	// browser's script; nil without a script.
	Elapsed *time.Duration
}

// Admission is what the rate limits make of a valid form.
type Admission int

// The admissions.
const (
	Admitted Admission = iota
	InFlood            // all clients together have sent too many: it is stored, marked and delivered in a digest
	Refused            // its client has sent too many: it is not stored
)

// Home is a home that its owner wants to sell, in the owner's words.
type Home struct{ Address, Type, Size, Wanted string }

// lines are the filled fields with their labels, one a line. They stand before the message.
func (h Home) lines(lang i18n.Lang) string {
	return labelled([][2]string{{"address", h.Address}, {"type", h.Type}, {"size", h.Size}, {"wanted", h.Wanted}},
		func(key string) string { return i18n.Words.T(lang, "letter.home."+key) })
}

// Stay is the arrival of a holiday guest (an ISO date, or words of a browser without a calendar), the number of
// nights and that of guests.
type Stay struct{ Arrival, Nights, People string }

// lines are like those of Home.
func (s Stay) lines(lang i18n.Lang) string {
	arrival := s.Arrival
	if day, err := time.Parse(time.DateOnly, strings.TrimSpace(arrival)); err == nil {
		arrival = i18n.Date(lang, day)
	}
	return labelled([][2]string{{"arrival", arrival}, {"nights", s.Nights}, {"people", s.People}},
		func(key string) string { return i18n.Words.T(lang, "letter.stay."+key) })
}

// labelled are the filled values with the labels of their keys, one a line.
func labelled(values [][2]string, label func(key string) string) string {
	var lines []string
	for _, each := range values {
		if text := singleLine(each[1]); text != "" {
			lines = append(lines, label(each[0])+": "+text)
		}
	}
	return strings.Join(lines, "\n")
}

// Limits of the fields: names and messages in characters, the others in bytes.
const (
	maxNameLength      = 100
	maxMailLength      = 254
	maxPhoneLength     = 40
	minPhoneDigits     = 6
	maxPhoneDigits     = 20
	maxMessageLength   = 4000
	maxReferenceLength = 40
	maxPageLength      = 512
)

// Field is the name of a form field.
type Field string

// The fields that a visitor fills in, in their order on the form.
const (
	FieldName    Field = "name"
	FieldMail    Field = "mail"
	FieldPhone   Field = "phone"
	FieldMessage Field = "message"
	FieldPrivacy Field = "privacy"
)

// Problem is the reason why a field is invalid: a key below letter.problem in the
// dictionaries.
type Problem string

// The problems of fields.
const (
	NameMissing     Problem = "nameMissing"
	NameLong        Problem = "nameLong"
	NoWayToAnswer   Problem = "noWayToAnswer"
	MailWrong       Problem = "mailWrong"
	PhoneWrong      Problem = "phoneWrong"
	MessageLong     Problem = "messageLong"
	PrivacyMissing  Problem = "privacyMissing"
	WrongCharacters Problem = "wrongCharacters"
)

// Problems are the invalid fields of a form; none means that it is valid.
type Problems map[Field]Problem

// In returns the messages by field, in a language.
func (p Problems) In(lang i18n.Lang) map[string]string {
	words := make(map[string]string, len(p))
	for field, problem := range p {
		words[string(field)] = i18n.Words.T(lang, "letter.problem."+string(problem))
	}
	return words
}

// Check returns the lead of a valid form, without ID and times, or the problems.
func (e Enquiry) Check() (*Lead, Problems) {
	problems := Problems{}
	lead := &Lead{
		Lang: e.Lang, Kind: kindOf(e.Kind), Page: pageOf(e.Page), Reference: referenceOf(e.Reference),
		Campaign: campaignOf(e.Campaign), Name: singleLine(e.Name), Mail: strings.TrimSpace(e.Mail), Phone: singleLine(e.Phone),
		Message: multiLine(e.Message),
	}
	if !lead.Lang.IsFilled() {
		lead.Lang = i18n.Fallback
	}
	if home := e.Home.lines(lead.Lang); home != "" && lead.Kind == KindSell {
		lead.Message = multiLine(home + "\n\n" + e.Message)
	}
	if stay := e.Stay.lines(lead.Lang); stay != "" && lead.Kind == KindProperty {
		lead.Message = multiLine(stay + "\n\n" + e.Message)
	}
	switch length := utf8.RuneCountInString(lead.Name); {
	case !isText(lead.Name):
		problems[FieldName] = WrongCharacters
	case length == 0:
		problems[FieldName] = NameMissing
	case length > maxNameLength:
		problems[FieldName] = NameLong
	}
	if lead.Mail == "" && lead.Phone == "" {
		problems[FieldMail] = NoWayToAnswer
	}
	if address, ok := MailAddress(lead.Mail); ok {
		lead.Mail = address
	} else if lead.Mail != "" {
		problems[FieldMail] = MailWrong
	}
	if lead.Phone != "" && !isPhone(lead.Phone) {
		problems[FieldPhone] = PhoneWrong
	}
	switch {
	case !isText(lead.Message):
		problems[FieldMessage] = WrongCharacters
	case utf8.RuneCountInString(lead.Message) > maxMessageLength:
		problems[FieldMessage] = MessageLong
	}
	if lead.Kind == KindViewing {
		lead.Viewing = e.viewing(lead, problems)
	}
	if !e.Privacy {
		problems[FieldPrivacy] = PrivacyMissing
	}
	if len(problems) > 0 {
		return nil, problems
	}
	lead.Fingerprint = fingerprint(lead)
	return lead, nil
}

// kindOf, pageOf and referenceOf read hidden fields. An invalid value is ignored, because
// the visitor could not correct it.
func kindOf(kind string) Kind {
	switch kind := Kind(kind); kind {
	case KindProperty, KindDevelopment, KindSell, KindViewing:
		return kind
	}
	return KindContact
}

func pageOf(page string) string {
	if len(page) > maxPageLength || !strings.HasPrefix(page, "/") || strings.HasPrefix(page, "//") ||
		!isText(page) || strings.ContainsAny(page, " \\<>\"'\n\t") {
		return ""
	}
	return page
}

func referenceOf(reference string) string {
	reference = strings.TrimSpace(reference)
	if len(reference) > maxReferenceLength {
		return ""
	}
	for _, r := range reference {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./ ", r) {
			return ""
		}
	}
	return reference
}

// campaignKeys are the keys of a campaign that are kept.
var campaignKeys = []string{"utm_campaign", "utm_content", "utm_medium", "utm_source", "utm_term"}

const (
	maxCampaignLength = 2000 // bytes of the query
	maxCampaignValue  = 100  // characters
)

// campaignOf returns the known keys of a query, sorted. Invalid values are left out.
func campaignOf(query string) string {
	if len(query) > maxCampaignLength {
		return ""
	}
	sent, err := url.ParseQuery(query)
	if err != nil {
		return ""
	}
	kept := url.Values{}
	for _, key := range campaignKeys {
		value := singleLine(sent.Get(key))
		if value != "" && isText(value) && utf8.RuneCountInString(value) <= maxCampaignValue {
			kept.Set(key, value)
		}
	}
	return kept.Encode()
}

// singleLine replaces every run of white space by one space.
func singleLine(text string) string {
	return strings.Join(strings.Fields(withoutBidiControls(text)), " ")
}

// multiLine normalises line breaks to \n.
func multiLine(text string) string {
	return strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(withoutBidiControls(text)))
}

// withoutBidiControls removes the control characters of bidirectional text: they can make a
// list display another text than was sent.
func withoutBidiControls(text string) string { return bidiControls.Replace(text) }

var bidiControls = strings.NewReplacer(
	"\u202a", "", "\u202b", "", "\u202c", "", "\u202d", "", "\u202e", "",
	"\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "",
)

// isText reports whether text is valid UTF-8 without control characters except line breaks
// and tabs, which could end a header or control a terminal.
func isText(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	for _, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return false
		}
	}
	return true
}

// MailAddress returns the address with its domain in ASCII; false when it is invalid.
func MailAddress(text string) (string, bool) {
	if text == "" || len(text) > maxMailLength || !isText(text) {
		return "", false
	}
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text {
		return "", false
	}
	at := strings.LastIndexByte(text, '@')
	local, domain := text[:at], text[at+1:]
	for _, r := range local {
		if r <= ' ' || r > '~' || strings.ContainsRune(`"(),:;<>[]\`, r) {
			return "", false
		}
	}
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil || !strings.Contains(ascii, ".") || strings.HasSuffix(ascii, ".") || len(local)+1+len(ascii) > maxMailLength {
		return "", false
	}
	return local + "@" + ascii, true
}

// Mailbox is the form of a mail address that is equal for all spellings of one mailbox, for limits per recipient: in
// lower case, without what follows a plus sign, and at Gmail without dots. Mails go to the address as it was typed.
func Mailbox(address string) string {
	local, domain, _ := strings.Cut(strings.ToLower(address), "@")
	if name, _, tagged := strings.Cut(local, "+"); tagged && name != "" {
		local = name
	}
	if domain == "googlemail.com" {
		domain = "gmail.com"
	}
	if domain == "gmail.com" {
		local = strings.ReplaceAll(local, ".", "")
	}
	return local + "@" + domain
}

// isPhone accepts digits and the usual characters between them.
func isPhone(text string) bool {
	digits := 0
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case !strings.ContainsRune("+()-./ ", r):
			return false
		}
	}
	return digits >= minPhoneDigits && digits <= maxPhoneDigits && len(text) <= maxPhoneLength
}
