package restapi

import (
	"bytes"
	"maps"
	"slices"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// options answers the options record (specification §3.8).
func (c *call) options(arguments) (*response, error) {
	s, err := c.source.Settings(c.ctx, c.lang)
	if err != nil {
		return nil, err
	}
	menus, err := menuJSON(s.Menus)
	if err != nil {
		return nil, err
	}
	contact := object{
		{"phone_1", s.Phone1},
		{"phone_2", s.Phone2},
		{"mail_1", s.Mail1},
		{"mail_2", s.Mail2},
		{"address", s.Address},
		{"company", s.Company},
		{"agents", s.Agents},
		{"years", s.Years},
		{"viewing_hours", s.Viewing},
		{"days_off", s.DaysOff},
		{"buying_costs", s.Costs},
	}
	inLanguages(&contact, "hours", s.Hours, false)
	inLanguages(&contact, "legal_note", s.LegalNote, false)
	social := make([]object, len(s.Social))
	for i, network := range s.Social {
		social[i] = object{{"name", network.Name}, {"url", network.URL}}
	}
	acf := object{
		{"site_title", s.SiteTitle},
		{"web_info", object{{"logo_light_2", c.logo(s.LogoLight)}}},
		{"logo_light_mobile", c.logo(s.LogoLightMobile)},
		{"logo_dark_mobile", c.logo(s.LogoDarkMobile)},
		{"contact", contact},
		{"social", orFalse(social)},
	}
	inLanguages(&acf, "tagline", s.Tagline, false)
	if len(s.SellLink) > 0 {
		acf.put("sell_link", c.perLanguage(s.SellLink))
	}
	if s.Notice != nil {
		acf.put("info_popup", c.notice(s.Notice))
	}
	if len(s.Landmarks) > 0 {
		acf.put("places", landmarks(s.Landmarks))
	}
	if s.PlacesKm != "" {
		acf.put("places_km", s.PlacesKm)
	}
	acf.put("menu_json", menus)
	return &response{body: object{{"acf", acf}}, allow: true}, nil
}

// perLanguage is a link that differs by language.
func (c *call) perLanguage(links map[i18n.Lang]string) object {
	var o object
	for _, lang := range sortedLangs(links) {
		o.put(string(lang), c.absolute(links[lang]))
	}
	return o
}

// notice is what the info popup says.
func (c *call) notice(n *content.Notice) object {
	var o object
	inLanguages(&o, "title", n.Title, false)
	inLanguages(&o, "text", n.Text, false)
	inLanguages(&o, "btn_label", n.Label, false)
	if len(n.Link) > 0 {
		o.put("link", c.perLanguage(n.Link))
	}
	c.putTime(&o, "date", n.Date)
	return o
}

func landmarks(all []content.Landmark) []object {
	rows := make([]object, len(all))
	for i, landmark := range all {
		rows[i] = object{{"kind", landmark.Kind}}
		inLanguages(&rows[i], "name", landmark.Name, false)
		rows[i].put("lat", landmark.Lat)
		rows[i].put("lng", landmark.Lng)
	}
	return rows
}

// logo is a picture of the settings; false means the theme's own.
func (c *call) logo(address string) any {
	if address == "" {
		return false
	}
	return object{{"url", c.absolute(address)}}
}

// menuJSON writes the menus as the text that the options record holds.
func menuJSON(menus map[string]content.Menu) (any, error) {
	if len(menus) == 0 {
		return "", nil
	}
	var named object
	for _, name := range slices.Sorted(maps.Keys(menus)) {
		named.put(name, menuOf(menus[name]))
	}
	var text bytes.Buffer
	if err := encode(&text, object{{"menu", named}}); err != nil {
		return nil, err
	}
	return text.String(), nil
}

func menuOf(menu content.Menu) object {
	var helper object
	for _, key := range slices.Sorted(maps.Keys(menu.Helper)) {
		var targets object
		for _, lang := range sortedLangs(menu.Helper[key]) {
			targets.put(string(lang), menu.Helper[key][lang])
		}
		helper.put(key, targets)
	}
	items := make([]object, len(menu.Items))
	for i, entry := range menu.Items {
		items[i] = menuItem(entry)
	}
	return object{{"helper", helper}, {"items", items}}
}

func menuItem(entry content.MenuItem) object {
	o := object{{"link", entry.Link}}
	inLanguages(&o, "label", entry.Label, true)
	if entry.Bg != "" {
		o.put("bg", entry.Bg)
	}
	if len(entry.Columns) > 0 {
		columns := make([]object, len(entry.Columns))
		for i, column := range entry.Columns {
			columns[i] = menuColumn(column)
		}
		o.put("columns", columns)
	}
	return o
}

func menuColumn(column content.MenuColumn) object {
	o := object{{"acf_fc_layout", column.Layout}}
	inLanguages(&o, "title", column.Title, true)
	inLanguages(&o, "description", column.Description, false)
	o.put("link", column.Link)
	inLanguages(&o, "btn_label", column.Button, false)
	o.put("bg", column.Bg)
	items := make([]object, len(column.Items))
	for i, entry := range column.Items {
		items[i] = object{{"link", entry.Link}}
		inLanguages(&items[i], "text", entry.Text, true)
	}
	o.put("items", items)
	return o
}

// sortedLangs are the languages of a text or of links, in switcher order.
func sortedLangs[V any, M ~map[i18n.Lang]V](of M) []i18n.Lang {
	var langs []i18n.Lang
	for _, lang := range i18n.Declared {
		if _, has := of[lang]; has {
			langs = append(langs, lang)
		}
	}
	return langs
}
