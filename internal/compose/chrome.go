package compose

import (
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/seo"
	"estate/internal/view"
)

// chrome is what surrounds every screen of a language. Language links and the
// current menu entry are added for each view.
func (c *Composer) chrome(s *site, lang i18n.Lang) view.Chrome {
	settings := s.settings
	chrome := view.Chrome{
		SiteTitle: s.title,
		Loading:   seo.Title(s.title, lang, nil, seo.Subject{}),
		Home:      lang.Prefix() + "/",
		Logo: view.Logo{
			Light: settings.LogoLight, LightMobile: settings.LogoLightMobile, DarkMobile: settings.LogoDarkMobile,
		},
		Menu:      c.menu(settings.Menus["main"], lang),
		Favorites: lang.Prefix() + "/favorites/",
		Phones:    phones(settings.Phone1, settings.Phone2),
		Mails:     mails(settings.Mail1, settings.Mail2),
		Address:   lines(settings.Address),
		Social:    []view.Anchor{},
		Legal:     c.legal(settings, lang),
		Copyright: i18n.Words.T(lang, "footer.copyright", "year", yearText(s.year), "company", strings.TrimSuffix(first(plain(settings.Company), s.title), ".")),
		Sell:      c.sell(settings, lang),
		Notice:    c.notice(settings, lang),
		Settings: view.ClientSettings{
			Prefetch: c.cfg.Prefetch, ForcedRefresh: c.cfg.ForcedRefresh,
			Site: c.cfg.ConvertSite, CMS: c.cfg.ConvertCMS, ReservedPrefix: c.cfg.ReservedPrefix,
			Chat: c.cfg.Chat, Analytics: c.cfg.Analytics,
		},
	}
	for _, social := range settings.Social {
		if href := c.href(social.URL); href != "" && social.Name != "" {
			chrome.Social = append(chrome.Social, view.Anchor{Href: href, Text: social.Name})
		}
	}
	return chrome
}

func phones(numbers ...string) []view.Anchor {
	list := []view.Anchor{}
	for _, number := range numbers {
		if number = plain(number); number != "" {
			list = append(list, view.Anchor{Href: "tel:" + dialled(number), Text: number})
		}
	}
	return list
}

// dialled keeps what a telephone understands of a printed number.
func dialled(number string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '+' {
			return r
		}
		return -1
	}, number)
}

func mails(addresses ...string) []view.Anchor {
	list := []view.Anchor{}
	for _, address := range addresses {
		address = plain(address)
		if strings.Contains(address, "@") && !strings.ContainsAny(address, " ?&<>\"") {
			list = append(list, view.Anchor{Href: "mailto:" + address, Text: address})
		}
	}
	return list
}

func lines(text string) []string {
	list := []string{}
	for line := range strings.Lines(text) {
		if line = plain(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// legalPages are the pages that the footer links where no menu says otherwise.
var legalPages = []struct{ path, key string }{
	{"/legal/", "footer.legal"},
	{"/legal/cookie-policy/", "footer.cookies"},
	{"/privacy-policy/", "footer.privacy"},
}

func (c *Composer) legal(settings *content.Settings, lang i18n.Lang) []view.Anchor {
	menu, ok := settings.Menus["legal"]
	if !ok {
		menu = settings.Menus["footer"]
	}
	links := []view.Anchor{}
	for _, item := range c.menu(menu, lang) {
		if item.Href != "" {
			links = append(links, item.Anchor)
		}
	}
	if len(links) > 0 {
		return links
	}
	for _, page := range legalPages {
		links = append(links, view.Anchor{Href: lang.Prefix() + page.path, Text: i18n.Words.T(lang, page.key)})
	}
	return links
}

// sellPages are the targets of the call to sell (specification §2.2.18).
var sellPages = map[i18n.Lang]string{
	i18n.LangEN: "/selling-your-property-in-marbella/",
	i18n.LangES: "/es/vender-su-propiedad-en-marbella/",
}

func (c *Composer) sell(settings *content.Settings, lang i18n.Lang) *view.SellCall {
	href := c.href(settings.SellLink[lang])
	if href == "" {
		href = sellPages[lang]
	}
	if href == "" {
		return nil
	}
	return &view.SellCall{Anchor: view.Anchor{Href: href, Text: i18n.Words.T(lang, "chrome.sell")}, Always: c.cfg.SellAlways}
}

// notice is what the agency has to say to everybody, in this language; nil for nothing.
func (c *Composer) notice(settings *content.Settings, lang i18n.Lang) *view.Notice {
	from := settings.Notice
	if from == nil {
		return nil
	}
	notice := view.Notice{Title: plain(from.Title[lang]), Text: plain(from.Text[lang])}
	if notice.Title == "" && notice.Text == "" {
		return nil
	}
	if !from.Date.IsZero() {
		notice.Since = from.Date.UnixMilli()
	}
	if href := c.href(from.Link[lang]); href != "" {
		notice.Link = &view.Anchor{Href: href, Text: first(plain(from.Label[lang]), notice.Title)}
	}
	return &notice
}

// dress gives the view its chrome: the language's own, with the links of this
// page in other languages and the current menu entry.
func (d *draft) dress() {
	d.view.Chrome = d.site.chrome
	d.view.Chrome.Menu = markCurrent(d.site.chrome.Menu, d.result.Link.Route)
	d.view.Chrome.Languages = d.languages()
}

// languages are the entries of the switcher: this page in each filled language,
// or that language's root where the page does not exist.
func (d *draft) languages() []view.LanguageChoice {
	choices := make([]view.LanguageChoice, 0, len(i18n.Filled))
	for _, lang := range i18n.Filled {
		href := d.elsewhere[lang]
		if lang == d.lang {
			href = d.view.Link
		}
		if href == "" {
			href = lang.Prefix() + "/"
		}
		choices = append(choices, view.LanguageChoice{
			Lang: lang, Name: i18n.Words.T(lang, "chrome.language"), Href: href, Current: lang == d.lang,
		})
	}
	return choices
}
