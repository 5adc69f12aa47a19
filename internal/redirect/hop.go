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
	// Request holds the link to resolve, in normal form, and what the address
	// carried beside it.
	Request link.Request
	// Redirect is where to go instead, nil for nowhere: a link of the site in
	// normal form, or an address outside.
	Redirect *content.Redirect
	// Failure tells that a reference could not be looked up. Redirect is the
	// fallback then and must not be kept by anybody (Cache-Control: no-store).
	Failure error
}

// Hop reads the path and query of a request. Its errors are those of
// link.Parse: ErrPage is a not-found, the others are bad requests.
func (t *Table) Hop(ctx context.Context, raw string, refs References) (Hop, error) {
	req, err := t.config.Rules.Read(raw)
	hop := Hop{Request: req}
	if err != nil {
		return hop, err
	}
	if !strings.HasPrefix(req.Link.Route, "/") {
		return hop, nil // a bare name: no address can lead to it
	}
	if hop.Request.Link, err = t.canonical(req.Link); err != nil {
		return hop, err
	}
	w := t.walk(ctx, hop.Request.Link, req.Riding, refs)
	hop.Failure = w.failure
	to := w.redirect()
	respelled := !req.Normal || hop.Request.Link.String() != req.Link.String()
	if !w.moved && (!respelled || link.NamesFile(raw)) || len(to.Location) > link.MaxLength {
		return hop, nil
	}
	hop.Redirect = &to
	return hop, nil
}

// Follow folds a redirect that content or the content system named for a
// request into one hop. It reports false for one that leads back to the request.
func (t *Table) Follow(ctx context.Context, req link.Request, to content.Redirect, refs References) (content.Redirect, bool) {
	if to.External {
		return to, true
	}
	to.Location = Location(to, whole(req))
	if link.NamesFile(to.Location) {
		to.Location = link.Escape(to.Location)
		return to, true
	}
	hop, err := t.Hop(ctx, to.Location, refs)
	if err != nil {
		return to, false
	}
	if hop.Redirect == nil {
		to.Location = whole(hop.Request)
		return to, !same(hop.Request.Link, req.Link)
	}
	hop.Redirect.Status = joinStatus(to.Status, hop.Redirect.Status)
	if hop.Redirect.External {
		return *hop.Redirect, true
	}
	end, err := t.config.Rules.Read(hop.Redirect.Location)
	return *hop.Redirect, err == nil && !same(end.Link, req.Link)
}

// whole is a request's address in normal form, options and tracking keys included.
func whole(req link.Request) string {
	return req.Link.WithQuery(link.Merge(req.Link.Query, req.Riding)).String()
}

func same(a, b link.Link) bool { return a.WithHash("").String() == b.WithHash("").String() }

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

// keyPage is the query key of a page number on result pages (specification §3).
const keyPage = "page"
