package wordpress

import (
	"context"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// optionsEndpoints are the endpoints of the options record: of the ACF-to-REST plugin, beside
// the content, or under its own name.
var optionsEndpoints = []string{"/acf/v3/options/options", "options/options", "/options/options"}

// Settings returns the options record, empty settings when the CMS has none.
func (c *Client) Settings(ctx context.Context, lang i18n.Lang) (*content.Settings, error) {
	body, err := firstEndpoint(c, "options", optionsEndpoints, func(endpoint string) (node, error) {
		return c.fetchOptional(ctx, c.apiLang(ctx, lang), endpoint, nil)
	})
	if err != nil {
		return nil, err
	}
	settings, err := withMedia(ctx, c, lang, func(d decoder) *content.Settings { return d.settings(body.at("acf")) })
	if err != nil {
		return nil, err
	}
	if settings.SiteTitle == "" {
		settings.SiteTitle, settings.Tagline = c.siteName(ctx, lang, settings.Tagline)
	}
	settings.Zone = c.zone(ctx)
	return settings, nil
}

// zone returns the time zone of the CMS as content.Settings has it, "" when it is not known.
func (c *Client) zone(ctx context.Context) string {
	k, _ := c.identify(ctx) // after a failure the last known identity is used
	zone := k.identity.Zone
	if zone == nil {
		return ""
	}
	if name := zone.String(); name != "" {
		return name
	}
	return c.config.Now().In(zone).Format("-07:00")
}

// siteName returns the name and tagline of the WordPress site. It ignores errors.
func (c *Client) siteName(ctx context.Context, lang i18n.Lang, tagline i18n.Text) (string, i18n.Text) {
	index, _, err := c.fetch(ctx, c.apiLang(ctx, lang), "/", Params{"_fields": "name,description"}, "")
	if err != nil {
		return "", tagline
	}
	return index.at("name").plain(), firstText(tagline, c.decoder(lang).text(index, "description"))
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
		Tagline:         d.text(acf, "tagline"),
		LogoLight:       d.address(web.at("logo_light_2"), acf.at("logo_light_2")),
		LogoLightMobile: d.address(acf.at("logo_light_mobile"), web.at("logo_light_mobile")),
		LogoDarkMobile:  d.address(acf.at("logo_dark_mobile"), web.at("logo_dark_mobile")),
		Phone1:          own("phone_1").text(), Phone2: own("phone_2").text(),
		Mail1: own("mail_1").text(), Mail2: own("mail_2").text(),
		Address:   lines(own("address").text()),
		Hours:     firstText(d.text(contact, "hours"), d.text(acf, "hours")),
		LegalNote: firstText(d.text(contact, "legal_note"), d.text(acf, "legal_note")),
		Company:   own("company").text(), Agents: own("agents").integer(), Years: own("years").integer(),
		Viewing: lines(own("viewing_hours").text()), DaysOff: lines(own("days_off").text()), Costs: lines(own("buying_costs").text()),
		Social:    social(acf.at("social")),
		Menus:     d.menus(acf.at("menu_json")),
		SellLink:  d.linkTargets(acf.at("sell_link")),
		Notice:    d.notice(acf.at("info_popup")),
		Landmarks: d.landmarks(acf.at("places")),
		PlacesKm:  lines(acf.at("places_km").text()),
	}
}

// landmarks are the rows that have a name and a position.
func (d decoder) landmarks(n node) []content.Landmark {
	var landmarks []content.Landmark
	for _, row := range n.list() {
		landmark := content.Landmark{
			Kind: content.LandmarkKind(row.at("kind").text()), Name: d.text(row, "name"), Lat: row.at("lat").decimal(), Lng: row.at("lng").decimal(),
		}
		if landmark.Name != nil && landmark.Position() != (search.Point{}) {
			landmarks = append(landmarks, landmark)
		}
	}
	return landmarks
}

// lines normalises line breaks to \n.
func lines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

func (d decoder) notice(n node) *content.Notice {
	notice := content.Notice{
		Title: d.text(n, "title"), Text: d.text(n, "text"), Label: d.text(n, "btn_label"),
		Link: d.linkTargets(n.at("link")), Date: timestamp(n, "date"),
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

// address returns the address of the first image; plugins send false for a missing one.
func (d decoder) address(choices ...node) string {
	for _, choice := range choices {
		if text := d.file(choice); text != "" {
			return text
		}
	}
	return ""
}

func social(n node) []content.SocialLink {
	var links []content.SocialLink
	for _, item := range n.list() {
		if target := item.at("url").linkTarget(); target != "" {
			links = append(links, content.SocialLink{Name: item.at("name").plain(), URL: target})
		}
	}
	return links
}
