package config

import (
	"slices"
	"strings"
	"testing"
)

func TestThirdPartiesAreRefusedWithAReason(t *testing.T) {
	tests := []struct{ name, text, says string }{
		{"chat without https", "[chat]\nscript = \"http://embed.example.com/a\"", "chat.script"},
		{"chat without a script", "[chat]\nhosts = [\"*.example.com\"]", "chat.script is missing"},
		{"chat with a password", "[chat]\nscript = \"https://me:you@example.com/a\"", "chat.script"},
		{"object that is code", "[chat]\nscript = \"https://example.com/a\"\napi = \"a;alert(1)\"", "chat.api"},
		{"host that ends the directive", "[chat]\nscript = \"https://example.com/a\"\nhosts = [\"x.com; script-src *\"]", "chat.hosts"},
		{"host that opens everything", "[chat]\nscript = \"https://example.com/a\"\nhosts = [\"*\"]", "chat.hosts"},
		{"top-level wildcard without a name", "[chat]\nscript = \"https://example.com/a\"\nhosts = [\"https://a.com\"]", "chat.hosts"},
		{"unknown analytics", "[analytics]\nid = \"1\"\nservice = \"clicky\"\nscript = \"https://example.com/a.js\"", "analytics.service"},
		{"analytics without an id", "[analytics]\nservice = \"gtag\"", "analytics.id is missing"},
		{"matomo without a script", "[analytics]\nid = \"1\"\nservice = \"matomo\"", "analytics.script"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Flags{Config: writeConfig(t, tt.text)}.Load("", "")
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v; want one that says %s", err, tt.says)
			}
		})
	}
}

func TestThirdPartiesOfTheSettings(t *testing.T) {
	s, err := Flags{Config: writeConfig(t, `
[chat]
script = "https://embed.example.com/agency/widget"
hosts = ["*.example.com"]
[analytics]
id = "G-1"
`)}.Load("", "")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := origins(s.Chat.Script, s.Chat.Hosts), []string{"https://embed.example.com", "https://*.example.com"}; !slices.Equal(got, want) {
		t.Errorf("chat may come from %q, want %q", got, want)
	}
	if chat := s.Chat.view(); chat.API != "Tawk_API" {
		t.Errorf("the chat is controlled through %q, want Tawk_API", chat.API)
	}
	if count := s.Analytics.view(); count.Service != "gtag" || count.Script != "https://www.googletagmanager.com/gtag/js" {
		t.Errorf("analytics %+v, want gtag with its own script", count)
	}
}

func TestWithoutSettingsThereIsNoThirdParty(t *testing.T) {
	s, err := Flags{}.Load("", "")
	if err != nil {
		t.Fatal(err)
	}
	if s.Chat.view() != nil || s.Analytics.view() != nil || origins(s.Chat.Script, s.Chat.Hosts) != nil {
		t.Errorf("chat %+v, analytics %+v; want none", s.Chat, s.Analytics)
	}
}
