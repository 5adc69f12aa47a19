package document

import (
	"cmp"
	"strconv"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/site/view"
)

// enquiry writes the form of a view that was not rendered. It can be sent without a script.
func (w htmlWriter) enquiry(v *view.View) {
	form := formOf(v)
	if form == nil {
		return
	}
	t := func(key string, pairs ...any) string { return i18n.Words.T(v.Lang, "enquiry."+key, pairs...) }
	values := form.Values
	if values == nil {
		values = &view.EnquiryValues{}
	}
	w.titled(t("title." + string(form.Kind))).raw(`<form method="post" action="`).text(form.Action).raw(`">`)
	w.raw(`<p>`).text(form.Failure).raw(`</p>`)
	for _, hidden := range [][2]string{{"kind", string(form.Kind)}, {"page", form.Page}, {"reference", form.Reference}} {
		w.raw(`<input type="hidden" name="` + hidden[0] + `" value="`).text(hidden[1]).raw(`">`)
	}
	for _, field := range [][3]string{{"name", "text", values.Name}, {"mail", "email", values.Mail}, {"phone", "tel", values.Phone}} {
		w.raw(`<p><label>`).text(t(field[0])).raw(` <input name="` + field[0] + `" type="` + field[1] + `" value="`).
			text(field[2]).raw(`"></label> `).text(form.Errors[field[0]]).raw(`</p>`)
	}
	if form.Kind == view.EnquirySell {
		for _, field := range [][2]string{{"address", values.Address}, {"type", values.Type}, {"size", values.Size}, {"wanted", values.Wanted}} {
			w.raw(`<p><label>`).text(t("home." + field[0])).raw(` <input name="` + field[0] + `" value="`).text(field[1]).raw(`"></label></p>`)
		}
	}
	w.viewing(form, values)
	w.raw(`<p><label>`).text(t("message")).raw(` <textarea name="message" rows="6">`).text(values.Message).
		raw(`</textarea></label> `).text(form.Errors["message"]).raw(`</p>`)
	w.raw(`<p><label><input type="checkbox" name="privacy" value="yes"> `).text(t("privacy", "policy", t("policy"))).raw(`</label> <a href="`).
		text(form.Privacy.Href).raw(`">`).text(form.Privacy.Text).raw(`</a> `).text(form.Errors["privacy"]).raw(`</p>`)
	w.raw(`<button>`).text(t("send")).raw(`</button></form>`)
}

// alert writes the form about a saved search of a view that was not rendered.
func (w htmlWriter) alert(v *view.View) {
	for _, section := range v.Content {
		contact, ok := section.(*view.ContactSection)
		if !ok || contact.Alert == nil {
			continue
		}
		form := contact.Alert
		w.titled(form.Name).raw(`<form method="post" action="`).text(form.Action).raw(`"><p>`).
			text(cmp.Or(form.Lead, contact.Text)).raw(`</p><p>`).
			text(strings.Join(form.Words, ", ")).raw(`</p>`)
		if f := form.Fields; f != nil {
			w.raw(`<input type="hidden" name="kind" value="`).text(f.Kind).
				raw(`"><input type="hidden" name="search" value="`).text(f.Search).raw(`">`)
			w.raw(`<p><label>`).text(f.Mail).raw(` <input name="mail" type="email" value="`).text(f.Value).
				raw(`"></label> `).text(f.Error).raw(`</p>`)
			w.raw(`<p><label>`).text(f.Often).raw(` <select name="often">`)
			for _, way := range f.Ways {
				w.raw(`<option value="`).text(way.Value).raw(`">`).text(way.Text).raw(`</option>`)
			}
			w.raw(`</select></label></p>`)
		}
		w.raw(`<button>`).text(form.Button).raw(`</button><p>`).text(form.Note).raw(`</p></form>`)
	}
}

// viewing writes the fields of a form that requests a viewing.
func (w htmlWriter) viewing(form *view.EnquiryForm, values *view.EnquiryValues) {
	asked := form.Viewing
	if asked == nil {
		return
	}
	w.raw(`<input type="hidden" name="ids" value="`).text(asked.IDs).raw(`"><ul>`)
	for _, home := range asked.Properties {
		w.raw(`<li><a href="`).text(home.Href).raw(`">`).text(home.Title).raw(`</a></li>`)
	}
	w.raw(`</ul>`)
	choose := func(label, name, value string, options []view.ViewingChoice) {
		w.raw(`<p><label>`).text(label).raw(` <select name="` + name + `"><option value="">`).text(asked.Labels.Choose).raw(`</option>`)
		for _, option := range options {
			w.raw(`<option value="`).text(option.Value)
			if option.Value == value {
				w.raw(`" selected="`)
			}
			w.raw(`">`).text(option.Text).raw(`</option>`)
		}
		w.raw(`</select></label> `).text(form.Errors[name]).raw(`</p>`)
	}
	days := make([]view.ViewingChoice, len(asked.Days))
	for i, day := range asked.Days {
		days[i] = view.ViewingChoice{Value: day.Value, Text: day.Text}
	}
	times := make([]view.ViewingChoice, len(asked.Times))
	for i, at := range asked.Times {
		times[i] = view.ViewingChoice{Value: at, Text: at}
	}
	choose(asked.Labels.Way, "way", values.Way, asked.Ways)
	wished := [...][2]string{{values.Day1, values.Time1}, {values.Day2, values.Time2}, {values.Day3, values.Time3}}
	for i, legend := range asked.Labels.Wishes[:min(len(wished), len(asked.Labels.Wishes))] {
		n := strconv.Itoa(i + 1)
		choose(legend+": "+asked.Labels.Day, "day"+n, wished[i][0], days)
		choose(legend+": "+asked.Labels.Time, "time"+n, wished[i][1], times)
	}
	w.raw(`<p>`).text(asked.Labels.Zone).raw(`</p>`)
}

// formOf returns the first form of a view, nil without one.
func formOf(v *view.View) *view.EnquiryForm {
	for _, section := range v.Content {
		var form *view.EnquiryForm
		switch s := section.(type) {
		case *view.ContactSection:
			form = s.Form
		case *view.PropertySection:
			form = s.Form
		case *view.DevelopmentSection:
			form = s.Form
		}
		if form != nil {
			return form
		}
	}
	return nil
}
