package seo

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// The structured data is that of schema.org. Every function returns one JSON object
// with absolute addresses.

const schema = "https://schema.org"

// Agency has the values of the agency.
type Agency struct {
	Name, URL, Logo, Phone, Mail, Address string
	SameAs                                []string
}

type agencyLD struct {
	Context   string   `json:"@context,omitempty"`
	Type      string   `json:"@type"`
	ID        string   `json:"@id"`
	Name      string   `json:"name,omitempty"`
	URL       string   `json:"url,omitempty"`
	Logo      string   `json:"logo,omitempty"`
	Telephone string   `json:"telephone,omitempty"`
	Email     string   `json:"email,omitempty"`
	Address   string   `json:"address,omitempty"`
	SameAs    []string `json:"sameAs,omitempty"`
}

func (a Agency) id() string { return a.URL + "/#agency" }

// LD is the agency as a RealEstateAgent.
func (a Agency) LD() json.RawMessage {
	return encode(agencyLD{
		Context: schema, Type: "RealEstateAgent", ID: a.id(), Name: a.Name, URL: a.URL + "/", Logo: a.Logo,
		Telephone: a.Phone, Email: a.Mail, Address: a.Address, SameAs: a.SameAs,
	})
}

// Listing is a property or development on offer.
type Listing struct {
	Name, Description, URL, Reference string
	Images                            []string
	Kind                              string // schema.org type of the building: House, Apartment, Place …
	Locality, Region                  string
	Country                           string  // ISO 3166-1 alpha-2; "" means Spain
	Lat, Lng                          float64 // both 0 when unknown
	Beds, Baths, Built                int
	Price, PriceTo                    int    // euros; 0 when there is no public price
	Unit                              string // UN/CEFACT code of the period of a rent: MON, WEE, DAY; "" for a sale
	Sold                              bool
	Published, Modified               time.Time
	Agency                            Agency
}

type listingLD struct {
	Context     string    `json:"@context"`
	Type        string    `json:"@type"`
	Name        string    `json:"name"`
	Description string    `json:"description,omitempty"`
	URL         string    `json:"url"`
	Images      []string  `json:"image,omitempty"`
	DatePosted  string    `json:"datePosted,omitempty"`
	Modified    string    `json:"dateModified,omitempty"`
	About       buildLD   `json:"about"`
	Offers      *offerLD  `json:"offers,omitempty"`
	Provider    *agencyLD `json:"provider,omitempty"`
}

type buildLD struct {
	Type       string     `json:"@type"`
	Name       string     `json:"name"`
	Identifier string     `json:"identifier,omitempty"`
	Address    *addressLD `json:"address,omitempty"`
	Geo        *geoLD     `json:"geo,omitempty"`
	Beds       int        `json:"numberOfBedrooms,omitempty"`
	Baths      int        `json:"numberOfBathroomsTotal,omitempty"`
	FloorSize  *sizeLD    `json:"floorSize,omitempty"`
}

type addressLD struct {
	Type     string `json:"@type"`
	Locality string `json:"addressLocality,omitempty"`
	Region   string `json:"addressRegion,omitempty"`
	Country  string `json:"addressCountry"`
}

type geoLD struct {
	Type string  `json:"@type"`
	Lat  float64 `json:"latitude"`
	Lng  float64 `json:"longitude"`
}

type sizeLD struct {
	Type  string `json:"@type"`
	Value int    `json:"value"`
	Unit  string `json:"unitCode"`
}

type offerLD struct {
	Type         string    `json:"@type"`
	Price        string    `json:"price,omitempty"`
	LowPrice     string    `json:"lowPrice,omitempty"`
	HighPrice    string    `json:"highPrice,omitempty"`
	Currency     string    `json:"priceCurrency,omitempty"`
	Spec         *specLD   `json:"priceSpecification,omitempty"`
	Availability string    `json:"availability"`
	URL          string    `json:"url"`
	Seller       *agencyLD `json:"seller,omitempty"`
}

type specLD struct {
	Type     string `json:"@type"`
	Price    string `json:"price"`
	Currency string `json:"priceCurrency"`
	Unit     string `json:"unitCode"`
}

// LD is the listing as a RealEstateListing with its Offer.
func (l Listing) LD() json.RawMessage {
	agency := &agencyLD{Type: "RealEstateAgent", ID: l.Agency.id(), Name: l.Agency.Name}
	about := buildLD{
		Type: l.Kind, Name: l.Name, Identifier: l.Reference, Beds: l.Beds, Baths: l.Baths,
		Address: &addressLD{Type: "PostalAddress", Locality: l.Locality, Region: l.Region, Country: cmp.Or(l.Country, "ES")},
	}
	if l.Lat != 0 || l.Lng != 0 {
		about.Geo = &geoLD{"GeoCoordinates", l.Lat, l.Lng}
	}
	if l.Built > 0 {
		about.FloorSize = &sizeLD{"QuantitativeValue", l.Built, "MTK"}
	}
	return encode(listingLD{
		Context: schema, Type: "RealEstateListing", Name: l.Name, Description: l.Description, URL: l.URL,
		Images: l.Images, DatePosted: stamp(l.Published), Modified: stamp(l.Modified),
		About: about, Offers: l.offer(agency), Provider: agency,
	})
}

func (l Listing) offer(seller *agencyLD) *offerLD {
	offer := &offerLD{Type: "Offer", Availability: schema + "/InStock", URL: l.URL, Seller: seller}
	if l.Sold {
		offer.Availability = schema + "/SoldOut"
	}
	switch {
	case l.Price == 0:
	case l.PriceTo > l.Price:
		offer.Type = "AggregateOffer"
		offer.LowPrice, offer.HighPrice, offer.Currency = strconv.Itoa(l.Price), strconv.Itoa(l.PriceTo), "EUR"
	case l.Unit != "":
		offer.Spec = &specLD{"UnitPriceSpecification", strconv.Itoa(l.Price), "EUR", l.Unit}
	default:
		offer.Price, offer.Currency = strconv.Itoa(l.Price), "EUR"
	}
	return offer
}

// Crumb is one step of breadcrumbs.
type Crumb struct{ Name, URL string }

type itemLD struct {
	Type     string `json:"@type"`
	Position int    `json:"position"`
	Name     string `json:"name,omitempty"`
	Item     string `json:"item,omitempty"`
}

type listLD struct {
	Context  string   `json:"@context"`
	Type     string   `json:"@type"`
	Elements []itemLD `json:"itemListElement"`
}

// Breadcrumbs is a BreadcrumbList, nil for fewer than two steps.
func Breadcrumbs(crumbs []Crumb) json.RawMessage {
	if len(crumbs) < 2 {
		return nil
	}
	list := listLD{Context: schema, Type: "BreadcrumbList", Elements: make([]itemLD, len(crumbs))}
	for i, crumb := range crumbs {
		list.Elements[i] = itemLD{Type: "ListItem", Position: i + 1, Name: crumb.Name, Item: crumb.URL}
	}
	return encode(list)
}

// ItemList is an ItemList of links of the site, nil without links. First is the
// position of its first item, total the number of all items, 0 when unknown. A list of
// links needs no names, and they would repeat the titles of the cards. It is on every page
// of results, so it is written without encoding/json, which would take 24 absolute addresses as strings.
func ItemList(site string, links []string, first, total int) json.RawMessage {
	if len(links) == 0 {
		return nil
	}
	size := itemListBytes
	for _, link := range links {
		size += itemBytes + len(site) + len(link)
	}
	data := append(make([]byte, 0, size), `{"@context":"`+schema+`","@type":"ItemList",`...)
	if total > 0 {
		data = append(strconv.AppendInt(append(data, `"numberOfItems":`...), int64(total), 10), ',')
	}
	data = append(data, `"itemListElement":[`...)
	for i, link := range links {
		if i > 0 {
			data = append(data, ',')
		}
		data = strconv.AppendInt(append(data, `{"@type":"ListItem","position":`...), int64(first+i), 10)
		data = append(appendAddress(append(data, `,"url":`...), site, link), '}')
	}
	return append(data, "]}"...)
}

// Bytes of an ItemList without addresses, and of each of its items.
const (
	itemListBytes = 128
	itemBytes     = 64
)

// appendAddress appends an absolute address as a JSON string.
func appendAddress(data []byte, site, link string) []byte {
	if !isSiteLink(link) || !isPlainJSON(site) || !isPlainJSON(link) {
		return append(data, encode(Absolute(site, link))...)
	}
	data = append(append(append(data, '"'), site...), link...)
	return append(data, '"')
}

// isPlainJSON reports that no character of a text is escaped in JSON.
func isPlainJSON(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || strings.IndexByte(`"\<>&`, c) >= 0 {
			return false
		}
	}
	return true
}

// Article is a post of the blog.
type Article struct {
	Title, Description, URL, Image, Author, AuthorURL string
	Lang                                              string
	Words                                             int
	Published, Modified                               time.Time
	Agency                                            Agency
}

type articleLD struct {
	Context     string    `json:"@context"`
	Type        string    `json:"@type"`
	Headline    string    `json:"headline"`
	Description string    `json:"description,omitempty"`
	URL         string    `json:"url"`
	MainPage    string    `json:"mainEntityOfPage"`
	Image       string    `json:"image,omitempty"`
	Published   string    `json:"datePublished,omitempty"`
	Modified    string    `json:"dateModified,omitempty"`
	Lang        string    `json:"inLanguage"`
	Words       int       `json:"wordCount,omitempty"`
	Author      *personLD `json:"author,omitempty"`
	Publisher   *agencyLD `json:"publisher"`
}

type personLD struct {
	Type string `json:"@type"`
	Name string `json:"name"`
	URL  string `json:"url,omitempty"`
}

// LD is the post as a BlogPosting.
func (a Article) LD() json.RawMessage {
	post := articleLD{
		Context: schema, Type: "BlogPosting", Headline: a.Title, Description: a.Description, URL: a.URL, MainPage: a.URL,
		Image: a.Image, Published: stamp(a.Published), Modified: stamp(a.Modified), Lang: a.Lang, Words: a.Words,
		Publisher: &agencyLD{Type: "RealEstateAgent", ID: a.Agency.id(), Name: a.Agency.Name, Logo: a.Agency.Logo},
	}
	if a.Author != "" {
		post.Author = &personLD{"Person", a.Author, a.AuthorURL}
	}
	return encode(post)
}

// encode returns nil on an error, which the structs above cannot cause.
func encode(value any) json.RawMessage {
	data, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	return data
}
