package webhook_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"estate/internal/leads"
	"estate/internal/leads/webhook"
)

const secret = "a secret of sixteen or more"

func lead() *leads.Lead {
	return &leads.Lead{
		ID: 7, Fingerprint: "abc", Created: time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC), Lang: "es", Kind: leads.KindSell,
		Page: "/es/vender/", Name: "Ana <Gómez>", Mail: "ana@example.org", Message: "uno\ndos",
	}
}

func hook(t *testing.T, address string) *webhook.Webhook {
	t.Helper()
	w, err := webhook.New(webhook.Config{
		URL: address, Secret: secret, SiteURL: "https://www.example.com", Timeout: 5 * time.Second,
		Now: func() time.Time { return time.Unix(1_770_000_000, 0) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestTheReceiverCanCheckWhoSentIt(t *testing.T) {
	var body []byte
	var got http.Header
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ = io.ReadAll(r.Body)
		got = r.Header
		w.WriteHeader(http.StatusAccepted)
	}))
	defer server.Close()
	if err := hook(t, server.URL).Deliver(t.Context(), lead()); err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("1770000000." + string(body)))
	if want := "t=1770000000,v1=" + hex.EncodeToString(mac.Sum(nil)); got.Get("X-Estate-Signature") != want {
		t.Errorf("signature %q, want %q", got.Get("X-Estate-Signature"), want)
	}
	if got.Get("X-Estate-Delivery") != "7-abc" || got.Get("Content-Type") != "application/json" {
		t.Errorf("headers %v", got)
	}
	var read webhook.Body
	if err := json.Unmarshal(body, &read); err != nil {
		t.Fatal(err)
	}
	if read.Event != "enquiry" || read.ID != "7-abc" || read.Name != "Ana <Gómez>" || read.Page != "https://www.example.com/es/vender/" ||
		read.Kind != leads.KindSell || read.Message != "uno\ndos" || read.Language != "es" {
		t.Errorf("body %s", body)
	}
}

func TestOnlySuccessIsSuccess(t *testing.T) {
	for _, status := range []int{301, 307, 400, 404, 429, 500, 503} {
		asked := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked++
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(status)
		}))
		if err := hook(t, server.URL).Deliver(t.Context(), lead()); err == nil {
			t.Errorf("status %d counts as delivered", status)
		}
		if asked != 1 {
			t.Errorf("status %d: asked %d times; a redirect must not be followed", status, asked)
		}
		server.Close()
	}
}

func TestErrorsTellNoSecrets(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	address := server.URL + "/hooks/key-4711?token=xyz"
	server.Close()
	err := hook(t, address).Deliver(t.Context(), lead())
	if err == nil {
		t.Fatal("nobody listens, and it worked")
	}
	for _, private := range []string{"4711", "xyz", secret} {
		if strings.Contains(err.Error(), private) {
			t.Errorf("the error holds %q: %v", private, err)
		}
	}
}

func TestUnsafeSettingsAreRefused(t *testing.T) {
	tests := []struct {
		name, address, secret, complaint string
	}{
		{"https", "https://crm.example.com/hook", secret, ""},
		{"http on this machine", "http://127.0.0.1:9000/hook", secret, ""},
		{"http on a private network", "http://10.1.2.3/hook", secret, ""},
		{"http across the world", "http://crm.example.com/hook", secret, "https"},
		{"no address", "", secret, "webhook.url"},
		{"another scheme", "ftp://crm.example.com", secret, "webhook.url"},
		{"short secret", "https://crm.example.com/hook", "short", "webhook.secret"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := webhook.Config{URL: tt.address, Secret: tt.secret}.Validate()
			if (err == nil) != (tt.complaint == "") || err != nil && !strings.Contains(err.Error(), tt.complaint) {
				t.Errorf("complaint %v, want one about %q", err, tt.complaint)
			}
		})
	}
}
