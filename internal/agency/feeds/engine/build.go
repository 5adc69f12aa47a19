package engine

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"estate/internal/agency/feeds"
	"estate/internal/agency/portals"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// builder makes content of listings. It does no I/O.
type builder struct {
	feed    Feed
	mapping *mapping
	unknown func(kind, word string)
	now     func() time.Time
}

// placing maps offer, type and place.
func (b *builder) placing(l *feeds.Listing) (p content.Placing, name i18n.Text) {
	if option := find(b.mapping.catalog.Offers, offerSlug(l.Mode)); option != nil {
		p.Offers = []int{option.ID}
	}
	if l.Type != "" {
		id, label, known := b.mapping.typeOf(l.Type)
		if !known {
			b.unknown(kindType, l.Type)
		}
		if id != 0 {
			p.Types = []int{id}
		}
		name = label
	}
	for _, word := range []string{l.Area, l.Town, l.Province} {
		if word == "" {
			continue
		}
		option, known := b.mapping.place(word)
		if !known {
			b.unknown(kindPlace, word)
		}
		if option == nil {
			continue
		}
		p.Province, p.City, p.Subarea = b.branch(option)
		break
	}
	return p, name
}

func offerSlug(mode feeds.Mode) string {
	switch mode {
	case feeds.ModeMonth:
		return "for-rent"
	case feeds.ModeWeek, feeds.ModeDay:
		return "for-holidays"
	}
	return "for-sale"
}

// branch is a location with its parents, from the province down.
func (b *builder) branch(option *search.Option) (province, city, subarea int) {
	path := []int{option.ID}
	for parent := option.Parent; parent != 0 && len(path) < 4; {
		path = append(path, parent)
		next := 0
		for _, o := range b.mapping.catalog.Locations {
			if o.ID == parent {
				next = o.Parent
			}
		}
		parent = next
	}
	slices.Reverse(path)
	path = append(path, 0, 0)
	return path[0], path[1], path[2]
}

// joints are between the type and the town of a title.
var joints = i18n.Text{i18n.LangEN: " in ", i18n.LangES: " en "}

// anyHome names a home whose type is unknown.
var anyHome = i18n.Text{i18n.LangEN: "Property", i18n.LangES: "Inmueble"}

// title is "Villa in Marbella" in each language, where the source has none.
func (b *builder) title(l *feeds.Listing, name i18n.Text) i18n.Text {
	title := i18n.Text{}
	for _, lang := range i18n.Filled {
		if title[lang] = strings.TrimSpace(l.Titles[lang]); title[lang] != "" {
			continue
		}
		// Never the reference, nor a word that the site does not know.
		title[lang] = cmp.Or(name[lang], anyHome[lang], anyHome[i18n.Fallback])
		if l.Town != "" {
			title[lang] += cmp.Or(joints[lang], ", ") + b.town(l.Town, lang)
		}
	}
	for lang, text := range l.Titles {
		if title[lang] == "" && text != "" {
			title[lang] = text
		}
	}
	return title
}

// town is the name of a town in a title. One in capital letters, "MARBELLA", has those of the site's place.
func (b *builder) town(name string, lang i18n.Lang) string {
	if strings.ToUpper(name) != name {
		return name
	}
	if place, _ := b.mapping.place(name); place != nil && singular(place.Slug) == singular(name) {
		return cmp.Or(place.Name.In(lang), name)
	}
	return cases.Title(language.Spanish).String(name)
}

func descriptions(l *feeds.Listing) i18n.Text {
	text := i18n.Text{}
	for lang, words := range l.Descriptions {
		if words = feeds.Markup(words); words != "" {
			text[lang] = words
		}
	}
	return text
}

func (b *builder) features(l *feeds.Listing) []string {
	var entries []string
	for _, word := range l.Features {
		entry, known := b.mapping.feature(word)
		if !known {
			b.unknown(kindFeature, word)
		}
		if entry != "" && !slices.Contains(entries, entry) {
			entries = append(entries, entry)
		}
	}
	return entries
}

// location is the position with what may be known of it: that of a shared listing is never exact.
func (b *builder) location(l *feeds.Listing) *content.GeoPoint {
	if l.Point == nil {
		return nil
	}
	point := &content.GeoPoint{Lat: l.Point.Lat, Lng: l.Point.Lng, Precision: "area"}
	if b.feed.Exact && !l.Shared {
		point.Precision = content.PrecisionExact
	}
	return point
}

func energy(l *feeds.Listing) *content.Energy {
	e := content.Energy{ConsumptionValue: l.ConsumptionValue, EmissionsValue: l.EmissionsValue}
	if l.Consumption != "X" {
		e.Consumption = l.Consumption
	}
	if l.Emissions != "X" {
		e.Emissions = l.Emissions
	}
	switch {
	case e.Consumption != "" || e.Emissions != "":
		e.Status = "rated"
	case l.Consumption == "X" || l.Emissions == "X":
		e.Status = "pending"
	}
	if e == (content.Energy{}) {
		return nil
	}
	return &e
}

var modes = map[feeds.Mode]content.PriceMode{
	feeds.ModeSale: content.PriceSale, feeds.ModeMonth: content.PriceMonth, feeds.ModeWeek: content.PriceWeek, feeds.ModeDay: content.PriceDay,
}

// head is the head of a listing. before is the stored one, nil for a new listing.
func (b *builder) head(l *feeds.Listing, t content.Type, i *item, before *content.Head) content.Head {
	h := content.Head{ID: i.ID, Type: t, Slug: i.Slug, Status: content.StatusPublish, Date: i.First, Modified: l.Modified.UTC()}
	h.Link = "/" + string(t) + "/" + i.Slug + "/"
	now := b.now().UTC()
	if h.Modified.IsZero() || h.Modified.After(now) {
		h.Modified = now
	}
	if before != nil {
		h.Slug, h.Link, h.AlternativeLinks, h.Status, h.Date = before.Slug, before.Link, before.AlternativeLinks, before.Status, before.Date
		if !h.Modified.After(before.Modified) { // something has changed, whatever the source says
			h.Modified = now
		}
	}
	h.Date, h.Modified = h.Date.Truncate(time.Second), h.Modified.Truncate(time.Second)
	return h
}

// property makes a property. Locked fields, and what no feed knows, are those of before.
func (b *builder) property(l *feeds.Listing, i *item, before *content.Property) (*content.Property, error) {
	p := &content.Property{}
	var head *content.Head
	if before != nil {
		*p, head = *before, &before.Head
	}
	p.Head = b.head(l, content.TypeProperty, i, head)
	placing, name := b.placing(l)
	placing.Categories, placing.Collections = p.Categories, p.Collections
	p.Placing = placing
	p.Reference, p.Title, p.Description = l.Reference(), b.title(l, name), descriptions(l)
	p.Price = content.Price{Amount: l.Price, Currency: l.Currency, Mode: modes[l.Mode], OnAsk: l.OnAsk, Note: p.Price.Note}
	if l.Previous > l.Price && !l.OnAsk {
		p.Price.Previous = l.Previous
	}
	if p.Price.Currency == "" {
		p.Price.Currency = euro
	}
	p.Bedrooms, p.Bathrooms = l.Bedrooms, l.Bathrooms
	p.PlotSize, p.BuiltSize, p.TerraceSize, p.UsableSize, p.BuiltYear = l.Plot, l.Built, l.Terrace, l.Usable, l.YearBuilt
	p.Features, p.Location, p.Energy = b.features(l), b.location(l), energy(l)
	p.Availability, p.NewBuild, p.Floor = content.Availability(l.Status), l.NewBuild, l.Floor
	p.Orientation, p.CadastralReference, p.Registration = content.Orientation(l.Orientation), l.Cadastral, l.Registration
	p.Tenure = content.Tenure(l.Tenure)
	p.Costs = content.Costs{Community: l.CommunityFee, IBI: l.PropertyTax, Waste: l.WasteTax}
	p.Extra.Video, p.Extra.Tour = l.Video, l.Tour
	p.Address, p.Country = address(l, p.Address), portals.CountryCode(l.Country)
	p.Private = private(l, p.Private)
	if l.Agent != "" {
		agent, known := b.mapping.agent(l.Agent)
		if known {
			p.Agent = agent
		} else {
			b.unknown(kindAgent, l.Agent)
		}
	}
	if l.Badges != nil {
		p.Badges = l.Badges
	}
	p.Badges = slices.DeleteFunc(slices.Clone(p.Badges),
		func(badge content.Badge) bool {
			return badge == content.BadgeFeatured && l.Badges == nil || badge == content.BadgeSold
		})
	if l.Premium && !slices.Contains(p.Badges, content.BadgeFeatured) {
		p.Badges = append(p.Badges, content.BadgeFeatured)
	}
	if len(p.Badges) == 0 {
		p.Badges = nil
	}
	p.Origin = &content.Origin{System: b.feed.Name, Key: l.Key, Shared: l.Shared}
	if before == nil {
		return p, nil
	}
	return p, keepLocked(p, before)
}

func address(l *feeds.Listing, before *content.Address) *content.Address {
	if l.Street == "" && l.Postcode == "" {
		return before
	}
	a := &content.Address{Street: l.Street, Postcode: l.Postcode, Visibility: content.AddressHidden}
	if before != nil {
		a.Visibility = before.Visibility // an editor decides it
	}
	if l.Visibility != "" {
		a.Visibility = l.Visibility
	}
	return a
}

func private(l *feeds.Listing, before *content.Private) *content.Private {
	p := content.Private{}
	if before != nil {
		p = *before
	}
	p.Note, p.Commission = l.Note, nil
	if l.Commission != nil {
		p.Commission = &content.Commission{Value: l.Commission.Value, Split: l.Commission.Split, Note: l.Commission.Note}
	}
	if p == (content.Private{}) {
		return nil
	}
	return &p
}

// keepLocked sets the locked fields of p to those of before, by their JSON names.
func keepLocked(p, before *content.Property) error {
	if len(before.Locks) == 0 {
		return nil
	}
	now, err := fields(p)
	if err != nil {
		return err
	}
	old, err := fields(before)
	if err != nil {
		return err
	}
	for _, lock := range before.Locks {
		if !slices.Contains(content.LockableFields, lock) {
			continue
		}
		if value, ok := old[lock]; ok {
			now[lock] = value
		} else {
			delete(now, lock)
		}
		if lock == "gallery" {
			copyField(now, old, "featured_image")
		}
	}
	doc, err := json.Marshal(now)
	if err != nil {
		return err
	}
	var kept content.Property
	if err := json.Unmarshal(doc, &kept); err != nil {
		return fmt.Errorf("locked fields: %w", err)
	}
	*p = kept
	return nil
}

func copyField(to, from map[string]json.RawMessage, name string) {
	delete(to, name)
	if value, ok := from[name]; ok {
		to[name] = value
	}
}

// fields are the JSON fields of a value.
func fields(v any) (map[string]json.RawMessage, error) {
	doc, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var all map[string]json.RawMessage
	return all, json.Unmarshal(doc, &all)
}

// differences are the names of the JSON fields in which two values differ.
func differences(a, b any) []string {
	first, err := fields(a)
	if err != nil {
		return nil
	}
	second, err := fields(b)
	if err != nil {
		return nil
	}
	names := map[string]bool{}
	for name, value := range first {
		if !reflect.DeepEqual(value, second[name]) {
			names[name] = true
		}
	}
	for name := range second {
		if _, ok := first[name]; !ok {
			names[name] = true
		}
	}
	delete(names, "modified")
	return sortedKeys(names)
}

// development makes a development.
func (b *builder) development(l *feeds.Listing, i *item, before *content.Development) *content.Development {
	d := &content.Development{}
	var head *content.Head
	if before != nil {
		*d, head = *before, &before.Head
	}
	d.Head = b.head(l, content.TypeDevelopment, i, head)
	placing, name := b.placing(l)
	placing.Categories, placing.Collections = d.Categories, d.Collections
	d.Placing = placing
	d.Reference, d.Title, d.Description = l.Reference(), b.title(l, name), descriptions(l)
	d.Price = content.PriceRange{From: l.Price, To: l.PriceTo, OnAsk: l.OnAsk}
	d.Features, d.Location, d.Energy = b.features(l), b.location(l), energy(l)
	d.Extra.Video, d.Extra.Tour = l.Video, l.Tour
	if l.Delivery != "" {
		d.Delivery = i18n.Text{i18n.LangEN: l.Delivery, i18n.LangES: l.Delivery}
	}
	if l.Status != "" {
		d.Badges = slices.DeleteFunc(slices.Clone(d.Badges), func(badge content.Badge) bool { return badge == content.BadgeSold })
	}
	if l.Status == feeds.StatusSold {
		d.Badges = append(d.Badges, content.BadgeSold)
	}
	if len(d.Badges) == 0 {
		d.Badges = nil
	}
	return d
}

// slug is the last segment of the link of a new listing.
func (b *builder) slug(l *feeds.Listing) string {
	silent := *b
	silent.unknown = func(string, string) {}
	_, name := silent.placing(l)
	slug := i18n.Slug(b.title(&feeds.Listing{Type: l.Type, Town: l.Town, Key: l.Key, References: l.References}, name)[i18n.LangEN] + " " +
		l.Reference())
	if len(slug) > 120 {
		slug = strings.Trim(slug[:120], "-")
	}
	if slug == "" {
		slug = "property"
	}
	return slug
}
