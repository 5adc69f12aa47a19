package server

import (
	"strings"
	"testing"
)

// inForce returns a directive, or default-src for a kind of source without one.
func inForce(csp, name string) string {
	for part := range strings.SplitSeq(csp, "; ") {
		if rest, ok := strings.CutPrefix(part, name+" "); ok {
			return rest
		}
	}
	if (strings.HasSuffix(name, "-src") || name == "style-src-elem") && name != "default-src" {
		return inForce(csp, "default-src")
	}
	return ""
}

func TestPolicyAllowsEachHostOnlyItsPurpose(t *testing.T) {
	csp := contentSecurityPolicy(&Config{
		FrameHosts:       []string{"player.vimeo.com"},
		FilmHosts:        []string{"films.example.com"},
		ChatSources:      []string{"https://embed.example.com"},
		AnalyticsSources: []string{"https://count.example.com"},
	}, false)
	tests := []struct{ name, want string }{
		{"default-src", "'self'"},
		{"script-src", "'self' https://embed.example.com https://count.example.com"},
		{"connect-src", "'self' https://embed.example.com wss://embed.example.com https://count.example.com"},
		{"frame-src", "https://player.vimeo.com https://embed.example.com"},
		{"media-src", "'self' https://films.example.com https://embed.example.com"},
		{"style-src-elem", "'self' 'unsafe-inline' https://embed.example.com"},
		{"style-src-attr", "'unsafe-inline'"},
		{"img-src", "'self' data: https://embed.example.com https://count.example.com"},
		{"form-action", "'self'"},
	}
	for _, tt := range tests {
		if got := inForce(csp, tt.name); got != tt.want {
			t.Errorf("%s is %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTrustedTypesAndStylesAreRestricted(t *testing.T) {
	site := contentSecurityPolicy(&Config{}, false)
	if inForce(site, "require-trusted-types-for") != "'script'" || inForce(site, "trusted-types") != "estate default" || inForce(site, "style-src-elem") != "'self'" {
		t.Errorf("policy: %s", site)
	}
	chat := contentSecurityPolicy(&Config{ChatSources: []string{"https://embed.example.com"}}, false)
	if strings.Contains(chat, "trusted-types") || inForce(chat, "style-src-elem") != "'self' 'unsafe-inline' https://embed.example.com" {
		t.Errorf("policy of a site with a chat: %s", chat)
	}
	dev := contentSecurityPolicy(&Config{}, true)
	if strings.Contains(dev, "trusted-types") {
		t.Errorf("policy for development: %s", dev)
	}
}

func TestPolicyAllowsNoHostByDefault(t *testing.T) {
	csp := contentSecurityPolicy(&Config{}, false)
	if strings.Contains(csp, "http") || inForce(csp, "frame-src") != "'none'" || inForce(csp, "script-src") != "'self'" {
		t.Errorf("policy of a site without third parties: %s", csp)
	}
}
