package inbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/agency/leads/alerts"
	leadmail "estate/internal/agency/leads/mail"
	"estate/internal/agency/leads/mirror"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/studio/account"
	"estate/internal/studio/inbox"
	"estate/internal/tests/postgrestest"
	"estate/internal/tests/smtptest"
)

// Users of the tests.
var (
	owner = account.User{ID: "olga", Mail: "olga@agency.example", Name: "Olga Ruiz", Lang: i18n.LangES, Role: account.RoleOwner}
	maria = account.User{ID: "maria", Mail: "maria@agency.example", Name: "María Vega", Lang: i18n.LangEN, Role: account.RoleAgent, Author: 7}
	pedro = account.User{ID: "pedro", Mail: "pedro@agency.example", Name: "Pedro Gil", Lang: i18n.LangEN, Role: account.RoleAgent, Author: 8}
)

// homes are the content: ZR1 is María's, ZR2 Pedro's.
type properties struct{}

func (properties) Listing(_ context.Context, lang i18n.Lang, property inbox.Property) (inbox.Listing, bool, error) {
	switch property.Reference {
	case "ZR1":
		return inbox.Listing{Title: "Villa Azul", Link: lang.Prefix() + "/properties/villa-azul/", Agent: 7}, true, nil
	case "ZR2":
		return inbox.Listing{Title: "Casa Roja", Link: lang.Prefix() + "/properties/casa-roja/", Agent: 8}, true, nil
	}
	return inbox.Listing{}, false, nil
}

// place is where a test keeps its databases.
type place struct {
	data   string // of the node
	mirror mirror.Config
	inbox  inbox.Place
}

// eachPlace runs a test with one node on a file, and with nodes that share a PostgreSQL database.
func eachPlace(t *testing.T, test func(t *testing.T, p place)) {
	t.Run("file", func(t *testing.T) {
		data := t.TempDir()
		test(t, place{data: data, inbox: inbox.Place{Path: filepath.Join(data, "leads.db")}})
	})
	t.Run("postgres", func(t *testing.T) {
		url := postgrestest.URL(t)
		test(t, place{data: t.TempDir(), mirror: mirror.Config{URL: url}, inbox: inbox.Place{URL: url}})
	})
}

// other is the place of another node.
func (p place) other(t *testing.T) place {
	p.data = t.TempDir()
	return p
}

// office is a node that runs.
type office struct {
	*inbox.Service
	t     *testing.T
	leads *leads.Service
	files leads.Files
	store *inbox.Store
	saved *alerts.Store
	stop  func()
}

var settings = &content.Settings{SiteTitle: "Costa Homes", Phone1: "+34 952 000 000", Mail1: "office@agency.example", Zone: "Europe/Madrid"}

// open starts a node that sends its mails to a port.
func open(t *testing.T, p place, port int) *office {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	file, err := leads.OpenStore(ctx, filepath.Join(p.data, "leads.db"), nil)
	check(t, err)
	store := inbox.NewStore(p.inbox, nil)
	saved, err := alerts.OpenStore(ctx, alerts.Place(p.inbox), nil)
	check(t, err)
	quiet := slog.New(slog.DiscardHandler)
	cfg := leads.Config{Store: file, Log: quiet, Mirrored: leads.MirrorConfig{Takeover: 2 * time.Second}}
	var second *mirror.Mirror
	if p.mirror.URL != "" {
		second = mirror.New(p.mirror)
		cfg.Mirror = second
	}
	service := leads.NewService(cfg)
	replies, err := leadmail.NewReplies(leadmail.Config{
		Host: "127.0.0.1", Port: port, TLS: leadmail.Plain, From: "web@agency.example", To: []string{"office@agency.example"},
		SiteURL: "https://www.agency.example", Timeout: 5 * time.Second,
		Agency: func(context.Context, i18n.Lang) *content.Settings { return settings },
	})
	check(t, err)
	o := &office{t: t, leads: service, files: service.Files(), store: store, saved: saved}
	o.Service = inbox.New(inbox.Config{
		Store: store, Leads: service, Alerts: saved, Listings: properties{}, Mailer: replies, SiteURL: "https://www.agency.example", Log: quiet,
		Agency:   func(context.Context, i18n.Lang) *content.Settings { return settings },
		Search:   func(context.Context, alerts.Alert) (string, string) { return "Villa, Marbella", "/properties/" },
		Delivery: leads.DeliveryConfig{InitialBackoff: 50 * time.Millisecond, MaxBackoff: 100 * time.Millisecond, Timeout: 2 * time.Second},
	})
	done := make(chan struct{}, 2)
	go func() { _ = service.Run(ctx); done <- struct{}{} }()
	go func() { _ = o.Run(ctx); done <- struct{}{} }()
	stopped := false
	o.stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		<-done
		<-done
		check(t, errors.Join(store.Close(), saved.Close(), file.Close()))
		if second != nil {
			check(t, second.Close())
		}
	}
	t.Cleanup(o.stop)
	return o
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// enquire stores an enquiry and returns its key.
func (o *office) enquire(e leads.Enquiry) leads.Key {
	o.t.Helper()
	e.Privacy = true
	receipt, err := o.leads.Submit(o.t.Context(), e)
	if err != nil || len(receipt.Problems) > 0 {
		o.t.Fatal(receipt.Problems, err)
	}
	list, err := o.List(o.t.Context(), owner, inbox.Query{State: "all"})
	check(o.t, err)
	return list.Items[0].Key
}

func about(reference, name, message string) leads.Enquiry {
	return leads.Enquiry{
		Lang: i18n.LangEN, Kind: "property", Page: "/properties/" + strings.ToLower(reference) + "/", Reference: reference, Name: name,
		Mail: i18n.Fold(strings.ReplaceAll(name, " ", ".")) + "@visitor.example", Phone: "+44 7700 900123", Message: message,
	}
}

func serveMail(t *testing.T, port int) *smtptest.Server {
	t.Helper()
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	check(t, err)
	server := smtptest.Start(listener)
	t.Cleanup(server.Close)
	return server
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("not in time:", what)
		}
	}
}

// mailsTo are the mails that a server accepted for an address.
func mailsTo(server *smtptest.Server, address string) (found []string) {
	for _, m := range server.Mails() {
		if len(m.To) == 1 && m.To[0] == address {
			found = append(found, string(m.Data))
		}
	}
	return found
}

func TestAnAnswerIsReceivedOnce(t *testing.T) {
	eachPlace(t, func(t *testing.T, p place) {
		server := serveMail(t, 0)
		o := open(t, p, server.Port())
		key := o.enquire(about("ZR1", "Ana Gomez", "Is it quiet?"))
		for range 2 { // the response to the first call was lost
			check(t, o.Answer(t.Context(), owner, key, "Villa Azul", "Dear Ana,\n\nIt is very quiet.", "k1"))
		}
		eventually(t, "the answer is received", func() bool { return len(mailsTo(server, "ana.gomez@visitor.example")) > 0 })
		text := mailsTo(server, "ana.gomez@visitor.example")[0]
		for _, part := range []string{
			`From: "Olga Ruiz, Costa Homes" <web@agency.example>`, `Reply-To: "Olga Ruiz" <olga@agency.example>`, "Subject: Villa Azul",
			"It is very quiet.", "You wrote to us on ", "Is it quiet?",
		} {
			if !strings.Contains(text, part) {
				t.Errorf("the mail lacks %q:\n%s", part, text)
			}
		}
		err := o.Answer(t.Context(), owner, key, "Villa Azul", "Another text", "k1")
		if !errors.Is(err, inbox.ErrKeyUsed) {
			t.Errorf("another text with the same key: %v, want ErrKeyUsed", err)
		}
		eventually(t, "the answer is delivered", func() bool {
			d, err := o.Detail(t.Context(), owner, key)
			check(t, err)
			return len(d.Answers) == 1 && d.Answers[0].State == leads.Delivered && d.State == inbox.StateAnswered && d.Assignee == owner.ID
		})
		eventually(t, "the commands see the enquiry as answered", func() bool {
			lead, err := o.files.Find(t.Context(), key)
			check(t, err)
			return !lead.Answered.IsZero()
		})
		if n := len(server.Mails()); n != 1 {
			t.Errorf("%d mails were sent, want 1", n)
		}
	})
}

func TestAnAnswerOutlivesTheMailServerAndTheProgram(t *testing.T) {
	eachPlace(t, func(t *testing.T, p place) {
		server := serveMail(t, 0)
		port := server.Port()
		server.Close()
		o := open(t, p, port)
		key := o.enquire(about("ZR1", "Ana Gomez", "Is it quiet?"))
		check(t, o.Answer(t.Context(), owner, key, "Villa Azul", "Yes.", "k1"))
		eventually(t, "an attempt fails", func() bool {
			d, err := o.Detail(t.Context(), owner, key)
			check(t, err)
			return d.Answers[0].State == leads.Waiting && d.Answers[0].Error != ""
		})
		if b, err := o.Backlog(t.Context()); err != nil || b.Waiting != 1 || b.Retried != 1 || b.Oldest.IsZero() || b.Error == "" {
			t.Errorf("the backlog is %+v, %v", b, err)
		}
		o.stop()
		server = serveMail(t, port)
		o = open(t, p, port)
		eventually(t, "the answer is received", func() bool { return len(mailsTo(server, "ana.gomez@visitor.example")) == 1 })
		server.Fail(func(command string) string {
			if strings.HasPrefix(command, "RCPT") {
				return "550 no such mailbox ana.gomez@visitor.example"
			}
			return ""
		})
		check(t, o.Answer(t.Context(), owner, key, "Villa Azul", "One more thing.", "k2"))
		var failed inbox.Answer
		eventually(t, "the refused answer is shown as failed", func() bool {
			d, err := o.Detail(t.Context(), owner, key)
			check(t, err)
			failed = d.Answers[1]
			return failed.State == leads.Failed
		})
		if failed.Error == "" || strings.Contains(failed.Error, "ana.gomez") {
			t.Errorf("the error of the failed answer is %q, want one without the visitor's address", failed.Error)
		}
		server.Fail(nil)
		check(t, o.Retry(t.Context(), owner, key))
		eventually(t, "the failed answer is received", func() bool { return len(mailsTo(server, "ana.gomez@visitor.example")) == 2 })
	})
}

func TestBothGetTheInvitationAndItsChange(t *testing.T) {
	eachPlace(t, func(t *testing.T, p place) {
		server := serveMail(t, 0)
		o := open(t, p, server.Port())
		key := o.enquire(about("ZR1", "Ana Gomez", "May I see it?"))
		zone, err := time.LoadLocation("Europe/Madrid")
		check(t, err)
		now := time.Now().In(zone)
		first := time.Date(now.Year(), now.Month(), now.Day()+1, 11, 0, 0, 0, zone)
		for range 2 {
			check(t, o.Confirm(t.Context(), maria, key, first, "", "", "c1"))
		}
		check(t, o.Confirm(t.Context(), maria, key, first.Add(time.Hour), "", "", "c2"))
		for _, address := range []string{"ana.gomez@visitor.example", maria.Mail} {
			eventually(t, address+" has both invitations", func() bool { return len(mailsTo(server, address)) == 2 })
			for i, hour := range []string{"T110000", "T120000"} {
				text := strings.ReplaceAll(strings.ReplaceAll(mailsTo(server, address)[i], "=\r\n", ""), "\r\n ", "")
				for _, part := range []string{
					"Content-Type: text/calendar; charset=utf-8; method=REQUEST", "METHOD:REQUEST", fmt.Sprintf("SEQUENCE:%d", i), hour,
					fmt.Sprintf("UID:viewing-%s-%d@agency.example", key.Node, key.ID), "STATUS:CONFIRMED",
				} {
					if !strings.Contains(strings.ReplaceAll(text, "=3D", "="), part) {
						t.Errorf("invitation %d of %s lacks %q:\n%s", i, address, part, text)
					}
				}
			}
		}
		_, viewings, err := o.Today(t.Context(), maria)
		check(t, err)
		if len(viewings) != 1 || !viewings[0].Confirmed || !viewings[0].At.Equal(first.Add(time.Hour)) || viewings[0].Property != "ZR1" {
			t.Errorf("viewings of today and tomorrow are %+v, want the confirmed one of tomorrow at 12:00", viewings)
		}
		if err := o.Confirm(t.Context(), maria, key, time.Now().Add(-time.Hour), "", "", "c3"); !errors.Is(err, inbox.ErrValue) {
			t.Errorf("a viewing in the past: %v, want ErrValue", err)
		}
	})
}

func TestAnAgentSeesOwnAndAssignedEnquiries(t *testing.T) {
	p := place{data: t.TempDir()}
	p.inbox.Path = filepath.Join(p.data, "leads.db")
	o := open(t, p, 1)
	hers := o.enquire(about("ZR1", "Ana Gomez", "one"))
	his := o.enquire(about("ZR2", "Ben Cox", "two"))
	general := o.enquire(about("", "Carl Dorn", "three"))
	seen := func(user account.User) (keys []leads.Key) {
		list, err := o.List(t.Context(), user, inbox.Query{})
		check(t, err)
		for _, item := range list.Items {
			keys = append(keys, item.Key)
		}
		if list.States["new"]+list.States["open"] != len(keys) {
			t.Errorf("%s sees %d enquiries and the numbers %v", user.Name, len(keys), list.States)
		}
		return keys
	}
	if got := fmt.Sprint(seen(owner)); got != fmt.Sprint([]leads.Key{general, his, hers}) {
		t.Errorf("the owner sees %s", got)
	}
	if got := fmt.Sprint(seen(maria)); got != fmt.Sprint([]leads.Key{hers}) {
		t.Errorf("María sees %s, want hers", got)
	}
	check(t, o.Assign(t.Context(), owner, general, maria.ID))
	if got := fmt.Sprint(seen(maria)); got != fmt.Sprint([]leads.Key{general, hers}) {
		t.Errorf("María sees %s, want hers and the assigned one", got)
	}
	calls := map[string]func() error{
		"Detail":   func() error { _, err := o.Detail(t.Context(), maria, his); return err },
		"SetState": func() error { return o.SetState(t.Context(), maria, his, inbox.StateClosed) },
		"Assign":   func() error { return o.Assign(t.Context(), maria, his, maria.ID) },
		"Note":     func() error { return o.Note(t.Context(), maria, his, "x") },
		"Answer":   func() error { return o.Answer(t.Context(), maria, his, "x", "x", "k") },
		"Confirm":  func() error { return o.Confirm(t.Context(), maria, his, time.Now().Add(time.Hour), "", "", "k") },
		"Retry":    func() error { return o.Retry(t.Context(), maria, his) },
		"Delete":   func() error { return o.Delete(t.Context(), maria, his) },
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, inbox.ErrUnknown) {
			t.Errorf("%s of another agent's enquiry: %v, want ErrUnknown", name, err)
		}
	}
	fresh, _, err := o.Today(t.Context(), pedro)
	check(t, err)
	if len(fresh) != 1 || fresh[0].Key != his {
		t.Errorf("new enquiries of Pedro: %+v, want his", fresh)
	}
}

func TestListsFilterAndSearch(t *testing.T) {
	p := place{data: t.TempDir()}
	p.inbox.Path = filepath.Join(p.data, "leads.db")
	o := open(t, p, 1)
	ana := o.enquire(about("ZR1", "Ana Gómez", "Is the garden large?"))
	ben := o.enquire(about("ZR2", "Ben Cox", "Is there a garage?"))
	for range 60 {
		o.enquire(about("ZR1", "Ana Gómez", fmt.Sprint("again ", time.Now().UnixNano())))
	}
	check(t, o.Note(t.Context(), owner, ana, "calls back on Monday"))
	check(t, o.SetState(t.Context(), owner, ben, inbox.StateClosed))
	for _, c := range []struct {
		name  string
		query inbox.Query
		total int
		first leads.Key
	}{
		{"folded name and word", inbox.Query{Text: "gomez GARDEN"}, 1, ana},
		{"mail", inbox.Query{State: "all", Text: "ben.cox@visitor"}, 1, ben},
		{"reference", inbox.Query{State: "all", Text: "zr2"}, 1, ben},
		{"telephone", inbox.Query{State: "all", Text: "447700900123 garage"}, 1, ben},
		{"closed", inbox.Query{State: "closed"}, 1, ben},
		{"closed ones are not open", inbox.Query{Text: "garage"}, 0, leads.Key{}},
		{"kind", inbox.Query{State: "all", Kind: "sell"}, 0, leads.Key{}},
		{"nobody's", inbox.Query{State: "all", Assignee: "none", Text: "garden"}, 1, ana},
		{"last page", inbox.Query{Page: 9}, 61, leads.Key{}},
	} {
		list, err := o.List(t.Context(), owner, c.query)
		check(t, err)
		if list.Total != c.total || c.first != (leads.Key{}) && list.Items[0].Key != c.first {
			t.Errorf("%s: %d enquiries %+v, want %d", c.name, list.Total, list.Items, c.total)
		}
	}
	list, err := o.List(t.Context(), owner, inbox.Query{Page: 2})
	check(t, err)
	if list.Pages != 2 || len(list.Items) != 11 || list.States["new"] != 61 || list.States["all"] != 62 || list.States["closed"] != 1 {
		t.Errorf("page 2: %d pages, %d enquiries, %v", list.Pages, len(list.Items), list.States)
	}
	d, err := o.Detail(t.Context(), owner, ana)
	check(t, err)
	if d.Note != "calls back on Monday" || len(d.Others) != 20 || d.Properties[0].Title != "Villa Azul" {
		t.Errorf("note %q, %d others, homes %+v", d.Note, len(d.Others), d.Properties)
	}
}

func TestDraftsAreInTheLanguageOfTheVisitor(t *testing.T) {
	p := place{data: t.TempDir()}
	p.inbox.Path = filepath.Join(p.data, "leads.db")
	o := open(t, p, 1)
	for _, kind := range []string{"contact", "property", "development", "sell"} {
		for _, lang := range i18n.Filled {
			e := about("ZR1", "Ana Gomez", kind+string(lang))
			e.Name, e.Kind, e.Lang = "Ana {{sign}} Gomez", kind, lang
			if kind == "contact" || kind == "sell" {
				e.Reference = ""
			}
			d, err := o.Detail(t.Context(), owner, o.enquire(e))
			check(t, err)
			if len(d.Drafts) == 0 {
				t.Errorf("%s, %s: no drafts", kind, lang)
			}
			for _, draft := range d.Drafts {
				text := draft.Name + "\n" + draft.Subject + "\n" + draft.Text
				if strings.Count(text, "{{") != 1 || strings.Contains(text, "studio.") || !strings.Contains(text, owner.Name+"\nCosta Homes\n+34 952 000 000") {
					t.Errorf("%s, %s: %q", kind, lang, text)
				}
				if greets := strings.HasPrefix(draft.Text, "Buenos días, "); greets != (lang == i18n.LangES) {
					t.Errorf("%s, %s: the draft is in the other language: %q", kind, lang, draft.Text)
				}
			}
			if first := d.Drafts[0].Text; e.Reference != "" && !strings.Contains(first, "https://www.agency.example"+lang.Prefix()+"/properties/villa-azul/") {
				t.Errorf("%s, %s: the link of the home is missing: %q", kind, lang, first)
			}
		}
	}
}

func TestErasureLeavesNothing(t *testing.T) {
	eachPlace(t, func(t *testing.T, p place) {
		server := serveMail(t, 0)
		server.Fail(func(string) string { return "451 later" })
		o := open(t, p, server.Port())
		kept := o.enquire(about("ZR2", "Ben Cox", "I know zzana.gomez@visitor.example"))
		key := o.enquire(about("ZR1", "Zzana Gomez", "zzmessage"))
		check(t, o.Note(t.Context(), owner, key, "zznote"))
		check(t, o.Answer(t.Context(), owner, key, "zzsubject", "zzanswer", "k1"))
		erasure, err := o.Erase(t.Context(), " Zzana.Gomez@visitor.example ")
		check(t, err)
		if erasure.Enquiries != 1 || len(erasure.Mentions) != 1 {
			t.Errorf("erased: %+v, want 1 enquiry, and 1 that mentions the address", erasure)
		}
		if _, err := o.Detail(t.Context(), owner, key); !errors.Is(err, inbox.ErrUnknown) {
			t.Errorf("the erased enquiry: %v", err)
		}
		check(t, o.Delete(t.Context(), owner, kept))
		o.stop()
		files, err := filepath.Glob(filepath.Join(p.data, "*"))
		check(t, err)
		for _, file := range files {
			data, err := os.ReadFile(file)
			check(t, err)
			for _, trace := range []string{"zzmessage", "zznote", "zzsubject", "zzanswer", "Zzana", "zzana.gomez"} {
				if bytes.Contains(data, []byte(trace)) {
					t.Errorf("%s holds %q after the erasure", filepath.Base(file), trace)
				}
			}
		}
		o = open(t, p, server.Port())
		if answers := answersOf(o, key); len(answers) != 0 {
			t.Errorf("answers after the erasure: %+v", answers)
		}
	})
}

// Enquiries that a command deletes, or that grow too old, leave what the office wrote about them: personal data. It goes with the
// next sweep, and what belongs to other enquiries stays.
func TestTheSweepErasesWhatBelongsToDeletedEnquiries(t *testing.T) {
	eachPlace(t, func(t *testing.T, p place) {
		o := open(t, p, serveMail(t, 0).Port())
		kept, gone := o.enquire(about("ZR1", "Ben Cox", "one")), o.enquire(about("ZR2", "Ana Gomez", "two"))
		for _, key := range []leads.Key{kept, gone} {
			check(t, o.Note(t.Context(), owner, key, "Calls on Monday"))
		}
		deleted, err := o.files.DeleteKey(t.Context(), gone) // estate leads delete
		if err != nil || !deleted {
			t.Fatal(deleted, err)
		}
		for _, sweep := range []struct {
			after time.Duration
			left  int
		}{
			{0, 2}, // an enquiry that another node takes over is on no disk for a moment
			{2 * time.Hour, 1},
		} {
			now := time.Now().Add(sweep.after)
			later := inbox.New(inbox.Config{Store: o.store, Leads: o.leads, Now: func() time.Time { return now }})
			// The copy at the other nodes is deleted after the enquiry.
			eventually(t, fmt.Sprintf("handling of %d enquiries after %v", sweep.left, sweep.after), func() bool {
				check(t, later.Sweep(t.Context()))
				n, err := o.store.Count(t.Context())
				check(t, err)
				return n == sweep.left
			})
		}
		if d, err := o.Detail(t.Context(), owner, kept); err != nil || d.Note != "Calls on Monday" {
			t.Errorf("the other enquiry: %+v, %v", d, err)
		}
	})
}

// answersOf are the answers of an enquiry that may not exist any more.
func answersOf(o *office, key leads.Key) []inbox.Answer {
	d, err := o.Detail(o.t.Context(), owner, key)
	if err != nil {
		return nil
	}
	return d.Answers
}

func TestAnotherNodeHandlesAnEnquiry(t *testing.T) {
	url := postgrestest.URL(t)
	p := place{data: t.TempDir(), mirror: mirror.Config{URL: url}, inbox: inbox.Place{URL: url}}
	server := serveMail(t, 0)
	first, second := open(t, p, server.Port()), open(t, p.other(t), server.Port())
	key := first.enquire(about("ZR1", "Ana Gomez", "Is it quiet?"))
	d, err := second.Detail(t.Context(), owner, key)
	check(t, err)
	if d.Lead.Node == "" || d.State != inbox.StateNew {
		t.Errorf("on the other node: %+v", d)
	}
	check(t, second.Answer(t.Context(), owner, key, "Villa Azul", "Yes.", "k1"))
	eventually(t, "the answer is received", func() bool { return len(server.Mails()) == 1 })
	eventually(t, "the first node marks it as answered", func() bool {
		lead, err := first.files.Find(t.Context(), key)
		check(t, err)
		return !lead.Answered.IsZero()
	})
	eventually(t, "the first node sees the answer", func() bool {
		d, err := first.Detail(t.Context(), owner, key)
		check(t, err)
		return d.State == inbox.StateAnswered && len(d.Answers) == 1
	})
	if err := second.Retry(t.Context(), owner, key); !errors.Is(err, inbox.ErrOtherNode) {
		t.Errorf("deliveries of another node: %v, want ErrOtherNode", err)
	}
	check(t, second.Delete(t.Context(), owner, key))
	if _, err := second.Detail(t.Context(), owner, key); !errors.Is(err, inbox.ErrUnknown) {
		t.Errorf("deleted on the second node: %v", err)
	}
	eventually(t, "the first node deletes its file's", func() bool {
		_, err := first.Detail(t.Context(), owner, key)
		return errors.Is(err, inbox.ErrUnknown)
	})
	time.Sleep(300 * time.Millisecond) // neither node may repeat the mail
	if n := len(server.Mails()); n != 1 {
		t.Errorf("%d mails, want 1", n)
	}
}
