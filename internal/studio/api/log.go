package api

import (
	"net/http"
	"strings"

	"estate/internal/content"
	"estate/internal/studio/edit"
)

func (a *API) readLog(w http.ResponseWriter, r *http.Request, c *call) error {
	query := r.URL.Query()
	lines, err := a.cfg.Edit.Log(r.Context(), &c.user, edit.LogQuery{
		Ref: content.Ref{Type: content.Type(query.Get("type")), ID: number(query, "id")},
		By:  query.Get("by"), Before: int64(number(query, "before")),
	})
	if err != nil {
		return editProblem(err)
	}
	return answer(w, logEntries(lines))
}

func logEntries(lines []edit.LogEntry) []LogEntry {
	list := make([]LogEntry, 0, len(lines))
	for i := range lines {
		line := &lines[i]
		entry := LogEntry{
			Change: line.Seq, At: line.At, By: line.By, Via: line.Via, Action: line.Action, Type: string(line.Ref.Type), ID: line.Ref.ID,
			MayUndo: line.MayUndo,
		}
		entry.Name, entry.Title, _ = strings.Cut(line.Name, edit.NameSeparator)
		for _, a := range line.Changes {
			entry.Changes = append(entry.Changes, Change(a.Change))
		}
		list = append(list, entry)
	}
	return list
}
