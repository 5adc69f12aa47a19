package audit

import (
	"slices"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
)

// property looks at one home: what the law wants, its price and its pictures. A
// sold home is advertised no more.
func (a *audit) property(p *content.Property) error {
	at := where(&p.Head) + ", ref. " + p.Reference
	if !p.Sold() {
		a.legal(at, p)
	}
	a.pictures(at, "picture", i18n.Filled, p.Featured)
	a.gallery(at, "gallery picture", p.Gallery)
	a.gallery(at, "plan", p.Plans)
	return a.texts(at, p.Description, p.HTMLs, p.Extra)
}

func (a *audit) legal(at string, p *content.Property) {
	if a.isOffered(p, a.named(search.KeyOffer, "for-sale", "for-rent")...) && !a.isRated(p) {
		a.report.add(GroupEnergy, at, "no energy label, and no word of why")
	}
	if a.isOffered(p, a.named(search.KeyOffer, "for-holidays")...) && p.Registration == "" {
		a.report.add(GroupRegistration, at, "no registration number")
	}
	if p.Price.Public() == 0 && !p.Price.OnAsk {
		a.report.add(GroupPrices, at, "no price")
	}
}

func (a *audit) isOffered(p *content.Property, offers ...int) bool {
	return slices.ContainsFunc(p.Offers, func(id int) bool { return slices.Contains(offers, id) })
}

// named are the ids of options, which content may choose for itself, by their slugs.
func (a *audit) named(key string, slugs ...string) []int {
	options := a.catalog.Offers
	if key == search.KeyType {
		options = a.catalog.Types
	}
	var ids []int
	for _, option := range options {
		if slices.Contains(slugs, option.Slug) {
			ids = append(ids, option.ID)
		}
	}
	return ids
}

// isRated reports a label, or a reason for there being none. Land has no label.
func (a *audit) isRated(p *content.Property) bool {
	for _, plot := range a.named(search.KeyType, "plots-and-lands") {
		if slices.Contains(p.Types, plot) {
			return true
		}
	}
	if p.Energy == nil {
		return false
	}
	switch p.Energy.Status {
	case "pending", "exempt":
		return true
	}
	return p.Energy.Consumption != "" && p.Energy.Emissions != ""
}

// development looks at one new-build project.
func (a *audit) development(d *content.Development) error {
	at := where(&d.Head)
	a.pictures(at, "picture", i18n.Filled, d.Featured)
	a.gallery(at, "gallery picture", d.Gallery)
	a.gallery(at, "plan", d.Plans)
	return a.texts(at, d.Description, d.HTMLs, d.Extra)
}

// texts follows the links in the words of a home.
func (a *audit) texts(at string, description i18n.Text, htmls []content.UnsafeHTML, extra content.Extra) error {
	for _, lang := range i18n.Filled {
		if err := a.markup(at, content.UnsafeHTML(description[lang])); err != nil {
			return err
		}
	}
	for _, html := range htmls {
		if err := a.markup(at, html); err != nil {
			return err
		}
	}
	if err := a.link(at, extra.PDF); err != nil {
		return err
	}
	return a.link(at, extra.Video)
}
