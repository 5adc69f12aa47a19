package redirect

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/link"
)

// Result is what Lookup finds for the address of a request: a link to resolve,
// or one redirect that joins all rules and the normal form.
type Result struct {
	// Link is the link to resolve: in normal form, without options and tracking keys.
	Link link.Link
	// Options are the request's reserved options by name.
	Options map[string]string
	// PassThrough are the query keys that are kept on redirects but are no part
	// of Link: options and tracking keys.
	PassThrough map[string]string
	// Location is the target of the redirect, "" for none: a link of the site in
	// normal form, or an absolute address.
	Location string
	// Target is a Location inside the site as a link.
	Target link.Link
	// Status is the redirect's status, 0 without one.
	Status int
	// Moved reports that a rule gave the redirect, not the normal form alone.
	Moved bool
	// External reports that Location leaves the site.
	External bool
	// Failure is set when a reference could not be looked up. Location is the
	// fallback then and must not be cached (Cache-Control: no-store).
	Failure error
}

// Lookup reads the path and query of a request and finds its redirect. Its errors
// are those of link.Parse: ErrPage is a not-found, the others are bad requests.
func (t *Table) Lookup(ctx context.Context, raw string, refs References) (Result, error) {
	req, err := t.config.Rules.Read(raw)
	result := Result{Link: req.Link, Options: req.Options, PassThrough: req.PassThrough}
	if err != nil {
		return result, err
	}
	if !strings.HasPrefix(req.Link.Route, "/") {
		return result, nil // a bare name: no request has such an address
	}
	if result.Link, err = t.normalizeResults(req.Link); err != nil {
		return result, err
	}
	c := t.follow(ctx, result.Link, req.PassThrough, refs)
	result.Failure, result.Target = c.failure, c.link
	location := c.location()
	isNormal := req.Normal && result.Link.String() == req.Link.String()
	if !c.moved && (isNormal || link.NamesFile(raw)) || len(location) > link.MaxLength {
		return result, nil
	}
	result.Location, result.Status, result.External, result.Moved = location, c.status, c.external != "", c.moved
	return result, nil
}

// Join joins a redirect that content or the CMS gave for a request with the
// redirects of the table. It reports false for one that leads back to the request.
func (t *Table) Join(ctx context.Context, r content.Redirect, raw string, refs References) (content.Redirect, bool) {
	if r.External {
		return r, true
	}
	target := Location(r, raw)
	if link.NamesFile(target) {
		r.Location = link.Escape(target)
		return r, true
	}
	request, err := t.config.Rules.Read(raw)
	if err != nil {
		return r, false
	}
	next, err := t.Lookup(ctx, target, refs)
	if err != nil {
		return r, false
	}
	if next.Location == "" {
		next.Location = next.Link.WithQuery(link.Merge(next.Link.Query, next.PassThrough)).String()
	}
	r.Status = joinStatus(r.Status, max(next.Status, StatusMoved))
	r.Location, r.External = next.Location, next.External
	end, err := t.config.Rules.Read(next.Location)
	return r, next.External || err == nil && end.Link.WithHash("").String() != request.Link.WithHash("").String()
}

// normalizeResults applies the normal form of result pages: ?page=2 becomes
// page/2/, and empty filters, which a plain form sends too, are dropped.
func (t *Table) normalizeResults(l link.Link) (link.Link, error) {
	if t.config.Results == nil || len(l.Query) == 0 || !t.config.Results(l) {
		return l, nil
	}
	query := maps.Clone(l.Query)
	maps.DeleteFunc(query, func(_, value string) bool { return value == "" })
	page, found := query[keyPage]
	delete(query, keyPage)
	l = l.WithQuery(query)
	if !found || l.Page > 1 || strings.Trim(page, "0123456789") != "" {
		return l, nil
	}
	n, err := strconv.Atoi(page)
	if err != nil || n > link.MaxPage {
		return l, fmt.Errorf("%w: %q", link.ErrPage, keyPage+"="+page)
	}
	return l.WithPage(max(n, 1)), nil
}

// keyPage is the query key of a page number on result pages (specification §3.12).
const keyPage = "page"
