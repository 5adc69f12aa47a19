package wordpress

import (
	"context"
	"net/http"
	"strconv"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// Revision returns the newest saved draft, or content.ErrNoRevision. Errors have the status and
// the text that the CMS sends, also in a response with status 200 (routing §8.4).
func (c *Client) Revision(
	ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential,
) (*content.Revision, error) {
	params := Params(c.config.Params).with(map[string]any{"per_page": 1})
	api := c.apiLang(ctx, lang)
	got, err := c.request(ctx, api, endpoint+"/"+strconv.Itoa(id)+"/revisions", params, auth)
	if err != nil {
		return nil, err
	}
	tree, err := got.parse()
	if failure := revisionFailure(got, tree); failure != nil {
		return nil, failure
	}
	if err != nil {
		return nil, err
	}
	newest := tree.list()
	if len(newest) == 0 {
		return nil, content.ErrNoRevision
	}
	return withMedia(ctx, c, lang, func(d decoder) *content.Revision { return d.revision(newest[0]) })
}

func (d decoder) revision(n node) *content.Revision {
	revision := &content.Revision{
		Parent: n.at("parent").integer(), Title: n.at("title").plain(),
		Content: content.UnsafeHTML(n.at("content").rendered()),
		Excerpt: content.UnsafeHTML(n.at("excerpt").rendered()),
	}
	// Only the agency's plugin sends has_fields. Revisions of other plugins may have an empty acf.
	if n.at("has_fields").boolean() {
		revision.Fields = &content.RevisionFields{
			Page: d.pageFields(n.at("acf")), Featured: d.image(n.at("featured_image")),
			Filter: propertyFilter(n.at("acf", "property_filter")), Sections: d.sections(n.at("acf", "sections")),
		}
		if n.has("categories") { // not from plugins before 1.2.0
			revision.Fields.Terms = &content.RevisionTerms{Categories: n.at("categories").ids(), Tags: n.at("tags").ids()}
		}
	}
	return revision
}

func revisionFailure(got *response, body node) error {
	if got.err() == nil && !body.has("code") {
		return nil
	}
	status, text := got.status, got.statusText
	if sent := body.at("data", "status").integer(); sent >= http.StatusBadRequest && sent < 600 {
		status = sent
	}
	if message := body.at("message").text(); message != "" {
		text = message
	}
	return content.FromStatus(status, text)
}
