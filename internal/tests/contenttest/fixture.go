package contenttest

import (
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// Credential is the credential for drafts and revisions of a source under test.
const Credential content.Credential = "Bearer contenttest"

// Authorize reports whether a source under test accepts a credential.
func Authorize(auth content.Credential, _ content.Ref) bool { return auth == Credential }

// Content is the content of a source under test.
type Content struct {
	Authors   []*content.Author
	Terms     []*content.Term
	Entities  []content.Entity // posts, pages, media, properties, developments
	Revisions map[content.Ref]*content.Revision
	Settings  map[i18n.Lang]*content.Settings
	Instagram []content.InstagramPost
	Redirects []content.RedirectPair
	// Withdrawn are entities that were published once and are deleted.
	Withdrawn []content.Entity
}

// Writer stores content. store.Batch implements it.
type Writer interface {
	Put(content.Entity) error
	PutSettings(i18n.Lang, *content.Settings) error
	PutInstagram([]content.InstagramPost) error
	PutRedirects(...content.RedirectPair) error
	PutRevision(content.Ref, *content.Revision) error
	Delete(content.Ref) error
}

// Fixture returns the content of a small agency, with the edge cases of a real one.
func Fixture() *Content {
	return &Content{
		Authors:   authors(),
		Terms:     terms(),
		Entities:  append(append(append(posts(), pages()...), properties()...), developments()...),
		Revisions: revisions(),
		Settings:  settings(),
		Instagram: instagram(),
		Redirects: redirects(),
		Withdrawn: withdrawn(),
	}
}

// Write stores all content in w. It stores the withdrawn entities first and deletes them.
func (c *Content) Write(w Writer) error {
	for _, entity := range c.Withdrawn {
		if err := w.Put(entity); err != nil {
			return err
		}
		if err := w.Delete(entity.Ref()); err != nil {
			return err
		}
	}
	for _, author := range c.Authors {
		if err := w.Put(author); err != nil {
			return err
		}
	}
	for _, term := range c.Terms {
		if err := w.Put(term); err != nil {
			return err
		}
	}
	for _, entity := range c.Entities {
		if err := w.Put(entity); err != nil {
			return err
		}
	}
	for ref, revision := range c.Revisions {
		if err := w.PutRevision(ref, revision); err != nil {
			return err
		}
	}
	for lang, record := range c.Settings {
		if err := w.PutSettings(lang, record); err != nil {
			return err
		}
	}
	if err := w.PutInstagram(c.Instagram); err != nil {
		return err
	}
	return w.PutRedirects(c.Redirects...)
}

func at(year int, month time.Month, day, hour, minute int) time.Time {
	return time.Date(year, month, day, hour, minute, 0, 0, time.UTC)
}

func both(en, es string) i18n.Text { return i18n.Text{i18n.LangEN: en, i18n.LangES: es} }

func links(en, es string) map[i18n.Lang]string {
	return map[i18n.Lang]string{i18n.LangEN: en, i18n.LangES: es}
}

func authors() []*content.Author {
	return []*content.Author{
		{
			ID: 1, Slug: "ana-garcia", Name: "Ana García", Link: "/author/ana-garcia/",
			Description: both("Writes about towns.", "Escribe sobre pueblos."),
		},
		{ID: 2, Slug: "john-smith", Name: "John Smith", Link: "/author/john-smith/", Role: both("Agent", "Agente"), Phone: "+34 600 000 002"},
	}
}

func term(taxonomy string, id int, slug string, name i18n.Text, parent int) *content.Term {
	return &content.Term{ID: id, Taxonomy: taxonomy, Slug: slug, Name: name, Parent: parent}
}

// blogTerm is a category or tag, which belongs to one language.
func blogTerm(lang i18n.Lang, taxonomy string, id int, slug, name string) *content.Term {
	return &content.Term{
		ID: id, Taxonomy: taxonomy, Slug: slug, Name: i18n.Text{lang: name}, Lang: lang,
		Link: lang.Prefix() + "/" + taxonomy + "/" + slug + "/",
	}
}

func terms() []*content.Term {
	return []*content.Term{
		blogTerm("en", "category", 21, "market", "Market"),
		blogTerm("en", "category", 22, "living", "Living & Leisure"),
		blogTerm("es", "category", 31, "mercado", "Mercado"),
		blogTerm("es", "category", 32, "vida", "Vida"),
		blogTerm("en", "tag", 41, "golf", "Golf"),
		blogTerm("es", "tag", 42, "golf", "Golf"), // the same slug in the other language
		term("s_offer", 3, "for-sale", both("For Sale", "En venta"), 0),
		term("s_offer", 10, "for-rent", both("For Rent", "En alquiler"), 0),
		term("s_offer", 12, "for-holidays", both("For Holidays", "Vacaciones"), 0),
		// Neither by id nor by name: the editor sets the order of an option list.
		term("s_type", 15, "villas", both("Villas", "Villas"), 0),
		term("s_type", 7, "apartments", both("Apartments", "Apartamentos"), 0),
		term("s_type", 81, "houses", both("Houses", "Casas"), 0),
		term("s_location", 636, "marbella", both("Marbella", "Marbella"), 0),
		term("s_location", 6, "malaga", both("Malaga", "Málaga"), 0),
		term("s_location", 7001, "nueva-andalucia", both("Nueva Andalucia", "Nueva Andalucía"), 636),
		term("s_location", 7002, "marbella-golden-mile", both("Golden Mile", "Milla de Oro"), 636),
		term("s_location", 7003, "malaga-centre", both("Malaga Centre", "Málaga centro"), 6),
		term("s_location", 7101, "la-cerquilla", both("La Cerquilla", "La Cerquilla"), 7001),
		term("s_category", 201, "luxury", both("Luxury", "Lujo"), 0),
		term("s_category", search.CategorySold, "sold", both("Sold", "Vendidas"), 0),
		term("s_categories", 59, "exclusive", both("Exclusive", "Exclusivas"), 0),
		term("s_categories", 55, "featured", both("Featured", "Destacadas"), 0),
	}
}

func settings() map[i18n.Lang]*content.Settings {
	record := func(title, address string) *content.Settings {
		return &content.Settings{
			SiteTitle: title, Phone1: "+34 952 000 001", Phone2: "+34 600 000 001",
			Mail1: "info@example.test", Address: address, Zone: "Europe/Madrid",
			LegalNote: both("Licence 12", "Licencia 12"), Agents: 12, Years: 9, PlacesKm: "airport 100",
			Notice: &content.Notice{
				Title: both("Open house", "Puertas abiertas"), Text: both("On Saturday, from 11 to 14.", "El sábado, de 11 a 14."),
				Label: both("See you there", "Nos vemos allí"), Date: at(2026, 3, 1, 9, 0),
				Link: map[i18n.Lang]string{i18n.LangEN: "/about/", i18n.LangES: "/es/sobre-nosotros/"},
			},
			Landmarks: []content.Landmark{
				{Kind: content.LandmarkBeach, Name: both("Fontanilla beach", "Playa de la Fontanilla"), Lat: 36.5075, Lng: -4.8905},
				{Kind: content.LandmarkAirport, Name: both("Malaga airport", "Aeropuerto de Málaga"), Lat: 36.6749, Lng: -4.4991},
			},
			Menus: map[string]content.Menu{"main": {
				Helper: map[string]i18n.Text{"buy": both("/for-sale/", "/es/venta/")},
				Items:  []content.MenuItem{{Link: "buy", Label: both("Buy", "Comprar")}},
			}},
		}
	}
	return map[i18n.Lang]*content.Settings{
		i18n.LangEN: record("Sample Homes", "1 Sea Road, Marbella"),
		i18n.LangES: record("Casas de Muestra", "Calle del Mar 1, Marbella"),
	}
}

func instagram() []content.InstagramPost {
	return []content.InstagramPost{
		{
			ID: "b", Caption: "Evening light", Image: content.Image{URL: "/media/evening.jpg", Width: 800, Height: 800},
			Permalink: "https://social.example.test/b",
		},
		{
			ID: "a", Caption: "Morning light", Image: content.Image{URL: "/media/morning.jpg", Width: 800, Height: 800},
			Permalink: "https://social.example.test/a",
		},
	}
}

func redirects() []content.RedirectPair {
	return []content.RedirectPair{
		{From: "/old-page/", To: "/about/"},
		{From: "/es/pagina-vieja/", To: "/es/sobre-nosotros/", Status: 308},
		{From: "/partner/", To: "https://partner.example.test/welcome/", Status: 302},
		{From: "/index.php?lang=en&id=7", To: "/blog/"},
		{From: "/propertie/OLD-77P/", To: "/for-sale/villas/marbella/"},
		{From: "/es/propiedad/OLD-77P/", To: "/es/venta/villas/marbella/"},
	}
}
