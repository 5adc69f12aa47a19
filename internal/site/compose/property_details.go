package compose

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/seo"
	"estate/internal/site/view"
)

// detailBuilder makes the details of a property or a development.
type detailBuilder struct {
	*localizer
	*converter
	cfg     *Config
	lookups *lookups
	cards   *cardBuilder
	forms   *formBuilder
	link    string // of the View
	// landmarks are those of the settings.
	landmarks []content.Landmark
	// landmarkKm are the distances up to which landmarks are named.
	landmarkKm map[content.LandmarkKind]float64
	// warnings logs films that cannot be shown.
	warnings *contentWarnings
}

// property is the section with all details of a property.
func (b *detailBuilder) property(ctx context.Context, p *content.Property) *view.PropertySection {
	title := b.propertyTitle(p)
	section := &view.PropertySection{
		Kind: view.SectionProperty, ID: p.ID, Title: title, Place: b.typeAndPlace(p.Types, p.Placing), Reference: p.Reference,
		Price: b.price(p.Price), Badges: b.badges(p.ShownBadges()), Facts: b.propertyFacts(p),
		Description: b.html(content.UnsafeHTML(p.Description.In(b.lang))),
		Features:    b.features(p.Features),
		Gallery:     b.gallery(p.Featured, p.Gallery, title), Plans: b.pictures(p.Plans, b.t("facts.plan")),
		Videos: b.propertyVideos(p, title),
		Energy: b.energy(p.Energy), Location: b.place(p.ID, p.Location, p.Subtitle, p.Description), Agent: b.agent(ctx, p.Agent),
		Brochure: b.brochure(p.Reference, p.Extra.PDF),
	}
	section.Price.Note = p.Price.Note.In(b.lang)
	section.Documents = b.documents(p)
	section.History = b.history(ctx, p)
	section.BuyingCosts = b.buyingCosts(p)
	section.Share = b.shareLink(p.LinkIn(b.lang))
	section.WhatsApp = b.whatsApp(title, p.Reference, section.Share)
	section.Form = b.forms.form(view.EnquiryProperty, p.Reference)
	section.Form.IDs = strconv.Itoa(p.ID)
	if holiday := b.catalog.OptionBySlug(search.KeyOffer, "for-holidays"); holiday != nil && slices.Contains(p.Offers, holiday.ID) {
		section.Form.Stay = b.forms.stay()
	}
	if canBeViewed(p) {
		section.Viewing = b.viewingLink(p.ID)
	}
	return section
}

// viewingLink is the link of the form that requests a viewing of a home, "" while there are no
// viewings.
func (b *detailBuilder) viewingLink(id int) string {
	if !b.forms.settings.ViewingHours().Any() {
		return ""
	}
	return b.path(ViewingPath) + "?ids=" + strconv.Itoa(id)
}

// development is the section with all details of a development.
func (b *detailBuilder) development(ctx context.Context, p *content.Development) *view.DevelopmentSection {
	title := b.developmentTitle(p)
	section := &view.DevelopmentSection{
		Kind: view.SectionDevelopment, ID: p.ID, Title: title, Place: b.typeAndPlace(p.Types, p.Placing), Reference: p.Reference,
		Price: b.developmentPrice(p), Badges: b.badges(p.Badges), Facts: b.developmentFacts(p, true),
		Description: b.html(content.UnsafeHTML(p.Description.In(b.lang))),
		Features:    b.features(p.Features),
		Gallery:     b.gallery(p.Featured, p.Gallery, title), Plans: b.pictures(p.Plans, b.t("facts.plan")),
		Videos: b.videos(p.Extra.Video, p.HTMLs, title),
		Units:  b.units(p.Units), Energy: b.energy(p.Energy), Location: b.place(p.ID, p.Location, p.Subtitle, p.Description),
		Agent: b.agent(ctx, p.Agent), Brochure: b.brochure(p.Reference, p.Extra.PDF),
	}
	for _, phase := range p.Phases {
		if text := plain(phase.In(b.lang)); text != "" {
			section.Phases = append(section.Phases, text)
		}
	}
	section.Share = b.shareLink(p.LinkIn(b.lang))
	section.WhatsApp = b.whatsApp(title, p.Reference, section.Share)
	section.Form = b.forms.form(view.EnquiryDevelopment, p.Reference)
	section.Form.IDs = strconv.Itoa(p.ID)
	if developmentCanBeViewed(p) {
		section.Viewing = b.viewingLink(p.ID)
	}
	return section
}

func (b *detailBuilder) agent(ctx context.Context, id int) *view.Agent {
	return b.cards.agent(b.lookups.author(ctx, "agent", id))
}

// shareLink is the absolute address of an entity's link, else of the View.
func (b *detailBuilder) shareLink(link string) string {
	return seo.Absolute(b.cfg.SiteURL, cmp.Or(link, b.link))
}

// features are the names of known keys. Other entries are texts of the editor.
func (b *detailBuilder) features(keys []string) []string {
	list := make([]string, 0, len(keys))
	for _, key := range keys {
		name := b.t("features." + key)
		if name == "features."+key {
			name = plain(key)
		}
		if name != "" {
			list = append(list, name)
		}
	}
	return list
}

// units are the rows of the table of units. Sold and reserved units have no price.
func (b *detailBuilder) units(units []content.Unit) []view.Unit {
	rows := make([]view.Unit, 0, len(units))
	for _, unit := range units {
		availability := unit.Availability
		switch availability {
		case content.UnitReserved, content.UnitSold:
		default:
			availability = content.UnitAvailable
		}
		row := view.Unit{
			Name: plain(unit.Name), Type: plain(unit.Type.In(b.lang)), Floor: plain(unit.Floor),
			Beds: unlessZero(unit.Beds, strconv.Itoa), Baths: unlessZero(unit.Baths, strconv.Itoa),
			Built: unlessZero(unit.Built, b.labels.area), Terrace: unlessZero(unit.Terrace, b.labels.area),
			Availability: b.t("facts.availability." + string(availability)), Available: availability == content.UnitAvailable,
		}
		if row.Available && !unit.PriceUnknown {
			row.Price = cmp.Or(unlessZero(unit.Price, i18n.Price), b.labels.onAsk)
		}
		rows = append(rows, row)
	}
	return rows
}

// documents are the files about the property that the law requires.
func (b *detailBuilder) documents(p *content.Property) []view.Anchor {
	sheet := p.InformationSheet
	if sheet == nil {
		return nil
	}
	href := b.href(sheet.Document)
	if href == "" {
		return nil
	}
	text := b.t("property.informationSheet")
	if date, err := time.Parse(time.DateOnly, sheet.Date); err == nil {
		text = b.t("property.informationSheetOf", "date", i18n.Date(b.lang, date))
	}
	return []view.Anchor{{Href: href, Text: text}}
}

// energy prints the energy label, nil without one.
func (b *detailBuilder) energy(e *content.Energy) *view.EnergyLabel {
	if e == nil {
		return nil
	}
	label := &view.EnergyLabel{
		Consumption: energyClass(e.Consumption), Emissions: energyClass(e.Emissions),
		Status: b.t("facts.energy." + energyStatus(e)),
	}
	if e.ConsumptionValue > 0 {
		label.ConsumptionValue = b.decimal(e.ConsumptionValue) + " kWh/m²"
	}
	if e.EmissionsValue > 0 {
		label.EmissionsValue = b.decimal(e.EmissionsValue) + " kg CO₂/m²"
	}
	return label
}

// energyStatus is the status of the editor, else rated or, without any value, pending.
func energyStatus(e *content.Energy) string {
	switch e.Status {
	case "pending", "exempt":
		return e.Status
	}
	if energyClass(e.Consumption) == "" && energyClass(e.Emissions) == "" && e.ConsumptionValue <= 0 && e.EmissionsValue <= 0 {
		return "pending"
	}
	return "rated"
}

// energyClass is a class from A to G, "" for any other text.
func energyClass(class string) string {
	class = strings.ToUpper(strings.TrimSpace(class))
	if len(class) == 1 && class[0] >= 'A' && class[0] <= 'G' {
		return class
	}
	return ""
}

// brochure is the editor's file, else the address at the brochure service, else "".
func (b *detailBuilder) brochure(reference, file string) string {
	if file = b.href(file); file != "" {
		return file
	}
	service := b.cfg.Brochure
	if service.Template == "" || reference == "" {
		return ""
	}
	language := i18n.LangEN
	if slices.Contains(service.Languages, b.lang) {
		language = b.lang
	}
	return strings.NewReplacer(
		"{agency}", url.QueryEscape(service.AgencyID), "{reference}", url.QueryEscape(reference), "{language}", string(language),
		"{type}", url.QueryEscape(service.ReportType), "{client}", url.QueryEscape(service.ClientID),
	).Replace(service.Template)
}

// whatsApp is a link that opens a chat with a text about the property, "" without a
// number in the settings.
func (b *detailBuilder) whatsApp(title, reference, address string) string {
	number := strings.TrimPrefix(phoneDigits(b.cfg.WhatsApp), "+")
	if number == "" {
		return ""
	}
	text := b.t("facts.whatsapp", "title", title, "reference", reference, "address", address)
	return "https://wa.me/" + number + "?text=" + strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}
