package server

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/site/compose"
	"estate/internal/tests/storetest"
)

// office is a channel that counts what reaches the agency.
type office struct {
	name    string
	confirm bool

	mu      sync.Mutex
	got     map[string]int // by name of the visitor
	mails   int
	flooded int
}

func (o *office) Name() string { return o.name }

func (o *office) Accepts(lead *leads.Lead) bool { return !o.confirm || !lead.Flood }

func (o *office) Deliver(ctx context.Context, lead *leads.Lead) error {
	return o.DeliverDigest(ctx, []*leads.Lead{lead})
}

func (o *office) DeliverDigest(_ context.Context, all []*leads.Lead) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.mails++
	for _, lead := range all {
		o.got[lead.Name]++
		if lead.Flood {
			o.flooded++
		}
	}
	return nil
}

// post sends a form from an address, as the script does.
func (s *Server) post(address string, form url.Values) int {
	r := httptest.NewRequest(http.MethodPost, "/enquiry/", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	r.RemoteAddr = address + ":1000"
	r.SetPathValue("lang", "en")
	w := httptest.NewRecorder()
	s.acceptEnquiry(w, r)
	return w.Code
}

func enquiryOf(name string) url.Values {
	return url.Values{"name": {name}, "mail": {"visitor@example.org"}, "message": {"About " + name}, "privacy": {"yes"}}
}

// formServer stores enquiries in a file; clock is the time of the store.
func formServer(t *testing.T, clock *time.Time, channels ...leads.Channel) (*Server, *leads.Service) {
	t.Helper()
	mailbox, err := leads.OpenStore(t.Context(), filepath.Join(t.TempDir(), "leads.db"), func() time.Time { return *clock })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = mailbox.Close() })
	service := leads.NewService(leads.Config{Store: mailbox, Channels: channels})
	s := &Server{cfg: Config{Now: func() time.Time { return cmsNow }}, sameSite: http.NewCrossOriginProtection()}
	s.cfg.fillDefaults()
	composer, err := compose.New(compose.Config{SiteURL: "https://www.example.test", Log: s.cfg.Log}, storetest.Open(t, storetest.Config(t)), nil)
	if err != nil {
		t.Fatal(err)
	}
	s.log, s.parts.Enquiries, s.parts.Composer = s.cfg.Log, service, composer
	s.setLimits(false)
	return s, service
}

// TestAFloodOfFormsLosesNoEnquiry: 500 addresses send valid and invalid forms, more than all clients together may.
func TestAFloodOfFormsLosesNoEnquiry(t *testing.T) {
	const attackers, forms, visitors = 500, 3, 100
	clock := cmsNow
	agency := &office{name: "agency", got: map[string]int{}}
	confirmations := &office{name: "confirmations", confirm: true, got: map[string]int{}}
	s, service := formServer(t, &clock, agency, confirmations)
	for n := range attackers {
		address := fmt.Sprintf("198.51.%d.%d", n/250, n%250+1)
		for form := range forms {
			s.post(address, nil)
			s.post(address, enquiryOf(fmt.Sprintf("attacker %d %d", n, form)))
		}
		if n%(attackers/visitors) == 0 {
			visitor := n / (attackers / visitors)
			if status := s.post(fmt.Sprintf("203.0.113.%d", visitor+1), enquiryOf(fmt.Sprintf("visitor %d", visitor))); status != http.StatusOK {
				t.Errorf("visitor %d: status %d, want 200", visitor, status)
			}
		}
	}
	clock = clock.Add(2 * time.Minute) // the digests are due
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { _ = service.Run(ctx) })
	defer running.Wait()
	defer stop()
	all := attackers*forms + visitors
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		agency.mu.Lock()
		got := len(agency.got)
		agency.mu.Unlock()
		if got == all || time.Now().After(deadline) {
			break
		}
	}
	agency.mu.Lock()
	defer agency.mu.Unlock()
	for visitor := range visitors {
		if agency.got[fmt.Sprintf("visitor %d", visitor)] != 1 {
			t.Errorf("the enquiry of visitor %d was delivered %d times, want once", visitor, agency.got[fmt.Sprintf("visitor %d", visitor)])
		}
	}
	if len(agency.got) != all || agency.flooded == 0 {
		t.Errorf("%d enquiries reached the agency, %d of them marked; want %d, some marked", len(agency.got), agency.flooded, all)
	}
	if limit := all - agency.flooded + agency.flooded/50; agency.mails > limit {
		t.Errorf("the agency got %d mails, want at most %d: a flood comes in digests", agency.mails, limit)
	}
	confirmations.mu.Lock()
	defer confirmations.mu.Unlock()
	if confirmations.mails > all-agency.flooded {
		t.Errorf("%d confirmations were sent, want none for the %d enquiries of the flood", confirmations.mails, agency.flooded)
	}
}

func TestInvalidFormsAreNotChargedAsEnquiries(t *testing.T) {
	clock := cmsNow
	s, _ := formServer(t, &clock)
	const address = "198.51.100.7"
	refused := 0
	for range 200 {
		switch s.post(address, nil) {
		case http.StatusTooManyRequests:
			refused++
		case http.StatusUnprocessableEntity:
		default:
			t.Fatal("an empty form got another status")
		}
	}
	if refused == 0 {
		t.Error("200 invalid forms of a client were all checked and answered")
	}
	if status := s.post(address, enquiryOf("visitor")); status != http.StatusOK {
		t.Errorf("a valid form after them: status %d, want 200", status)
	}
	for n := range 20 {
		if status := s.post(address, enquiryOf(fmt.Sprint(n))); status == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("20 valid forms of one client were all stored")
}
