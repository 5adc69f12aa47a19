package restapi

import (
	"context"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// The interfaces of a source that another Estate can replicate with few requests.
type (
	redirectLister interface {
		Redirects(ctx context.Context) ([]content.RedirectPair, error)
	}
	headLister interface {
		Published(ctx context.Context) ([]content.Published, error)
		Heads(ctx context.Context, t content.Type, lang i18n.Lang, skip, limit int) ([]content.Head, error)
	}
)

// dialectVersion is sent in place of the version of the plugin.
const dialectVersion = "1.0.0"

var (
	idsParams       = []param{{name: "type"}, paramPage, {name: "per_page", kind: kindInteger, min: 1, max: 1000, standard: 1000}}
	redirectsParams = []param{paramPage, paramPerPage}
)

// aboutSite announces the two lists below to a replica. A source without them is like a
// WordPress without the agency's plugin.
func (c *call) aboutSite(arguments) (*response, error) {
	_, hasHeads := c.source.(headLister)
	_, hasRedirects := c.source.(redirectLister)
	if !hasHeads || !hasRedirects {
		return nil, noRoute()
	}
	return &response{body: object{
		{"plugin", dialectVersion}, {"wordpress", ""}, {"languages", i18n.Filled}, {"time", time.Now().UTC().Format(time.RFC3339)},
	}, allow: true}, nil
}

// listIDs answers ids and times of all published entities of a type, in all languages.
func (c *call) listIDs(arguments) (*response, error) {
	in, fault := read(c.route.params, c.query, c.cfg.Zone)
	if fault != nil {
		return nil, fault
	}
	source, ok := c.source.(headLister)
	t := c.postTypeAt(in.texts["type"])
	if !ok || t == nil {
		return nil, noRoute()
	}
	groups, err := source.Published(c.ctx)
	if err != nil {
		return nil, err
	}
	page, perPage := in.ints["page"], in.ints["per_page"]
	skip, total, rows := (min(page, maxPage)-1)*perPage, 0, []any{}
	for _, group := range groups {
		if group.Type != t.typ {
			continue
		}
		total += group.Count
		if skip >= group.Count || len(rows) >= perPage {
			skip = max(0, skip-group.Count)
			continue
		}
		heads, err := source.Heads(c.ctx, t.typ, group.Lang, skip, perPage-len(rows))
		if err != nil {
			return nil, err
		}
		for _, head := range heads {
			rows = append(rows, []any{head.ID, head.Modified.UTC().Format("2006-01-02T15:04:05Z")})
		}
		skip = 0
	}
	list := totalsOf(total, perPage)
	return &response{body: rows, list: &list, links: c.pageLinks(page, list), allow: true}, nil
}

func (a *API) postTypeAt(endpoint string) *postType {
	for _, known := range a.postTypes {
		if known.endpoint == endpoint {
			return known
		}
	}
	return nil
}

// listRedirects answers the table of old links.
func (c *call) listRedirects(arguments) (*response, error) {
	in, fault := read(c.route.params, c.query, c.cfg.Zone)
	if fault != nil {
		return nil, fault
	}
	source, ok := c.source.(redirectLister)
	if !ok {
		return nil, noRoute()
	}
	pairs, err := source.Redirects(c.ctx)
	if err != nil {
		return nil, err
	}
	page, list := in.ints["page"], totalsOf(len(pairs), in.ints["per_page"])
	from := min((min(page, maxPage)-1)*in.ints["per_page"], len(pairs))
	rows := []object{}
	for _, pair := range pairs[from:min(from+in.ints["per_page"], len(pairs))] {
		status := pair.Status
		if status == 0 {
			status = 301
		}
		rows = append(rows, object{{"from", pair.From}, {"to", pair.To}, {"status", status}})
	}
	return &response{body: rows, list: &list, links: c.pageLinks(page, list), allow: true}, nil
}
