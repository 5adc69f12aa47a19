package audit

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// legalPages are linked in the footer of every page (specification §2.2.11).
var legalPages = []string{"/legal/", "/legal/cookie-policy/", "/privacy-policy/"}

// agency audits the settings of each language: the menus, and the legal data of the owner
// of a site (Law 34/2002, article 10).
func (a *audit) agency() error {
	for _, lang := range i18n.Filled {
		settings, err := a.content.Settings(a.ctx, lang)
		if err != nil {
			return err
		}
		at := "settings (" + string(lang) + ")"
		for _, field := range []struct{ name, value string }{
			{"company", settings.Company}, {"address", settings.Address}, {"mail_1", settings.Mail1}, {"phone_1", settings.Phone1},
		} {
			if strings.TrimSpace(field.value) == "" {
				a.report.add(GroupAgency, at, field.name+" is empty")
			}
		}
		a.numbers(at+", legal_note", settings.LegalNote.In(lang))
		if _, err := content.ParseBuyingCosts(settings.Costs); err != nil {
			a.report.add(GroupAgency, at, err.Error())
		}
		_, problems := content.ParseViewingHours(settings.Viewing, settings.DaysOff)
		_, unread := content.ParseLandmarkKm(settings.PlacesKm)
		problems = append(problems, unread...)
		for _, problem := range problems {
			a.report.add(GroupAgency, at, problem.Error())
		}
		for _, logo := range []struct{ name, address string }{
			{"logo_light_2", settings.LogoLight}, {"logo_light_mobile", settings.LogoLightMobile}, {"logo_dark_mobile", settings.LogoDarkMobile},
		} {
			a.logo(at, logo.name, logo.address)
		}
		for _, path := range legalPages {
			if err := a.legalPage(at, lang.Prefix()+path); err != nil {
				return err
			}
		}
		if err := a.menus(at, lang, settings); err != nil {
			return err
		}
		if err := a.link(at+", sell_link", settings.SellLink[lang]); err != nil {
			return err
		}
		for i := range settings.Landmarks {
			if kind := settings.Landmarks[i].Kind; !slices.Contains(content.LandmarkKinds, kind) {
				a.report.add(GroupAgency, at, "places: "+settings.Landmarks[i].Name.In(lang)+" has the unknown kind "+strconv.Quote(string(kind)))
			}
		}
		if notice := settings.Notice; notice != nil {
			if err := a.link(at+", info_popup", notice.Link[lang]); err != nil {
				return err
			}
		}
	}
	return nil
}

// logo adds a finding if a logo is no picture that the site shows.
func (a *audit) logo(at, name, address string) {
	if address == "" {
		return
	}
	ending := strings.ToLower(path.Ext(address))
	switch {
	case !strings.Contains(address, "/"):
		a.report.add(GroupFormats, at, name+" "+address+": it is no address; an id of the media library is not enough")
	case slices.Contains(unshownFormats, ending):
		a.report.add(GroupFormats, at, name+" "+address)
	default:
		a.unreadable(at, name, address)
		a.missingFile(at, address)
	}
}

// legalPage adds a finding if a legal page does not exist. One redirect is allowed: a
// language may have its own link of the page.
func (a *audit) legalPage(at, path string) error {
	problem, end, err := a.links.resolve(a.ctx, path)
	if err == nil && end != "" {
		problem, _, err = a.links.resolve(a.ctx, end)
	}
	if err == nil && problem != "" {
		a.report.add(GroupAgency, at, path+": "+problem)
	}
	return err
}

// menus checks the links of all menus.
func (a *audit) menus(at string, lang i18n.Lang, settings *content.Settings) error {
	for _, name := range slices.Sorted(maps.Keys(settings.Menus)) {
		menu := settings.Menus[name]
		m := menuAudit{a, at + ", menu " + name, lang, menu}
		for _, item := range menu.Items {
			if err := m.item(item); err != nil {
				return err
			}
		}
	}
	return nil
}

type menuAudit struct {
	*audit
	at   string
	lang i18n.Lang
	menu content.Menu
}

func (m menuAudit) item(item content.MenuItem) error {
	if err := m.entry(item.Link); err != nil {
		return err
	}
	for _, column := range item.Columns {
		if err := m.entry(column.Link); err != nil {
			return err
		}
		for _, entry := range column.Items {
			if err := m.entry(entry.Link); err != nil {
				return err
			}
		}
	}
	return nil
}

// entry checks a link of a menu: a key of its helper, or a link.
func (m menuAudit) entry(key string) error {
	if links, ok := m.menu.Helper[key]; ok {
		return m.link(m.at+", entry "+key, links.In(m.lang))
	}
	if key == "" {
		return nil // an entry that only opens its columns
	}
	if !strings.ContainsAny(key, "/#:") {
		m.report.add(GroupLinks, m.at, key+": unknown key of the helper")
		return nil
	}
	return m.link(m.at, key)
}
