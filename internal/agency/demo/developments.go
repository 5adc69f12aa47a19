package demo

import (
	"fmt"
	"slices"
	"strconv"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// developmentRow is a development of data/developments.toml.
type developmentRow struct {
	ID          int         `toml:"id"`
	Slug        string      `toml:"slug"`
	Name        string      `toml:"name"` // promotional name
	Place       string      `toml:"place"`
	Agent       string      `toml:"agent"`
	Date        string      `toml:"date"`
	Types       []string    `toml:"types"`
	Categories  []string    `toml:"categories"`
	Collections []string    `toml:"collections"`
	Badges      []string    `toml:"badges"`
	Features    []string    `toml:"features"`
	Pictures    []string    `toml:"pictures"`
	Plans       []string    `toml:"plans"`
	OnAsk       bool        `toml:"on_ask"`
	Energy      string      `toml:"energy"`
	Film        string      `toml:"film"`
	PDF         string      `toml:"pdf"`
	Title       i18n.Text   `toml:"title"`
	Subtitle    i18n.Text   `toml:"subtitle"`
	Text        i18n.Text   `toml:"text"`
	Delivery    i18n.Text   `toml:"delivery"`
	Phases      []i18n.Text `toml:"phases"`
	Unit        []unitRow   `toml:"unit"`
}

// unitRow is a unit of a development.
type unitRow struct {
	Name    string    `toml:"name"`
	Type    i18n.Text `toml:"type"`
	Floor   string    `toml:"floor"`
	Beds    int       `toml:"beds"`
	Baths   int       `toml:"baths"`
	Built   int       `toml:"built"`
	Terrace int       `toml:"terrace"`
	Price   int       `toml:"price"`
	Is      string    `toml:"is"` // available, reserved, sold
}

func (l *loader) developments() ([]*content.Development, error) {
	var file struct{ Development []developmentRow }
	if err := readTOML("data/developments.toml", &file); err != nil {
		return nil, err
	}
	var all []*content.Development
	for _, row := range file.Development {
		d, err := l.development(row)
		if err != nil {
			return nil, fmt.Errorf("data/developments.toml: development %d: %w", row.ID, err)
		}
		all = append(all, d)
	}
	return all, nil
}

func (l *loader) development(row developmentRow) (*content.Development, error) {
	published, err := parseDate(row.Date, row.ID)
	if err != nil {
		return nil, err
	}
	_, modified, err := propertyDates(propertyRow{ID: row.ID, Date: row.Date})
	if err != nil {
		return nil, err
	}
	d := &content.Development{
		Head:      head(row.ID, content.TypeDevelopment, row.Slug, published, modified),
		Reference: referencePrefix + strconv.Itoa(row.ID) + "P",
		Title:     row.Title, Subtitle: row.Subtitle, PromoName: row.Name,
		Delivery: row.Delivery, Phases: row.Phases, Features: row.Features,
		Extra: content.Extra{Video: row.Film, PDF: row.PDF},
		Units: units(row.Unit), Price: priceRange(row),
	}
	for _, badge := range row.Badges {
		d.Badges = append(d.Badges, content.Badge(badge))
	}
	if d.Energy, err = energy(row.Energy); err != nil {
		return nil, err
	}
	if d.Agent, err = l.people.id(row.Agent); err != nil {
		return nil, err
	}
	if d.Description, err = l.translate(row.Text); err != nil {
		return nil, err
	}
	return d, l.placeDevelopment(d, row)
}

func (l *loader) placeDevelopment(d *content.Development, row developmentRow) (err error) {
	if d.Gallery, err = l.media.images(row.Pictures); err != nil {
		return err
	}
	if len(d.Gallery) > 0 {
		featured := d.Gallery[0]
		d.Featured = &featured
	}
	if d.Plans, err = l.media.images(row.Plans); err != nil {
		return err
	}
	if d.Offers, err = l.terms.ids(taxOffer, []string{"for-sale"}); err != nil {
		return err
	}
	if d.Types, err = l.terms.ids(taxType, row.Types); err != nil {
		return err
	}
	if d.Categories, err = l.terms.ids(taxCategories, row.Categories); err != nil {
		return err
	}
	if _, err = l.terms.ids(taxCollections, row.Collections); err != nil {
		return err
	}
	d.Collections = row.Collections
	d.Province, d.City, d.Subarea, err = l.terms.branch(row.Place)
	point := l.terms.points[smallestPlace(d.Placing)]
	point.Precision = "street"
	d.Location = &point
	return err
}

func units(rows []unitRow) []content.Unit {
	all := make([]content.Unit, len(rows))
	for i, row := range rows {
		all[i] = content.Unit{
			Name: row.Name, Type: row.Type, Floor: row.Floor, Beds: row.Beds, Baths: row.Baths,
			Built: row.Built, Terrace: row.Terrace, Price: row.Price, Availability: content.Availability(row.Is),
		}
	}
	return all
}

// priceRange is the range of the prices of the units that are not sold.
func priceRange(row developmentRow) content.PriceRange {
	if row.OnAsk {
		return content.PriceRange{OnAsk: true}
	}
	var prices []int
	for _, unit := range row.Unit {
		if unit.Price > 0 && unit.Is != string(content.UnitSold) {
			prices = append(prices, unit.Price)
		}
	}
	if len(prices) == 0 {
		return content.PriceRange{}
	}
	return content.PriceRange{From: slices.Min(prices), To: slices.Max(prices)}
}
