package audit

import (
	"maps"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
)

// legalPages are those that every page's footer links (specification §2.2.11).
var legalPages = []string{"/legal/", "/legal/cookie-policy/", "/privacy-policy/"}

// agency looks at the settings of each language: menus, and what the law wants
// to know of whoever runs a site (Law 34/2002, article 10).
func (a *audit) agency() error {
	for _, lang := range i18n.Filled {
		settings, err := a.from.Settings(a.ctx, lang)
		if err != nil {
			return err
		}
		at := "settings (" + string(lang) + ")"
		for _, wanted := range []struct{ name, value string }{
			{"company", settings.Company}, {"address", settings.Address}, {"mail_1", settings.Mail1}, {"phone_1", settings.Phone1},
		} {
			if strings.TrimSpace(wanted.value) == "" {
				a.report.add(GroupAgency, at, wanted.name+" is empty")
			}
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
		if notice := settings.Notice; notice != nil {
			if err := a.link(at+", info_popup", notice.Link[lang]); err != nil {
				return err
			}
		}
	}
	return nil
}

// legalPage reports an address of a legal page that reaches none. A redirect on
// the way is fine: a language may have links of its own for them.
func (a *audit) legalPage(at, path string) error {
	complaint, end, err := a.links.ask(a.ctx, path)
	if err == nil && end != "" {
		complaint, _, err = a.links.ask(a.ctx, end)
	}
	if err == nil && complaint != "" {
		a.report.add(GroupAgency, at, path+": "+complaint)
	}
	return err
}

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

// entry follows a menu's link: a key of its helper, or a link itself.
func (m menuAudit) entry(key string) error {
	if links, ok := m.menu.Helper[key]; ok {
		return m.link(m.at+", entry "+key, links.In(m.lang))
	}
	if key == "" {
		return nil // an entry that only opens its columns
	}
	if !strings.ContainsAny(key, "/#:") {
		m.report.add(GroupLinks, m.at, key+": the helper has no such key")
		return nil
	}
	return m.link(m.at, key)
}
