package compose

import (
	"cmp"
	"context"
	"maps"
	"strconv"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/search"
	"estate/internal/site/route"
	"estate/internal/site/seo"
	"estate/internal/site/view"
)

// propertyResults is the screen of a property search.
func (s *screen) propertyResults(ctx context.Context) {
	s.view.Screen = view.ScreenProperties
	title := s.searchTitle(s.result.Filter)
	s.setHeader(view.HeaderSimple, title, "")
	if s.result.Filter.IsNarrowed() {
		s.setBreadcrumbs(s.propertiesStep(), view.Breadcrumb{Text: title})
	} else {
		s.setBreadcrumbs(s.propertiesStep())
	}
	s.head.Description = s.t("seo.description.properties", "site", s.site.title)
	s.head.setSamePath()
	s.addProperties(ctx, s.resultsPath(search.KindProperties), true)
}

// city is the screen of one place.
func (s *screen) city(ctx context.Context) {
	s.view.Screen = view.ScreenProperties
	slug := s.result.Target.Slug
	name := route.CityName(slug)
	place, _ := s.result.Entity.(*content.Term)
	if place != nil {
		name = cmp.Or(plain(place.Name.In(s.lang)), name)
	}
	title := route.PlaceTitle(s.lang, name)
	s.setHeader(view.HeaderSimple, title, "")
	s.view.Header.Eyebrow = s.t("header.place", "name", name)
	if place != nil {
		s.view.Header.Subtitle = plain(place.Description.In(s.lang))
	}
	s.setBreadcrumbs(s.propertiesStep(), view.Breadcrumb{Text: name})
	s.head.Description = s.withClaim(s.t("seo.description.city", "city", name, "site", s.site.title))
	s.setAreaCopy(slug)
	s.head.subject.City = title
	s.head.setSamePath()
	s.addProperties(ctx, s.result.Link.Route, true)
	if list := s.result.Properties; list != nil && len(s.result.Filter.Offers) == 0 && s.searchText() == "" {
		s.view.Header.Links = s.offersOf(list.Counts)
	}
}

// offersOf are links to the properties of each offer with their number: "7 homes for sale", "2 for rent".
// There are none for properties of one offer and without counts.
func (s *screen) offersOf(counts *search.Counts) []view.Anchor {
	if counts == nil {
		return nil
	}
	var links []view.Anchor
	for _, offer := range s.catalog.Offers {
		n, word := counts.Offers[offer.ID], s.offerWord(&offer)
		if n == 0 {
			continue
		}
		text := strconv.Itoa(n) + " " + word
		if len(links) == 0 {
			text = s.t("header.offers", "count", n, "offer", word)
		}
		query := maps.Clone(s.result.Link.Query)
		if query == nil {
			query = map[string]string{}
		}
		query[search.KeyOffer] = strconv.Itoa(offer.ID)
		links = append(links, view.Anchor{Href: link.Stringify(link.Parts{Route: s.result.Link.Route, Query: query}), Text: text})
	}
	if len(links) < 2 {
		return nil
	}
	return links
}

// offerWord is an offer within a sentence: "for sale". An offer of the agency's own has its name.
func (l *localizer) offerWord(offer *search.Option) string {
	key := "header.listing.offers." + offer.Slug
	if word := l.t(key); word != key {
		return word
	}
	return plain(offer.Name.In(l.lang))
}

// setAreaCopy sets title and description of the six areas.
func (s *screen) setAreaCopy(slug string) {
	if area, ok := seo.AreaCopy(s.lang, slug); ok {
		s.head.ShareTitle, s.head.Description = area.Title, s.withClaim(area.Description)
	}
}

// withClaim appends what the agency's settings say of its agents and years.
func (s *screen) withClaim(description string) string {
	settings := s.site.settings
	return seo.WithClaim(description, seo.Claim(s.lang, settings.Agents, settings.Years))
}

// listing is the screen of a listing page, such as /for-sale/villas/marbella/.
func (s *screen) listing(ctx context.Context) {
	listing, page := s.result.Listing, s.result.Page
	if listing == nil {
		s.failure(ctx)
		return
	}
	s.view.Screen = view.ScreenProperties
	if page == nil {
		s.setHeader(view.HeaderSimple, s.listingTitle(listing.Filter), "")
		page = &content.Page{}
	} else {
		s.setPageHeader(&page.Fields, page.Title, page.Featured, view.HeaderHero)
	}
	title := s.view.Header.Title
	s.view.Header.Eyebrow = s.listingEyebrow(listing.Filter)
	s.setBreadcrumbs(s.propertiesStep(), view.Breadcrumb{Text: title})
	s.head.subject.Title = cmp.Or(page.Title, title)
	s.head.Description = cmp.Or(page.Fields.Description, s.t("seo.description.listing", "title", title, "site", s.site.title))
	s.setListingTranslations(ctx)
	s.addProperties(ctx, s.result.Link.Route, !page.Fields.HideSearch)
	if s.result.Link.Page <= 1 && !s.search.hasFilters() {
		s.addPageBody(ctx, page, view.SectionPropertyArchive)
	}
}

// listingTitle is the heading of a listing without a content page: "Villas for rent in
// Marbella", or that of the offer alone (specification §2.7.7).
func (s *screen) listingTitle(f content.PropertyFilter) string {
	offer := s.catalog.Option(search.KeyOffer, f.Offer)
	kind := s.catalog.Option(search.KeyType, f.Type)
	if offer == nil || kind == nil {
		return s.offerTitle(search.Filter{Offers: []int{f.Offer}})
	}
	name := plain(kind.Name.In(s.lang))
	if kind.Slug == "other" {
		name = s.t("header.listing.other")
	}
	word := s.offerWord(offer)
	if place := s.placeName(f.Location); place != "" {
		return s.t("header.listing.place", "type", name, "offer", word, "place", place)
	}
	return s.t("header.listing.type", "type", name, "offer", word)
}

// setListingTranslations sets the links of a listing page with page number and, in
// the language switcher, query. In its own language it is the route of the View. A
// language without a translation of the content page has the listing of the same filter.
func (s *screen) setListingTranslations(ctx context.Context) {
	links := map[i18n.Lang]string{}
	if page := s.result.Page; page != nil {
		links = content.Translations(ctx, s.lookups.source, &page.Head)
	}
	if paths := s.result.Listing.Paths; paths[s.lang] == s.result.Link.Route {
		for lang, path := range paths {
			links[lang] = cmp.Or(links[lang], path)
		}
	}
	links[s.lang] = s.result.Link.Route
	s.head.setTranslations(func(lang i18n.Lang) string { return s.head.withPage(links[lang]) })
	for lang, href := range s.head.translations {
		s.head.translations[lang] = withQuery(href, s.result.Link.Query)
	}
}

// withQuery is a link with another query.
func withQuery(raw string, query map[string]string) string {
	if len(query) == 0 {
		return raw
	}
	parsed, err := link.Parse(raw)
	if err != nil {
		return raw
	}
	return parsed.WithQuery(query).String()
}

// listingEyebrow names the place of a listing, else its offer.
func (s *screen) listingEyebrow(f content.PropertyFilter) string {
	if name := s.placeName(f.Location); name != "" {
		return s.t("header.place", "name", name)
	}
	if f.Type == 0 && s.result.Page == nil {
		return "" // the heading names the offer
	}
	return s.offerTitle(search.Filter{Offers: []int{f.Offer}})
}

// developmentResults is the screen of a development search.
func (s *screen) developmentResults(ctx context.Context) {
	s.view.Screen = view.ScreenDevelopments
	list := s.result.Developments
	if list == nil {
		list = &content.Listing[*content.Development]{}
	}
	s.setHeader(view.HeaderSimple, s.t("header.developments"), "")
	s.setBreadcrumbs(s.developmentsStep())
	s.setPageTitle(s.t("seo.title.developments"))
	s.head.Description = s.t("seo.description.developments", "site", s.site.title)
	s.head.setSamePath()

	r := results{
		filter: s.result.Filter, counts: list.Counts, total: list.Total, pages: list.TotalPages,
		summary: s.search.summary(search.KindDevelopments, list.Total), cards: s.cards.developments(list.Items),
	}
	r.filter.Kind = search.KindDevelopments
	if r.filter.Map.Shown {
		for i, development := range list.Items {
			r.cards[i].Spot = spot(development.ID, development.Location)
		}
	}
	s.addResults(ctx, r, s.resultsPath(search.KindDevelopments), true)
	s.setDevelopmentsCanonical()
}

// setDevelopmentsCanonical makes /developments/ the canonical link of
// /search-developments/, which shows the same.
func (s *screen) setDevelopmentsCanonical() {
	canonical := s.resultsPath(search.KindDevelopments)
	if s.result.Link.Route == canonical || s.head.Robots != "" {
		return
	}
	s.head.Canonical = s.head.withPage(canonical)
	s.head.Robots, s.head.Alternates = seo.RobotsIndex, nil
}

// addProperties adds the found properties; see addResults.
func (s *screen) addProperties(ctx context.Context, clear string, withPanel bool) {
	list := s.result.Properties
	if list == nil {
		list = &content.Listing[*content.Property]{}
	}
	r := results{
		filter: s.result.Filter, counts: list.Counts, total: list.Total, pages: list.TotalPages,
		summary: s.search.summary(search.KindProperties, list.Total), cards: s.cards.properties(list.Items),
	}
	if r.filter.Map.Shown {
		for i, property := range list.Items {
			r.cards[i].Spot = spot(property.ID, property.Location)
		}
	}
	s.addResults(ctx, r, clear, withPanel)
}

// addResults adds the list of results with its map, the search panel, and the head
// of a page of results. Clear is the link of the results without the visitor's
// filters.
func (s *screen) addResults(ctx context.Context, r results, clear string, withPanel bool) {
	s.head.Minutes = 1 // a list of titles
	if withPanel || s.view.Header.Search != nil {
		s.view.Header.Search = s.search.resultsPanel(r.filter, r.counts, clear)
	}
	section := s.search.section(ctx, r)
	section.Tiles = s.cfg.Tiles
	if m := r.filter.Map; m.Shown {
		section.MapView = &view.MapView{All: m.ListAll}
		if m.Window != (search.Box{}) {
			section.MapView.Window = mapBounds(m.Window)
		}
	}
	if r.counts != nil && (r.total > 0 || r.filter.Map.Shown) { // without counts the map shows this page only
		section.Map = MapPrefix + s.result.Link.WithPage(1).String()
		section.Lookup = s.favoritesLookup()
	}
	s.add(section)
	s.setResultsHead(ctx, section, r)
}

// setResultsHead sets canonical, robots, neighbours and structured data of results.
// With filters of the visitor they are not indexed, and the canonical page is a
// listing or city page.
func (s *screen) setResultsHead(ctx context.Context, section *view.PropertyArchiveSection, r results) {
	if text := s.searchText(); text != "" {
		s.view.Header.Subtitle = s.t("header.search", "text", text)
	}
	if s.search.hasFilters() {
		s.head.Robots, s.head.Canonical = seo.RobotsFollow, s.search.canonicalPage(ctx, s.result.Filter)
	} else {
		s.head.setCanonical()
		s.head.Prev, s.head.Next = section.Pager.Prev, section.Pager.Next
	}
	if len(r.cards) == 0 {
		s.head.Robots = seo.RobotsFollow
		return
	}
	if s.head.Image == "" {
		s.setFirstImage()
	}
	links := make([]string, 0, len(r.cards))
	for _, card := range r.cards {
		if card.Href != "" {
			links = append(links, card.Href)
		}
	}
	s.head.addJSONLD(seo.ItemList(s.head.SiteURL, links, (max(1, section.Pager.Page)-1)*search.PerPage+1, r.total))
}

// setFirstImage makes the picture of the first result the preview picture.
func (s *screen) setFirstImage() {
	switch {
	case s.result.Properties != nil && len(s.result.Properties.Items) > 0:
		p := s.result.Properties.Items[0]
		s.head.setImage(s.mainImage(p.Featured, p.Gallery), s.propertyTitle(p))
	case s.result.Developments != nil && len(s.result.Developments.Items) > 0:
		p := s.result.Developments.Items[0]
		s.head.setImage(s.mainImage(p.Featured, p.Gallery), s.developmentTitle(p))
	}
}

// favoritesLookup is the link whose View has the cards of properties by id.
func (l *localizer) favoritesLookup() string {
	return link.Stringify(link.Parts{Route: l.path("/favorites/")})
}
