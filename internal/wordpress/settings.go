package wordpress

import (
	"context"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
)

// optionsEndpoints are where the options record is: at the ACF-to-REST plugin,
// beside the content, or under a name of its own.
var optionsEndpoints = []string{"/acf/v3/options/options", "options/options", "/options/options"}

// Settings asks for the options record. A CMS without one has empty settings.
func (c *Client) Settings(ctx context.Context, lang i18n.Lang) (*content.Settings, error) {
	body, err := firstOf(c, "options", optionsEndpoints, func(endpoint string) (node, error) {
		tree, _, err := c.fetchRoute(ctx, lang, endpoint, nil)
		return tree, err
	})
	if err != nil {
		return nil, err
	}
	settings := c.decoder(lang).settings(body.at("acf"))
	if settings.SiteTitle == "" {
		settings.SiteTitle, settings.Tagline = c.siteName(ctx, lang, settings.Tagline)
	}
	return settings, nil
}

// siteName is the name WordPress itself has for the site. It is no reason to fail.
func (c *Client) siteName(ctx context.Context, lang i18n.Lang, tagline i18n.Text) (string, i18n.Text) {
	index, _, err := c.fetch(ctx, lang, "/", Params{"_fields": "name,description"}, "")
	if err != nil {
		return "", tagline
	}
	return index.at("name").plain(), either(tagline, c.decoder(lang).words(index, "description"))
}

func (d decoder) settings(acf node) *content.Settings {
	contact, web := acf.at("contact"), acf.at("web_info")
	own := func(name string) node {
		if found := contact.at(name); !found.empty() {
			return found
		}
		return acf.at(name)
	}
	return &content.Settings{
		SiteTitle:       firstPlain(web.first("site_title", "title", "name"), acf.at("site_title")),
		Tagline:         d.words(acf, "tagline"),
		LogoLight:       address(web.at("logo_light_2"), acf.at("logo_light_2")),
		LogoLightMobile: address(acf.at("logo_light_mobile"), web.at("logo_light_mobile")),
		LogoDarkMobile:  address(acf.at("logo_dark_mobile"), web.at("logo_dark_mobile")),
		Phone1:          own("phone_1").text(), Phone2: own("phone_2").text(),
		Mail1: own("mail_1").text(), Mail2: own("mail_2").text(),
		Address:  strings.ReplaceAll(own("address").text(), "\r\n", "\n"),
		Hours:    either(d.words(contact, "hours"), d.words(acf, "hours")),
		Company:  own("company").text(),
		Social:   social(acf.at("social")),
		Menus:    d.menus(acf.at("menu_json")),
		SellLink: d.alternatives(acf.at("sell_link")),
		Notice:   d.notice(acf.at("info_popup")),
	}
}

func (d decoder) notice(n node) *content.Notice {
	notice := content.Notice{
		Title: d.words(n, "title"), Text: d.words(n, "text"), Label: d.words(n, "btn_label"),
		Link: d.alternatives(n.at("link")), Date: when(n, "date"),
	}
	if notice.Title == nil && notice.Text == nil {
		return nil
	}
	return &notice
}

func firstPlain(choices ...node) string {
	for _, choice := range choices {
		if text := choice.plain(); text != "" {
			return text
		}
	}
	return ""
}

// address is that of the first picture; false stands for a missing one.
func address(choices ...node) string {
	for _, choice := range choices {
		if choice.isObject() {
			choice = choice.first("url", "source_url")
		}
		if text := choice.text(); text != "" {
			return text
		}
	}
	return ""
}

func social(n node) []content.SocialLink {
	var links []content.SocialLink
	for _, item := range n.list() {
		if target := item.at("url").text(); target != "" {
			links = append(links, content.SocialLink{Name: item.at("name").plain(), URL: target})
		}
	}
	return links
}
