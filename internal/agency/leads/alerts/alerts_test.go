package alerts_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/agency/leads/alerts"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/platform/sqldb"
	"estate/internal/tests/postgrestest"
)

// clock is a time that a test sets.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) time() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// noon is a day at 12:00 in Madrid.
var noon = time.Date(2026, 3, 2, 11, 0, 0, 0, time.UTC)

// mailbox is a mailer that keeps the mails, or refuses them.
type mailbox struct {
	mu    sync.Mutex
	mails []alerts.Mail
	fail  error
}

func (m *mailbox) SendAlert(_ context.Context, mail *alerts.Mail) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail == nil {
		m.mails = append(m.mails, *mail)
	}
	return m.fail
}

func (m *mailbox) refuse(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fail = err
}

// sent are the mails with homes, as "address: ids".
func (m *mailbox) sent() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var texts []string
	for _, mail := range m.mails {
		if mail.Ask {
			continue
		}
		var ids []int
		for _, home := range mail.Properties {
			ids = append(ids, home.ID)
		}
		texts = append(texts, fmt.Sprintf("%s: %v+%d", mail.Alert.Mail, ids, mail.More))
	}
	return texts
}

// site is the content of a test: every search finds every home.
type site struct {
	mu       sync.Mutex
	position uint64
	rows     []search.Row
	events   map[int]alerts.Event
	gone     map[int]bool
}

func (s *site) change(id int, event alerts.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.position++
	s.rows = append(s.rows, search.Row{ID: id, Modified: int64(s.position)})
	s.events[id] = event
}

func (s *site) Position() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.position
}

func (s *site) Since(_ context.Context, position uint64) (alerts.Changes, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return alerts.Changes{Last: s.position, Rows: slices.Clone(s.rows[position:])}, nil
}

func (s *site) Filter(_ context.Context, a alerts.Alert) (search.Filter, bool, error) {
	return search.Filter{Kind: a.Kind}, a.Query != "s_city=404", nil
}

func (s *site) Event(_ context.Context, row search.Row) (alerts.Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.events[row.ID], nil
}

func (s *site) HasText(context.Context, i18n.Lang, search.Filter, int) (bool, error) {
	return true, nil
}

func (s *site) Properties(_ context.Context, _ alerts.Alert, ids []int) (homes []alerts.Property, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		if !s.gone[id] {
			homes = append(homes, alerts.Property{ID: id})
		}
	}
	return homes, nil
}

func (s *site) Words(context.Context, alerts.Alert) ([]string, error) { return []string{"words"}, nil }

// everything is a filter set whose filters all pass.
type everything map[string]bool

func (e everything) Put(id string, _ search.Filter) { e[id] = true }
func (e everything) Delete(id string)               { delete(e, id) }
func (e everything) Matching(*search.Row) (ids []string, compared int) {
	for id := range e {
		ids = append(ids, id)
	}
	return ids, len(e)
}

// fixture is a service with a clock, a site and a mailbox.
type fixture struct {
	*alerts.Service
	t     *testing.T
	clock *clock
	site  *site
	box   *mailbox
}

func newFixture(t *testing.T, place alerts.Place) *fixture {
	t.Helper()
	f := &fixture{t: t, clock: &clock{now: noon}, site: &site{events: map[int]alerts.Event{}, gone: map[int]bool{}}, box: &mailbox{}}
	store, err := alerts.OpenStore(t.Context(), place, f.clock.time)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	f.Service = alerts.New(alerts.Config{
		Store: store, Content: f.site, Mailer: f.box, Filters: func() alerts.FilterSet { return everything{} },
		Log: slog.New(slog.DiscardHandler), Backoff: time.Minute,
	})
	f.look()
	return f
}

// look compares changes and sends what is due, once.
func (f *fixture) look() {
	f.t.Helper()
	if err := f.Once(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

// follow saves and confirms a search.
func (f *fixture) follow(mail, query string, daily bool) (token string) {
	f.t.Helper()
	problem, err := f.Subscribe(f.t.Context(), alerts.Request{Lang: i18n.LangEN, Mail: mail, Kind: search.KindProperties, Query: query, Daily: daily})
	if problem != "" || err != nil {
		f.t.Fatal(problem, err)
	}
	all, err := f.Store().All(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	for _, a := range all {
		if a.Mail == mail && a.Query == query {
			token = a.Token
		}
	}
	if ok, err := f.Confirm(f.t.Context(), token); !ok || err != nil {
		f.t.Fatal(ok, err)
	}
	return token
}

func (f *fixture) want(mails ...string) {
	f.t.Helper()
	got := f.box.sent()
	slices.Sort(got)
	slices.Sort(mails)
	if !slices.Equal(got, mails) {
		f.t.Fatalf("mails %q, want %q", got, mails)
	}
}

// places are the databases of the tests: a file, and PostgreSQL where there is one.
func places(t *testing.T, test func(t *testing.T, place alerts.Place)) {
	t.Run("sqlite", func(t *testing.T) { test(t, alerts.Place{Path: filepath.Join(t.TempDir(), "leads.db")}) })
	t.Run("postgres", func(t *testing.T) { test(t, alerts.Place{URL: postgrestest.Schema(t, postgrestest.URL(t))}) })
}

func TestNewAndReducedHomesAreToldOnce(t *testing.T) {
	places(t, func(t *testing.T, place alerts.Place) {
		f := newFixture(t, place)
		f.follow("ana@example.org", "s_beds=4", false)
		f.site.change(1, alerts.Event{Published: noon.AddDate(0, -1, 0)}) // an old home is edited
		f.site.change(2, alerts.Event{Published: noon.Add(time.Minute)})
		f.look()
		f.want() // waits for further homes
		f.site.change(3, alerts.Event{Published: noon.Add(time.Minute)})
		f.look()
		f.clock.add(2 * time.Minute)
		f.look()
		f.look()
		f.want("ana@example.org: [3 2]+0")
		f.site.change(2, alerts.Event{Published: noon.Add(time.Minute)}) // edited
		f.site.change(1, alerts.Event{Published: noon.AddDate(0, -1, 0), Reduced: noon.Add(time.Hour), Entry: 2})
		f.look()
		f.clock.add(2 * time.Minute)
		f.look()
		f.want("ana@example.org: [3 2]+0", "ana@example.org: [1]+0")
		f.site.change(1, alerts.Event{Published: noon.AddDate(0, -1, 0), Reduced: noon.Add(2 * time.Hour), Entry: 3})
		f.look()
		f.clock.add(2 * time.Minute)
		f.look()
		f.want("ana@example.org: [3 2]+0", "ana@example.org: [1]+0", "ana@example.org: [1]+0")
	})
}

func TestADailyMailComesOnceInTheMorning(t *testing.T) {
	places(t, func(t *testing.T, place alerts.Place) {
		f := newFixture(t, place)
		f.follow("ana@example.org", "s_beds=4", true)
		f.site.change(1, alerts.Event{Published: noon.Add(time.Minute)})
		f.look()
		f.clock.add(time.Hour)
		f.look()
		f.want("ana@example.org: [1]+0")
		f.site.change(2, alerts.Event{Published: noon.Add(time.Hour)})
		f.look()
		f.clock.add(10 * time.Hour) // 23:00
		f.look()
		f.want("ana@example.org: [1]+0")
		f.clock.add(8 * time.Hour) // 7:00
		f.look()
		f.want("ana@example.org: [1]+0")
		f.clock.add(2 * time.Hour) // 9:00
		f.look()
		f.look()
		f.want("ana@example.org: [1]+0", "ana@example.org: [2]+0")
	})
}

func TestAMailHasTwelveHomesOfThoseStillOnOffer(t *testing.T) {
	f := newFixture(t, alerts.Place{Path: filepath.Join(t.TempDir(), "leads.db")})
	f.follow("ana@example.org", "", false)
	for id := 1; id <= 20; id++ {
		f.site.change(id, alerts.Event{Published: noon.Add(time.Minute)})
	}
	f.site.gone[20] = true
	f.look()
	f.clock.add(2 * time.Minute)
	f.look()
	f.want("ana@example.org: [19 18 17 16 15 14 13 12 11 10 9]+8")
	f.site.change(21, alerts.Event{Published: noon.Add(time.Hour)})
	f.site.gone[21] = true // sold before its mail
	f.look()
	f.clock.add(2 * time.Minute)
	f.look()
	f.want("ana@example.org: [19 18 17 16 15 14 13 12 11 10 9]+8")
	if status, err := f.Status(t.Context()); err != nil || status.Mails != 0 {
		t.Errorf("%+v (%v)", status, err)
	}
}

func TestWhatIsNoLongerWantedIsErased(t *testing.T) {
	places(t, func(t *testing.T, place alerts.Place) {
		f := newFixture(t, place)
		ended := f.follow("ended@example.org", "s_beds=1", false)
		f.follow("silent@example.org", "s_beds=1", false)
		clicked := f.follow("clicks@example.org", "s_beds=1", false)
		if _, err := f.Subscribe(t.Context(), alerts.Request{Lang: i18n.LangEN, Mail: "waits@example.org", Kind: search.KindProperties}); err != nil {
			t.Fatal(err)
		}
		f.site.change(1, alerts.Event{Published: noon.Add(time.Minute)})
		f.look()
		if err := f.End(t.Context(), ended); err != nil {
			t.Fatal(err)
		}
		f.clock.add(3 * 24 * time.Hour)
		f.look() // the match of the ended one is gone, the unconfirmed one too
		f.want("silent@example.org: [1]+0", "clicks@example.org: [1]+0")
		left := func() (mails []string) {
			all, err := f.Store().All(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range all {
				mails = append(mails, a.Mail)
			}
			slices.Sort(mails)
			return mails
		}
		if got := left(); !slices.Equal(got, []string{"clicks@example.org", "silent@example.org"}) {
			t.Fatalf("saved: %v", got)
		}
		if err := f.Visit(t.Context(), clicked); err != nil {
			t.Fatal(err)
		}
		f.clock.add(364 * 24 * time.Hour)
		f.look()
		if got := left(); !slices.Equal(got, []string{"clicks@example.org"}) {
			t.Fatalf("after a year: %v", got)
		}
		if n, err := f.Store().DeleteAddress(t.Context(), "Clicks@Example.org"); n != 1 || err != nil {
			t.Errorf("erased %d (%v)", n, err)
		}
	})
}

func TestAFailedMailIsRetriedAndARefusedAddressErased(t *testing.T) {
	f := newFixture(t, alerts.Place{Path: filepath.Join(t.TempDir(), "leads.db")})
	f.follow("ana@example.org", "", false)
	f.look()
	f.site.change(1, alerts.Event{Published: noon.Add(time.Minute)})
	f.look()
	f.clock.add(2 * time.Minute)
	f.box.refuse(errors.New("the server is away"))
	f.look()
	f.box.refuse(nil)
	f.look() // too early
	f.want()
	f.clock.add(5 * time.Minute)
	f.look()
	f.want("ana@example.org: [1]+0")
	f.site.change(2, alerts.Event{Published: noon.Add(time.Hour)})
	f.look()
	f.clock.add(2 * time.Minute)
	f.box.refuse(leads.Final(errors.New("no such mailbox")))
	f.look()
	if all, err := f.Store().All(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("a refused address is kept: %v (%v)", all, err)
	}
}

func TestASearchForSomethingGoneIsNotTold(t *testing.T) {
	f := newFixture(t, alerts.Place{Path: filepath.Join(t.TempDir(), "leads.db")})
	f.follow("ana@example.org", "s_city=404", false)
	f.site.change(1, alerts.Event{Published: noon.Add(time.Minute)})
	f.look()
	f.clock.add(2 * time.Minute)
	f.look()
	f.want()
}

// TestSpellingsOfOneMailboxAreOne: whoever types tags and dots gets no more mails to one mailbox.
func TestSpellingsOfOneMailboxAreOne(t *testing.T) {
	const unconfirmed = 3
	store, err := alerts.OpenStore(t.Context(), alerts.Place{Path: filepath.Join(t.TempDir(), "alerts.db")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	service := alerts.New(alerts.Config{Store: store})
	for n, address := range []string{"j.doe@gmail.com", "jdoe+a@gmail.com", "JDOE@googlemail.com", "j.d.o.e+b@gmail.com", "jd.oe@gmail.com"} {
		request := alerts.Request{Lang: "en", Mail: address, Kind: "properties", Query: fmt.Sprintf("s_beds=%d", n+1)}
		if problem, err := service.Subscribe(t.Context(), request); problem != "" || err != nil {
			t.Fatal(problem, err)
		}
	}
	if status, err := store.Status(t.Context()); err != nil || status.Mails != unconfirmed {
		t.Errorf("%d mails to one mailbox, %v; want %d", status.Mails, err, unconfirmed)
	}
	if n, err := store.DeleteAddress(t.Context(), "jdoe@gmail.com"); err != nil || n != unconfirmed {
		t.Errorf("%d searches erased, %v; want all %d", n, err, unconfirmed)
	}
}

// asked counts the mails that ask for a confirmation.
func (f *fixture) asked(mail, query, client string) int {
	f.t.Helper()
	before, err := f.Store().Status(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	request := alerts.Request{Lang: i18n.LangEN, Mail: mail, Kind: search.KindProperties, Query: query, Client: client}
	if problem, err := f.Subscribe(f.t.Context(), request); problem != "" || err != nil {
		f.t.Fatal(problem, err)
	}
	after, err := f.Store().Status(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	return after.Mails - before.Mails
}

// Strangers who ask in the name of a mailbox neither fill it nor silence its owner.
func TestForeignRequestsDoNotSilenceTheOwner(t *testing.T) {
	places(t, func(t *testing.T, place alerts.Place) {
		const mail, stranger, owner = "owner@example.org", "203.0.113.66/32", "198.51.100.1/32"
		f := newFixture(t, place)
		foreign := 0
		for n := range 20 {
			foreign += f.asked(fmt.Sprintf("owner+%d@example.org", n), fmt.Sprintf("s_beds=%d", n), stranger)
		}
		if foreign != 3 {
			t.Errorf("a stranger sends %d mails to a mailbox, want 3", foreign)
		}
		if got := f.asked(mail, "s_type=15", owner); got != 1 {
			t.Errorf("the owner gets %d mails after the requests of a stranger, want 1", got)
		}
		f.clock.add(25 * time.Hour)
		if got := f.asked(mail, "s_type=15", owner); got != 1 {
			t.Errorf("the owner asks again on the next day and gets %d mails, want 1", got)
		}
		f.follow(mail, "s_type=7", false) // the owner reads the mails, which clears what was asked
		together := 0
		for n := range 200 { // many strangers
			together += f.asked(mail, fmt.Sprintf("s_baths=%d", n), fmt.Sprintf("192.0.2.%d/32", n))
		}
		if together > 5 {
			t.Errorf("200 strangers send %d mails a day, want at most 5", together)
		}
	})
}

// Who ended or ignored a search is left alone for 90 days, but for one mail a day that they can ask for themselves.
func TestEndedAndIgnoredSearchesAreRemembered(t *testing.T) {
	places(t, func(t *testing.T, place alerts.Place) {
		f := newFixture(t, place)
		if err := f.End(t.Context(), f.follow("ended@example.org", "s_beds=1", false)); err != nil {
			t.Fatal(err)
		}
		f.asked("ignored@example.org", "s_beds=1", "203.0.113.66/32")
		f.clock.add(3 * 24 * time.Hour)
		f.look()
		flood := func(mail string) (mails int) {
			for n := range 20 {
				mails += f.asked(mail, fmt.Sprintf("s_beds=%d", n), fmt.Sprintf("192.0.2.%d/32", n))
			}
			return mails
		}
		for _, mail := range []string{"ended@example.org", "ignored@example.org"} {
			if got := flood(mail); got != 1 {
				t.Errorf("%s gets %d mails on a day, want 1", mail, got)
			}
		}
		f.clock.add(91 * 24 * time.Hour)
		f.look()
		if got := f.asked("ended@example.org", "s_beds=3", "") + f.asked("ended@example.org", "s_beds=4", ""); got != 2 {
			t.Errorf("after 90 days %d mails, want 2", got)
		}
	})
}

// Forms that send no mail cost nothing: a flood of them keeps no visitor from saving a search.
func TestOnlyValidRequestsAreCharged(t *testing.T) {
	f := newFixture(t, alerts.Place{Path: filepath.Join(t.TempDir(), "alerts.db")})
	charged, admit := 0, true
	for _, tt := range []struct {
		mail, honeypot string
		admit          bool
		want           alerts.Problem
		charged        int
	}{
		{"", "", true, alerts.MailMissing, 0},
		{"nobody", "", true, alerts.MailInvalid, 0},
		{"ana@example.org", "http://spam", true, alerts.NoProblem, 0},
		{"ana@example.org", "", true, alerts.NoProblem, 1},
		{"eva@example.org", "", false, alerts.TooOften, 1},
	} {
		charged, admit = 0, tt.admit
		request := alerts.Request{Lang: i18n.LangEN, Mail: tt.mail, Kind: search.KindProperties, Honeypot: tt.honeypot, Admit: func() bool {
			charged++
			return admit
		}}
		if problem, err := f.Subscribe(t.Context(), request); problem != tt.want || charged != tt.charged || err != nil {
			t.Errorf("%q %q: problem %q, charged %d times, %v; want %q, %d", tt.mail, tt.honeypot, problem, charged, err, tt.want, tt.charged)
		}
	}
}

// Invented tokens are no writes: a flood of them keeps no enquiry waiting, which is in the same file.
func TestInventedTokensTakeNoLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "alerts.db")
	f := newFixture(t, alerts.Place{Path: path})
	other, err := sqldb.OpenPool("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	writer, err := other.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if _, err := writer.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
	defer stop()
	if err := f.End(ctx, "0123456789abcdef0123456789abcdef"); err != nil {
		t.Errorf("an invented token while another process writes: %v", err)
	}
}
