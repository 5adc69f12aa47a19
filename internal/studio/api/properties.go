package api

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"

	"estate/internal/content"
	"estate/internal/studio/edit"
)

func (a *API) properties(w http.ResponseWriter, r *http.Request, c *call) error {
	query := r.URL.Query()
	list, err := a.cfg.Edit.List(r.Context(), &c.user, edit.Query{
		Text: searchOf(r), Offer: number(query, "offer"), State: content.Availability(query.Get("state")),
		Agent: number(query, "agent"), Show: edit.Show(query.Get("show")), Sort: query.Get("sort"), Page: number(query, "page"),
	})
	if err != nil {
		return editProblem(err)
	}
	body := &PropertyList{
		Total: list.Total, Page: list.Page, Pages: list.Pages, Properties: propertyRows(list.Rows),
		States: map[string]int{}, Shows: map[string]int{},
	}
	for state, n := range list.States {
		body.States[string(state)] = n
	}
	for show, n := range list.Shows {
		body.Shows[string(show)] = n
	}
	return answer(w, body)
}

// number is a number of a query, 0 for anything else.
func number(query url.Values, key string) int {
	n, err := strconv.Atoi(query.Get(key))
	if err != nil {
		return 0
	}
	return n
}

func propertyRows(rows []edit.Row) []PropertyRow {
	list := make([]PropertyRow, 0, len(rows))
	for i := range rows {
		list = append(list, propertyRow(&rows[i]))
	}
	return list
}

func propertyRow(row *edit.Row) PropertyRow {
	p := row.Property
	one := PropertyRow{
		ID: p.ID, Reference: p.Reference, Title: row.Title, Place: row.Place, Type: row.Type, Offers: row.Offers,
		Picture: row.Picture, Pictures: len(p.Gallery), Link: row.Link, Status: string(p.Status), State: string(p.State()),
		StoredState: string(p.Availability), Languages: row.Languages, Findings: fieldProblems(row.Findings), Agent: row.Agent,
		Locks: p.Locks, Modified: p.Modified, May: row.May, WordPressURL: row.WordPressURL, DraftBy: row.DraftBy,
		Price: PropertyPrice{
			Amount: p.Price.Amount, Currency: cmp.Or(p.Price.Currency, "EUR"),
			Mode: string(cmp.Or(p.Price.Mode, content.PriceSale)), OnAsk: p.Price.OnAsk,
		},
	}
	if p.Origin != nil {
		one.Source = p.Origin.System
	}
	return one
}
