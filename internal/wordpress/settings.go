package wordpress

import (
	"context"
	"encoding/json"
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
	either := func(name string) node {
		if own := contact.at(name); !own.empty() {
			return own
		}
		return acf.at(name)
	}
	return &content.Settings{
		SiteTitle:       firstPlain(web.first("site_title", "title", "name"), acf.at("site_title")),
		Tagline:         d.words(acf, "tagline"),
		LogoLight:       address(web.at("logo_light_2"), acf.at("logo_light_2")),
		LogoLightMobile: address(acf.at("logo_light_mobile"), web.at("logo_light_mobile")),
		LogoDarkMobile:  address(acf.at("logo_dark_mobile"), web.at("logo_dark_mobile")),
		Phone1:          either("phone_1").text(), Phone2: either("phone_2").text(),
		Mail1: either("mail_1").text(), Mail2: either("mail_2").text(),
		Address:  strings.ReplaceAll(either("address").text(), "\r\n", "\n"),
		Hours:    firstWords(d.words(contact, "hours"), d.words(acf, "hours")),
		Company:  either("company").text(),
		Social:   social(acf.at("social")),
		Menus:    d.menus(acf.at("menu_json")),
		SellLink: d.alternatives(acf.at("sell_link")),
	}
}

func firstPlain(choices ...node) string {
	for _, choice := range choices {
		if text := choice.plain(); text != "" {
			return text
		}
	}
	return ""
}

func firstWords(choices ...i18n.Text) i18n.Text { return either(choices...) }

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

// menus reads menu_json: JSON text, or the object itself. Broken text is no menu.
func (d decoder) menus(n node) map[string]content.Menu {
	if text := n.text(); text != "" {
		var tree any
		if err := json.Unmarshal([]byte(text), &tree); err != nil {
			return nil
		}
		n = node{tree}
	}
	named, _ := n.at("menu").value.(map[string]any)
	if len(named) == 0 {
		return nil
	}
	menus := map[string]content.Menu{}
	for name, value := range named {
		menus[name] = d.menu(node{value})
	}
	return menus
}

func (d decoder) menu(n node) content.Menu {
	menu := content.Menu{Helper: map[string]i18n.Text{}}
	helper, _ := n.at("helper").value.(map[string]any)
	for key := range helper {
		menu.Helper[key] = d.targets(n.at("helper"), key)
	}
	for _, item := range n.at("items").list() {
		entry := content.MenuItem{
			Link: d.target(item.at("link")), Label: d.words(item, "label"), Bg: address(item.at("bg")),
		}
		for _, column := range item.at("columns").list() {
			entry.Columns = append(entry.Columns, d.menuColumn(column))
		}
		menu.Items = append(menu.Items, entry)
	}
	return menu
}

func (d decoder) menuColumn(n node) content.MenuColumn {
	column := content.MenuColumn{
		Layout: n.at("acf_fc_layout").text(),
		Title:  d.words(n, "title"), Description: d.words(n, "description"),
		Link: d.target(n.at("link")), Button: d.words(n, "btn_label"), Bg: address(n.at("bg")),
	}
	for _, item := range n.at("items").list() {
		column.Items = append(column.Items, content.MenuEntry{Link: d.target(item.at("link")), Text: d.words(item, "text")})
	}
	return column
}

// targets are a menu key's addresses per language.
func (d decoder) targets(n node, key string) i18n.Text {
	targets := d.words(n, key)
	for lang, target := range targets {
		targets[lang] = d.toSite(target)
	}
	return targets
}

func (d decoder) target(n node) string { return d.toSite(n.text()) }

// toSite makes an address at the CMS a site link and leaves everything else, such
// as keys of the helper, alone.
func (d decoder) toSite(text string) string {
	for _, scheme := range []string{"https://", "http://"} {
		rest, found := strings.CutPrefix(text, scheme)
		if host, _, _ := strings.Cut(rest, "/"); found && strings.EqualFold(host, d.links.cms.Host) {
			return d.links.Site(text)
		}
	}
	return text
}
