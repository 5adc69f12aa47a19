package restapi

import (
	"context"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
)

// What a source must know so that a replica can be made of it in few answers.
type (
	redirectLister interface {
		Redirects(ctx context.Context) ([]content.RedirectPair, error)
	}
	headLister interface {
		Published(ctx context.Context) ([]content.Published, error)
		Heads(ctx context.Context, t content.Type, lang i18n.Lang, skip, most int) ([]content.Head, error)
	}
)

// dialectVersion is what a replica is told in place of the plugin's version.
const dialectVersion = "1.0.0"

var (
	idsParams       = []param{{name: "type"}, paramPage, {name: "per_page", kind: kindInteger, min: 1, max: 1000, standard: 1000}}
	redirectsParams = []param{paramPage, paramPerPage}
)

// aboutSite tells a replica that it may ask for the two lists below. A source
// that lacks them is like a WordPress without the agency's plugin.
func (c *call) aboutSite(arguments) (*answer, error) {
	_, hasHeads := c.source.(headLister)
	_, hasRedirects := c.source.(redirectLister)
	if !hasHeads || !hasRedirects {
		return nil, noRoute()
	}
	return &answer{body: object{
		{"plugin", dialectVersion}, {"wordpress", ""}, {"languages", i18n.Filled}, {"time", time.Now().UTC().Format(time.RFC3339)},
	}, allow: true}, nil
}

// listIDs answers ids and times of all that a type publishes, in all languages.
func (c *call) listIDs(arguments) (*answer, error) {
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
	skip, total, rows := (min(page, highestPage)-1)*perPage, 0, []any{}
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
	return &answer{body: rows, list: &list, links: c.pageLinks(page, list), allow: true}, nil
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
func (c *call) listRedirects(arguments) (*answer, error) {
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
	from := min((min(page, highestPage)-1)*in.ints["per_page"], len(pairs))
	rows := []object{}
	for _, pair := range pairs[from:min(from+in.ints["per_page"], len(pairs))] {
		status := pair.Status
		if status == 0 {
			status = 301
		}
		rows = append(rows, object{{"from", pair.From}, {"to", pair.To}, {"status", status}})
	}
	return &answer{body: rows, list: &list, links: c.pageLinks(page, list), allow: true}, nil
}
