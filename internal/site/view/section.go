package view

import "estate/internal/content/sanitize"

// EarlySections is the number of kinds of sections, counted from the top of a page,
// whose chunks are loaded before hydration. The others are hydrated one by one later:
// their HTML is there, far down the page.
const EarlySections = 8

// SafeHTML is markup that only sanitize makes; a string in JSON.
type SafeHTML = sanitize.SafeHTML

// BannerSection is a full-width picture or film with a title, a line and one call to action.
type BannerSection struct {
	Kind    SectionKind `json:"kind" tstype:"'banner'"`
	Title   string      `json:"title"`
	Text    string      `json:"text,omitempty"`
	Picture *Picture    `json:"picture,omitempty"`
	Film    string      `json:"film,omitempty"` // address of a silent film of the site; the picture is its poster
	Call    *Anchor     `json:"call,omitempty"`
}

// AboutSection presents the agency: picture, text, figures.
type AboutSection struct {
	Kind    SectionKind `json:"kind" tstype:"'about'"`
	Title   string      `json:"title"`
	HTML    SafeHTML    `json:"html"`
	Picture *Picture    `json:"picture,omitempty"`
	Figures []Figure    `json:"figures,omitempty"`
	Call    *Anchor     `json:"call,omitempty"`
}

// Figure is a number with what it counts: "35+" "years of experience".
type Figure struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// HomeSection opens the home page: picture or film, claim, search (the header's panel).
type HomeSection struct {
	Kind    SectionKind  `json:"kind" tstype:"'home'"`
	Claim   string       `json:"claim"`
	Text    string       `json:"text,omitempty"`
	Picture *Picture     `json:"picture,omitempty"`
	Film    string       `json:"film,omitempty"` // as in BannerSection
	Search  *SearchPanel `json:"search,omitempty"`
	// Inner is set when the claim is not the h1 of the page.
	Inner bool `json:"inner,omitempty"`
}

// IntroSection is a heading with a lead.
type IntroSection struct {
	Kind    SectionKind `json:"kind" tstype:"'intro'"`
	Eyebrow string      `json:"eyebrow,omitempty"`
	Title   string      `json:"title"`
	HTML    SafeHTML    `json:"html,omitzero"`
}

// ContentSection is a block of rich text.
type ContentSection struct {
	Kind SectionKind `json:"kind" tstype:"'content'"`
	HTML SafeHTML    `json:"html"`
	// Person is the name of the person that the text is about, whose initials stand in the
	// place of a missing portrait.
	Person   string   `json:"person,omitempty"`
	Portrait *Picture `json:"portrait,omitempty"`
}

// PageSection is a plain content page: title, text.
type PageSection struct {
	Kind  SectionKind `json:"kind" tstype:"'page'"`
	Title string      `json:"title,omitempty"`
	HTML  SafeHTML    `json:"html"`
}

// ColumnTextSection is rich text in one to three columns.
type ColumnTextSection struct {
	Kind    SectionKind `json:"kind" tstype:"'column-text'"`
	Title   string      `json:"title,omitempty"`
	Columns []SafeHTML  `json:"columns" tstype:"string[]"`
}

// ServicesSection shows the agency's services as cards.
type ServicesSection struct {
	Kind  SectionKind `json:"kind" tstype:"'services'"`
	Title string      `json:"title"`
	Text  string      `json:"text,omitempty"`
	Items []Service   `json:"items"`
}

// TeamSection shows the people of the agency.
type TeamSection struct {
	Kind   SectionKind `json:"kind" tstype:"'team'"`
	Title  string      `json:"title"`
	Text   string      `json:"text,omitempty"`
	People []Person    `json:"people"`
}

// Person is one of the agency. Languages and areas are lists in words.
type Person struct {
	Name      string   `json:"name"`
	Role      string   `json:"role,omitempty"`
	Languages string   `json:"languages,omitempty"`
	Areas     string   `json:"areas,omitempty"`
	Href      string   `json:"href,omitempty"`
	Picture   *Picture `json:"picture,omitempty"`
}

// ReviewsSection shows what clients wrote.
type ReviewsSection struct {
	Kind    SectionKind `json:"kind" tstype:"'reviews'"`
	Title   string      `json:"title"`
	Text    string      `json:"text,omitempty"`
	Reviews []Review    `json:"reviews"`
}

// Review is what one client wrote.
type Review struct {
	Text string `json:"text"`
	Name string `json:"name"`
}

// Service is one service of the agency.
type Service struct {
	Title   string   `json:"title"`
	Text    string   `json:"text"`
	Href    string   `json:"href,omitempty"`
	Picture *Picture `json:"picture,omitempty"`
}

// LocationsSection shows the areas as tiles.
type LocationsSection struct {
	Kind  SectionKind `json:"kind" tstype:"'locations'"`
	Title string      `json:"title"`
	Text  string      `json:"text,omitempty"`
	Tiles []AreaTile  `json:"tiles"`
}

// AreaTile is a link to a city page.
type AreaTile struct {
	Name    string   `json:"name"`
	Href    string   `json:"href"`
	Count   string   `json:"count,omitempty"` // "12 homes"
	Picture *Picture `json:"picture,omitempty"`
}

// ShortlinksSection shows quick links as chips.
type ShortlinksSection struct {
	Kind  SectionKind `json:"kind" tstype:"'shortlinks'"`
	Title string      `json:"title,omitempty"`
	Links []Anchor    `json:"links"`
}

// LinkSection is a call to action.
type LinkSection struct {
	Kind  SectionKind `json:"kind" tstype:"'link'"`
	Title string      `json:"title"`
	Text  string      `json:"text,omitempty"`
	Links []Anchor    `json:"links"`
}

// ContactSection has the contact details of the agency.
type ContactSection struct {
	Kind    SectionKind `json:"kind" tstype:"'contact'"`
	Title   string      `json:"title"`
	Text    string      `json:"text,omitempty"`
	Phones  []Anchor    `json:"phones"`
	Mails   []Anchor    `json:"mails"`
	Address []string    `json:"address"`
	Hours   string      `json:"hours,omitempty"`
	Map     string      `json:"map,omitempty"`

	Form *EnquiryForm `json:"form,omitempty"`
	// Summary is what was asked, after a form was sent.
	Summary *EnquirySummary `json:"summary,omitempty"`
	// Alert is a form about a saved search, in place of Form.
	Alert *AlertForm `json:"alert,omitempty"`
}

// ImageSection is one picture with a caption.
type ImageSection struct {
	Kind    SectionKind `json:"kind" tstype:"'image'"`
	Picture *Picture    `json:"picture"`
	Caption string      `json:"caption,omitempty"`
}

// PropertiesSection shows chosen properties as cards.
type PropertiesSection struct {
	Kind  SectionKind `json:"kind" tstype:"'properties'"`
	Title string      `json:"title"`
	Text  string      `json:"text,omitempty"`
	Cards []*Card     `json:"cards" tstype:"Card[]"`
	More  *Anchor     `json:"more,omitempty"`
}

// PropertyCarouselSection shows properties in one row to swipe.
type PropertyCarouselSection struct {
	Kind  SectionKind `json:"kind" tstype:"'property-carousel'"`
	Title string      `json:"title"`
	Text  string      `json:"text,omitempty"`
	Cards []*Card     `json:"cards" tstype:"Card[]"`
	More  *Anchor     `json:"more,omitempty"`
}

// PropertyArchiveSection shows search results with sort order, count and pager.
type PropertyArchiveSection struct {
	Kind        SectionKind  `json:"kind" tstype:"'property-archive'"`
	Total       int          `json:"total"`
	Summary     string       `json:"summary"` // "128 homes"
	Sort        SelectField  `json:"sort"`
	Cards       []*Card      `json:"cards" tstype:"Card[]"`
	Pager       Pager        `json:"pager"`
	Empty       string       `json:"empty,omitempty"` // message in place of cards
	Suggestions []Suggestion `json:"waysOut,omitempty"`
	// Alert is the link of the form that saves the search, "" where it cannot be saved.
	Alert *Anchor `json:"alert,omitempty"`
	// Near are the properties nearest to a search without results, each with its difference.
	Near []*Card `json:"near,omitempty" tstype:"Card[]"`
	// Map is the address of the positions of all results, Lookup with ?ids= that of a
	// View of some of them. Without them the map shows the results of this page.
	Map    string `json:"map,omitempty"`
	Lookup string `json:"lookup,omitempty"`
	Tiles  *Tiles `json:"tiles,omitempty"`
	// MapView is set when the link shows the results on a map.
	MapView *MapView `json:"mapView,omitempty"`
}

// PropertySection is the details of a property.
type PropertySection struct {
	Kind        SectionKind  `json:"kind" tstype:"'property'"`
	ID          int          `json:"id"`
	Title       string       `json:"title"`
	Place       string       `json:"place"`
	Reference   string       `json:"reference"`
	Price       Price        `json:"price"`
	Badges      []Badge      `json:"badges"`
	Facts       []Fact       `json:"facts"`
	Description SafeHTML     `json:"description"`
	Features    []string     `json:"features"`
	Gallery     []Picture    `json:"gallery"`
	Plans       []Picture    `json:"plans,omitempty"`
	Videos      []Video      `json:"videos,omitempty"`
	Energy      *EnergyLabel `json:"energy,omitempty"`
	Location    *MapPoint    `json:"location,omitempty"`
	Agent       *Agent       `json:"agent,omitempty"`
	Share       string       `json:"share"` // absolute address
	WhatsApp    string       `json:"whatsapp,omitempty"`
	Brochure    string       `json:"brochure,omitempty"`
	Viewing     string       `json:"viewing,omitempty"` // link of the form that requests a viewing
	// Documents are files about the property, such as the information sheet of Andalusia.
	Documents []Anchor `json:"documents,omitempty"`
	// BuyingCosts is nil where the table of the agency does not fit.
	BuyingCosts *BuyingCosts  `json:"buyingCosts,omitempty"`
	History     *PriceHistory `json:"history,omitempty"` // nil where it is off or the price never changed
	Form        *EnquiryForm  `json:"form,omitempty"`
}

// BuyingCosts is an estimate of what a buyer pays beside the price, formatted.
type BuyingCosts struct {
	Title       string       `json:"title"`
	Summary     string       `json:"summary"` // "About 7.000 to 9.000 €"
	Rows        []BuyingCost `json:"rows"`    // the last two are the sum and the total with the price
	Note        string       `json:"note"`    // date and limits of the estimate
	SourceLabel string       `json:"sourceLabel"`
	Source      string       `json:"source"`
	Link        string       `json:"link,omitempty"` // of the source
}

// BuyingCost is a row of BuyingCosts.
type BuyingCost struct {
	Label  string `json:"label"`
	Rate   string `json:"rate,omitempty"` // "0.1 – 0.5 %"
	Amount string `json:"amount"`
}

// PriceHistory are the public prices of a property since it is known.
type PriceHistory struct {
	Reduced string       `json:"reduced,omitempty"` // "Reduced on 3 May 2026", "" when the last change is none
	Entries []PriceEntry `json:"entries"`           // the oldest first
}

// PriceEntry is a price from a day on. X and Y are its position in the chart, from 0 to 1: the
// first day is at the left, the lowest price at the bottom.
type PriceEntry struct {
	Date    string  `json:"date"`    // in words
	ISODate string  `json:"isoDate"` // for <time>
	Price   string  `json:"price"`
	State   string  `json:"state,omitempty"` // "Reserved", "" when available
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
}

// Video is one film, played on a click.
type Video struct {
	Title  string   `json:"title,omitempty"`
	Text   string   `json:"text,omitempty"`
	Embed  string   `json:"embed"`          // address of the player, of the file when Own, of the page when Away
	Host   string   `json:"host"`           // third party that a click contacts
	Own    bool     `json:"own,omitempty"`  // a file of the site
	Tour   bool     `json:"tour,omitempty"` // a virtual tour or another page, not a film
	Away   bool     `json:"away,omitempty"` // opens in a new tab: its host may not be framed
	Poster *Picture `json:"poster,omitempty"`
}

// EnergyLabel is the energy label, formatted.
type EnergyLabel struct {
	Status           string `json:"status"` // in words
	Consumption      string `json:"consumption,omitempty"`
	ConsumptionValue string `json:"consumptionValue,omitempty"`
	Emissions        string `json:"emissions,omitempty"`
	EmissionsValue   string `json:"emissionsValue,omitempty"`
}

// MapPoint is the public position of a property.
type MapPoint struct {
	Lat   float64 `json:"lat"`
	Lng   float64 `json:"lng"`
	Exact bool    `json:"exact"`
	Href  string  `json:"href"` // of a public map
	// Image is the address of a still image of the map, ImageSmall that for phones; "" where none is shown.
	Image      string `json:"image,omitempty"`
	ImageSmall string `json:"imageSmall,omitempty"`
	// Landmarks are the nearest ones of each kind, the nearest first.
	Landmarks []Landmark `json:"landmarks,omitempty"`
}

// Landmark is a place with its distance by air from the public position, as text.
type Landmark struct {
	Kind     string `json:"kind"` // in words
	Name     string `json:"name"`
	Distance string `json:"distance"`
}

// Agent is the contact of a property or the author of a post.
type Agent struct {
	Name    string   `json:"name"`
	Role    string   `json:"role,omitempty"`
	Href    string   `json:"href,omitempty"`
	Phone   *Anchor  `json:"phone,omitempty"`
	Mail    *Anchor  `json:"mail,omitempty"`
	Picture *Picture `json:"picture,omitempty"`
}

// DevelopmentSection is the details of a development.
type DevelopmentSection struct {
	Kind        SectionKind  `json:"kind" tstype:"'development'"`
	ID          int          `json:"id"`
	Title       string       `json:"title"`
	Place       string       `json:"place"`
	Reference   string       `json:"reference,omitempty"`
	Price       Price        `json:"price"`
	Badges      []Badge      `json:"badges"`
	Facts       []Fact       `json:"facts"`
	Description SafeHTML     `json:"description"`
	Features    []string     `json:"features"`
	Gallery     []Picture    `json:"gallery"`
	Plans       []Picture    `json:"plans,omitempty"`
	Videos      []Video      `json:"videos,omitempty"`
	Units       []Unit       `json:"units"`
	Phases      []string     `json:"phases,omitempty"`
	Energy      *EnergyLabel `json:"energy,omitempty"`
	Location    *MapPoint    `json:"location,omitempty"`
	Agent       *Agent       `json:"agent,omitempty"`
	Share       string       `json:"share"`
	WhatsApp    string       `json:"whatsapp,omitempty"`
	Brochure    string       `json:"brochure,omitempty"`
	Form        *EnquiryForm `json:"form,omitempty"`
	Viewing     string       `json:"viewing,omitempty"` // link of the form that requests a viewing
}

// Unit is one unit of a development, formatted.
type Unit struct {
	Name         string `json:"name"`
	Type         string `json:"type"`
	Floor        string `json:"floor,omitempty"`
	Beds         string `json:"beds"`
	Baths        string `json:"baths"`
	Built        string `json:"built"`
	Terrace      string `json:"terrace,omitempty"`
	Price        string `json:"price"`
	Availability string `json:"availability"` // in words
	Available    bool   `json:"available"`
}

// PostSection is one post.
type PostSection struct {
	Kind     SectionKind `json:"kind" tstype:"'post'"`
	HTML     SafeHTML    `json:"html"`
	Date     string      `json:"date"`
	ISODate  string      `json:"isoDate"`
	Minutes  int         `json:"minutes"`
	Author   *Agent      `json:"author,omitempty"`
	Terms    []Anchor    `json:"terms,omitempty"`
	Previous *Anchor     `json:"previous,omitempty"`
	Next     *Anchor     `json:"next,omitempty"`
}

// BlogArchiveSection is the numbered list of posts.
type BlogArchiveSection struct {
	Kind  SectionKind `json:"kind" tstype:"'blog-archive'"`
	Posts []PostCard  `json:"posts"`
	Terms []Anchor    `json:"terms,omitempty"` // all categories
	Pager Pager       `json:"pager"`
	Empty string      `json:"empty,omitempty"`
	// Search is the decoded search text.
	Search string `json:"search,omitempty"`
	// Blog is the path of the archive that the search form searches.
	Blog string `json:"blog,omitempty"`
}

// BlogSection shows the latest posts.
type BlogSection struct {
	Kind  SectionKind `json:"kind" tstype:"'blog-section'"`
	Title string      `json:"title"`
	Posts []PostCard  `json:"posts"`
	More  *Anchor     `json:"more,omitempty"`
}

// FavoritesSection shows saved properties. The browser sends their ids in ?ids=.
type FavoritesSection struct {
	Kind  SectionKind `json:"kind" tstype:"'favorites'"`
	Title string      `json:"title,omitempty"`
	Text  string      `json:"text,omitempty"`
	IDs   []int       `json:"ids"`
	Cards []*Card     `json:"cards" tstype:"Card[]"`
	// Compared are the ids that a shared link compares.
	Compared []int `json:"compared,omitempty"`
	// Comparables are the further facts of the cards that are not withdrawn.
	Comparables []Comparable `json:"comparables,omitempty"`
	// Browse is a link to the search.
	Browse Anchor `json:"browse"`
	// Lookup is the link of the favorites screen; ?ids=… is added.
	Lookup string `json:"lookup"`
	// Viewing is the link of the form that requests viewings; ?ids=… is added. "" means that the
	// agency takes no requests.
	Viewing string `json:"viewing,omitempty"`
	// Alert is the link of the form that saves a search for homes like the cards.
	Alert *Anchor `json:"alert,omitempty"`
}

// Comparable is what the comparison of favorites shows beside a card's own facts.
type Comparable struct {
	ID       int      `json:"id"`
	PerM2    string   `json:"perM2,omitempty"`  // price per m² built, of a sale
	Costs    string   `json:"costs,omitempty"`  // what the price includes or leaves out
	Energy   string   `json:"energy,omitempty"` // "C · 120 kWh/m²", or that the certificate is in process
	Features []string `json:"features"`
}

// PageErrorSection is the content of the error screen.
type PageErrorSection struct {
	Kind   SectionKind  `json:"kind" tstype:"'page-error'"`
	Status int          `json:"status"`
	Link   string       `json:"link"` // requested
	Search *SearchPanel `json:"search,omitempty"`
	// Similar reports that the cards are like a withdrawn home; else they are recent ones.
	Similar bool    `json:"similar,omitempty"`
	Cards   []*Card `json:"cards" tstype:"Card[]"`
}

// InfoSection shows facts as icon, label, value.
type InfoSection struct {
	Kind  SectionKind `json:"kind" tstype:"'info'"`
	Title string      `json:"title,omitempty"`
	Items []InfoItem  `json:"items"`
}

// InfoItem is one fact.
type InfoItem struct {
	Icon  string `json:"icon,omitempty"` // one of content.SectionIcons
	Label string `json:"label"`
	Value string `json:"value"`
}

// GallerySection is a picture grid that opens the lightbox.
type GallerySection struct {
	Kind     SectionKind `json:"kind" tstype:"'gallery'"`
	Title    string      `json:"title,omitempty"`
	Pictures []Picture   `json:"pictures"`
}

// SliderSection shows pictures one after another.
type SliderSection struct {
	Kind    SectionKind `json:"kind" tstype:"'slider'"`
	Title   string      `json:"title,omitempty"`
	Slides  []Slide     `json:"slides"`
	Seconds int         `json:"seconds,omitempty"` // per slide; 0 means no automatic change
}

// Slide is one picture of a slider.
type Slide struct {
	Picture Picture `json:"picture"`
	Title   string  `json:"title,omitempty"`
	Text    string  `json:"text,omitempty"`
	Href    string  `json:"href,omitempty"`
}

// TabSection is a row of tabbed texts.
type TabSection struct {
	Kind  SectionKind `json:"kind" tstype:"'tab'"`
	Title string      `json:"title,omitempty"`
	Tabs  []Tab       `json:"tabs"`
}

// Tab is one text of a tab section. Its ID is unique on the page and is the anchor of
// its link (#buyers).
type Tab struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	HTML  SafeHTML `json:"html"`
}

// DescriptionSection is a long text that folds.
type DescriptionSection struct {
	Kind  SectionKind `json:"kind" tstype:"'description'"`
	Title string      `json:"title,omitempty"`
	HTML  SafeHTML    `json:"html"`
	Lines int         `json:"lines"` // visible while folded
	Long  bool        `json:"long"`  // the text has more lines
}

// GutembergSection is markup of the block editor of WordPress.
type GutembergSection struct {
	Kind SectionKind `json:"kind" tstype:"'gutemberg'"`
	HTML SafeHTML    `json:"html"`
}

// VideoSection is one film: a poster, and the player on a click.
type VideoSection struct {
	Kind  SectionKind `json:"kind" tstype:"'video'"`
	Title string      `json:"title"`
	Text  string      `json:"text,omitempty"`
	Video Video       `json:"video"`
}

// VideoListSection is several films.
type VideoListSection struct {
	Kind   SectionKind `json:"kind" tstype:"'video-list'"`
	Title  string      `json:"title,omitempty"`
	Videos []Video     `json:"videos"`
}

// IframeSection is a page of a third party in a frame, loaded on a click.
type IframeSection struct {
	Kind   SectionKind `json:"kind" tstype:"'iframe'"`
	Title  string      `json:"title"`
	Href   string      `json:"href"`           // address of the page
	Host   string      `json:"host"`           // third party that a click contacts
	Away   bool        `json:"away,omitempty"` // opens in a new tab: its host may not be framed
	Ratio  string      `json:"ratio"`          // width / height
	Poster *Picture    `json:"poster,omitempty"`
}

// PostsSection shows chosen posts as cards.
type PostsSection struct {
	Kind  SectionKind `json:"kind" tstype:"'posts'"`
	Title string      `json:"title,omitempty"`
	Posts []PostCard  `json:"posts"`
	More  *Anchor     `json:"more,omitempty"`
}

// PropertyCustomSection is a saved search shown as results.
type PropertyCustomSection struct {
	Kind    SectionKind `json:"kind" tstype:"'property-custom'"`
	Title   string      `json:"title"`
	Summary string      `json:"summary"` // "128 homes"
	Cards   []*Card     `json:"cards" tstype:"Card[]"`
	More    *Anchor     `json:"more,omitempty"`
	Empty   string      `json:"empty,omitempty"` // message in place of cards
}
