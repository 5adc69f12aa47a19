package wordpress

import (
	"context"
	"slices"
	"strconv"
	"time"

	"estate/internal/i18n"
)

// Stamp tells that something is published, and when it was changed.
type Stamp struct {
	ID       int
	Modified time.Time
}

// StampQuery narrows a list of stamps, by the CMS's own clock; both times are
// exclusive, and zero ones do not filter.
type StampQuery struct {
	ModifiedAfter time.Time
	After         time.Time // published
}

// Stamps lists what an endpoint publishes in lang, whole or not at all. heard is
// the CMS's clock when it was asked. ErrNoEndpoint tells that there is none.
func (c *Client) Stamps(ctx context.Context, lang i18n.Lang, endpoint string, q StampQuery) (stamps []Stamp, heard time.Time, err error) {
	params := Params{"_fields": "id,modified_gmt", "orderby": "id", "order": "asc"}
	if !q.ModifiedAfter.IsZero() {
		params["modified_after"] = instant(q.ModifiedAfter)
	}
	if !q.After.IsZero() {
		params["after"] = instant(q.After)
	}
	return wholeList(ctx, c, lang, endpoint, params, mostPerPage, func(n node) (int, Stamp, bool) {
		stamp := Stamp{ID: n.at("id").whole(), Modified: when(n, "modified")}
		return stamp.ID, stamp, stamp.ID > 0
	})
}

// stampsPerPage is what the agency's plugin gives at a time.
const stampsPerPage = 1000

// AllStamps lists what an endpoint publishes in all languages, as the agency's
// plugin tells it in few answers; ErrNoEndpoint without the plugin.
func (c *Client) AllStamps(ctx context.Context, endpoint string) ([]Stamp, error) {
	stamps, _, err := wholeList(ctx, c, i18n.Fallback, "/estate/v1/ids", Params{"type": endpoint}, stampsPerPage, func(n node) (int, Stamp, bool) {
		pair := n.list()
		if len(pair) != 2 {
			return 0, Stamp{}, false
		}
		stamp := Stamp{ID: pair[0].whole()}
		for _, form := range timeForms {
			if at, err := time.Parse(form, pair[1].text()); err == nil {
				stamp.Modified = at.UTC()
				break
			}
		}
		return stamp.ID, stamp, stamp.ID > 0
	})
	return stamps, err
}

// Published tells which of some ids an endpoint publishes in lang.
func (c *Client) Published(ctx context.Context, lang i18n.Lang, endpoint string, ids []int) (map[int]bool, error) {
	there := map[int]bool{}
	for part := range slices.Chunk(ids, mostPerPage) {
		found, _, err := wholeList(ctx, c, lang, endpoint, Params{"include": joined(part), "_fields": "id"}, mostPerPage,
			func(n node) (int, int, bool) { id := n.at("id").whole(); return id, id, id > 0 })
		if err != nil {
			return nil, err
		}
		for _, id := range found {
			there[id] = true
		}
	}
	return there, nil
}

// IsUnpublished asks for one id and reports that it is not published any more: WordPress
// says so in words of its own, which no outage and no missing plugin uses.
func (c *Client) IsUnpublished(ctx context.Context, lang i18n.Lang, endpoint string, id int) (bool, error) {
	got, err := c.ask(ctx, lang, endpoint+"/"+strconv.Itoa(id), Params{"_fields": "id"}.with(c.config.Params), "")
	if err != nil {
		return false, err
	}
	failure := got.failure()
	if failure == nil {
		return false, nil
	}
	switch codeOf(got) {
	case "rest_post_invalid_id", "rest_user_invalid_id", "rest_term_invalid", "rest_forbidden", "rest_user_cannot_view":
		return got.status == 404 || got.status == 401 || got.status == 403, nil
	}
	return false, failure
}
