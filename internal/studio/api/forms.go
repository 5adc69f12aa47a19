package api

import (
	"context"
	"net/http"

	"estate/internal/content"
	"estate/internal/studio/account"
	"estate/internal/studio/edit"
)

// formRoutes are the calls about forms, new content and the trash.
func (a *API) formRoutes() []route {
	if a.cfg.Edit == nil {
		return nil
	}
	return []route{
		{method: "GET", path: "forms/{type}", role: account.RoleAgent, handle: a.formLists},
		{method: "POST", path: "entities/{type}", role: account.RoleAgent, handle: a.create},
		{method: "POST", path: "entities/{type}/{id}/trash", role: account.RoleAgent, handle: a.trash},
		{method: "POST", path: "entities/{type}/{id}/restore", role: account.RoleAgent, handle: a.restore},
	}
}

func (a *API) formLists(w http.ResponseWriter, r *http.Request, c *call) error {
	lists, err := a.cfg.Edit.FormLists(r.Context(), &c.user, content.Type(r.PathValue("type")))
	if err != nil {
		return editProblem(err)
	}
	body := &FormLists{Lists: map[string][]FormListOption{}}
	for name, list := range lists {
		options := make([]FormListOption, len(list))
		for i := range list {
			options[i] = FormListOption(list[i])
		}
		body.Lists[name] = options
	}
	return answer(w, body)
}

func (a *API) create(w http.ResponseWriter, r *http.Request, c *call) error {
	var body NewEntity
	if err := decode(r, &body); err != nil {
		return err
	}
	t := content.Type(r.PathValue("type"))
	created, err := a.cfg.Edit.Create(r.Context(), &c.user, t, edit.CreateRequest(body))
	if err != nil {
		return editProblem(err)
	}
	return answer(w, &Created{ID: created.ID, Version: created.Version})
}

func (a *API) trash(w http.ResponseWriter, r *http.Request, c *call) error {
	return keyed(w, r, c, a.cfg.Edit.Trash)
}

func (a *API) restore(w http.ResponseWriter, r *http.Request, c *call) error {
	return keyed(w, r, c, a.cfg.Edit.Restore)
}

// keyed answers a call that has a key only.
func keyed(
	w http.ResponseWriter, r *http.Request, c *call, do func(context.Context, *account.User, content.Ref, string) (*edit.Saved, error),
) error {
	ref, err := refOf(r)
	if err != nil {
		return err
	}
	var body CallKey
	if err := decode(r, &body); err != nil {
		return err
	}
	saved, err := do(r.Context(), &c.user, ref, body.Key)
	return answerSaved(w, saved, err)
}
