package audit

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/site/redirect"
	"estate/internal/site/resolve"
	"estate/internal/store/record"
)

// linkChecker checks links and caches the results: the links of a menu are on every page.
type linkChecker struct {
	cfg    Config
	source content.Source
	cache  map[string]string
}

// maxCached is the maximum number of cached results.
const maxCached = 100_000

func newLinkChecker(cfg Config, from content.Source) *linkChecker {
	return &linkChecker{cfg: cfg, source: from, cache: map[string]string{}}
}

// check returns the problem of a link, "" for none. A URL of another site has none.
func (l *linkChecker) check(ctx context.Context, address string) (string, error) {
	raw, inside := l.siteLink(address)
	if !inside {
		return "", nil
	}
	raw, _, _ = strings.Cut(raw, "#")
	if raw == "" {
		return "", nil // a fragment of the same page
	}
	if problem, ok := l.cache[raw]; ok {
		return problem, nil
	}
	problem, _, err := l.resolve(ctx, raw)
	if err == nil && len(l.cache) < maxCached {
		l.cache[raw] = problem
	}
	return problem, err
}

// siteLink returns the URL as a link of the site.
func (l *linkChecker) siteLink(address string) (raw string, inside bool) {
	address = strings.TrimSpace(address)
	switch {
	case address == "", strings.HasPrefix(address, "//"):
		return "", false
	case address[0] == '/', address[0] == '#':
		return address, true
	}
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme == "" {
		return "/" + address, true // a browser treats it as a path, too
	}
	if parsed.Scheme != "http" && parsed.Scheme != "https" || !slices.Contains(l.cfg.Hosts, strings.ToLower(parsed.Host)) {
		return "", false
	}
	return link.CutOrigin(address), true
}

// resolve returns the problem of a link, "" for none, and the location of its redirect
// within the site.
func (l *linkChecker) resolve(ctx context.Context, raw string) (problem, end string, err error) {
	if path, isFile := l.filePath(raw); isFile {
		if l.cfg.HasPicture != nil && strings.HasPrefix(path, "/media/") && !l.cfg.HasPicture(path) {
			return "the file does not exist", "", nil
		}
		return "", "", nil
	}
	target, err := l.cfg.Redirects.Lookup(ctx, raw, l.source)
	switch {
	case errors.Is(err, link.ErrPage), errors.Is(err, link.ErrText), errors.Is(err, link.ErrTooLong):
		return "it is not a valid link", "", nil
	case err != nil:
		return "", "", err
	case target.External:
		return "it redirects; write " + target.Location, "", nil
	case target.Location != "":
		return "it redirects; write " + target.Location, target.Location, nil
	}
	result, err := l.cfg.Resolver.Resolve(ctx, resolve.Request{Link: target.Link})
	switch {
	case err != nil:
		return "", "", err
	case result.Redirect != nil:
		to := redirect.Location(*result.Redirect, raw)
		return "it redirects; write " + to, to, nil
	case result.Failure != nil:
		return "it fails: " + result.Failure.Detail, "", nil
	}
	return "", "", nil
}

// filePath returns the path of a link, and whether it is that of a file.
func (l *linkChecker) filePath(raw string) (path string, isFile bool) {
	path, _, _ = strings.Cut(raw, "?")
	for _, folder := range []string{"/media/", "/assets/", "/wp-json/", "/sitemap/"} {
		if strings.HasPrefix(path, folder) {
			return path, true
		}
	}
	return path, link.NamesFile(path) || strings.HasSuffix(path, "/feed/")
}

// link adds a finding if a link has a problem.
func (a *audit) link(where, address string) error {
	problem, err := a.links.check(a.ctx, address)
	if err == nil && problem != "" {
		a.report.add(GroupLinks, where, address+": "+problem)
	}
	return err
}

// ownLink adds a finding if the link of an entity does not lead to it.
func (a *audit) ownLink(head *content.Head) error {
	for _, lang := range i18n.Filled {
		at := head.LinkIn(lang)
		if at == "" || head.Lang != "" && head.Lang != lang {
			continue
		}
		problem, _, err := a.links.resolve(a.ctx, at)
		if err != nil {
			return err
		}
		if problem != "" {
			a.report.add(GroupLinks, where(head), "its own link "+at+": "+problem)
		}
	}
	return nil
}

// own notes the links of an entity, and reports those that another one has.
func (a *audit) own(entity content.Entity, head *content.Head) {
	if head.Type == content.TypeAttachment {
		return
	}
	for _, lang := range i18n.Filled {
		link := entity.LinkIn(lang)
		if link == "" || head.Lang != "" && head.Lang != lang {
			continue
		}
		key := record.FoldLink(link)
		switch other := a.owners[key]; other {
		case "":
			a.owners[key] = where(head)
		case where(head):
		default:
			a.report.add(GroupLinks, where(head), "its link "+link+" is also that of "+other+": give one of them another slug")
		}
	}
}

// redirects audits the redirects and their targets.
func (a *audit) redirects() error {
	pairs, err := a.content.Redirects(a.ctx)
	if err != nil {
		return err
	}
	for _, pair := range pairs {
		if living := a.owners[record.FoldLink(pair.From)]; living != "" {
			a.report.add(GroupRedirects, pair.From, "it hides "+living+", which is published there: delete the redirect, or withdraw the page")
		}
		problem, err := a.links.check(a.ctx, pair.To)
		if err != nil {
			return err
		}
		if problem != "" {
			a.report.add(GroupRedirects, pair.From, "to "+pair.To+": "+problem)
		}
	}
	return nil
}
