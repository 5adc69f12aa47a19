package server

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"estate/internal/platform/fairqueue"
	"estate/internal/site/compose"
	"estate/internal/site/ssr"
	"estate/internal/site/view"
)

// newWorkServer is a server with limits and without a site.
func newWorkServer() *Server {
	s := &Server{}
	s.cfg.fillDefaults()
	s.log = s.cfg.Log
	s.work, s.crawlers = newWorkLimiters(s.cfg.Work)
	s.queues = newWorkQueues(false)
	s.assets = &assets{}
	return s
}

// newLimitedPages is a server whose clients have so many tokens, and its handler of pages.
func newLimitedPages(perSecond, burst int) (*Server, http.Handler) {
	s := newWorkServer()
	s.cfg.Work.PerSecond, s.cfg.Work.Burst = perSecond, burst
	s.work, s.crawlers = newWorkLimiters(s.cfg.Work)
	return s, s.admitted(s.workOfPage)(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }))
}

func requestFrom(client string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/properties/?price_to=1", nil)
	r.RemoteAddr = client + ":1000"
	return r
}

func TestOneClientNeverHasAllProcessors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newWorkServer()
		finish := make(chan bool)
		var working, most atomic.Int64
		work := s.admitted(s.workOfPage)(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			most.Store(max(most.Load(), working.Add(1)))
			<-finish
			working.Add(-1)
			w.WriteHeader(http.StatusOK)
		}))
		var requests sync.WaitGroup
		request := func(client string) {
			requests.Go(func() {
				answer := httptest.NewRecorder()
				if work.ServeHTTP(answer, requestFrom(client)); answer.Code != http.StatusOK {
					t.Errorf("%s: status %d, want 200", client, answer.Code)
				}
			})
		}
		const attacks = 20
		for range attacks {
			request("203.0.113.66")
		}
		synctest.Wait()
		share := int64(max(1, runtime.GOMAXPROCS(0)/2))
		if working.Load() != share {
			t.Errorf("%d requests of one client at the same time, want %d", working.Load(), share)
		}
		request("198.51.100.1")
		synctest.Wait()
		if working.Load() != share+1 {
			t.Error("the request of another client waits")
		}
		for range attacks + 1 {
			finish <- true
			synctest.Wait()
		}
		requests.Wait()
		if most.Load() > share+1 {
			t.Errorf("%d requests at the same time, want at most %d", most.Load(), share+1)
		}
	})
}

func TestSlowReaderHoldsNoTurn(t *testing.T) {
	s := newWorkServer()
	second := s.admitted(s.workOfPage)(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }))
	first := s.admitted(s.workOfPage)(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range runtime.GOMAXPROCS(0) {
			w.WriteHeader(http.StatusOK) // the response begins, and does not end
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		second.ServeHTTP(httptest.NewRecorder(), requestFrom("203.0.113.66").WithContext(ctx))
	}))
	first.ServeHTTP(httptest.NewRecorder(), requestFrom("203.0.113.66"))
}

// A page of a feed's address is admitted by its route, and again as a link.
func TestAdmittedRequestIsNotAdmittedAgain(t *testing.T) {
	s := newWorkServer()
	s.cfg.Work.Burst = 1
	s.work, s.crawlers = newWorkLimiters(s.cfg.Work)
	twice := s.admitted(s.workOfPage)(s.admitted(s.workOfPage)(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })))
	answer := httptest.NewRecorder()
	if twice.ServeHTTP(answer, requestFrom("203.0.113.66")); answer.Code != http.StatusOK {
		t.Errorf("status %d, want 200", answer.Code)
	}
}

// Visitors who share an address open more pages than its tokens allow: each waits for a moment, and is
// not refused.
func TestVisitorsWaitForTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, pages := newLimitedPages(5, 20)
		get := func(name, value string) int {
			r := requestFrom("203.0.113.66")
			r.Header.Set(name, value)
			answer := httptest.NewRecorder()
			pages.ServeHTTP(answer, r)
			return answer.Code
		}
		began := time.Now()
		for n := range 30 {
			if status := get("Accept", "text/html"); status != http.StatusOK {
				t.Fatalf("page %d: status %d, want 200", n, status)
			}
		}
		if took := time.Since(began); took.Round(time.Millisecond) != 2*time.Second {
			t.Errorf("10 pages without tokens took %s, want 2 s at 5 a second", took)
		}
		for name, value := range map[string]string{"Purpose": "prefetch", "User-Agent": "Examplebot/1.0"} {
			if status := get(name, value); status != http.StatusTooManyRequests {
				t.Errorf("%s %s: status %d, want 429 at once", name, value, status)
			}
		}
	})
}

// An attacker with many connections has no more requests waiting than it gets tokens in two seconds.
func TestFewRequestsWaitForTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, pages := newLimitedPages(5, 20)
		var answered, refused atomic.Int64
		var requests sync.WaitGroup
		for range 100 {
			requests.Go(func() {
				answer := httptest.NewRecorder()
				if pages.ServeHTTP(answer, requestFrom("203.0.113.66")); answer.Code == http.StatusOK {
					answered.Add(1)
				} else {
					refused.Add(1)
				}
			})
		}
		requests.Wait()
		if answered.Load() != 30 || refused.Load() != 70 {
			t.Errorf("%d answered, %d refused; want 30 and 70", answered.Load(), refused.Load())
		}
	})
}

// A client that calls itself a crawler takes no more than its own tokens from those that all
// crawlers share.
func TestOneClientLeavesTokensToCrawlers(t *testing.T) {
	s, pages := newLimitedPages(1, 10)
	var reasons []string
	s.cfg.Refused = func(reason string, _ netip.Prefix) { reasons = append(reasons, reason) }
	crawl := func(client string) int {
		r := requestFrom(client)
		r.Header.Set("User-Agent", "Examplebot/1.0")
		answer := httptest.NewRecorder()
		pages.ServeHTTP(answer, r)
		return answer.Code
	}
	for range 100 {
		crawl("203.0.113.66")
	}
	if status := crawl("198.51.100.9"); status != http.StatusOK {
		t.Errorf("after 100 requests of one client another crawler gets status %d, want 200", status)
	}
	if len(reasons) < 80 {
		t.Errorf("%d of about 90 refusals were reported", len(reasons))
	}
}

func TestRequestsAboveTheQueueAreReported(t *testing.T) {
	s := newWorkServer()
	full := fairqueue.New(fairqueue.Config{PerClient: 1, MaxWaiting: 1})
	var reasons []string
	s.cfg.Refused = func(reason string, _ netip.Prefix) { reasons = append(reasons, reason) }
	ticket := s.ticket(requestFrom("203.0.113.66"))
	if _, err := full.Acquire(t.Context(), ticket); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = full.Acquire(t.Context(), ticket) }()
	for full.Waiting() == 0 {
		runtime.Gosched()
	}
	answer := httptest.NewRecorder()
	if _, _, _, ok := s.admit(answer, requestFrom("203.0.113.66"), work{costPage, full}); ok || answer.Code != http.StatusTooManyRequests || len(reasons) != 1 {
		t.Errorf("admitted: %v, status %d, reports %q", ok, answer.Code, reasons)
	}
}

func TestClassOfARequest(t *testing.T) {
	s := newWorkServer()
	for name, tt := range map[string]struct {
		header, value string
		used          int // tokens of the client
		want          fairqueue.Class
	}{
		"visitor":                  {want: fairqueue.Visitor},
		"script of the site":       {header: "Purpose", value: "prefetch", want: fairqueue.Prefetch},
		"speculation of a browser": {header: "Sec-Purpose", value: "prefetch;prerender", want: fairqueue.Prefetch},
		"announced crawler":        {header: "User-Agent", value: "Examplebot/2.1", want: fairqueue.Crawler},
		"busy client":              {used: s.cfg.Work.Burst/2 + 1, want: fairqueue.Crawler},
	} {
		t.Run(name, func(t *testing.T) {
			r := requestFrom(fmt.Sprintf("203.0.113.%d", len(name)))
			client := s.clientAddress(r)
			s.work.allowN(client, s.cfg.Now(), tt.used)
			if tt.header != "" {
				r.Header.Set(tt.header, tt.value)
			}
			if got := s.classOf(r, client); got != tt.want {
				t.Errorf("class %d, want %d", got, tt.want)
			}
		})
	}
}

// busyRenderer has no free worker.
type busyRenderer struct{}

func (busyRenderer) Render(ctx context.Context, _ []byte) (ssr.Rendering, error) {
	<-ctx.Done()
	return ssr.Rendering{}, fmt.Errorf("%w: %w", ssr.ErrBusy, fairqueue.ErrOverloaded)
}

func TestOnlyVisitorsGetPagesWithoutHTML(t *testing.T) {
	for class, want := range map[fairqueue.Class]int{
		fairqueue.Visitor: http.StatusOK, fairqueue.Prefetch: http.StatusServiceUnavailable, fairqueue.Crawler: http.StatusServiceUnavailable,
	} {
		synctest.Test(t, func(t *testing.T) {
			s := newWorkServer()
			s.parts.Renderer = busyRenderer{}
			ctx := fairqueue.WithTicket(t.Context(), fairqueue.Ticket{Class: class})
			answer := httptest.NewRecorder()
			began := s.cfg.Now()
			s.handler(func(w http.ResponseWriter, r *http.Request) error {
				return s.writePrivate(w, r, &compose.Encoded{View: &view.View{Lang: "en", Status: http.StatusOK}, JSON: []byte("{}")})
			}).ServeHTTP(answer, requestFrom("203.0.113.66").WithContext(ctx))
			took := s.cfg.Now().Sub(began)
			if answer.Code != want {
				t.Errorf("class %d: status %d, want %d", class, answer.Code, want)
			}
			if class == fairqueue.Visitor && took != s.cfg.RenderWait {
				t.Errorf("a visitor waits %s, want %s", took, s.cfg.RenderWait)
			}
			if want != http.StatusOK && answer.Header().Get("Retry-After") == "" {
				t.Errorf("class %d: no Retry-After", class)
			}
		})
	}
}
