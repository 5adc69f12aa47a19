package inbox

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"estate/internal/agency/leads"
	"estate/internal/agency/leads/alerts"
	leadmail "estate/internal/agency/leads/mail"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/studio/account"
)

// Listing is a property or development as an answer names it.
type Listing struct {
	Title, Link string // in the language asked for; Link is of the site
	Agent       int    // the content.Author
}

// Listings finds homes in the content.
type Listings interface {
	// Listing returns a home by its reference, else by its link; ok is false for one that is not published in the language.
	Listing(ctx context.Context, lang i18n.Lang, property Property) (found Listing, ok bool, err error)
}

// Mailer sends answers; mail.Replies does. An error of leads.Final means that the address is refused.
type Mailer interface {
	ToVisitor(ctx context.Context, reply *leadmail.Reply) error
	ToSender(ctx context.Context, reply *leadmail.Reply) error
}

// Config is what a Service needs. Zero values mean what the comments name.
type Config struct {
	Store  *Store
	Leads  *leads.Service
	Alerts *alerts.Store // nil: searches cannot be saved
	// Search describes a saved search in words, and names its link.
	Search   func(ctx context.Context, a alerts.Alert) (words, link string)
	Listings Listings
	Mailer   Mailer // nil: no mail server is set, so nothing can be answered
	// Agency returns the settings of the agency, nil where they are not known.
	Agency   func(context.Context, i18n.Lang) *content.Settings
	SiteURL  string
	Delivery leads.DeliveryConfig
	Now      func() time.Time // nil means time.Now
	Log      *slog.Logger     // nil means slog.Default
}

// Service is the inbox of the office.
type Service struct {
	cfg    Config
	files  leads.Files
	table  table
	agents sync.Map // Property → agent
	wake   chan struct{}
	synced int64 // version of the handling whose states this node's enquiries have; of Run
}

// New returns a Service. It sends nothing until Run.
func New(cfg Config) *Service {
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	cfg.Delivery = cfg.Delivery.WithDefaults()
	s := &Service{cfg: cfg, files: cfg.Leads.Files(), wake: make(chan struct{}, 1)}
	s.table.clear()
	return s
}

// Errors that callers tell apart.
var (
	// ErrUnknown reports an enquiry that does not exist, or that the user may not see.
	ErrUnknown = errors.New("there is no such enquiry")
	// ErrNoMailer reports a site that sends no mails.
	ErrNoMailer = errors.New("no mail server is set: add [smtp] to the configuration")
	// ErrNoAddress reports an enquiry without a mail address.
	ErrNoAddress = errors.New("the visitor has left no mail address")
	// ErrOtherNode reports what only the node of an enquiry can do.
	ErrOtherNode = errors.New("the enquiry is on the disk of another node")
	// ErrValue reports a value that cannot be stored; FieldError names its field.
	ErrValue = errors.New("the value cannot be stored")
)

// FieldError is the problem of a field. Problem is a key below studio.enquiry.problem.
type FieldError struct{ Field, Problem string }

func (e *FieldError) Error() string { return e.Field + ": " + e.Problem }

// Unwrap returns ErrValue.
func (e *FieldError) Unwrap() error { return ErrValue }

// Limits of what the office writes, in characters.
const (
	maxNote    = 5_000
	maxSubject = 200
	maxText    = 20_000
	maxKey     = 100 // bytes
)

// Detail is an enquiry with all that belongs to it.
type Detail struct {
	Item
	Lead       *leads.Lead
	Note       string
	Properties []Property // with titles and links in the language of the user, as far as they are published
	Answers    []Answer
	Others     []Item // of the same person, the newest first
	Drafts     []Draft
}

// item returns an enquiry that a user may see, else ErrUnknown.
func (s *Service) item(ctx context.Context, user account.User, key leads.Key) (Item, []Item, error) {
	items, away, err := s.refresh(ctx)
	if err != nil {
		return Item{}, nil, err
	}
	s.logAway(ctx, away)
	i := slices.IndexFunc(items, func(item Item) bool { return item.Key == key })
	if i < 0 || !s.viewer(user)(ctx, &items[i]) {
		return Item{}, nil, ErrUnknown
	}
	return items[i], items, nil
}

// Detail returns an enquiry that a user may see, else ErrUnknown.
func (s *Service) Detail(ctx context.Context, user account.User, key leads.Key) (*Detail, error) {
	item, items, err := s.item(ctx, user, key)
	if err != nil {
		return nil, err
	}
	lead, err := s.files.Find(ctx, key)
	switch {
	case err != nil:
		return nil, err
	case lead == nil:
		return nil, ErrUnknown
	}
	d := &Detail{Item: item, Lead: lead, Note: item.handling.Note}
	if d.Answers, err = s.cfg.Store.answersOf(ctx, key); err != nil {
		return nil, err
	}
	may := s.viewer(user)
	for i := range items {
		other := &items[i]
		same := item.mailbox != "" && other.mailbox == item.mailbox || item.phone != "" && other.phone == item.phone
		if same && other.Key != key && len(d.Others) < maxOthers && may(ctx, other) {
			d.Others = append(d.Others, *other)
		}
	}
	for _, property := range item.properties {
		if found, ok, err := s.cfg.Listings.Listing(ctx, user.Lang, property); err == nil && ok {
			property.Title, property.Link = found.Title, found.Link
		}
		d.Properties = append(d.Properties, property)
	}
	d.Drafts = s.drafts(ctx, user, lead)
	return d, nil
}

// logAway logs that the mirror is away; the list says so too.
func (s *Service) logAway(ctx context.Context, away error) {
	if away != nil && ctx.Err() == nil {
		s.cfg.Log.WarnContext(ctx, "studio: enquiries of other nodes cannot be read", "err", away)
	}
}

// set changes the handling of an enquiry that a user may see.
func (s *Service) set(ctx context.Context, user account.User, key leads.Key, fn func(*Handling)) error {
	if _, _, err := s.item(ctx, user, key); err != nil {
		return err
	}
	err := s.cfg.Store.change(ctx, key, user.ID, func(h *Handling) error { fn(h); return nil })
	s.signal()
	return err
}

// SetState sets the state of an enquiry. An enquiry that counts as spam is delivered with any of the states.
func (s *Service) SetState(ctx context.Context, user account.User, key leads.Key, state State) error {
	if !slices.Contains([]State{StateNew, StateOpen, StateAnswered, StateClosed}, state) {
		return &FieldError{"state", "state"}
	}
	item, _, err := s.item(ctx, user, key)
	if err != nil {
		return err
	}
	if item.Spam {
		if err := s.Retry(ctx, user, key); err != nil {
			return err
		}
	}
	return s.set(ctx, user, key, func(h *Handling) { h.State = state })
}

// Assign gives an enquiry to a user, "" to nobody. A new enquiry is open then.
func (s *Service) Assign(ctx context.Context, user account.User, key leads.Key, assignee string) error {
	item, _, err := s.item(ctx, user, key)
	if err != nil {
		return err
	}
	return s.set(ctx, user, key, func(h *Handling) {
		h.Assignee = assignee
		if assignee != "" && item.State == StateNew {
			h.State = StateOpen
		}
	})
}

// Note sets the note of the office.
func (s *Service) Note(ctx context.Context, user account.User, key leads.Key, note string) error {
	note, ok := plainText(note, maxNote)
	if !ok {
		return &FieldError{"note", "note"}
	}
	return s.set(ctx, user, key, func(h *Handling) { h.Note = note })
}

// plainText checks a text of several lines; max is in characters.
func plainText(text string, limit int) (string, bool) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	control := strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f })
	return text, utf8.ValidString(text) && !control && utf8.RuneCountInString(text) <= limit
}

// Answer stores an answer to the visitor; Run sends it. A repeated call with the same key answers once.
func (s *Service) Answer(ctx context.Context, user account.User, key leads.Key, subject, text, request string) error {
	subject = strings.Join(strings.Fields(subject), " ")
	subject, ok := plainText(subject, maxSubject)
	if !ok || subject == "" {
		return &FieldError{"subject", "subject"}
	}
	text, ok = plainText(text, maxText)
	if !ok || text == "" {
		return &FieldError{"text", "text"}
	}
	lead, err := s.answerable(ctx, user, key, request)
	switch {
	case err != nil:
		return err
	case lead.Mail == "":
		return ErrNoAddress
	}
	return s.add(ctx, user, Answer{Key: key, Request: user.ID + " " + request, Subject: subject, Text: text}, []string{toVisitor}, nil)
}

// answerable returns the enquiry of an answer.
func (s *Service) answerable(ctx context.Context, user account.User, key leads.Key, request string) (*leads.Lead, error) {
	if request == "" || len(request) > maxKey {
		return nil, &FieldError{"key", "key"}
	}
	if s.cfg.Mailer == nil {
		return nil, ErrNoMailer
	}
	if _, _, err := s.item(ctx, user, key); err != nil {
		return nil, err
	}
	lead, err := s.files.Find(ctx, key)
	if err == nil && lead == nil {
		err = ErrUnknown
	}
	return lead, err
}

// add stores an answer of a user.
func (s *Service) add(ctx context.Context, user account.User, a Answer, recipients []string, change func(*Handling, *Answer) error) error {
	a.Name, a.Mail, a.Lang = user.Name, user.Mail, user.Lang
	err := s.cfg.Store.add(ctx, a, user.ID, recipients, func(h *Handling, a *Answer) error {
		h.State = StateAnswered
		if h.Assignee == "" {
			h.Assignee = user.ID
		}
		if change != nil {
			return change(h, a)
		}
		return nil
	})
	if errors.Is(err, errKnown) {
		return nil
	}
	s.signal()
	return err
}

// standardMinutes is the length of a viewing that the visitor has not asked for.
const standardMinutes = 60

// maxAhead is how far ahead a viewing may be.
const maxAhead = 366 * 24 * time.Hour

// Confirm confirms a viewing: the visitor and the user get an invitation. A further call with another time changes it. Without
// a subject and a text the answer is the standard one.
func (s *Service) Confirm(ctx context.Context, user account.User, key leads.Key, start time.Time, subject, text, request string) error {
	start = start.UTC().Truncate(time.Minute)
	if now := s.cfg.Now(); !start.After(now) || start.After(now.Add(maxAhead)) {
		return &FieldError{"start", "start"}
	}
	lead, err := s.answerable(ctx, user, key, request)
	if err != nil {
		return err
	}
	standard := s.confirmation(ctx, user, lead, start)
	subject, ok := plainText(cmp.Or(strings.Join(strings.Fields(subject), " "), standard.Subject), maxSubject)
	if !ok {
		return &FieldError{"subject", "subject"}
	}
	text, ok = plainText(cmp.Or(strings.TrimSpace(text), standard.Text), maxText)
	if !ok {
		return &FieldError{"text", "text"}
	}
	minutes := standardMinutes
	if lead.Viewing != nil {
		minutes = lead.Viewing.Minutes
	}
	recipients := []string{toSender}
	if lead.Mail != "" {
		recipients = []string{toVisitor, toSender}
	}
	answer := Answer{Key: key, Request: user.ID + " " + request, Subject: subject, Text: text, Viewing: start, Minutes: minutes}
	return s.add(ctx, user, answer, recipients, func(h *Handling, a *Answer) error {
		switch {
		case h.Viewing.Equal(start):
			return errKnown // the invitations are on their way
		case !h.Viewing.IsZero():
			h.Sequence++
		}
		h.Viewing, h.Minutes, a.Sequence = start, minutes, h.Sequence
		return nil
	})
}

// Retry makes failed deliveries of an enquiry and of its answers due again; spam is delivered and is no longer spam.
func (s *Service) Retry(ctx context.Context, user account.User, key leads.Key) error {
	if _, _, err := s.item(ctx, user, key); err != nil {
		return err
	}
	lead, err := s.files.Find(ctx, key)
	if err != nil {
		return err
	}
	n, err := s.cfg.Store.retry(ctx, key)
	if err != nil {
		return err
	}
	s.signal()
	switch {
	case lead == nil:
		return ErrUnknown
	case lead.Node == "":
		_, err = s.cfg.Leads.Retry(ctx, lead.ID)
	case n == 0:
		err = ErrOtherNode
	}
	return err
}

// Delete deletes an enquiry with its answers.
func (s *Service) Delete(ctx context.Context, user account.User, key leads.Key) error {
	if _, _, err := s.item(ctx, user, key); err != nil {
		return err
	}
	deleted, err := s.files.DeleteKey(ctx, key)
	if err == nil && !deleted {
		err = ErrUnknown
	}
	if err != nil {
		return err
	}
	s.forgetOther(key)
	return errors.Join(s.cfg.Store.Forget(ctx, key), s.files.Flush(ctx))
}

// forgetOther removes an enquiry of another node from the list at once.
func (s *Service) forgetOther(keys ...leads.Key) {
	s.table.mu.Lock()
	defer s.table.mu.Unlock()
	for _, key := range keys {
		delete(s.table.others, key)
		delete(s.table.handling, key)
	}
	s.table.read = false
}

// Erasure is what was removed of a person.
type Erasure struct {
	Enquiries, Searches int
	// Mentions are the labels of other visitors' enquiries whose message holds the address.
	Mentions []string
}

// Erase erases everything of a mail address: enquiries of all nodes with their answers and handling, and saved searches.
// saved may be nil. After an error some of it may be erased: the call is repeated.
func Erase(ctx context.Context, files leads.Files, saved *alerts.Store, store *Store, address string) (e Erasure, err error) {
	if saved != nil {
		if e.Searches, err = saved.DeleteAddress(ctx, address); err != nil {
			return e, err
		}
	}
	erased, err := files.EraseAddress(ctx, address)
	e.Enquiries, e.Mentions = len(erased.Keys), erased.Mentions
	return e, errors.Join(err, store.Forget(ctx, erased.Keys...))
}

// Erase is the function of this name for the site.
func (s *Service) Erase(ctx context.Context, address string) (Erasure, error) {
	address, ok := leads.MailAddress(strings.TrimSpace(address))
	if !ok {
		return Erasure{}, &FieldError{"mail", "mail"}
	}
	erasure, err := Erase(ctx, s.files, s.cfg.Alerts, s.cfg.Store, address)
	s.table.mu.Lock()
	defer s.table.mu.Unlock()
	s.table.clear()
	return erasure, err
}

// Appointment is a viewing that was wished or confirmed.
type Appointment struct {
	Item      Item
	Property  string // reference or title of the home
	At        time.Time
	Confirmed bool
}

// Today are the new enquiries of a user, the newest first, and the viewings of today and tomorrow in the agency's zone, by time.
func (s *Service) Today(ctx context.Context, user account.User) (fresh []Item, viewings []Appointment, err error) {
	items, away, err := s.refresh(ctx)
	if err != nil {
		return nil, nil, err
	}
	s.logAway(ctx, away)
	now := s.cfg.Now().In(s.zone(ctx))
	from := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	until := from.AddDate(0, 0, 2)
	may := s.viewer(user)
	for i := range items {
		item := &items[i]
		var times []time.Time
		switch {
		case item.State == StateSpam:
			continue
		case !item.Viewing.IsZero():
			times = []time.Time{item.Viewing}
		case item.State == StateNew || item.State == StateOpen:
			times = item.wishes
		}
		times = slices.DeleteFunc(slices.Clone(times), func(at time.Time) bool { return at.Before(from) || !at.Before(until) })
		if item.State != StateNew && len(times) == 0 || !may(ctx, item) {
			continue
		}
		if item.State == StateNew {
			fresh = append(fresh, *item)
		}
		property := item.Reference
		if property == "" && len(item.properties) > 0 {
			property = item.properties[0].Title
		}
		for _, at := range times {
			viewings = append(viewings, Appointment{*item, property, at, !item.Viewing.IsZero()})
		}
	}
	slices.SortStableFunc(viewings, func(a, b Appointment) int { return a.At.Compare(b.At) })
	return fresh, viewings, nil
}

// zone is the time zone of the agency.
func (s *Service) zone(ctx context.Context) *time.Location {
	if zone := s.cfg.Agency(ctx, i18n.Fallback).Location(); zone != nil {
		return zone
	}
	zone, err := time.LoadLocation(content.DefaultZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// All returns the enquiries of all nodes for an export.
func (s *Service) All(ctx context.Context) (all []*leads.Lead, err error) {
	var away error
	for lead, err := range s.files.All(ctx, leads.Selection{}, func(err error) { away = err }) {
		if err != nil {
			return nil, err
		}
		all = append(all, lead)
	}
	return all, away
}
