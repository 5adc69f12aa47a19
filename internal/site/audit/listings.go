package audit

import (
	"cmp"
	"fmt"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/plausible"
	"estate/internal/content/sanitize"
	"estate/internal/content/search"
)

// property audits a property: legal data, price, pictures and links. A sold property is
// not advertised and needs no legal data.
func (a *audit) property(p *content.Property) error {
	at := where(&p.Head) + ", ref. " + p.Reference
	if !p.Sold() {
		a.legal(at, p)
	}
	a.unread(at, &p.Head)
	a.plausible(at, plausible.Property(p))
	if p.Location != nil {
		point := search.Point{Lat: p.Location.Lat, Lng: p.Location.Lng}
		a.positions = append(a.positions, position{at, cmp.Or(p.City, p.Province), p.Country, point})
	}
	a.pictures(at, "picture", i18n.Filled, p.Featured)
	a.gallery(at, "gallery picture", p.Gallery)
	a.gallery(at, "plan", p.Plans)
	return a.descriptions(at, p.Description, p.HTMLs, p.Extra)
}

// plausible reports values that are hardly true.
func (a *audit) plausible(at string, warnings []plausible.Warning) {
	for _, w := range warnings {
		a.report.add(GroupPlausible, at, fmt.Sprintf("%s %q: %s", w.Field, w.Value, w.Reason))
	}
}

// position is where a property is, with the id of its place.
type position struct {
	at      string
	place   int
	country string
	point   search.Point
}

// far reports the positions that are far from the other homes of their place, or of the agency.
func (a *audit) far() {
	var all plausible.Positions
	for _, p := range a.positions {
		all.Add(p.place, p.point)
	}
	for _, p := range a.positions {
		middle, ok := all.Middle(p.place)
		if !ok {
			middle, ok = all.MiddleOfAll()
			ok = ok && p.country == ""
		}
		if km := search.Distance(p.point, middle); ok && km > plausible.MaxKilometres {
			a.report.add(GroupPlausible, p.at, fmt.Sprintf("position \"%g, %g\": %.0f km from the other homes", p.point.Lat, p.point.Lng, km))
		}
	}
}

// legal audits the data that the law requires in an offer.
func (a *audit) legal(at string, p *content.Property) {
	for _, missing := range MissingOf(p, a.catalog, nil, a.cfg.Law) {
		switch missing.Need {
		case NeedEnergy:
			a.report.add(GroupEnergy, at, "no energy label and no reason for it")
		case NeedSheet:
			a.report.add(GroupSheet, at, "no information sheet")
		case NeedRegistration:
			a.report.add(GroupRegistration, at, "no registration number")
		case NeedPrice:
			a.report.add(GroupPrices, at, "no price")
		}
	}
	a.registration(at, p)
}

// unread adds the fields of the CMS that were not understood.
func (a *audit) unread(at string, head *content.Head) {
	for _, problem := range head.Unread {
		a.report.add(GroupFields, at, problem)
	}
	for _, name := range head.Ignored {
		a.ignored[name]++
	}
}

// development audits a new-build project.
func (a *audit) development(d *content.Development) error {
	at := where(&d.Head)
	a.unread(at, &d.Head)
	a.plausible(at, plausible.Development(d))
	a.pictures(at, "picture", i18n.Filled, d.Featured)
	a.gallery(at, "gallery picture", d.Gallery)
	a.gallery(at, "plan", d.Plans)
	return a.descriptions(at, d.Description, d.HTMLs, d.Extra)
}

// descriptions checks the links in the texts of a property or development.
func (a *audit) descriptions(at string, description i18n.Text, htmls []content.UnsafeHTML, extra content.Extra) error {
	for _, lang := range i18n.Filled {
		if err := a.text(at, content.UnsafeHTML(description[lang])); err != nil {
			return err
		}
	}
	for _, html := range htmls {
		if err := a.markup(at, html); err != nil {
			return err
		}
	}
	a.films(at, htmls, extra.Video)
	if err := a.link(at, extra.PDF); err != nil {
		return err
	}
	return a.link(at, extra.Video)
}

// films reports films and tours that are a link instead, or missing, on the page.
func (a *audit) films(at string, htmls []content.UnsafeHTML, film string) {
	if a.cfg.Sanitizer == nil {
		return
	}
	var embeds []sanitize.Embed
	if film != "" {
		embeds = append(embeds, a.cfg.Sanitizer.Embed(film))
	}
	for _, html := range htmls {
		embeds = append(embeds, a.cfg.Sanitizer.Embeds(string(html))...)
	}
	for _, embed := range embeds {
		switch embed.Kind {
		case sanitize.EmbedNone:
			a.report.add(GroupFilms, at, embed.Address+": left out, it has no address that can be shown")
		case sanitize.EmbedLink:
			a.report.add(GroupFilms, at, embed.Address+": shown as a link, since "+embed.Host+" is not in frame_hosts")
		}
	}
}
