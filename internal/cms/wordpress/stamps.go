package wordpress

import (
	"context"
	"slices"
	"strconv"
	"time"

	"estate/internal/content/i18n"
)

// Stamp is the id and the modification time of a published entity.
type Stamp struct {
	ID       int
	Modified time.Time
}

// StampQuery filters stamps by times on the clock of the CMS. Both are exclusive; a zero time
// does not filter.
type StampQuery struct {
	ModifiedAfter time.Time
	After         time.Time // date of publication
}

// Stamps returns the complete list of what an endpoint publishes in lang, and the clock of the CMS
// at the start. It fails with ErrNoEndpoint when the CMS does not have the endpoint.
func (c *Client) Stamps(
	ctx context.Context, lang i18n.Lang, endpoint string, q StampQuery,
) (stamps []Stamp, serverTime time.Time, err error) {
	params := Params{"_fields": "id,modified_gmt", "orderby": "id", "order": "asc"}
	if !q.ModifiedAfter.IsZero() {
		params["modified_after"] = formatTime(q.ModifiedAfter)
	}
	if !q.After.IsZero() {
		params["after"] = formatTime(q.After)
	}
	for i, own := range c.endpointsOf(ctx, endpoint) {
		list, started, err := completeList(ctx, c, lang, own, params, maxPerPage, func(n node) (int, Stamp, bool) {
			stamp := Stamp{ID: n.at("id").integer(), Modified: timestamp(n, "modified")}
			return stamp.ID, stamp, stamp.ID > 0
		})
		if i == 0 {
			serverTime = started
		}
		if err != nil {
			return nil, serverTime, err
		}
		stamps = append(stamps, list...)
	}
	return stamps, serverTime, nil
}

// stampsPerPage is the page size of the agency's plugin.
const stampsPerPage = 1000

// AllStamps returns the complete list of what an endpoint publishes in all languages, from the
// agency's plugin. It fails with ErrNoEndpoint without the plugin.
func (c *Client) AllStamps(ctx context.Context, endpoint string) ([]Stamp, error) {
	stamps, _, err := completeList(ctx, c, i18n.Fallback, "/estate/v1/ids", Params{"type": endpoint}, stampsPerPage,
		func(n node) (int, Stamp, bool) {
			pair := n.list()
			if len(pair) != 2 {
				return 0, Stamp{}, false
			}
			stamp := Stamp{ID: pair[0].integer()}
			for _, layout := range timeLayouts {
				if at, err := time.Parse(layout, pair[1].text()); err == nil {
					stamp.Modified = at.UTC()
					break
				}
			}
			return stamp.ID, stamp, stamp.ID > 0
		})
	return stamps, err
}

// Published returns the subset of ids that an endpoint publishes in lang.
func (c *Client) Published(ctx context.Context, lang i18n.Lang, endpoint string, ids []int) (map[int]bool, error) {
	published := map[int]bool{}
	for _, own := range c.endpointsOf(ctx, endpoint) {
		for part := range slices.Chunk(ids, maxPerPage) {
			found, _, err := completeList(ctx, c, lang, own, Params{"include": joinIDs(part), "_fields": "id"}, maxPerPage,
				func(n node) (int, int, bool) { id := n.at("id").integer(); return id, id, id > 0 })
			if err != nil {
				return nil, err
			}
			for _, id := range found {
				published[id] = true
			}
		}
	}
	return published, nil
}

// IsUnpublished requests one id and reports that it is not published any more. Only error codes of
// WordPress itself count: an outage or a missing plugin has none of them.
func (c *Client) IsUnpublished(ctx context.Context, lang i18n.Lang, endpoint string, id int) (bool, error) {
	for _, own := range c.endpointsOf(ctx, endpoint) {
		if unpublished, err := c.isUnpublishedAt(ctx, lang, own, id); err != nil || !unpublished {
			return false, err
		}
	}
	return true, nil
}

func (c *Client) isUnpublishedAt(ctx context.Context, lang i18n.Lang, endpoint string, id int) (bool, error) {
	got, err := c.request(ctx, lang, endpoint+"/"+strconv.Itoa(id), Params{"_fields": "id"}.with(c.config.Params), "")
	if err != nil {
		return false, err
	}
	failure := got.err()
	if failure == nil {
		return false, nil
	}
	switch codeOf(got) {
	case "rest_post_invalid_id", "rest_user_invalid_id", "rest_term_invalid", "rest_forbidden", "rest_user_cannot_view":
		return got.status == 404 || got.status == 401 || got.status == 403, nil
	}
	return false, failure
}
