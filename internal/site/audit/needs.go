package audit

import (
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// Need is what the offer of a property must have.
type Need string

// The needs.
const (
	NeedEnergy       Need = "energy"       // a label, or the reason why there is none
	NeedRegistration Need = "registration" // the number of a holiday rental
	NeedPrice        Need = "price"        // or "on ask"
	NeedPicture      Need = "picture"
	NeedTitle        Need = "title"
	NeedDescription  Need = "description"
)

// Missing is a need that a property does not have.
type Missing struct {
	Need Need
	Path string    // of the field in the JSON of the property
	Lang i18n.Lang // of a text
}

// MissingOf lists what the agency must add to a property before it is a complete offer in the given languages. One that nobody
// can buy or rent any more needs nothing. The law's data of a property of another agency are that agency's.
func MissingOf(p *content.Property, catalog *search.Catalog, languages []i18n.Lang) []Missing {
	if p.Sold() {
		return nil
	}
	var missing []Missing
	for _, need := range legalNeeds(p, catalog) {
		if p.Own() || need == NeedPrice {
			missing = append(missing, Missing{Need: need, Path: needPaths[need]})
		}
	}
	if p.Featured == nil && len(p.Gallery) == 0 {
		missing = append(missing, Missing{Need: NeedPicture, Path: "gallery"})
	}
	for _, lang := range languages {
		if strings.TrimSpace(p.Title[lang]) == "" {
			missing = append(missing, Missing{NeedTitle, "title." + string(lang), lang})
		}
		if strings.TrimSpace(p.Description[lang]) == "" {
			missing = append(missing, Missing{NeedDescription, "description." + string(lang), lang})
		}
	}
	return missing
}

var needPaths = map[Need]string{NeedEnergy: "energy", NeedRegistration: "registration_number", NeedPrice: "price.amount"}

// legalNeeds are what the law requires in the offer of a property, and its price.
func legalNeeds(p *content.Property, catalog *search.Catalog) (needs []Need) {
	if isOffered(p, catalog, "for-sale", "for-rent") && !hasEnergyLabel(p, catalog) {
		needs = append(needs, NeedEnergy)
	}
	if isOffered(p, catalog, "for-holidays") && p.Registration == "" {
		needs = append(needs, NeedRegistration)
	}
	if p.Price.Public() == 0 && !p.Price.OnAsk {
		needs = append(needs, NeedPrice)
	}
	return needs
}

// isOffered reports that a property has one of the offers; the content defines their ids.
func isOffered(p *content.Property, catalog *search.Catalog, slugs ...string) bool {
	return slices.ContainsFunc(p.Offers, func(id int) bool { return hasSlug(catalog.Option(search.KeyOffer, id), slugs...) })
}

func hasSlug(option *search.Option, slugs ...string) bool {
	return option != nil && slices.Contains(slugs, option.Slug)
}

// hasEnergyLabel reports that a property has a label or a status that explains why not. Land needs none.
func hasEnergyLabel(p *content.Property, catalog *search.Catalog) bool {
	isLand := func(id int) bool { return hasSlug(catalog.Option(search.KeyType, id), "plots-and-lands") }
	if slices.ContainsFunc(p.Types, isLand) {
		return true
	}
	if p.Energy == nil {
		return false
	}
	switch p.Energy.Status {
	case "pending", "exempt":
		return true
	}
	return p.Energy.Consumption != "" || p.Energy.Emissions != "" || p.Energy.ConsumptionValue > 0 || p.Energy.EmissionsValue > 0
}
