package server

import (
	"slices"
	"strings"
)

// trustedPolicies are the Trusted Types policies of web/src/lib/trusted.ts.
var trustedPolicies = []string{"estate", "default"}

// contentSecurityPolicy allows the site's own files, and each configured host for its
// purpose. Style attributes hold the colours of pictures and the styles of editors; style
// elements are not allowed (ADR 0016). The browser opens frames after a click and loads
// scripts of third parties after consent. Those write markup as text, so Trusted Types are
// enforced on sites without them.
func contentSecurityPolicy(cfg *Config, dev bool) string {
	self := []string{"'self'"}
	p := policy{
		{"default-src", self},
		{"base-uri", []string{"'none'"}},
		{"object-src", []string{"'none'"}},
		{"form-action", self},
		{"frame-ancestors", self},
		{"img-src", []string{"'self'", "data:"}},
		{"font-src", self},
		{"script-src", self},
		{"style-src-elem", self},
		{"style-src-attr", []string{"'unsafe-inline'"}},
		{"connect-src", self},
		{"frame-src", nil},
		{"media-src", self},
	}
	switch {
	case dev:
		p.allow([]string{"ws:"}, "connect-src")
		p.allow([]string{"'unsafe-inline'"}, "style-src-elem")
	case len(cfg.ChatSources)+len(cfg.AnalyticsSources) == 0:
		p = append(p, directive{"require-trusted-types-for", []string{"'script'"}}, directive{"trusted-types", trustedPolicies})
	}
	p.allow(secure(cfg.FrameHosts), "frame-src")
	p.allow(secure(cfg.FilmHosts), "media-src")
	p.allow(cfg.TileSources, "img-src", "connect-src") // the map fetches its tiles
	if len(cfg.ChatSources) > 0 {
		p.allow([]string{"'unsafe-inline'"}, "style-src-elem")
	}
	p.allow(cfg.ChatSources, "script-src", "style-src-elem", "img-src", "font-src", "media-src", "connect-src", "frame-src")
	p.allow(sockets(cfg.ChatSources), "connect-src")
	p.allow(cfg.AnalyticsSources, "script-src", "img-src", "connect-src")
	return p.String()
}

// ContentSecurityPolicy is the policy of the pages of a site in production.
func ContentSecurityPolicy(cfg *Config) string { return contentSecurityPolicy(cfg, false) }

// policy is the directives of a content security policy; default-src is the first.
type policy []directive

type directive struct {
	name    string
	sources []string
}

// inherits reports whether a directive equals default-src, which then applies by itself. The
// header is part of every response and should be short.
func (d directive) inherits(standard []string) bool {
	return d.name != "default-src" && (strings.HasSuffix(d.name, "-src") || d.name == "style-src-elem") && slices.Equal(d.sources, standard)
}

func (p policy) allow(sources []string, directives ...string) {
	for i := range p {
		for _, name := range directives {
			if p[i].name == name {
				p[i].sources = append(p[i].sources[:len(p[i].sources):len(p[i].sources)], sources...)
			}
		}
	}
}

func (p policy) String() string {
	var parts []string
	for _, d := range p {
		if d.inherits(p[0].sources) {
			continue
		}
		sources := d.sources
		if len(sources) == 0 {
			sources = []string{"'none'"}
		}
		parts = append(parts, d.name+" "+strings.Join(sources, " "))
	}
	return strings.Join(parts, "; ")
}

func secure(hosts []string) []string {
	sources := make([]string, len(hosts))
	for i, host := range hosts {
		sources[i] = "https://" + host
	}
	return sources
}

// sockets returns the WebSocket origins of a chat.
func sockets(sources []string) []string {
	lines := make([]string, len(sources))
	for i, source := range sources {
		lines[i] = "ws" + strings.TrimPrefix(source, "http") // https becomes wss
	}
	return lines
}
