package redirect

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/link"
)

// Hop is what becomes of a request's address: a link to resolve, or one
// redirect in which all rules and the normal form are folded.
type Hop struct {
	// Link is what to resolve, in normal form, options and tracking keys taken off.
	Link link.Link
	// Options are the request's reserved options by name.
	Options map[string]string
	// Riding are the keys that follow the visitor but resolve nothing.
	Riding map[string]string
	// Location is where to go instead, "" for nowhere: a link of the site in
	// normal form, or an absolute address.
	Location string
	// Status is the redirect's status, 0 without one.
	Status int
	// External reports that Location leaves the site.
	External bool
	// Failure tells that a reference could not be looked up. Location is the
	// fallback then and must not be kept by anybody (Cache-Control: no-store).
	Failure error
}

// Hop reads the path and query of a request. Its errors are those of
// link.Parse: ErrPage is a not-found, the others are bad requests.
func (t *Table) Hop(ctx context.Context, raw string, refs References) (Hop, error) {
	req, err := t.config.Rules.Read(raw)
	hop := Hop{Link: req.Link, Options: req.Options, Riding: req.Riding}
	if err != nil {
		return hop, err
	}
	if !strings.HasPrefix(req.Link.Route, "/") {
		return hop, nil // a bare name: no address can lead to it
	}
	if hop.Link, err = t.canonical(req.Link); err != nil {
		return hop, err
	}
	w := t.walk(ctx, hop.Link, req.Riding, refs)
	hop.Failure = w.failure
	location := w.location()
	respelled := !req.Normal || hop.Link.String() != req.Link.String()
	if !w.moved && (!respelled || link.NamesFile(raw)) || len(location) > link.MaxLength {
		return hop, nil
	}
	hop.Location, hop.Status, hop.External = location, w.status, w.external != ""
	return hop, nil
}

// Answer folds a redirect that content or the content system named for a
// request into one hop. It reports false for one that leads back to the request.
func (t *Table) Answer(ctx context.Context, r content.Redirect, raw string, refs References) (content.Redirect, bool) {
	if r.External {
		return r, true
	}
	target := Location(r, raw)
	if link.NamesFile(target) {
		r.Location = link.Escape(target)
		return r, true
	}
	asked, err := t.config.Rules.Read(raw)
	if err != nil {
		return r, false
	}
	hop, err := t.Hop(ctx, target, refs)
	if err != nil {
		return r, false
	}
	if hop.Location == "" {
		hop.Location = hop.Link.WithQuery(link.Merge(hop.Link.Query, hop.Riding)).String()
	}
	r.Status = joinStatus(r.Status, max(hop.Status, StatusMoved))
	r.Location, r.External = hop.Location, hop.External
	end, err := t.config.Rules.Read(hop.Location)
	return r, hop.External || err == nil && end.Link.WithHash("").String() != asked.Link.WithHash("").String()
}

// canonical applies the rules of result pages: ?page=2 becomes page/2/, and
// filters that say nothing are dropped, as a plain form sends them all.
func (t *Table) canonical(l link.Link) (link.Link, error) {
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
