package limits

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"estate/internal/platform/fairqueue"
)

func answerOK(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }

func requestFrom(client string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/properties/?price_to=1", nil)
	r.RemoteAddr = client + ":1000"
	return r
}

// workers is a site whose requests work until the test finishes them.
type workers struct {
	*Limits
	working  atomic.Int64
	finish   chan bool
	requests sync.WaitGroup
}

func newWorkers(cfg Config) *workers { return &workers{Limits: New(cfg), finish: make(chan bool)} }

// start begins requests of a client and returns when they work or wait.
func (s *workers) start(t *testing.T, n int, client, agent string, cost Cost) {
	handler := s.Admitted(func(*http.Request) Cost { return cost })(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.working.Add(1)
		<-s.finish
		s.working.Add(-1)
		answerOK(w, r)
	}))
	for range n {
		s.requests.Go(func() {
			r, answer := requestFrom(client), httptest.NewRecorder()
			r.Header.Set("User-Agent", agent)
			if handler.ServeHTTP(answer, r); answer.Code != http.StatusOK {
				t.Errorf("%s: status %d, want 200", client, answer.Code)
			}
		})
	}
	synctest.Wait()
}

// end finishes so many requests, one after another.
func (s *workers) end(n int) {
	for range n {
		s.finish <- true
		synctest.Wait()
	}
	s.requests.Wait()
}

func TestOneClientNeverHasAllProcessors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, share := newWorkers(Config{}), int64(max(1, runtime.GOMAXPROCS(0)/2))
		s.start(t, 20, "203.0.113.66", "", Page)
		if s.working.Load() != share {
			t.Errorf("%d requests of one client at the same time, want %d", s.working.Load(), share)
		}
		s.start(t, 1, "198.51.100.1", "", Page)
		if s.working.Load() != share+1 {
			t.Error("the request of another client waits")
		}
		s.end(21)
	})
}

// 250 clients that work together have no more slots than the queue, and requests that search texts or areas half of the
// processors.
func TestAllClientsTogetherAreBounded(t *testing.T) {
	slots := 2 * int64(runtime.GOMAXPROCS(0))
	half := int64(max(1, runtime.GOMAXPROCS(0)/2))
	for cost, want := range map[Cost]int64{Page: slots, costText: half, costArea: half} {
		synctest.Test(t, func(t *testing.T) {
			s := newWorkers(Config{})
			for n := range 250 {
				s.start(t, 1, fmt.Sprintf("203.0.113.%d", n+1), "", cost)
			}
			if s.working.Load() != want {
				t.Errorf("%d requests of cost %d at the same time, want %d", s.working.Load(), cost, want)
			}
			before := s.working.Load()
			s.start(t, 1, "198.51.100.1", "", Page)
			if waits := s.working.Load() == before; waits != (cost == Page) {
				t.Errorf("a page beside requests of cost %d waits: %v", cost, waits)
			}
			s.end(251)
		})
	}
}

// A crawler with many addresses does not keep visitors waiting.
func TestVisitorsGoBeforeCrawlers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newWorkers(Config{})
		for n := range 200 {
			s.start(t, 1, fmt.Sprintf("203.0.113.%d", n+1), "Examplebot/2.1", Page)
		}
		var visited atomic.Bool
		s.requests.Go(func() {
			_, _, end, ok := s.Admit(httptest.NewRecorder(), requestFrom("198.51.100.1"), Page)
			if visited.Store(true); ok {
				end()
			}
		})
		synctest.Wait()
		if visited.Load() {
			t.Error("the visitor does not wait: the crawler has no slots")
		}
		s.finish <- true
		synctest.Wait()
		if !visited.Load() {
			t.Error("the visitor waits for more than one request of the crawler")
		}
		s.end(199)
	})
}

func TestSlowReaderHoldsNoTurn(t *testing.T) {
	l := New(Config{})
	page := l.Admitted(OfPage)
	second := page(http.HandlerFunc(answerOK))
	first := page(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answerOK(w, r) // the response begins, and does not end
		second.ServeHTTP(httptest.NewRecorder(), requestFrom("203.0.113.66"))
	}))
	first.ServeHTTP(httptest.NewRecorder(), requestFrom("203.0.113.66"))
}

// A client that closes its connections leaves pages that are rendered to their end: they keep their turns.
func TestAbandonedWorkKeepsItsTurn(t *testing.T) {
	l := New(Config{})
	_, r, end, ok := l.Admit(httptest.NewRecorder(), requestFrom("203.0.113.66"), Page)
	if !ok {
		t.Fatal("not admitted")
	}
	endWork := Hold(r.Context())
	end()
	if err := ticketError(t, l, "203.0.113.66"); err == nil && runtime.GOMAXPROCS(0) < 4 {
		t.Error("the slot is free while the work goes on")
	}
	endWork()
	if err := ticketError(t, l, "203.0.113.66"); err != nil {
		t.Errorf("the slot is not free after the work: %v", err)
	}
}

// ticketError is the error of a client that does not wait for a slot.
func ticketError(t *testing.T, l *Limits, client string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	release, err := l.queue.Acquire(ctx, l.Ticket(requestFrom(client)))
	if err == nil {
		release()
	}
	return err
}

// A page of a feed's address is admitted by its route, and again as a link.
func TestAdmittedRequestIsNotAdmittedAgain(t *testing.T) {
	page := New(Config{Burst: 1}).Admitted(OfPage)
	answer := httptest.NewRecorder()
	if page(page(http.HandlerFunc(answerOK))).ServeHTTP(answer, requestFrom("203.0.113.66")); answer.Code != http.StatusOK {
		t.Errorf("status %d, want 200", answer.Code)
	}
}

// Visitors who share an address open more pages than its tokens allow: each waits for a moment, and is
// not refused.
func TestVisitorsWaitForTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pages := New(Config{PerSecond: 5, Burst: 20}).Admitted(OfPage)(http.HandlerFunc(answerOK))
		get := func(name, value string) *httptest.ResponseRecorder {
			r, answer := requestFrom("203.0.113.66"), httptest.NewRecorder()
			r.Header.Set(name, value)
			pages.ServeHTTP(answer, r)
			return answer
		}
		began := time.Now()
		for n := range 30 {
			if status := get("Accept", "text/html").Code; status != http.StatusOK {
				t.Fatalf("page %d: status %d, want 200", n, status)
			}
		}
		if took := time.Since(began); took.Round(time.Millisecond) != 2*time.Second {
			t.Errorf("10 pages without tokens took %s, want 2 s at 5 a second", took)
		}
		for name, value := range map[string]string{"Purpose": "prefetch", "User-Agent": "Examplebot/1.0"} {
			if answer := get(name, value); answer.Code != http.StatusTooManyRequests || answer.Header().Get("Retry-After") == "" {
				t.Errorf("%s %s: status %d, %v, want 429 with Retry-After at once", name, value, answer.Code, answer.Header())
			}
		}
	})
}

// An attacker with many connections has no more requests waiting than it gets tokens in two seconds.
func TestFewRequestsWaitForTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reports atomic.Int64
		l := New(Config{PerSecond: 5, Burst: 20, Refused: func(string, netip.Prefix) { reports.Add(1) }})
		pages := l.Admitted(OfPage)(http.HandlerFunc(answerOK))
		var answered atomic.Int64
		var requests sync.WaitGroup
		for range 100 {
			requests.Go(func() {
				answer := httptest.NewRecorder()
				if pages.ServeHTTP(answer, requestFrom("203.0.113.66")); answer.Code == http.StatusOK {
					answered.Add(1)
				}
			})
		}
		requests.Wait()
		if answered.Load() != 30 || reports.Load() != 70 {
			t.Errorf("%d answered, %d refusals reported; want 30 and 70", answered.Load(), reports.Load())
		}
	})
}

func TestRequestsAboveTheQueueAreRefused(t *testing.T) {
	l := New(Config{})
	l.queue = fairqueue.New(fairqueue.Config{PerClient: 1, MaxWaiting: 1})
	var reasons []string
	l.cfg.Refused = func(reason string, client netip.Prefix) { reasons = append(reasons, reason+" "+client.String()) }
	ticket := l.Ticket(requestFrom("203.0.113.66"))
	if _, err := l.queue.Acquire(t.Context(), ticket); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = l.queue.Acquire(t.Context(), ticket) }()
	for l.Waiting() == 0 {
		runtime.Gosched()
	}
	answer := httptest.NewRecorder()
	_, _, _, ok := l.Admit(answer, requestFrom("203.0.113.66"), Page)
	if want := "too many uncached requests at the same time 203.0.113.66/32"; ok || answer.Code != http.StatusTooManyRequests || len(reasons) != 1 || reasons[0] != want {
		t.Errorf("admitted: %v, status %d, reports %q, want %q", ok, answer.Code, reasons, want)
	}
}

func TestClassOfARequest(t *testing.T) {
	l := New(Config{})
	for name, tt := range map[string]struct {
		header, value string
		used          int // tokens of the client
		want          fairqueue.Class
	}{
		"visitor":                  {want: fairqueue.Visitor},
		"script of the site":       {header: "Purpose", value: "prefetch", want: fairqueue.Prefetch},
		"speculation of a browser": {header: "Sec-Purpose", value: "prefetch;prerender", want: fairqueue.Prefetch},
		"announced crawler":        {header: "User-Agent", value: "Examplebot/2.1", want: fairqueue.Crawler},
		"busy client":              {used: l.cfg.Burst/2 + 1, want: fairqueue.Crawler},
	} {
		t.Run(name, func(t *testing.T) {
			r := requestFrom(fmt.Sprintf("203.0.113.%d", len(name)))
			l.tokens.Take(l.Client(r), l.cfg.Now(), tt.used, 0)
			if tt.header != "" {
				r.Header.Set(tt.header, tt.value)
			}
			if got := l.Ticket(r).Class; got != tt.want {
				t.Errorf("class %d, want %d", got, tt.want)
			}
		})
	}
}

// A key is the same however the client writes it.
func TestCostOfAQuery(t *testing.T) {
	for target, want := range map[string]Cost{
		"/properties/?price_to=1": Page, "/?s=villa": costText, "/?%73=villa": costText, "/blog/?page=2&s=villa": costText, "/?x=1;s=villa": costText,
	} {
		if got := OfPage(httptest.NewRequest(http.MethodGet, target, nil)); got != want {
			t.Errorf("%s costs %d, want %d", target, got, want)
		}
	}
	for query, want := range map[string]Cost{"per_page=1": costREST, "_embed&page=2": costEmbed, "search=a": costText, "%73earch=a": costText} {
		if got := OfREST(httptest.NewRequest(http.MethodGet, "/wp-json/wp/v2/posts?"+query, nil)); got != want {
			t.Errorf("%s costs %d, want %d", query, got, want)
		}
	}
}

func TestAnUnreadableAddressOfAProxyIsSaidOnce(t *testing.T) {
	var out bytes.Buffer
	l := New(Config{
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Log: slog.New(slog.NewTextHandler(&out, nil)),
	})
	for range 5 {
		r := requestFrom("127.0.0.1")
		r.Header.Set("X-Forwarded-For", "_hidden")
		l.Client(r)
	}
	if lines := strings.Count(out.String(), "\n"); lines != 1 {
		t.Errorf("%d lines in the log, want one: %s", lines, out.String())
	}
}

func TestClientBehindProxies(t *testing.T) {
	l := New(Config{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	for _, tt := range []struct{ peer, forwarded, want string }{
		{"127.0.0.1", "198.51.100.7, 203.0.113.9", "203.0.113.9"},
		{"127.0.0.1", "198.51.100.7, 203.0.113.9, 127.0.0.2", "203.0.113.9"},
		{"203.0.113.1", "198.51.100.7", "203.0.113.1"},
		{"127.0.0.1", "", "127.0.0.1"},
		{"127.0.0.1", "203.0.113.9:51234", "203.0.113.9"},
		{"127.0.0.1", `"203.0.113.9"`, "203.0.113.9"},
		{"127.0.0.1", "[2001:db8::9]:443", "2001:db8::9"},
		{"127.0.0.1", `"[2001:db8::9]"`, "2001:db8::9"},
		{"127.0.0.1", "2001:db8::9", "2001:db8::9"},
		{"127.0.0.1", "198.51.100.7, 203.0.113.9:1, 127.0.0.2:2", "203.0.113.9"},
		{"127.0.0.1", "unknown", "127.0.0.1"},
	} {
		r := requestFrom(tt.peer)
		r.Header.Set("X-Forwarded-For", tt.forwarded)
		if got, want := l.Client(r), netip.MustParseAddr(tt.want); got != want {
			t.Errorf("%s with %q is %s, want %s", tt.peer, tt.forwarded, got, want)
		}
	}
}
