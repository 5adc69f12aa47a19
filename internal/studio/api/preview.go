package api

import (
	"crypto/rand"
	"net/http"
	"strings"

	"estate/internal/content"
	"estate/internal/studio/account"
)

// maxLinkBytes bounds the link of a preview.
const maxLinkBytes = 2000

// previewRoutes are the calls about previews.
func (a *API) previewRoutes() []route {
	if a.cfg.Edit == nil || a.cfg.Preview == nil {
		return nil
	}
	return []route{
		{method: "POST", path: "preview", role: account.RoleAgent, handle: a.putPreview},
		{method: "GET", path: "preview/{token}", role: account.RoleAgent, handle: a.showPreview},
	}
}

func (a *API) putPreview(w http.ResponseWriter, r *http.Request, c *call) error {
	var body Preview
	if err := decode(r, &body); err != nil {
		return err
	}
	if !strings.HasPrefix(body.Link, "/") || strings.HasPrefix(body.Link, "//") || len(body.Link) > maxLinkBytes {
		return &Problem{Type: ProblemInvalid, Fields: []FieldProblem{{Path: "link"}}}
	}
	token := rand.Text()
	ref := content.Ref{Type: content.Type(body.Type), ID: body.ID}
	if err := a.cfg.Edit.PutPreview(r.Context(), &c.user, c.session.ID, token, ref, changesOf(body.Changes), body.Link); err != nil {
		return editProblem(err)
	}
	return answer(w, &PreviewAt{URL: apiPath + "preview/" + token})
}

// showPreview answers the page of the site.
func (a *API) showPreview(w http.ResponseWriter, r *http.Request, c *call) error {
	source, link, err := a.cfg.Edit.Preview(r.Context(), &c.user, c.session.ID, r.PathValue("token"))
	if err != nil {
		return editProblem(err)
	}
	return a.cfg.Preview(w, r, source, link)
}
