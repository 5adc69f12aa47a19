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

	"estate/internal/agency/leads"
	"estate/internal/agency/leads/webhook"
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

func TestTheSignatureIsTheHMACOfTimeAndBody(t *testing.T) {
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

func TestOnly2xxIsSuccess(t *testing.T) {
	for _, status := range []int{301, 307, 400, 404, 429, 500, 503} {
		requests := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			requests++
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(status)
		}))
		if err := hook(t, server.URL).Deliver(t.Context(), lead()); err == nil {
			t.Errorf("status %d counts as delivered", status)
		}
		if requests != 1 {
			t.Errorf("status %d: %d requests; a redirect must not be followed", status, requests)
		}
		server.Close()
	}
}

func TestErrorsHoldNoSecrets(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	address := server.URL + "/hooks/key-4711?token=xyz"
	server.Close()
	err := hook(t, address).Deliver(t.Context(), lead())
	if err == nil {
		t.Fatal("no error without a listener")
	}
	for _, private := range []string{"4711", "xyz", secret} {
		if strings.Contains(err.Error(), private) {
			t.Errorf("the error holds %q: %v", private, err)
		}
	}
}

func TestUnsafeSettingsAreRefused(t *testing.T) {
	tests := []struct {
		name, address, secret, wantError string
	}{
		{"https", "https://crm.example.com/hook", secret, ""},
		{"http on this machine", "http://127.0.0.1:9000/hook", secret, ""},
		{"http on a private network", "http://10.1.2.3/hook", secret, ""},
		{"http on a public network", "http://crm.example.com/hook", secret, "https"},
		{"no address", "", secret, "webhook.url"},
		{"another scheme", "ftp://crm.example.com", secret, "webhook.url"},
		{"short secret", "https://crm.example.com/hook", "short", "webhook.secret"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := webhook.Config{URL: tt.address, Secret: tt.secret}.Validate()
			if (err == nil) != (tt.wantError == "") || err != nil && !strings.Contains(err.Error(), tt.wantError) {
				t.Errorf("error %v, want one about %q", err, tt.wantError)
			}
		})
	}
}
