package resolve

import (
	"context"
	"maps"
	"strconv"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/search"
)

// offerWords are the first words of listing paths with the slug of the offer that they
// name (specification §2.2.14, decision 26).
var offerWords = map[string]string{
	"for-sale": "for-sale", "venta": "for-sale",
	"for-rent": "for-rent", "alquiler": "for-rent",
	"for-holidays": "for-holidays", "vacaciones": "for-holidays",
}

// spanishOfferWords are the first words of Spanish listing paths by slug of the offer. The
// English word is the slug.
var spanishOfferWords = map[string]string{
	"for-sale": "venta", "for-rent": "alquiler", "for-holidays": "vacaciones",
}

// listingLists are the lists of one language that give the words of listing paths their
// meaning.
type listingLists struct {
	lang    i18n.Lang
	catalog *search.Catalog
	pages   content.ListingPages
}

// listingLists loads the lists of a language. The catalog is nil when it is missing; without
// listing pages it is set beside the error.
func (s *sessionSource) listingLists(ctx context.Context, lang i18n.Lang) (listingLists, error) {
	catalog, err := s.catalog(ctx, lang)
	if err != nil {
		return listingLists{}, err
	}
	pages, err := s.listingPages(ctx, lang)
	return listingLists{lang, catalog, pages}, err
}

func (s *sessionSource) listingPages(ctx context.Context, lang i18n.Lang) (content.ListingPages, error) {
	if load := s.session.resolver.config.Listings; load != nil {
		return load(ctx, lang)
	}
	return content.LoadListingPages(ctx, s, lang)
}

// read is the filter of the words of a listing path; known is false when one of them is
// unknown.
func (l listingLists) read(words []string) (filter content.PropertyFilter, known bool) {
	known = true
	for i, word := range words {
		key, target := search.KeyOffer, &filter.Offer
		switch i {
		case 0:
			word = offerWords[word]
		case 1:
			key, target = search.KeyType, &filter.Type
		default:
			key, target = search.KeyLocation, &filter.Location
		}
		if option := optionByWord(l.catalog, key, word); option != nil {
			*target = option.ID
		} else if *target = l.typeOfPage(words, i); *target == 0 {
			known = false
		}
	}
	return filter, known
}

// cityOf is the page of the place, with its offer chosen, that a path with two known words means: people guess
// /for-sale/marbella/. It is "" for other paths.
func (l listingLists) cityOf(at link.Link) string {
	words := at.Segments()
	if len(words) != 2 {
		return ""
	}
	offer := optionByWord(l.catalog, search.KeyOffer, offerWords[words[0]])
	place := optionByWord(l.catalog, search.KeyLocation, words[1])
	if offer == nil || place == nil || place.Slug == "" {
		return ""
	}
	query := maps.Clone(at.Query)
	if query == nil {
		query = map[string]string{}
	}
	query[search.KeyOffer] = strconv.Itoa(offer.ID)
	return link.Stringify(link.Parts{Route: link.Join(l.lang.Prefix(), "cities", place.Slug), Query: query, Page: at.Page})
}

// typeOfPage is the type that an editor's listing page gives to the word of its link:
// /es/venta/fincas/ makes "fincas" the word of country properties. 0 for none.
func (l listingLists) typeOfPage(words []string, i int) int {
	if i != 1 {
		return 0
	}
	at := link.Join(l.lang.Prefix(), words[0], words[1])
	for filter, page := range l.pages {
		if page == at && filter.Location == 0 {
			return filter.Type
		}
	}
	return 0
}

// path is the listing path of a filter: the link of the listing page with this preset, else
// the words of its terms. It is "" for a filter that no listing path has: a place without
// type, a type without offer.
func (l listingLists) path(filter content.PropertyFilter) string {
	if filter.Offer == 0 || filter.Type == 0 && filter.Location != 0 {
		return ""
	}
	if page := l.pages[filter]; page != "" && l.isPathOf(page, filter) {
		return page
	}
	offer := l.catalog.Option(search.KeyOffer, filter.Offer)
	if offer == nil || offerWords[offer.Slug] != offer.Slug {
		return ""
	}
	words := []string{l.offerWord(offer)}
	if filter.Type != 0 {
		words = append(words, l.typeWord(filter))
	}
	if filter.Location != 0 {
		words = append(words, l.word(search.KeyLocation, filter.Location, i18n.LangEN))
	}
	if read, known := l.read(words); !known || read != filter {
		return ""
	}
	return link.Join(append([]string{l.lang.Prefix()}, words...)...)
}

// isPathOf reports whether a link is a listing path and none of its words contradicts the
// filter.
func (l listingLists) isPathOf(page string, filter content.PropertyFilter) bool {
	words := parse(page).Segments()
	if len(words) == 0 || len(words) > 3 || offerWords[words[0]] == "" {
		return false
	}
	read, known := l.read(words)
	return !known || read == filter
}

func (l listingLists) offerWord(offer *search.Option) string {
	if l.lang == i18n.LangES {
		return spanishOfferWords[offer.Slug]
	}
	return offer.Slug
}

// typeWord is the word of a type: that of the listing page of offer and type, else that of
// its name.
func (l listingLists) typeWord(filter content.PropertyFilter) string {
	parent := content.PropertyFilter{Offer: filter.Offer, Type: filter.Type}
	if page := l.pages[parent]; page != "" && l.isPathOf(page, parent) {
		if words := parse(page).Segments(); len(words) == 2 {
			return words[1]
		}
	}
	return l.word(search.KeyType, filter.Type, l.lang)
}

// word is the word of an option: its name as a slug where that names no other option, else
// its slug. Places have their English name in both languages: /es/venta/villas/golden-mile/
// (specification §2.2.13).
func (l listingLists) word(key string, id int, lang i18n.Lang) string {
	option := l.catalog.Option(key, id)
	if option == nil {
		return ""
	}
	word := asSlug(option.Name.In(lang))
	if key == search.KeyType && lang == i18n.LangEN {
		word = option.Slug
	}
	if named := optionByWord(l.catalog, key, word); named == nil || named.ID != id {
		return option.Slug
	}
	return word
}
