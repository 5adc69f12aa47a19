package audit

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/link"
	"estate/internal/redirect"
	"estate/internal/resolve"
)

// links tells what is wrong with a link, and remembers it: a menu's links stand
// on every page.
type links struct {
	cfg   Config
	from  content.Source
	known map[string]string
}

// mostKnown bounds what is remembered.
const mostKnown = 100_000

func newLinks(cfg Config, from content.Source) *links {
	return &links{cfg: cfg, from: from, known: map[string]string{}}
}

// follow tells what is wrong with an address, "" when it answers, or leads out of
// the site.
func (l *links) follow(ctx context.Context, address string) (string, error) {
	raw, inside := l.inside(address)
	if !inside {
		return "", nil
	}
	raw, _, _ = strings.Cut(raw, "#")
	if raw == "" {
		return "", nil // a place on the same page
	}
	if complaint, ok := l.known[raw]; ok {
		return complaint, nil
	}
	complaint, _, err := l.ask(ctx, raw)
	if err == nil && len(l.known) < mostKnown {
		l.known[raw] = complaint
	}
	return complaint, err
}

// inside is the address as a link of the site.
func (l *links) inside(address string) (raw string, inside bool) {
	address = strings.TrimSpace(address)
	switch {
	case address == "", strings.HasPrefix(address, "//"):
		return "", false
	case address[0] == '/', address[0] == '#':
		return address, true
	}
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme == "" {
		return "/" + address, true // a browser would take it for a path too
	}
	if parsed.Scheme != "http" && parsed.Scheme != "https" || !slices.Contains(l.cfg.Hosts, strings.ToLower(parsed.Host)) {
		return "", false
	}
	return link.CutOrigin(address), true
}

// ask tells what is wrong with a link, and where it ends when it is led on inside the site.
func (l *links) ask(ctx context.Context, raw string) (complaint, end string, err error) {
	if path, isFile := l.file(raw); isFile {
		if l.cfg.HasPicture != nil && strings.HasPrefix(path, "/media/") && !l.cfg.HasPicture(path) {
			return "the file is not there", "", nil
		}
		return "", "", nil
	}
	hop, err := l.cfg.Redirects.Lookup(ctx, raw, l.from)
	switch {
	case errors.Is(err, link.ErrPage), errors.Is(err, link.ErrText), errors.Is(err, link.ErrTooLong):
		return "it cannot be read as a link", "", nil
	case err != nil:
		return "", "", err
	case hop.External:
		return "it is led on; write " + hop.Location, "", nil
	case hop.Location != "":
		return "it is led on; write " + hop.Location, hop.Location, nil
	}
	result, err := l.cfg.Resolver.Resolve(ctx, resolve.Request{Link: hop.Link})
	switch {
	case err != nil:
		return "", "", err
	case result.Redirect != nil:
		to := redirect.Location(*result.Redirect, raw)
		return "it is led on; write " + to, to, nil
	case result.Failure != nil:
		return "it leads nowhere: " + result.Failure.Detail, "", nil
	}
	return "", "", nil
}

// file is the path of an address that names a file and no page.
func (l *links) file(raw string) (path string, isFile bool) {
	path, _, _ = strings.Cut(raw, "?")
	for _, folder := range []string{"/media/", "/assets/", "/wp-json/", "/sitemap/"} {
		if strings.HasPrefix(path, folder) {
			return path, true
		}
	}
	return path, link.NamesFile(path) || strings.HasSuffix(path, "/feed/")
}

// link reports an address that stands somewhere and does not answer.
func (a *audit) link(where, address string) error {
	complaint, err := a.links.follow(a.ctx, address)
	if err == nil && complaint != "" {
		a.report.add(GroupLinks, where, address+": "+complaint)
	}
	return err
}

// reach reports an entity that its own link does not show.
func (a *audit) reach(head *content.Head) error {
	for _, lang := range i18n.Filled {
		at := head.LinkIn(lang)
		if at == "" || head.Lang != "" && head.Lang != lang {
			continue
		}
		complaint, _, err := a.links.ask(a.ctx, at)
		if err != nil {
			return err
		}
		if complaint != "" {
			a.report.add(GroupLinks, where(head), "its own link "+at+": "+complaint)
		}
	}
	return nil
}

// pairs looks at the agency's redirects.
func (a *audit) pairs() error {
	pairs, err := a.from.Redirects(a.ctx)
	if err != nil {
		return err
	}
	for _, pair := range pairs {
		complaint, err := a.links.follow(a.ctx, pair.To)
		if err != nil {
			return err
		}
		if complaint != "" {
			a.report.add(GroupRedirects, pair.From, "to "+pair.To+": "+complaint)
		}
	}
	return nil
}
