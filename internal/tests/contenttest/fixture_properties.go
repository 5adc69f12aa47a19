package contenttest

import (
	"fmt"
	"time"

	"estate/internal/content"
	"estate/internal/content/search"
)

// Ids of properties and developments that tests name.
const (
	propertyFull      = 1001 // every optional field
	propertySold      = 1002
	propertyOnAsk     = 1003
	propertyRent      = 1004
	propertyTwoSlugs  = 1005 // another slug in Spanish
	propertyDraft     = 1006
	propertyWithdrawn = 1007
	propertyTie       = 1008 // same modification time and price as propertyFull
	developmentFull   = 2001
	developmentOnAsk  = 2002
	developmentDraft  = 2003
)

func property(id int, slug, reference string, day int) *content.Property {
	return &content.Property{
		Head: content.Head{
			ID: id, Type: content.TypeProperty, Slug: slug, Status: content.StatusPublish,
			Date: at(2023, time.May, 1, 10, 0), Modified: at(2024, time.May, 1, 10, 0).AddDate(0, 0, day),
			Link: "/properties/" + slug + "/",
		},
		Reference: reference, Title: both("Home "+reference, "Casa "+reference),
		Description: both("<p>Bright.</p>", "<p>Luminosa.</p>"),
		Price:       content.Price{Amount: 1_250_000, Currency: "EUR", Mode: content.PriceSale},
		Bedrooms:    3, Bathrooms: 2, BuiltSize: 220,
		Placing: content.Placing{Offers: []int{3}, Types: []int{15}, Province: 636, City: 7001},
	}
}

func properties() []content.Entity {
	full := property(propertyFull, "villa-azul", "ZR-1001P", 10)
	full.PromoName, full.Subtitle = "Villa Azul", both("By the golf", "Junto al golf")
	full.Gallery = []content.Image{{
		ID: mediaSea, URL: "/media/sea.jpg", Width: 1600, Height: 1067, Alt: both("Sea", "Mar"), Color: "#335577",
		Label: "view", Altered: true,
	}}
	full.Featured = &full.Gallery[0]
	full.HTMLs = []content.UnsafeHTML{`<iframe src="https://video.example.test/1"></iframe>`}
	full.Extra = content.Extra{Video: "https://video.example.test/1", PDF: "https://brochures.example.test/1.pdf"}
	full.Price.Previous, full.Price.Note = 1_400_000, both("Taxes not included", "Impuestos no incluidos")
	full.PlotSize, full.TerraceSize = 1200, 80
	full.Badges, full.Features = []content.Badge{content.BadgeNew, content.BadgeExclusive}, []string{"pool", "Wine cellar"}
	full.Subarea, full.Categories, full.Collections = 7101, []int{201}, []string{"beachfront", "golf"}
	full.Location = &content.GeoPoint{Lat: 36.51, Lng: -4.95, Precision: "area"}
	full.Energy = &content.Energy{Consumption: "B", ConsumptionValue: 61.5, Emissions: "A", EmissionsValue: 9.25, Status: "rated"}
	full.Registration, full.Agent, full.UnitsOf = "VFT/MA/00001", 2, developmentFull
	full.Extra.Tour, full.NationalRegistration = "https://tours.example.test/1", "ESFCTU0000290010000000000000000000000000VFT/MA/000019"
	full.Availability, full.UsableSize, full.BuiltYear, full.NewBuild = content.AvailabilityUnderOffer, 190, 2004, true
	full.Orientation, full.Floor, full.Tenure = "south-west", "3", content.TenureLeasehold
	full.Costs = content.Costs{Community: 3600, IBI: 1850, Waste: 180}
	full.Address = &content.Address{Street: "Calle Ancha", Number: "12", Postcode: "29602", Visibility: content.AddressStreet}
	full.Country = "ES"
	full.CadastralReference = "9872023VH5797S0001WX"
	full.InformationSheet = &content.InformationSheet{Document: "https://documents.example.test/sheet.pdf", Date: "2026-02-14"}
	full.Origin = &content.Origin{System: "crm", Key: "R123", Shared: true}
	full.Locks = []string{"title", "price"}
	full.Private = &content.Private{
		Note: "Keys at the office", Lister: "Ana",
		Commission: &content.Commission{Value: 5, Split: 50, Note: "By contract"},
	}

	sold := property(propertySold, "villa-sold", "ZR-1002P", 11)
	sold.Badges, sold.Categories = []content.Badge{content.BadgeSold}, []int{201, search.CategorySold}
	onAsk := property(propertyOnAsk, "villa-on-ask", "ZR-1003P-D2", 12)
	onAsk.Price = content.Price{Amount: 9_000_000, Currency: "EUR", Mode: content.PriceSale, OnAsk: true}
	rent := property(propertyRent, "flat-to-let", "ZR-1004G", 13)
	rent.Price = content.Price{Amount: 1500, Currency: "EUR", Mode: content.PriceMonth}
	rent.Offers, rent.Types, rent.Province, rent.City = []int{10, 12}, []int{7}, 6, 7003
	rent.Bedrooms, rent.Bathrooms = 1, 1
	two := property(propertyTwoSlugs, "sea-house", "ZR-1005P", 14)
	two.AlternativeLinks = links("/properties/sea-house/", "/es/properties/casa-del-mar/")
	draft := property(propertyDraft, "villa-draft", "ZR-1006P", 15)
	draft.Status = content.StatusDraft
	tie := property(propertyTie, "villa-tie", "ZR-1008P", 10)

	all := []content.Entity{full, sold, onAsk, rent, two, draft, tie}
	for i := range 30 {
		p := property(1100+i, fmt.Sprintf("house-%d", i), fmt.Sprintf("ZR-%dP", 1100+i), -i)
		p.Price.Amount = 400_000 + 100_000*(i%10)
		p.Types, p.City, p.Bedrooms, p.Bathrooms = []int{[]int{15, 7, 81}[i%3]}, []int{7001, 7002}[i%2], 1+i%6, 1+i%4
		all = append(all, p)
	}
	return all
}

func withdrawn() []content.Entity {
	return []content.Entity{property(propertyWithdrawn, "villa-gone", "ZR-1007P", 3)}
}

func developments() []content.Entity {
	development := func(id int, slug string) *content.Development {
		return &content.Development{
			Head: content.Head{
				ID: id, Type: content.TypeDevelopment, Slug: slug, Status: content.StatusPublish,
				Date: at(2023, time.August, 1, 10, 0), Modified: at(2024, time.August, 1, 10, id%100), Link: "/developments/" + slug + "/",
			},
			Title: both("Development "+slug, "Promoción "+slug), Description: both("<p>New.</p>", "<p>Nueva.</p>"),
			Placing: content.Placing{Offers: []int{3}, Types: []int{7}, Province: 636, City: 7002, Categories: []int{59}},
		}
	}
	full := development(developmentFull, "golden-terraces")
	full.Reference, full.Price = "ZRD-1P", content.PriceRange{From: 450_000, To: 1_900_000}
	full.Delivery, full.Phases = both("Spring 2027", "Primavera de 2027"), nil
	full.Units = []content.Unit{
		{Name: "A1", Type: both("Flat", "Piso"), Floor: "1", Beds: 2, Baths: 2, Built: 95, Price: 450_000, Availability: content.UnitAvailable},
		{
			Name: "P1", Type: both("Penthouse", "Ático"), Floor: "4", Beds: 4, Baths: 3, Built: 210, Terrace: 120, Price: 1_900_000,
			Availability: content.UnitReserved,
		},
	}
	onAsk := development(developmentOnAsk, "quiet-garden")
	onAsk.Price, onAsk.Categories = content.PriceRange{From: 800_000, To: 900_000, OnAsk: true}, []int{55}
	draft := development(developmentDraft, "secret-plan")
	draft.Status = content.StatusDraft
	return []content.Entity{full, onAsk, draft}
}
