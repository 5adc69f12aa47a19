package resales

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"estate/internal/agency/feeds"
	"estate/internal/content/i18n"
	"estate/internal/content/number"
)

// property is a row of a search or of the details. A search sends texts, the details numbers.
type property struct {
	Reference   value `json:"Reference"`
	AgencyRef   value `json:"AgencyRef"`
	LastUpdated value `json:"LastUpdated"`
	Country     value `json:"Country"`
	Province    value `json:"Province"`
	Area        value `json:"Area"`
	Location    value `json:"Location"`
	SubLocation value `json:"SubLocation"`
	Type        struct {
		NameType value `json:"NameType"`
		Type     value `json:"Type"`
		Subtype  value `json:"Subtype1"`
	} `json:"PropertyType"`
	Status struct {
		System value `json:"system"`
	} `json:"Status"`
	Bedrooms      value           `json:"Bedrooms"`
	Bathrooms     value           `json:"Bathrooms"`
	Built         value           `json:"Built"`
	Terrace       value           `json:"Terrace"`
	Plot          value           `json:"GardenPlot"`
	Price         value           `json:"Price"`
	OriginalPrice value           `json:"OriginalPrice"`
	RentalPeriod  value           `json:"RentalPeriod"`
	Currency      value           `json:"Currency"`
	Dimensions    value           `json:"Dimensions"`
	Own           value           `json:"OwnProperty"`
	Pool          value           `json:"Pool"`
	Energy        value           `json:"EnergyRated"`
	CO2           value           `json:"CO2Rated"`
	Description   json.RawMessage `json:"Description"`
	EnergyRating  struct {
		CO2Rated    value `json:"CO2Rated"`
		CO2Value    value `json:"CO2Value"`
		EnergyRated value `json:"EnergyRated"`
		EnergyValue value `json:"EnergyValue"`
	} `json:"EnergyRating"`
	Features struct {
		Category many[struct {
			Type  value       `json:"Type"`
			Value many[value] `json:"Value"`
		}] `json:"Category"`
	} `json:"PropertyFeatures"`
	Pictures struct {
		Picture many[struct {
			URL value `json:"PictureURL"`
		}] `json:"Picture"`
	} `json:"Pictures"`
	GpsX           value `json:"GpsX"`
	GpsY           value `json:"GpsY"`
	Community      value `json:"Community_Fees_Year"`
	Waste          value `json:"Basura_Tax_Year"`
	IBI            value `json:"IBI_Fees_Year"`
	BuiltYear      value `json:"BuiltYear"`
	CompletionDate value `json:"CompletionDate"`
	VirtualTour    value `json:"VirtualTour"`
	VideoTour      value `json:"VideoTour"`
	InternalSpace  value `json:"InternalFloorSpace"`
	Tenure         value `json:"Tenure"`
}

// squareFoot is a square foot in m².
const squareFoot = 0.09290304

// isLimited reports the shape of a property that was sold or taken off the market: it has no price
// and vanishes after some days.
func (p *property) isLimited() bool {
	return p.Price == "" && !strings.EqualFold(string(p.Status.System), "available") && !p.isDevelopment()
}

func (p *property) isDevelopment() bool {
	return strings.Contains(strings.ToLower(string(p.Type.NameType)), "development")
}

// listing converts details. otherwise is the mode of a listing that says none itself, "" where nothing says one. warn
// receives what could not be read.
func (p *property) listing(
	key string, otherwise feeds.Mode, own bool, langs []string, warn func(field, value, reason string),
) (*feeds.Listing, error) {
	l := &feeds.Listing{
		Key: key, References: []string{string(p.AgencyRef), key}, Development: p.isDevelopment(), Shared: !own, Country: string(p.Country),
		Province: string(p.Province), Town: string(p.Location), Area: string(p.SubLocation), Currency: number.CurrencyOf(string(p.Currency)),
		YearBuilt:    p.BuiltYear.whole(number.Count),
		CommunityFee: p.Community.whole(number.Money), WasteTax: p.Waste.whole(number.Money), PropertyTax: p.IBI.whole(number.Money),
		Usable: p.InternalSpace.whole(number.Size), Tour: address(p.VirtualTour), Video: address(p.VideoTour), Delivery: string(p.CompletionDate),
	}
	if l.References[0] == "" || !own { // another agency's reference says nothing on this site
		l.References = []string{key}
	}
	if l.Town == "" {
		l.Town = string(p.Area)
	}
	if at, err := feeds.Time(string(p.LastUpdated)); err == nil {
		l.Modified = at
	}
	l.Type = string(p.Type.NameType)
	if l.Development || l.Type == "" {
		l.Type = string(p.Type.Type)
	}
	if sub := string(p.Type.Subtype); sub != "" && !strings.Contains(l.Type, sub) {
		l.Type = string(p.Type.Type) + " - " + sub
	}
	var offer feeds.Offer
	if period := string(p.RentalPeriod); period != "" {
		if err := offer.Add(period); err != nil {
			return nil, fmt.Errorf("the rental period %q: %w", feeds.Clip(period), err)
		}
	}
	if low, high, err := p.Price.span(number.Money); err == nil && high > low {
		l.Price = low
		if l.Development {
			l.PriceTo = high
		}
	} else if err := l.ReadPrice(string(p.Price), &offer); err != nil {
		return nil, fmt.Errorf("price %q: %w", feeds.Clip(string(p.Price)), err)
	} else if l.Development {
		l.PriceTo = l.Price
	}
	l.Previous = p.OriginalPrice.whole(number.Money)
	for _, figure := range []struct {
		into  *int
		from  value
		field string
		of    number.Field
	}{
		{&l.Bedrooms, p.Bedrooms, "Bedrooms", number.Count},
		{&l.Bathrooms, p.Bathrooms, "Bathrooms", number.Count},
		{&l.Built, p.Built, "Built", number.Size},
		{&l.Plot, p.Plot, "GardenPlot", number.Size},
		{&l.Terrace, p.Terrace, "Terrace", number.Size},
	} {
		_, high, err := figure.from.span(figure.of)
		if err != nil {
			warn(figure.field, string(figure.from), err.Error())
			continue
		}
		*figure.into = high
	}
	if unit := strings.ToLower(string(p.Dimensions)); strings.HasPrefix(unit, "f") || strings.HasPrefix(unit, "sq") &&
		strings.Contains(unit, "f") {
		for _, size := range []*int{&l.Built, &l.Plot, &l.Terrace, &l.Usable} {
			*size = int(math.Round(float64(*size) * squareFoot))
		}
	}
	if state := string(p.Status.System); state != "" {
		if err := l.ReadStatus(state, &offer); err != nil {
			return nil, fmt.Errorf("the status %q: %w", feeds.Clip(state), err)
		}
	}
	if l.Mode = offer.Mode(otherwise); l.Mode == "" {
		return nil, feeds.ErrNoOffer
	}
	l.Point = feeds.PointOf(p.GpsY.decimal(), p.GpsX.decimal()) // either order: see feeds.PointOf
	l.Consumption, l.Emissions = letter(p.EnergyRating.EnergyRated, p.Energy), letter(p.EnergyRating.CO2Rated, p.CO2)
	l.ConsumptionValue, l.EmissionsValue = p.EnergyRating.EnergyValue.decimal(), p.EnergyRating.CO2Value.decimal()
	l.Descriptions = texts(p.Description, langs)
	if strings.Contains(strings.ToLower(string(p.Tenure)), "leasehold") {
		l.Tenure = feeds.TenureLeasehold
	}
	for _, category := range p.Features.Category {
		for _, feature := range category.Value {
			if name := featureName(category.Type, feature); feature != "" && !slices.Contains(l.Features, name) {
				l.Features = append(l.Features, name)
			}
		}
	}
	if p.Pool.yes() && !slices.ContainsFunc(l.Features, func(f string) bool { return strings.Contains(f, "Pool") }) {
		l.Features = append(l.Features, "Pool")
	}
	for _, picture := range p.Pictures.Picture {
		if at := withoutCacheKeys(address(picture.URL)); at != "" {
			l.Pictures = append(l.Pictures, feeds.Picture{URL: at})
		}
	}
	return l, nil
}

// featureName has the category before words that say nothing alone, such as "Private".
func featureName(category, word value) string {
	switch category {
	case "Pool", "Parking", "Garden", "Views":
		return string(category + ": " + word)
	}
	return string(word)
}

func letter(first, second value) string {
	for _, v := range []value{first, second} {
		if letter := strings.ToUpper(string(v)); len(letter) == 1 && letter >= "A" && letter <= "G" {
			return letter
		}
	}
	return ""
}

func address(v value) string {
	if strings.HasPrefix(string(v), "https://") || strings.HasPrefix(string(v), "http://") {
		return string(v)
	}
	return ""
}

// texts reads a description: one text in the first language, or one a language by its code, its
// number or a locale such as es_ES.
func texts(description json.RawMessage, langs []string) i18n.Text {
	text := i18n.Text{}
	put := func(lang, words string) {
		if l := i18n.Lang(lang); strings.TrimSpace(words) != "" && slices.Contains(i18n.Declared, l) {
			text[l] = feeds.Text(words)
		}
	}
	var one value
	if _ = json.Unmarshal(description, &one); one != "" && len(langs) > 0 {
		put(langs[0], string(one))
	}
	var nested map[string]value
	if json.Unmarshal(description, &nested) == nil {
		for _, key := range slices.Sorted(maps.Keys(nested)) {
			code := strings.ToLower(key)
			for lang, number := range languages {
				if code == lang || code == number || strings.HasPrefix(code, lang+"_") || strings.HasPrefix(code, lang+"-") {
					put(lang, string(nested[key]))
				}
			}
		}
	}
	return text
}
