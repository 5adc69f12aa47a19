package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/tests/smtptest"
)

// TestNoEnquiryIsLost posts enquiries while the program is killed repeatedly and half of
// the mails and of the webhook's calls fail. Every enquiry that was thanked for is stored once and delivered to both.
// ESTATE_LEADS_POSTS and ESTATE_LEADS_KILLS set the numbers, ESTATE_BIN the binary.
func TestNoEnquiryIsLost(t *testing.T) {
	t.Parallel()
	posts, kills := fromEnv(t, "ESTATE_LEADS_POSTS", 200), fromEnv(t, "ESTATE_LEADS_KILLS", 3)
	mails := startFlakyMail(t)
	webhook := startFlakyWebhook(t)
	n := newNode(t, webhook.settings()+fastDelivery(mails))
	if err := n.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() { n.Kill() }()

	var thanked atomic.Int64
	var visitors sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	next := make(chan int)
	for range 8 {
		visitors.Go(func() {
			for i := range next {
				send(ctx, n.addr, i)
				if i%10 == 0 { // double click
					send(ctx, n.addr, i)
				}
				thanked.Add(1)
			}
		})
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range posts {
			next <- i
		}
		close(next)
		visitors.Wait()
	}()
	for kill := range kills {
		for thanked.Load() < int64(posts*(kill+1)/(kills+1)) {
			time.Sleep(time.Millisecond)
		}
		n.Kill()
		if err := n.start(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	<-done
	if n := thanked.Load(); n != int64(posts) {
		t.Fatalf("%d of %d were thanked for", n, posts)
	}

	ids := awaitMails(t, mails, posts)
	calls := webhook.await(t, posts)
	n.Kill()
	store, err := leads.OpenStore(t.Context(), filepath.Join(n.data, "leads.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	stored := map[string]int{}
	for lead, err := range store.Leads(t.Context(), leads.Selection{}) {
		if err != nil {
			t.Fatal(err)
		}
		stored[lead.Message]++
		if id := fmt.Sprintf("<enquiry-%d.%s.mail@example.com>", lead.ID, lead.Fingerprint); ids[id] == 0 {
			t.Errorf("enquiry %d was stored but not delivered", lead.ID)
		}
	}
	for i := range posts {
		if n := stored[message(i)]; n != 1 {
			t.Errorf("%q is stored %d times, want once", message(i), n)
		}
	}
	if len(stored) != posts {
		t.Errorf("%d enquiries stored, want %d", len(stored), posts)
	}
	t.Logf("%d posts, %d kills: %d stored, %d mails for %d enquiries, %d calls of the webhook", posts, kills, len(stored), len(mails.Mails()), len(ids), calls)
}

// fastDelivery are settings that deliver without limits of rate and long delays. They end in the
// table [enquiries].
func fastDelivery(mails *smtptest.Server) string {
	return fmt.Sprintf(`
[smtp]
host = "127.0.0.1"
port = %d
tls = "none"
from = "web@example.com"
to = ["office@example.com"]
[enquiries]
burst = 1000000
per_hour = 1000000
first_pause = "20ms"
longest_pause = "200ms"
attempts = 10000
`, mails.Port())
}

func message(i int) string { return fmt.Sprintf("message %d", i) }

func enquiryForm(i int) url.Values {
	return url.Values{
		"kind": {"contact"}, "page": {"/contact/"}, "name": {"Ana"}, "mail": {"ana@example.org"}, "message": {message(i)}, "privacy": {"yes"},
	}
}

// send posts the form until it succeeds, like a visitor who sees an error page.
func send(ctx context.Context, addr string, i int) {
	form := enquiryForm(i)
	for ctx.Err() == nil {
		if sendOnce(ctx, addr, form) == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func sendOnce(ctx context.Context, addr string, form url.Values) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+addr+"/enquiry/", strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Accept", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK || !bytes.Contains(body, []byte(`"ok":true`)) {
		return errors.New(response.Status)
	}
	return nil
}

// startMail runs a mail server.
func startMail(t *testing.T) *smtptest.Server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtptest.Start(listener)
	t.Cleanup(server.Close)
	return server
}

// startFlakyMail runs a mail server on which half of the mails fail in different ways.
func startFlakyMail(t *testing.T) *smtptest.Server {
	t.Helper()
	server := startMail(t)
	var mu sync.Mutex
	chance := rand.New(rand.NewPCG(1, 2))
	server.Fail(func(command string) string {
		mu.Lock()
		defer mu.Unlock()
		// Three steps with a failure rate of 1 in 5: half of the mails succeed.
		if chance.IntN(5) > 0 {
			return ""
		}
		switch verb, _, _ := strings.Cut(command, " "); verb {
		case "MAIL":
			return "421 too busy"
		case "RCPT":
			return "450 greylisted"
		case ".":
			if chance.IntN(2) == 0 {
				return "drop"
			}
			return "451 disk full"
		}
		return ""
	})
	return server
}

// awaitMails waits until the mails of n enquiries have arrived, and counts them by Message-ID.
func awaitMails(t *testing.T, server *smtptest.Server, n int) map[string]int {
	t.Helper()
	for deadline := awaitDeadline(n); ; {
		ids := map[string]int{}
		for _, mail := range server.Mails() {
			m, err := mail.Read()
			if err != nil {
				t.Fatal(err)
			}
			ids[m.Header.Get("Message-ID")]++
		}
		if len(ids) >= n {
			return ids
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d enquiries were delivered", len(ids), n)
		}
		time.Sleep(time.Duration(20+n/10) * time.Millisecond) // reading all mails takes as long
	}
}

// awaitDeadline is the end of the wait for n deliveries.
func awaitDeadline(n int) time.Time {
	return time.Now().Add(2*time.Minute + time.Duration(n)*50*time.Millisecond)
}

// flakyWebhook is a receiver that refuses a quarter of its calls, and does not confirm
// another quarter that it has accepted.
type flakyWebhook struct {
	url      string
	mu       sync.Mutex
	calls    int
	accepted map[string]bool // by X-Estate-Delivery
}

func startFlakyWebhook(t *testing.T) *flakyWebhook {
	t.Helper()
	w := &flakyWebhook{accepted: map[string]bool{}}
	server := httptest.NewServer(w)
	t.Cleanup(server.Close)
	w.url = server.URL
	return w
}

func (w *flakyWebhook) settings() string {
	return fmt.Sprintf("[webhook]\nurl = %q\nsecret = \"a secret of the webhook\"\n", w.url)
}

func (w *flakyWebhook) ServeHTTP(response http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls++
	if w.calls%4 > 0 {
		w.accepted[r.Header.Get("X-Estate-Delivery")] = true
	}
	if w.calls%2 == 0 {
		response.WriteHeader(http.StatusServiceUnavailable)
	}
}

// await waits until n enquiries have arrived, and returns the number of calls.
func (w *flakyWebhook) await(t *testing.T, n int) (calls int) {
	t.Helper()
	for deadline := awaitDeadline(n); ; time.Sleep(20 * time.Millisecond) {
		w.mu.Lock()
		accepted, calls := len(w.accepted), w.calls
		w.mu.Unlock()
		switch {
		case accepted == n:
			return calls
		case accepted > n:
			t.Fatalf("the webhook has %d enquiries, want %d", accepted, n)
		case time.Now().After(deadline):
			t.Fatalf("the webhook has %d of %d enquiries", accepted, n)
		}
	}
}

func fromEnv(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s is %q; give a number", name, text)
	}
	return n
}
