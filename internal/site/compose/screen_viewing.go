package compose

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// viewing is the screen of the form that requests a viewing.
func (s *screen) viewing(ctx context.Context) {
	s.setEnquiryScreen("viewing", "viewingText")
	section := s.forms.contact(s.t("enquiry.title.viewing"))
	section.Form = s.forms.form(view.EnquiryViewing, "")
	s.setViewing(ctx, section.Form)
	s.add(section)
}

// setViewing sets what the form asks about the homes of the query key ids, and their agent. Its days
// begin tomorrow, so the View changes every day.
func (s *screen) setViewing(ctx context.Context, asked *view.EnquiryForm) {
	t := func(key string, pairs ...any) string { return s.t("letter.viewing."+key, pairs...) }
	homes := viewable(ctx, s.lookups, s.result.Filter.IDs)
	now := s.cfg.Now().In(cmp.Or(s.site.settings.Location(), s.cfg.Zone))
	form := &view.ViewingForm{
		Properties: []view.ViewingProperty{}, Days: []view.ViewingDay{}, Slots: [][]string{}, Times: []string{},
		Labels: view.ViewingLabels{
			Lead: t("lead"), Properties: t("homes"), Way: t("way"), Wishes: []string{t("wish1"), t("wish2"), t("wish3")},
			Day: t("day"), Time: t("time"), Choose: t("choose"), Zone: t("zone", "zone", now.Format("MST")), Thanks: t("thanks"),
		},
	}
	asked.Agent = s.summaries().agentOf(ctx, homes)
	var ids []string
	add := func(id int, card *view.Card) {
		ids = append(ids, strconv.Itoa(id))
		price := strings.TrimSpace(card.Price.Text + " " + card.Price.Mode)
		form.Properties = append(form.Properties, view.ViewingProperty{
			ID: id, Title: card.Title, Href: card.Href, Place: card.Place, Price: price, Picture: card.Picture,
		})
	}
	for _, home := range homes {
		switch {
		case home.property != nil:
			add(home.property.ID, s.cards.property(home.property))
		default:
			add(home.development.ID, s.cards.development(home.development))
		}
	}
	asked.IDs = strings.Join(ids, ",")
	for _, way := range viewingWays {
		form.Ways = append(form.Ways, view.ViewingChoice{Value: way, Text: t("ways." + way)})
	}
	hours := s.site.settings.ViewingHours()
	for _, day := range hours.Days(now) {
		starts := hours.Starts(day)
		at := slices.IndexFunc(form.Slots, func(slots []string) bool { return slices.Equal(slots, starts) })
		if at < 0 {
			at = len(form.Slots)
			form.Slots = append(form.Slots, starts)
			form.Times = append(form.Times, starts...)
		}
		form.Days = append(form.Days, view.ViewingDay{Value: day.Format(time.DateOnly), Text: i18n.Day(s.lang, day), Slots: at})
	}
	slices.Sort(form.Times)
	form.Times = slices.Compact(form.Times)
	asked.Viewing = form
}

// viewingWays are the ways of leads.Ways.
var viewingWays = []string{"visit", "video", "phone", "whatsapp"}

// canBeViewed reports whether a property is on the market.
func canBeViewed(p *content.Property) bool { return !p.Sold() && !p.Protected }

// developmentCanBeViewed reports whether a development has homes on the market.
func developmentCanBeViewed(d *content.Development) bool { return !d.SoldOut() && !d.Protected }

// listedHome is a property or a development.
type listedHome struct {
	property    *content.Property
	development *content.Development
}

// canBeViewed reports whether a home is on the market.
func (h listedHome) canBeViewed() bool {
	if h.property != nil {
		return canBeViewed(h.property)
	}
	return developmentCanBeViewed(h.development)
}

// viewable are the published homes with these ids that are on the market, in the order of ids.
func viewable(ctx context.Context, look *lookups, ids []int) []listedHome {
	return slices.DeleteFunc(listed(ctx, look, ids), func(home listedHome) bool { return !home.canBeViewed() })
}

// listed are the published homes with these ids, in their order.
func listed(ctx context.Context, look *lookups, ids []int) []listedHome {
	if len(ids) == 0 {
		return nil
	}
	found := map[int]listedHome{}
	filter := search.Filter{Kind: search.KindProperties, IDs: ids, PerPage: len(ids)}
	if list, err := look.source.Properties(ctx, look.lang, filter); err != nil {
		look.failure(ctx, "homes of an enquiry", err)
	} else {
		for _, p := range list.Items {
			found[p.ID] = listedHome{property: p}
		}
	}
	filter.Kind = search.KindDevelopments
	if len(found) < len(ids) {
		if list, err := look.source.Developments(ctx, look.lang, filter); err != nil {
			look.failure(ctx, "homes of an enquiry", err)
		} else {
			for _, d := range list.Items {
				if _, isProperty := found[d.ID]; !isProperty {
					found[d.ID] = listedHome{development: d}
				}
			}
		}
	}
	var homes []listedHome
	for _, id := range ids {
		if home, ok := found[id]; ok {
			homes = append(homes, home)
		}
	}
	return homes
}

// ViewingOffer is what the agency offers for viewings.
type ViewingOffer struct {
	Properties []ViewingOfferProperty
	// Days are the days ("2006-01-02") with the times of starts ("15:04") in Zone.
	Days map[string][]string
	Zone *time.Location
}

// ViewingOfferProperty is a published home on the market.
type ViewingOfferProperty struct {
	ID                     int
	Reference, Title, Link string
}

// ViewingOffer returns the offer for homes at this time, to check a form against.
func (c *Composer) ViewingOffer(ctx context.Context, lang i18n.Lang, ids []int) ViewingOffer {
	if !lang.IsFilled() {
		lang = i18n.Fallback
	}
	site := c.langs[lang].site.load(ctx, c.source)
	look := &lookups{source: c.source, lang: lang, log: c.cfg.Log, link: ViewingPath}
	offer := ViewingOffer{Days: map[string][]string{}, Zone: cmp.Or(site.settings.Location(), c.cfg.Zone)}
	for _, home := range viewable(ctx, look, ids) {
		if p := home.property; p != nil {
			offer.Properties = append(offer.Properties, ViewingOfferProperty{p.ID, p.Reference, site.text.propertyTitle(p), p.LinkIn(lang)})
		} else {
			d := home.development
			offer.Properties = append(offer.Properties, ViewingOfferProperty{d.ID, d.Reference, site.text.developmentTitle(d), d.LinkIn(lang)})
		}
	}
	for i := range offer.Properties { // mails quote them
		home := &offer.Properties[i]
		home.Reference, home.Title = c.Text(home.Reference), c.Text(home.Title)
	}
	hours := site.settings.ViewingHours()
	for _, day := range hours.Days(c.cfg.Now().In(offer.Zone)) {
		offer.Days[day.Format(time.DateOnly)] = hours.Starts(day)
	}
	return offer
}
