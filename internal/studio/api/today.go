package api

import (
	"cmp"
	"net/http"
	"time"

	"estate/internal/content"
	"estate/internal/studio/account"
	"estate/internal/studio/edit"
)

// maxToday is the number of enquiries, and of properties, of Today.
const maxToday = 20

// nobody is the id of no author.
const nobody = -1

func (a *API) today(w http.ResponseWriter, r *http.Request, c *call) error {
	fresh, viewings, err := a.todayEnquiries(r.Context(), c.user)
	if err != nil {
		return err
	}
	body := &Today{Enquiries: fresh[:min(len(fresh), maxToday)], New: len(fresh), Viewings: viewings}
	query := edit.Query{Show: edit.ShowFindings, Size: maxToday}
	if c.user.Role == account.RoleAgent {
		query.Agent = cmp.Or(c.user.Author, nobody) // others' homes are not the agent's work
	}
	blocked, err := a.cfg.Edit.List(r.Context(), &c.user, query)
	if err != nil {
		return editProblem(err)
	}
	body.Blocking, body.Blocked = propertyRows(blocked.Rows), blocked.Total
	lines, err := a.cfg.Edit.Log(r.Context(), &c.user, edit.LogQuery{Others: true, Since: a.yesterday(r, c)})
	if err != nil {
		return editProblem(err)
	}
	body.Changes = logEntries(lines)
	return answer(w, body)
}

// yesterday is when the day before began, in the time zone of the agency.
func (a *API) yesterday(r *http.Request, c *call) time.Time {
	settings := content.Settings{Zone: a.cfg.Site(r.Context(), c.lang).Zone}
	zone := cmp.Or(settings.Location(), time.UTC)
	now := a.cfg.Now().In(zone)
	return time.Date(now.Year(), now.Month(), now.Day()-1, 0, 0, 0, 0, zone)
}
