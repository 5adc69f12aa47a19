package api

import (
	"net/http"

	"estate/internal/studio/edit"
)

func (a *API) listSearches(w http.ResponseWriter, r *http.Request, _ *call) error {
	if a.cfg.Inbox == nil {
		return &Problem{Type: ProblemNotFound}
	}
	found, err := a.cfg.Inbox.Searches(r.Context(), searchOf(r), pageOf(r))
	if err != nil {
		return err
	}
	list := SavedSearches{Total: found.Total, Page: found.Page, Pages: found.Pages, Searches: []SavedSearch{}}
	for _, one := range found.Searches {
		list.Searches = append(list.Searches, SavedSearch{
			ID: one.ID, Mail: one.Mail, Lang: one.Lang, Search: one.Words, Link: one.Link, Created: one.Created,
			Confirmed: !one.Confirmed.IsZero(), Mails: one.Mails,
		})
	}
	return answer(w, list)
}

func (a *API) deleteSearch(w http.ResponseWriter, r *http.Request, c *call) error {
	if a.cfg.Inbox == nil {
		return &Problem{Type: ProblemNotFound}
	}
	if err := a.cfg.Inbox.DeleteSearch(r.Context(), r.PathValue("id")); err != nil {
		return inboxProblem(c, err)
	}
	a.audit(r, c, "studio: a saved search was erased")
	a.record(r.Context(), c, edit.Event{Type: edit.TypeSavedSearches, Action: edit.ActionRemove})
	return answer(w, nil)
}
