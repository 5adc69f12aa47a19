package wordpress

import (
	"context"
	"net/http"
	"strconv"

	"estate/internal/content"
	"estate/internal/i18n"
)

// Revision asks for the newest saved draft. Its failures speak in the server's
// own words, also those that arrive with status 200 (routing §8.4).
func (c *Client) Revision(ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential) (*content.Revision, error) {
	params := Params(c.config.Params).with(map[string]any{"per_page": 1})
	got, err := c.ask(ctx, lang, endpoint+"/"+strconv.Itoa(id)+"/revisions", params, auth)
	if err != nil {
		return nil, err
	}
	tree, err := read(got.body)
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
	return &content.Revision{
		Parent: newest[0].at("parent").whole(), Title: newest[0].at("title").plain(),
		Content: content.UnsafeHTML(newest[0].at("content").rendered()),
		Excerpt: content.UnsafeHTML(newest[0].at("excerpt").rendered()),
	}, nil
}

func revisionFailure(got *answer, body node) error {
	if got.failure() == nil && !body.has("code") {
		return nil
	}
	status, text := got.status, got.statusText
	if told := body.at("data", "status").whole(); told >= http.StatusBadRequest && told < 600 {
		status = told
	}
	if message := body.at("message").text(); message != "" {
		text = message
	}
	return content.FromStatus(status, text)
}
