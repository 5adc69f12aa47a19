package leads

import (
	"net/mail"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"estate/internal/i18n"
)

// Enquiry is a form as it was sent: nothing in it can be trusted.
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
	// Trap is the field that nobody sees; whoever fills it is no visitor.
	Trap string
	// Elapsed is the time from the form's appearance to its sending, as the
	// visitor's script measured it; nil where no script ran.
	Elapsed *time.Duration
}

// Bounds of the fields. Texts are counted in characters, not bytes.
const (
	longestName      = 100
	longestMail      = 254
	longestPhone     = 40
	fewestDigits     = 6
	mostDigits       = 20
	longestMessage   = 4000
	longestReference = 40
	longestPage      = 512
)

// Field names a field of the form, as it is sent.
type Field string

// The fields that a visitor fills in, in the order of the form.
const (
	FieldName    Field = "name"
	FieldMail    Field = "mail"
	FieldPhone   Field = "phone"
	FieldMessage Field = "message"
	FieldPrivacy Field = "privacy"
)

// Problem says what is wrong with a field. It is a key of letter.problem in the
// dictionaries.
type Problem string

// The problems of a form.
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

// Problems are the wrong fields of a form; none means it is in order.
type Problems map[Field]Problem

// In puts the problems into the visitor's language.
func (p Problems) In(lang i18n.Lang) map[string]string {
	words := make(map[string]string, len(p))
	for field, problem := range p {
		words[string(field)] = i18n.Words.T(lang, "letter.problem."+string(problem))
	}
	return words
}

// Check turns a form into a lead without ID and time, or tells what is wrong.
func (e Enquiry) Check() (*Lead, Problems) {
	problems := Problems{}
	lead := &Lead{
		Lang: e.Lang, Kind: kindOf(e.Kind), Page: pageOf(e.Page), Reference: referenceOf(e.Reference),
		Name: line(e.Name), Mail: strings.TrimSpace(e.Mail), Phone: line(e.Phone), Message: paragraphs(e.Message),
	}
	if !lead.Lang.IsFilled() {
		lead.Lang = i18n.Fallback
	}
	switch length := utf8.RuneCountInString(lead.Name); {
	case !isText(lead.Name):
		problems[FieldName] = WrongCharacters
	case length == 0:
		problems[FieldName] = NameMissing
	case length > longestName:
		problems[FieldName] = NameLong
	}
	if lead.Mail == "" && lead.Phone == "" {
		problems[FieldMail] = NoWayToAnswer
	}
	if address, ok := mailAddress(lead.Mail); ok {
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
	case utf8.RuneCountInString(lead.Message) > longestMessage:
		problems[FieldMessage] = MessageLong
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

// kindOf, pageOf and referenceOf read hidden fields. What somebody has tampered
// with is left out: the visitor could not correct it.
func kindOf(kind string) Kind {
	switch kind := Kind(kind); kind {
	case KindProperty, KindDevelopment, KindSell:
		return kind
	}
	return KindContact
}

func pageOf(page string) string {
	if len(page) > longestPage || !strings.HasPrefix(page, "/") || strings.HasPrefix(page, "//") ||
		!isText(page) || strings.ContainsAny(page, " \\<>\"'\n\t") {
		return ""
	}
	return page
}

func referenceOf(reference string) string {
	reference = strings.TrimSpace(reference)
	if len(reference) > longestReference {
		return ""
	}
	for _, r := range reference {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./ ", r) {
			return ""
		}
	}
	return reference
}

// line is a text on one line: every run of spaces and breaks becomes one space.
func line(text string) string { return strings.Join(strings.Fields(inOrder(text)), " ") }

// paragraphs keeps line breaks, spelled one way.
func paragraphs(text string) string {
	return strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(inOrder(text)))
}

// inOrder takes out the marks that turn the order of signs around: nobody types
// them, and with them a list shows something else than was sent.
func inOrder(text string) string { return turningMarks.Replace(text) }

var turningMarks = strings.NewReplacer(
	"\u202a", "", "\u202b", "", "\u202c", "", "\u202d", "", "\u202e", "",
	"\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "",
)

// isText reports whether text is valid and has no control characters but breaks
// and tabs: nothing that could end a header or confuse a terminal.
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

// mailAddress is the address with its domain in ASCII; false when no mail can
// get there.
func mailAddress(text string) (string, bool) {
	if text == "" || len(text) > longestMail || !isText(text) {
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
	if err != nil || !strings.Contains(ascii, ".") || strings.HasSuffix(ascii, ".") || len(local)+1+len(ascii) > longestMail {
		return "", false
	}
	return local + "@" + ascii, true
}

// isPhone accepts what people write: digits, and what stands between them.
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
	return digits >= fewestDigits && digits <= mostDigits && len(text) <= longestPhone
}
