package api

import (
	"net/http"

	"estate/internal/studio/edit"
)

// maxFound is the number of entries of each kind in the palette.
const maxFound = 8

func (a *API) search(w http.ResponseWriter, r *http.Request, c *call) error {
	text := searchOf(r)
	body := &Found{Properties: []PropertyRow{}, Enquiries: []Enquiry{}, Pages: []Target{}, People: []Target{}}
	if text == "" {
		return answer(w, body)
	}
	properties, err := a.cfg.Edit.List(r.Context(), &c.user, edit.Query{Text: text, Size: maxFound})
	if err != nil {
		return editProblem(err)
	}
	pages, err := a.cfg.Edit.Pages(r.Context(), &c.user, text, maxFound)
	if err != nil {
		return editProblem(err)
	}
	if body.Enquiries, err = a.findEnquiries(r.Context(), c.user, text, maxFound); err != nil {
		return err
	}
	body.Properties = propertyRows(properties.Rows)
	body.Pages = append(body.Pages, targets(pages)...)
	body.People = append(body.People, targets(a.cfg.Edit.People(&c.user, text, maxFound))...)
	return answer(w, body)
}

func targets(found []edit.Target) []Target {
	var list []Target
	for _, one := range found {
		list = append(list, Target{Name: one.Name, Hint: one.Hint, Link: one.Link})
	}
	return list
}
