package redact_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"estate/internal/platform/redact"
)

func TestUsersAndPasswordsAreRemoved(t *testing.T) {
	for in, want := range map[string]string{
		"https://ann:pass@example.com/a":              "https://(secret)@example.com/a",
		"read http://ann@example.com: refused":        "read http://(secret)@example.com: refused",
		"//ann:pa@ss@example.com/":                    "//(secret)@example.com/",
		`"https:\/\/ann:pass@example.com\/"`:          `"https:\/\/(secret)@example.com\/"`,
		"u=https%3A%2F%2Fann:pass@example.com":        "u=https%3A%2F%2F(secret)@example.com",
		"postgres://estate:secret@db/estate":          "postgres://(secret)@db/estate",
		"https://maps.example/@36.5,-4.9":             "https://maps.example/@36.5,-4.9",
		"mail ann@example.com, see https://a.example": "mail ann@example.com, see https://a.example",
		"https://a.example/?access_token=abc&x=1":     "https://a.example/?access_token=(secret)&x=1",
		"https://a.example/?a=1&Key=abc#x":            "https://a.example/?a=1&Key=(secret)#x",
		"https://a.example/?monkey=abc":               "https://a.example/?monkey=abc",
		"":                                            "",
		"postgres://estate:pa/ss@db/estate":           "postgres://(secret)@db/estate",
		"https://a.example:8443/@36.5,-4.9":           "https://a.example:8443/@36.5,-4.9",
		"http://[::1]:80/@a":                          "http://[::1]:80/@a",
		"see https://a.example: ask ann@example.com":  "see https://a.example: ask ann@example.com",
		"host=db user=estate password=hunter2 port=5": "host=db user=estate password=(secret) port=5",
		"password = 'hun ter2' host=db":               "password = (secret) host=db",
		"the password=":                               "the password=",
		"Authorization: Bearer abcdefgh.ijkl":         "Authorization: Bearer (secret)",
		"authorization=Basic YW5uOmh1bnRlcjI=":        "authorization=Basic (secret)",
		"frontity_source_auth=Bearer+abcdefghi":       "frontity_source_auth=Bearer+(secret)",
		"a basic question":                            "a basic question",
	} {
		if got := redact.Text(in); got != want {
			t.Errorf("Text(%q)\n got %q\nwant %q", in, got, want)
		}
	}
}

func TestAddressesOfWebhooksKeepTheirHost(t *testing.T) {
	for in, want := range map[string]string{
		"https://hooks.example.com/T0/B0/abc": "https://hooks.example.com/(secret)", "https://crm.example.com/": "https://crm.example.com/",
		"https://crm.example.com/#abc":     "https://crm.example.com/(secret)",
		"https://ann:pass@crm.example.com": "https://crm.example.com/(secret)", "%zz": "(secret)", "": "",
	} {
		if got := redact.Address(in); got != want {
			t.Errorf("Address(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestLogLinesHaveNoCredentials(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: redact.Attr}))
	const address = "https://ann:hunter2@example.com/a?token=hunter2"
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	log.Warn("fetch "+address, "address", address, "err", errors.New("get "+address), "url", parsed, slog.Group("g", "in", address),
		"list", []string{address}, "struct", struct{ At *url.URL }{parsed}, "bytes", map[string]string{"at": address})
	if text := out.String(); strings.Contains(text, "hunter2") || strings.Count(text, "example.com") < 5 {
		t.Errorf("log line: %s", text)
	}
}

func TestLogLinesAreSingleLines(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: redact.Attr}))
	const forged = "a\r\ntime=2026-01-01T00:00:00Z level=INFO msg=\"admin: an operator signed in\"\u2028\x1b[2J ?@&"
	log.Warn(forged, "path", forged, "err", errors.New(forged))
	if text := out.String(); strings.Count(text, "\n") != 1 || strings.ContainsAny(text, "\r\x1b\u2028") || strings.Count(text, " level=") != 4 {
		t.Errorf("log: %q", text)
	}
}
