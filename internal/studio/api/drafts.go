package api

import (
	"net/http"

	"estate/internal/studio/account"
	"estate/internal/studio/edit"
)

// draftRoutes are the calls about changes that wait.
func (a *API) draftRoutes() []route {
	if a.cfg.Edit == nil {
		return nil
	}
	const path = "entities/{type}/{id}/draft"
	return []route{
		{method: "GET", path: path, role: account.RoleAgent, handle: a.draft},
		{method: "PUT", path: path, role: account.RoleAgent, handle: a.putDraft},
		{method: "DELETE", path: path, role: account.RoleAgent, handle: a.discardDraft},
	}
}

func (a *API) draft(w http.ResponseWriter, r *http.Request, c *call) error {
	ref, err := refOf(r)
	if err != nil {
		return err
	}
	d, err := a.cfg.Edit.Draft(r.Context(), &c.user, ref)
	return answerDraft(w, d, err)
}

func (a *API) putDraft(w http.ResponseWriter, r *http.Request, c *call) error {
	ref, err := refOf(r)
	if err != nil {
		return err
	}
	var body PutDraft
	if err := decode(r, &body); err != nil {
		return err
	}
	d, err := a.cfg.Edit.PutDraft(r.Context(), &c.user, ref, changesOf(body.Changes), body.Seen)
	return answerDraft(w, d, err)
}

func (a *API) discardDraft(w http.ResponseWriter, r *http.Request, c *call) error {
	ref, err := refOf(r)
	if err != nil {
		return err
	}
	d, err := a.cfg.Edit.PutDraft(r.Context(), &c.user, ref, nil, r.URL.Query().Get("version"))
	return answerDraft(w, d, err)
}

func answerDraft(w http.ResponseWriter, d *edit.Draft, err error) error {
	if err != nil {
		return editProblem(err)
	}
	body := &Draft{Changes: make([]Change, len(d.Changes)), By: d.By, At: d.At, Version: d.Version}
	for i := range d.Changes {
		body.Changes[i] = Change(d.Changes[i])
	}
	return answer(w, body)
}
