package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"estate/internal/content"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
	"estate/internal/studio/edit"
)

// editRoutes are the calls about content.
func (a *API) editRoutes() []route {
	if a.cfg.Edit == nil {
		return nil
	}
	return []route{
		{method: "GET", path: "properties", role: account.RoleAgent, handle: a.properties},
		{method: "GET", path: "entities/{type}/{id}", role: account.RoleAgent, handle: a.entity},
		{method: "POST", path: "entities/{type}/{id}/changes", role: account.RoleAgent, handle: a.change},
		{method: "POST", path: "undo", role: account.RoleAgent, handle: a.undo},
		{method: "GET", path: "log", role: account.RoleAgent, handle: a.readLog},
		{method: "GET", path: "today", role: account.RoleAgent, handle: a.today},
		{method: "GET", path: "search", role: account.RoleAgent, handle: a.search},
	}
}

// refOf is the entity that the path of a call names.
func refOf(r *http.Request) (content.Ref, error) {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil || id < 0 {
		return content.Ref{}, &Problem{Type: ProblemNotFound}
	}
	return content.Ref{Type: content.Type(r.PathValue("type")), ID: id}, nil
}

func (a *API) entity(w http.ResponseWriter, r *http.Request, c *call) error {
	ref, err := refOf(r)
	if err != nil {
		return err
	}
	d, err := a.cfg.Edit.Read(r.Context(), &c.user, ref)
	if err != nil {
		return editProblem(err)
	}
	body := &Document{
		Doc: json.RawMessage(d.Doc), Version: d.Version, May: d.May, WordPressURL: d.WordPressURL, Checks: []Check{}, Suggested: d.Suggested,
	}
	for _, one := range d.Checks {
		body.Checks = append(body.Checks, Check{Path: one.Path, Text: one.Text, Level: CheckLevel(one.Level), Portal: one.Portal})
	}
	return answer(w, body)
}

func (a *API) change(w http.ResponseWriter, r *http.Request, c *call) error {
	ref, err := refOf(r)
	if err != nil {
		return err
	}
	var body Changes
	if err := decode(r, &body); err != nil {
		return err
	}
	saved, err := a.cfg.Edit.Save(r.Context(), &c.user, ref, edit.Request{
		Changes: changesOf(body.Changes), Key: body.Key, Confirmed: body.Confirmed,
	})
	return answerSaved(w, saved, err)
}

func (a *API) undo(w http.ResponseWriter, r *http.Request, c *call) error {
	var body Undo
	if err := decode(r, &body); err != nil {
		return err
	}
	saved, err := a.cfg.Edit.Undo(r.Context(), &c.user, body.Change, body.Key)
	return answerSaved(w, saved, err)
}

func answerSaved(w http.ResponseWriter, saved *edit.Saved, err error) error {
	if err != nil {
		return editProblem(err)
	}
	body := &Saved{Change: saved.Change, Paths: append([]string{}, saved.Paths...), Version: saved.Version, Locked: saved.Locked}
	if len(saved.Conflicts) == 0 {
		return answer(w, body)
	}
	problem := &Problem{Type: ProblemConflict}
	if saved.Change != 0 {
		problem.Saved = body
	}
	for _, one := range saved.Conflicts {
		problem.Conflicts = append(problem.Conflicts, Conflict{Change: Change(one.Change), Now: one.Now, By: one.By, At: one.At})
	}
	return problem
}

func changesOf(list []Change) []change.Change {
	changes := make([]change.Change, len(list))
	for i := range list {
		changes[i] = change.Change(list[i])
	}
	return changes
}

// editProblem is the problem of an error of package edit.
func editProblem(err error) error {
	if invalid, ok := errors.AsType[*edit.InvalidError](err); ok {
		return &Problem{Type: ProblemInvalid, Fields: fieldProblems(invalid.Fields)}
	}
	if confirm, ok := errors.AsType[*edit.ConfirmError](err); ok {
		return &Problem{Type: ProblemConfirm, Guards: fieldProblems(confirm.Guards)}
	}
	if readOnly, ok := errors.AsType[*edit.ReadOnlyError](err); ok {
		return &Problem{Type: ProblemReadOnly, WordPressURL: readOnly.URL}
	}
	switch {
	case errors.Is(err, edit.ErrNotFound):
		return &Problem{Type: ProblemNotFound}
	case errors.Is(err, edit.ErrForbidden):
		return &Problem{Type: ProblemForbidden}
	case errors.Is(err, edit.ErrDraftChanged):
		return &Problem{Type: ProblemConflict}
	case errors.Is(err, edit.ErrKeyReused):
		return &Problem{Type: ProblemInvalid, Fields: []FieldProblem{{Path: "key"}}}
	}
	return err
}

func fieldProblems(list []edit.FieldProblem) []FieldProblem {
	problems := make([]FieldProblem, len(list))
	for i := range list {
		problems[i] = FieldProblem(list[i])
	}
	return problems
}
