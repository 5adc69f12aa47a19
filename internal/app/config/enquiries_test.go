package config

import (
	"bytes"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

func TestSecretsAreNeverPrinted(t *testing.T) {
	const password = "hunter2-and-more-of-it"
	file := filepath.Join(t.TempDir(), "estate.toml")
	config := "[smtp]\nhost = \"mail.example.com\"\nuser = \"u\"\npassword = \"" + password + "\"\nfrom = \"web@example.com\"\nto = [\"office@example.com\"]\n" +
		"[webhook]\nurl = \"https://crm.example.com/\"\nsecret = \"" + password + "\"\n"
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Flags{Config: file}.Load(Addresses{})
	if err != nil {
		t.Fatal(err)
	}
	if string(s.SMTP.Password) != password || string(s.Webhook.Secret) != password {
		t.Fatal("the secrets were not read")
	}
	var out bytes.Buffer
	if err := toml.NewEncoder(&out).Encode(s); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewJSONHandler(&out, nil))
	log.Info("settings", "smtp", s.SMTP.Password, "all", s.Webhook)
	slog.New(slog.NewTextHandler(&out, nil)).Info("settings", "smtp", s.SMTP, "webhook", s.Webhook.Secret)
	if strings.Contains(out.String(), password) {
		t.Errorf("a secret was printed:\n%s", out.String())
	}
	if !strings.Contains(out.String(), masked) {
		t.Errorf("the output does not show that a secret is set:\n%s", out.String())
	}
}

func TestWrongEnquirySettingsAreReported(t *testing.T) {
	s := Settings{}
	s.SMTP.To = []string{"office"}
	s.Webhook.URL = "http://crm.example.com"
	s.Enquiries.TrustedProxies = []string{"proxy"}
	s.Enquiries.Burst = -1
	err := s.validateEnquiries()
	for _, setting := range []string{"smtp.host", "smtp.from", "smtp.to", "webhook.url", "webhook.secret", "trusted_proxies", "burst"} {
		if err == nil || !strings.Contains(err.Error(), setting) {
			t.Errorf("no error about %s: %v", setting, err)
		}
	}
	s.Enquiries.TrustedProxies = []string{"10.1.2.3", "192.168.0.0/16", "::1"}
	proxies, err := parseNetworks("enquiries.trusted_proxies", s.Enquiries.TrustedProxies)
	if err != nil || len(proxies) != 3 || proxies[0] != netip.MustParsePrefix("10.1.2.3/32") {
		t.Errorf("proxies %v (%v)", proxies, err)
	}
}

func TestPeriodsAreReadAndWritten(t *testing.T) {
	for text, want := range map[string]Period{
		"24 months": {Months: 24},
		"1 month":   {Months: 1},
		"2 years":   {Months: 24},
		"90 days":   {Days: 90},
		"forever":   {Forever: true},
	} {
		var got, again Period
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("%q is %+v (%v), want %+v", text, got, err, want)
		}
		written, err := got.MarshalText()
		if err == nil {
			err = again.UnmarshalText(written)
		}
		if err != nil || again != want {
			t.Errorf("%q is written as %q (%v)", text, written, err)
		}
	}
	for _, text := range []string{"", "24", "0 months", "-1 days", "5 fortnights", "24h"} {
		if err := new(Period).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is read as a period", text)
		}
	}
}
