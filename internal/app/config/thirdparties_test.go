package config

import (
	"slices"
	"strings"
	"testing"
)

func TestWrongThirdPartySettingsAreRejected(t *testing.T) {
	tests := []struct{ name, text, says string }{
		{"chat without https", "[chat]\nscript = \"http://embed.example.com/a\"", "chat.script"},
		{"chat without a script", "[chat]\nhosts = [\"*.example.com\"]", "chat.script is missing"},
		{"chat with a password", "[chat]\nscript = \"https://me:you@example.com/a\"", "chat.script"},
		{"API that is code", "[chat]\nscript = \"https://example.com/a\"\napi = \"a;alert(1)\"", "chat.api"},
		{"host that ends the directive", "[chat]\nscript = \"https://example.com/a\"\nhosts = [\"x.com; script-src *\"]", "chat.hosts"},
		{"host that allows everything", "[chat]\nscript = \"https://example.com/a\"\nhosts = [\"*\"]", "chat.hosts"},
		{"host with a scheme", "[chat]\nscript = \"https://example.com/a\"\nhosts = [\"https://a.com\"]", "chat.hosts"},
		{"unknown analytics", "[analytics]\nid = \"1\"\nservice = \"clicky\"\nscript = \"https://example.com/a.js\"", "analytics.service"},
		{"analytics without an id", "[analytics]\nservice = \"gtag\"", "analytics.id is missing"},
		{"matomo without a script", "[analytics]\nid = \"1\"\nservice = \"matomo\"", "analytics.script"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Flags{Config: writeConfig(t, tt.text)}.Load(Addresses{})
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v; want one that contains %s", err, tt.says)
			}
		})
	}
}

func TestThirdPartySettingsReachThePages(t *testing.T) {
	s, err := Flags{Config: writeConfig(t, `
[chat]
script = "https://embed.example.com/agency/widget"
hosts = ["*.example.com"]
[analytics]
id = "G-1"
`)}.Load(Addresses{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := sources(s.Chat.Script, s.Chat.Hosts), []string{"https://embed.example.com", "https://*.example.com"}; !slices.Equal(got, want) {
		t.Errorf("chat sources %q, want %q", got, want)
	}
	if chat := s.Chat.view(); chat.API != "Tawk_API" {
		t.Errorf("chat API %q, want Tawk_API", chat.API)
	}
	if analytics := s.Analytics.view(); analytics.Service != "gtag" || analytics.Script != "https://www.googletagmanager.com/gtag/js" {
		t.Errorf("analytics %+v, want gtag with its default script", analytics)
	}
}

func TestDefaultHasNoThirdParty(t *testing.T) {
	s, err := Flags{}.Load(Addresses{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Chat.view() != nil || s.Analytics.view() != nil || sources(s.Chat.Script, s.Chat.Hosts) != nil {
		t.Errorf("chat %+v, analytics %+v; want none", s.Chat, s.Analytics)
	}
}
