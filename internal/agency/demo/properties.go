package demo

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// propertyFile is a file of data/homes: properties of one area, with their default place
// and agent.
type propertyFile struct {
	Place      string        `toml:"place"`
	Agent      string        `toml:"agent"`
	Properties []propertyRow `toml:"home"`
}

// propertyRow is a property as an editor writes it. Required are id, slug, type, title and
// text.
type propertyRow struct {
	ID          int       `toml:"id"`
	Slug        string    `toml:"slug"`
	Ref         string    `toml:"ref"`     // "" means ZRE{id}P
	Type        string    `toml:"type"`    // slug of a type
	Offer       []string  `toml:"offer"`   // slugs of offers; empty means for-sale
	Place       string    `toml:"place"`   // "" means that of the file
	Agent       string    `toml:"agent"`   // "" means that of the file
	Date        string    `toml:"date"`    // first published; "" means derived from the id
	Changed     string    `toml:"changed"` // last change; "" means derived from the id
	Title       i18n.Text `toml:"title"`
	Subtitle    i18n.Text `toml:"subtitle"`
	Text        i18n.Text `toml:"text"`
	Name        string    `toml:"name"` // promotional name
	Price       int       `toml:"price"`
	Before      int       `toml:"before"` // the price before a reduction
	Per         string    `toml:"per"`    // month, week, day, 15days; "" means sale
	OnAsk       bool      `toml:"on_ask"`
	VAT         bool      `toml:"vat"`  // sold by its builder, with VAT instead of transfer tax
	Note        i18n.Text `toml:"note"` // on the price
	Beds        int       `toml:"beds"`
	Baths       int       `toml:"baths"`
	Plot        int       `toml:"plot"`
	Built       int       `toml:"built"`
	Terrace     int       `toml:"terrace"`
	Badges      []string  `toml:"badges"`
	Features    []string  `toml:"features"`
	Collections []string  `toml:"collections"`
	Pictures    []string  `toml:"pictures"` // the first is the featured one
	Plans       []string  `toml:"plans"`
	Energy      string    `toml:"energy"` // "B 58.4 C 12.1", pending, exempt
	License     string    `toml:"license"`
	Exact       bool      `toml:"exact"` // the map shows the exact location
	Film        string    `toml:"film"`
	PDF         string    `toml:"pdf"`
	Unit        int       `toml:"unit_of"` // id of a development
	State       string    `toml:"state"`   // availability; "" follows the badges
	Tour        string    `toml:"tour"`    // virtual tour
	Sheet       string    `toml:"sheet"`   // date of the information sheet
	Tenure      string    `toml:"tenure"`  // leasehold, part_ownership; "" means freehold
	Altered     []string  `toml:"altered"` // those of pictures that do not show what is there
	Shared      bool      `toml:"shared"`  // another agency's: no portal gets it
	Locks       []string  `toml:"locks"`   // fields that no feed may change
}

// informationSheet is the sample of an information sheet.
const informationSheet = "/media/information-sheet.pdf"

// referencePrefix begins every reference of the agency (specification §9.18).
const referencePrefix = "ZRE"

// properties reads all properties, sorted by id.
func (l *loader) properties() ([]*content.Property, error) {
	var all []*content.Property
	err := readFolder("data/homes", func(_ string, file propertyFile) error {
		for _, row := range file.Properties {
			property, err := l.property(file, row)
			if err != nil {
				return fmt.Errorf("property %d: %w", row.ID, err)
			}
			all = append(all, property)
		}
		return nil
	})
	slices.SortFunc(all, func(a, b *content.Property) int { return a.ID - b.ID })
	return all, err
}

func (l *loader) property(file propertyFile, row propertyRow) (*content.Property, error) {
	published, modified, err := propertyDates(row)
	if err != nil {
		return nil, err
	}
	p := &content.Property{
		Head:      head(row.ID, content.TypeProperty, row.Slug, published, modified),
		Reference: orElse(row.Ref, referencePrefix+strconv.Itoa(row.ID)+"P"),
		Title:     row.Title, Subtitle: row.Subtitle, PromoName: row.Name,
		Price:    l.price(row),
		Bedrooms: row.Beds, Bathrooms: row.Baths,
		PlotSize: row.Plot, BuiltSize: row.Built, TerraceSize: row.Terrace,
		Features: row.Features, Registration: row.License, UnitsOf: row.Unit,
		Extra: content.Extra{Video: row.Film, PDF: row.PDF},
	}
	for _, badge := range row.Badges {
		p.Badges = append(p.Badges, content.Badge(badge))
	}
	if p.Energy, err = energy(row.Energy); err != nil {
		return nil, err
	}
	if p.Agent, err = l.people.id(orElse(row.Agent, file.Agent)); err != nil {
		return nil, err
	}
	if p.Description, err = l.translate(row.Text); err != nil {
		return nil, err
	}
	if err := l.pictures(p, row); err != nil {
		return nil, err
	}
	if err := l.place(p, row, orElse(row.Place, file.Place)); err != nil {
		return nil, err
	}
	p.Availability, p.Extra.Tour = content.Availability(row.State), row.Tour
	p.Tenure, p.NewBuild, p.Locks = content.Tenure(row.Tenure), row.VAT, row.Locks
	if row.Shared {
		p.Origin = &content.Origin{Shared: true}
	}
	if row.Sheet != "" {
		p.InformationSheet = &content.InformationSheet{Document: informationSheet, Date: row.Sheet}
	}
	addFacts(p, row.Type)
	return p, nil
}

// orElse is text, or otherwise if text is empty.
func orElse(text, otherwise string) string {
	if text != "" {
		return text
	}
	return otherwise
}

// price is the price of the row. Without a note it gets the agency's note on costs.
func (l *loader) price(row propertyRow) content.Price {
	price := content.Price{
		Amount: row.Price, Mode: content.PriceMode(orElse(row.Per, "sale")),
		OnAsk: row.OnAsk, Previous: row.Before, Note: row.Note,
	}
	if row.Price == 0 {
		return price
	}
	price.Currency = "EUR"
	if len(row.Note) == 0 && !row.OnAsk {
		kind := string(price.Mode)
		if row.VAT {
			kind = "new"
		}
		price.Note = l.notes[kind]
	}
	return price
}

// firstDay is the earliest publication date, lastDay the latest date of a change.
var (
	firstDay = time.Date(2023, time.November, 20, 9, 0, 0, 0, time.UTC)
	lastDay  = time.Date(2026, time.November, 16, 18, 0, 0, 0, time.UTC)
)

// propertyDates distributes properties without a date between firstDay and lastDay, and
// their last change between publication and lastDay.
func propertyDates(row propertyRow) (published, modified time.Time, err error) {
	span := lastDay.Sub(firstDay)
	published = firstDay.Add(time.Duration(float64(span) * fraction(row.ID))).Truncate(time.Second)
	if row.Date != "" {
		if published, err = parseDate(row.Date, row.ID); err != nil {
			return published, modified, err
		}
	}
	if row.Changed != "" {
		modified, err = parseDate(row.Changed, row.ID)
		return published, modified, err
	}
	remaining := lastDay.Sub(published)
	return published, published.Add(time.Duration(float64(remaining) * fraction(row.ID*7+3))).Truncate(time.Second), nil
}

// fraction distributes ids evenly over [0, 1); consecutive ids are far apart.
func fraction(id int) float64 {
	_, f := math.Modf(float64(id) * 0.6180339887498949)
	return f
}

// energy reads "B 58.4 C 12.1" (consumption, emissions), "pending" or "exempt".
func energy(text string) (*content.Energy, error) {
	switch text {
	case "":
		return nil, nil
	case "pending", "exempt":
		return &content.Energy{Status: text}, nil
	}
	var e content.Energy
	if _, err := fmt.Sscanf(text, "%s %f %s %f", &e.Consumption, &e.ConsumptionValue, &e.Emissions, &e.EmissionsValue); err != nil {
		return nil, fmt.Errorf(`energy %q must be of the form "B 58.4 C 12.1", "pending" or "exempt"`, text)
	}
	e.Status = "rated"
	return &e, nil
}

func (l *loader) pictures(p *content.Property, row propertyRow) error {
	gallery, err := l.media.images(row.Pictures)
	if err != nil {
		return err
	}
	for i := range gallery {
		gallery[i].Altered = slices.Contains(row.Altered, row.Pictures[i])
	}
	if len(gallery) > 0 {
		featured := gallery[0]
		p.Featured, p.Gallery = &featured, gallery
	}
	p.Plans, err = l.media.images(row.Plans)
	return err
}

// place sets the terms and the location of a property, some streets away from the centre
// of its area.
func (l *loader) place(p *content.Property, row propertyRow, place string) (err error) {
	if len(row.Offer) == 0 {
		row.Offer = []string{"for-sale"}
	}
	if p.Offers, err = l.terms.ids(taxOffer, row.Offer); err != nil {
		return err
	}
	if p.Types, err = l.terms.ids(taxType, []string{row.Type}); err != nil {
		return err
	}
	if _, err = l.terms.ids(taxCollections, row.Collections); err != nil {
		return err
	}
	p.Collections = row.Collections
	if p.Province, p.City, p.Subarea, err = l.terms.branch(place); err != nil {
		return err
	}
	p.Categories = categoriesOf(p.Badges)
	point := l.terms.points[smallestPlace(p.Placing)]
	point.Lat = round4(point.Lat + (fraction(row.ID*3)-0.5)*0.006)
	point.Lng = round4(point.Lng + (fraction(row.ID*5)-0.5)*0.008)
	if row.Exact {
		point.Precision = "exact"
	}
	p.Location = &point
	return nil
}

// smallestPlace is the id of the smallest place of p.
func smallestPlace(p content.Placing) int {
	switch {
	case p.Subarea != 0:
		return p.Subarea
	case p.City != 0:
		return p.City
	}
	return p.Province
}

// round4 rounds a coordinate to about ten metres.
func round4(degrees float64) float64 { return math.Round(degrees*10000) / 10000 }

// categoriesOf are the ids of the s_category terms for badges.
func categoriesOf(badges []content.Badge) []int {
	ids := map[content.Badge]int{
		content.BadgeExclusive: 201, content.BadgeFeatured: 202, content.BadgeNew: 203, content.BadgeSold: 204,
	}
	var categories []int
	for _, badge := range badges {
		categories = append(categories, ids[badge])
	}
	return categories
}
