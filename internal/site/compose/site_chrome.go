package compose

import (
	"cmp"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/seo"
	"estate/internal/site/view"
)

// chromeBuilder makes the chrome of one language from the settings. The current menu
// entry differs by View; chromeAt marks it.
type chromeBuilder struct {
	*converter
	cfg   *Config
	lang  i18n.Lang
	legal legalLinks
}

func (b chromeBuilder) build(settings *content.Settings, title string, year int) view.Chrome {
	company := cmp.Or(plain(settings.Company), title)
	chrome := view.Chrome{
		SiteTitle: title,
		Loading:   seo.Title(title, b.lang, nil, seo.Subject{}),
		Home:      b.lang.Prefix() + "/",
		Logo: view.Logo{
			Light: b.logo(settings.LogoLight), LightMobile: b.logo(settings.LogoLightMobile), DarkMobile: b.logo(settings.LogoDarkMobile),
		},
		Menu:      b.menu(settings.Menus["main"]),
		Favorites: b.lang.Prefix() + "/favorites/",
		Phones:    phones(settings.Phone1, settings.Phone2),
		Mails:     mails(settings.Mail1, settings.Mail2),
		Address:   lines(settings.Address),
		Social:    []view.Anchor{},
		Legal:     b.legalMenu(settings),
		Copyright: i18n.Words.T(b.lang, "footer.copyright", "year", strconv.Itoa(year), "company", strings.TrimSuffix(company, ".")),
		LegalNote: plain(settings.LegalNote.In(b.lang)),
		Sell:      b.sell(settings),
		Notice:    b.notice(settings),
		Settings: view.ClientSettings{
			Prefetch: b.cfg.Prefetch, ForcedRefresh: b.cfg.ForcedRefresh,
			Site: b.cfg.ConvertSite, CMS: b.cfg.ConvertCMS, ReservedPrefix: b.cfg.ReservedPrefix,
			Chat: b.cfg.Chat, Analytics: b.cfg.Analytics,
		},
	}
	for _, social := range settings.Social {
		if href := b.href(social.URL); href != "" && social.Name != "" {
			chrome.Social = append(chrome.Social, view.Anchor{Href: href, Text: social.Name})
		}
	}
	return chrome
}

// phones are tel: links.
func phones(numbers ...string) []view.Anchor {
	list := []view.Anchor{}
	for _, number := range numbers {
		if number = plain(number); number != "" {
			list = append(list, view.Anchor{Href: "tel:" + phoneDigits(number), Text: number})
		}
	}
	return list
}

// phoneDigits are the digits and the plus of a printed number.
func phoneDigits(number string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '+' {
			return r
		}
		return -1
	}, number)
}

// mails are mailto: links. Texts that are no e-mail address are left out.
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

// lines are the lines of a text without empty ones.
func lines(text string) []string {
	list := []string{}
	for line := range strings.Lines(text) {
		if line = plain(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

func (b chromeBuilder) legalMenu(settings *content.Settings) []view.Anchor {
	menu, ok := settings.Menus["legal"]
	if !ok {
		menu = settings.Menus["footer"]
	}
	links := []view.Anchor{}
	for _, item := range b.menu(menu) {
		if item.Href != "" {
			links = append(links, item.Anchor)
		}
	}
	if len(links) > 0 {
		return links
	}
	for _, page := range legalPages {
		links = append(links, view.Anchor{Href: b.legal[page.path], Text: i18n.Words.T(b.lang, page.key)})
	}
	return links
}

// sellPages are the default pages of the call to sell (specification §2.2.18).
var sellPages = map[i18n.Lang]string{
	i18n.LangEN: "/selling-your-property-in-marbella/",
	i18n.LangES: "/es/vender-su-propiedad-en-marbella/",
}

func (b chromeBuilder) sell(settings *content.Settings) *view.SellCall {
	href := cmp.Or(b.href(settings.SellLink[b.lang]), sellPages[b.lang])
	if href == "" {
		return nil
	}
	return &view.SellCall{Anchor: view.Anchor{Href: href, Text: i18n.Words.T(b.lang, "chrome.sell")}, Always: b.cfg.SellAlways}
}

// notice is the agency's notice to all visitors in this language, nil for none.
func (b chromeBuilder) notice(settings *content.Settings) *view.Notice {
	from := settings.Notice
	if from == nil {
		return nil
	}
	notice := view.Notice{Title: plain(from.Title[b.lang]), Text: plain(from.Text[b.lang])}
	if notice.Title == "" && notice.Text == "" {
		return nil
	}
	if !from.Date.IsZero() {
		notice.Since = from.Date.UnixMilli()
	}
	if href := b.href(from.Link[b.lang]); href != "" {
		notice.Link = &view.Anchor{Href: href, Text: cmp.Or(plain(from.Label[b.lang]), notice.Title)}
	}
	return &notice
}

// languageChoices are the entries of the language switcher: the View in each language of the
// content, or the home page of a language without a translation.
func languageChoices(v *view.View, head *headBuilder) []view.LanguageChoice {
	choices := make([]view.LanguageChoice, 0, len(head.languages))
	for _, lang := range head.languages {
		href := head.translations[lang]
		if lang == v.Lang {
			href = v.Link
		}
		choice := view.LanguageChoice{
			Lang: lang, Name: i18n.Words.T(lang, "chrome.language"), Href: cmp.Or(href, lang.Prefix()+"/"), Current: lang == v.Lang,
		}
		if href != "" && !choice.Current {
			choice.Hint = i18n.Words.T(lang, "chrome.hint")
		}
		choices = append(choices, choice)
	}
	return choices
}
