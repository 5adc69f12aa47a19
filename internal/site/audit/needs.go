package audit

import (
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// Need is what the offer of a property or development must have.
type Need string

// The needs.
const (
	NeedReference    Need = "reference"
	NeedOffer        Need = "offer"
	NeedType         Need = "type"
	NeedCity         Need = "city"
	NeedEnergy       Need = "energy"       // a label, or the reason why there is none
	NeedRegistration Need = "registration" // the number of a holiday rental
	NeedNational     Need = "national"     // the national number of a holiday rental
	NeedSheet        Need = "sheet"        // the information sheet of Decree 218/2005 of Andalusia
	NeedPrice        Need = "price"        // or "on ask"
	NeedPicture      Need = "picture"
	NeedTitle        Need = "title"
	NeedDescription  Need = "description"
)

// Level is what follows from a need that is not met.
type Level string

// The levels.
const (
	Blocks Level = "blocks" // it must not be published
	Warns  Level = "warns"  // it is worse without
)

// Missing is a need that a property or development does not meet.
type Missing struct {
	Need  Need
	Path  string    // of the field in the JSON
	Lang  i18n.Lang // of a text, "" for all languages
	Level Level
}

// Law is what the law of the agency's region requires.
type Law struct {
	// Andalusia says that a property of the agency's own must not be published without energy label, information sheet and
	// registration number. Elsewhere these warn.
	Andalusia bool
}

// MissingOf lists what a property needs before it is a complete offer in the given languages. One that nobody can buy or rent any
// more needs nothing. The law's data of a property of another agency are that agency's.
func MissingOf(p *content.Property, catalog *search.Catalog, languages []i18n.Lang, law Law) []Missing {
	if p.Sold() {
		return nil
	}
	var list needs
	list.unless(strings.TrimSpace(p.Reference) != "", NeedReference, Blocks)
	list.unless(len(p.Offers) > 0, NeedOffer, Blocks)
	list.unless(len(p.Types) > 0, NeedType, Blocks)
	list.unless(hasPrice(p), NeedPrice, Blocks)
	list.texts(p.Title, p.Description, languages)
	list.unless(p.Featured != nil || len(p.Gallery) > 0, NeedPicture, Blocks)
	list.unless(p.City != 0, NeedCity, Blocks)
	if p.Own() {
		list.legal(p, catalog, law)
	}
	return list
}

// MissingOfDevelopment is MissingOf for a development.
func MissingOfDevelopment(d *content.Development, languages []i18n.Lang) []Missing {
	if d.SoldOut() {
		return nil
	}
	var list needs
	if d.Price.From == 0 && !d.Price.OnAsk {
		list = append(list, Missing{Need: NeedPrice, Path: "price.from", Level: Blocks})
	}
	list.texts(d.Title, d.Description, languages)
	list.unless(d.Featured != nil || len(d.Gallery) > 0, NeedPicture, Blocks)
	list.unless(d.City != 0, NeedCity, Blocks)
	return list
}

// needs collects what is missing.
type needs []Missing

var needPaths = map[Need]string{
	NeedReference: "reference", NeedOffer: "s_offer", NeedType: "s_type", NeedCity: "s_city", NeedPrice: "price.amount",
	NeedPicture: "gallery", NeedEnergy: "energy.status", NeedRegistration: "registration_number", NeedNational: "national_registration_number",
	NeedSheet: "information_sheet.document",
}

func (n *needs) unless(isMet bool, need Need, level Level) {
	if !isMet {
		*n = append(*n, Missing{Need: need, Path: needPaths[need], Level: level})
	}
}

// texts adds the texts that are missing: one that no language has blocks, and visitors of a language read another one's
// where theirs is missing.
func (n *needs) texts(title, description i18n.Text, languages []i18n.Lang) {
	if len(languages) == 0 {
		return
	}
	for _, text := range []struct {
		need  Need
		value i18n.Text
	}{{NeedTitle, title}, {NeedDescription, description}} {
		lacks := slices.DeleteFunc(slices.Clone(languages), func(lang i18n.Lang) bool { return strings.TrimSpace(text.value[lang]) != "" })
		if len(lacks) == len(languages) {
			*n = append(*n, Missing{Need: text.need, Path: string(text.need) + "." + string(i18n.Fallback), Level: Blocks})
			continue
		}
		for _, lang := range lacks {
			*n = append(*n, Missing{text.need, string(text.need) + "." + string(lang), lang, Warns})
		}
	}
}

func hasPrice(p *content.Property) bool { return p.Price.Public() > 0 || p.Price.OnAsk }

// legal adds what the law requires.
func (n *needs) legal(p *content.Property, catalog *search.Catalog, law Law) {
	level := Warns
	if law.Andalusia && (p.Country == "" || p.Country == "ES") {
		level = Blocks
	}
	for _, need := range legalNeeds(p, catalog) {
		if need != NeedSheet || level == Blocks { // no other region has it
			n.unless(false, need, level)
		}
	}
	if isOffered(p, catalog, content.OfferHolidays) {
		n.unless(p.NationalRegistration != "", NeedNational, Warns)
	}
}

// legalNeeds are the data that the law requires in the offer of a property and that it does not have.
func legalNeeds(p *content.Property, catalog *search.Catalog) (needs []Need) {
	isSale := isOffered(p, catalog, content.OfferSale)
	if (isSale || isOffered(p, catalog, content.OfferRent)) && !hasEnergyLabel(p, catalog) {
		needs = append(needs, NeedEnergy)
	}
	if isSale && !hasSheet(p) && !isOfType(p, catalog, "plots-and-lands", "commercials") {
		needs = append(needs, NeedSheet)
	}
	if isOffered(p, catalog, content.OfferHolidays) && p.Registration == "" {
		needs = append(needs, NeedRegistration)
	}
	return needs
}

// hasSheet reports that a property has an information sheet: a file, or the date of one that lies in the office.
func hasSheet(p *content.Property) bool {
	return p.InformationSheet != nil && (p.InformationSheet.Document != "" || p.InformationSheet.Date != "")
}

// isOffered reports that a property has one of the offers; the content defines their ids.
func isOffered(p *content.Property, catalog *search.Catalog, slugs ...string) bool {
	return slices.ContainsFunc(p.Offers, func(id int) bool { return hasSlug(catalog.Option(search.KeyOffer, id), slugs...) })
}

func isOfType(p *content.Property, catalog *search.Catalog, slugs ...string) bool {
	return slices.ContainsFunc(p.Types, func(id int) bool { return hasSlug(catalog.Option(search.KeyType, id), slugs...) })
}

func hasSlug(option *search.Option, slugs ...string) bool {
	return option != nil && slices.Contains(slugs, option.Slug)
}

// hasEnergyLabel reports that a property has a label or a status that explains why not. Land needs none.
func hasEnergyLabel(p *content.Property, catalog *search.Catalog) bool {
	if isOfType(p, catalog, "plots-and-lands") {
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
