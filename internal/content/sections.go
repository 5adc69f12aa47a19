package content

// Each kind of section has one struct of fields here; section_schema.go declares the kinds.
// JSON names are snake_case. A string is plain text in the language of the page (a page has one
// language), UnsafeHTML is markup, Image is a picture, and a link is a link of the site or an
// absolute address. The tag "form" describes the field in the plugin's form (SectionSchema).
// A field without form:"required" is optional: without it the section omits what it would show.

// Call is a call to action: {"text": "Talk to us", "link": "/contact/"}.
type Call struct {
	Text string `json:"text" form:"required"`
	Link string `json:"link" form:"required,link"`
}

// PropertySelection selects properties: by ids, in that order, or by a filter.
//
//	{"ids": [1001, 1007]}
//	{"filter": {"s_offer": 3, "s_type": 15, "collections": ["beachfront"], "limit": 8, "sort": "price_high"}}
type PropertySelection struct {
	IDs    []int        `json:"ids,omitempty" form:"properties"`
	Filter *SavedSearch `json:"filter,omitempty"`
}

// SavedSearch is a saved search. A zero field does not filter.
type SavedSearch struct {
	Offer       int      `json:"s_offer,omitempty" form:"offer"`
	Type        int      `json:"s_type,omitempty" form:"type"`
	Location    int      `json:"s_location,omitempty" form:"place"` // a province, a city or a subarea
	Category    int      `json:"s_category,omitempty" form:"propertycategory"`
	Collections []string `json:"collections,omitempty" form:"collections"`
	Limit       int      `json:"limit,omitempty"`            // 0 means 12
	Sort        string   `json:"sort,omitempty" form:"sort"` // modified, price_high, price_low
}

// AboutFields presents the agency.
//
//	{"title": "Thirty-five years on this coast", "html": "<p>…</p>", "picture": {…},
//	 "figures": [{"value": "35+", "label": "years"}], "call": {"text": "…", "link": "/about/"}}
type AboutFields struct {
	Title   string        `json:"title" form:"required"`
	HTML    UnsafeHTML    `json:"html" form:"required"`
	Picture *Image        `json:"picture,omitempty"`
	Figures []AboutFigure `json:"figures,omitempty"`
	Call    *Call         `json:"call,omitempty"`
}

// AboutFigure is a number and its label.
type AboutFigure struct {
	Value string `json:"value" form:"required"`
	Label string `json:"label" form:"required"`
}

// BannerFields is a full-width picture or film with a title, one line and one call to action.
//
//	{"title": "Selling?", "text": "A quiet word first.", "picture": {…}, "call": {"text": "…", "link": "…"}}
type BannerFields struct {
	Title   string `json:"title" form:"required"`
	Text    string `json:"text,omitempty" form:"long"`
	Picture *Image `json:"picture,omitempty"`
	Film    string `json:"film,omitempty" form:"film"` // address of a silent film of the agency, shown instead of the picture
	Call    *Call  `json:"call,omitempty"`
}

// BlogArchiveFields is the numbered list of posts.
//
//	{"category": 0, "show_categories": true, "show_tags": false}
type BlogArchiveFields struct {
	Category       int  `json:"category,omitempty" form:"category"` // 0 means all
	ShowCategories bool `json:"show_categories,omitempty"`
	ShowTags       bool `json:"show_tags,omitempty"`
}

// BlogSectionFields shows the latest posts of a category.
//
//	{"title": "From the journal", "category": 901, "limit": 3, "more": {"text": "All articles", "link": "/blog/"}}
type BlogSectionFields struct {
	Title    string `json:"title" form:"required"`
	Category int    `json:"category,omitempty" form:"category"` // 0 means all
	Limit    int    `json:"limit,omitempty"`                    // 0 means 3
	More     *Call  `json:"more,omitempty"`
}

// ColumnTextFields is rich text in one to three columns.
//
//	{"title": "How we work", "columns": ["<p>…</p>", "<p>…</p>"]}
type ColumnTextFields struct {
	Title   string       `json:"title,omitempty"`
	Columns []UnsafeHTML `json:"columns" form:"required"` // one to three
}

// ContactFields shows how to reach the agency. Phones, e-mail addresses, postal address and
// hours come from the settings.
//
//	{"title": "Our office", "text": "…", "form": true, "map": {"lat": 36.50, "lng": -4.90}}
type ContactFields struct {
	Title string `json:"title" form:"required"`
	Text  string `json:"text,omitempty" form:"long"`
	Form  bool   `json:"form,omitempty"` // the enquiry form
	// Callback is a short form in its place: the agency calls.
	Callback bool      `json:"callback,omitempty"`
	Map      *GeoPoint `json:"map,omitempty"`
}

// ContentFields is a block of rich text: {"html": "<p>…</p>"}.
type ContentFields struct {
	HTML UnsafeHTML `json:"html" form:"required"`
}

// DescriptionFields is a long text that is folded.
//
//	{"title": "About Golden Mile", "html": "<p>…</p>", "lines": 6}
type DescriptionFields struct {
	Title string     `json:"title,omitempty"`
	HTML  UnsafeHTML `json:"html" form:"required"`
	Lines int        `json:"lines,omitempty"` // visible lines while folded; 0 means 6
}

// DevelopmentFields is the body of one development: {"id": 3001}.
type DevelopmentFields struct {
	ID int `json:"id" form:"required,development"`
}

// FavoritesFields shows the visitor's saved properties: {"title": "Your selection", "text": "…"}.
type FavoritesFields struct {
	Title string `json:"title,omitempty"`
	Text  string `json:"text,omitempty" form:"long"`
}

// GalleryFields is a picture grid that opens the lightbox: {"title": "…", "pictures": [{…}, {…}]}.
type GalleryFields struct {
	Title    string  `json:"title,omitempty"`
	Pictures []Image `json:"pictures" form:"required"`
}

// GutembergFields is block-editor content: {"html": "<h2 class=\"wp-block-heading\">…"}.
type GutembergFields struct {
	HTML UnsafeHTML `json:"html" form:"required"`
}

// HomeFields opens the home page with a picture or film, a claim and the search.
//
//	{"claim": "A home by the sea, quietly found", "text": "…", "picture": {…}, "search": true}
type HomeFields struct {
	Claim   string `json:"claim" form:"required"`
	Text    string `json:"text,omitempty" form:"long"`
	Picture *Image `json:"picture,omitempty"`
	Film    string `json:"film,omitempty" form:"film"`
	Search  bool   `json:"search,omitempty"`
}

// IframeFields is a page of a third party in a frame, loaded on a click.
//
//	{"title": "Map of the coast", "url": "https://www.openstreetmap.org/export/embed.html?…", "ratio": "16/9", "poster": {…}}
type IframeFields struct {
	Title  string `json:"title" form:"required"` // accessible name of the frame
	URL    string `json:"url" form:"required,address"`
	Ratio  string `json:"ratio,omitempty"` // width/height; "" means 16/9
	Poster *Image `json:"poster,omitempty"`
}

// ImageFields is one picture with a caption: {"picture": {…}, "caption": "The bay in March"}.
type ImageFields struct {
	Picture *Image `json:"picture" form:"required"`
	Caption string `json:"caption,omitempty"`
}

// InfoFields shows facts as icon, label, value.
//
//	{"title": "At a glance", "items": [{"icon": "plane", "label": "Málaga airport", "value": "40 min"}]}
type InfoFields struct {
	Title string     `json:"title,omitempty"`
	Items []InfoItem `json:"items" form:"required"`
}

// InfoItem is one fact. Icon is one of SectionIcons.
type InfoItem struct {
	Icon  string `json:"icon,omitempty" form:"icon"`
	Label string `json:"label" form:"required"`
	Value string `json:"value" form:"required"`
}

// IntroFields is a heading with a lead: {"eyebrow": "Marbella", "title": "…", "html": "<p>…</p>"}.
type IntroFields struct {
	Eyebrow string     `json:"eyebrow,omitempty"`
	Title   string     `json:"title" form:"required"`
	HTML    UnsafeHTML `json:"html,omitempty"`
}

// LinkFields is a call to action or a list of links.
//
//	{"title": "Shall we talk?", "text": "…", "links": [{"text": "Contact", "link": "/contact/"}]}
type LinkFields struct {
	Title string `json:"title" form:"required"`
	Text  string `json:"text,omitempty" form:"long"`
	Links []Call `json:"links" form:"required"`
}

// LocationsFields shows the areas as tiles.
//
//	{"title": "Where we work", "text": "…", "tiles": [{"location": 700, "name": "Golden Mile",
//	 "link": "/cities/marbella-golden-mile/", "picture": {…}}]}
type LocationsFields struct {
	Title string         `json:"title" form:"required"`
	Text  string         `json:"text,omitempty" form:"long"`
	Tiles []LocationTile `json:"tiles" form:"required"`
}

// LocationTile is one area. Location is the term whose properties are counted.
type LocationTile struct {
	Location int    `json:"location" form:"required,place"`
	Name     string `json:"name" form:"required"`
	Link     string `json:"link" form:"required,link"`
	Picture  *Image `json:"picture,omitempty"`
}

// PageBodyFields (layout "page") is a plain content page: {"title": "…", "html": "<p>…</p>"}.
// Without html the section shows the content of the page.
type PageBodyFields struct {
	Title string     `json:"title,omitempty"`
	HTML  UnsafeHTML `json:"html,omitempty"`
}

// PageErrorFields is the not-found screen on a page: {"search": true, "homes": {"filter": {"limit": 6}}}.
// Its sentences are those of specification §8.19.
type PageErrorFields struct {
	Search     bool              `json:"search,omitempty"`
	Properties PropertySelection `json:"homes"`
}

// PostBodyFields (layout "post") is one article in full: {"id": 2001}.
type PostBodyFields struct {
	ID int `json:"id" form:"required,post"`
}

// PostsFields shows selected posts as cards: {"title": "Worth reading", "ids": [2001, 2005]}.
type PostsFields struct {
	Title string `json:"title,omitempty"`
	IDs   []int  `json:"ids" form:"required,posts"`
	More  *Call  `json:"more,omitempty"`
}

// PropertiesFields shows selected properties as cards.
//
//	{"title": "Three that stay in mind", "text": "…", "homes": {"ids": [1001, 1002]}, "more": {…}}
type PropertiesFields struct {
	Title      string            `json:"title" form:"required"`
	Text       string            `json:"text,omitempty" form:"long"`
	Properties PropertySelection `json:"homes" form:"required"`
	More       *Call             `json:"more,omitempty"`
}

// PropertyBodyFields (layout "property") is the body of one property: {"id": 1001}.
type PropertyBodyFields struct {
	ID int `json:"id" form:"required,property"`
}

// PropertyArchiveFields shows the results of a search: sorted, counted, in pages.
// Without a filter the property_filter of the page applies.
//
//	{"filter": {"s_offer": 3, "s_type": 15}, "search": true}
type PropertyArchiveFields struct {
	Filter *SavedSearch `json:"filter,omitempty"`
	Search bool         `json:"search,omitempty"`
}

// PropertyCarouselFields shows properties in one row to swipe, with the fields of PropertiesFields.
type PropertyCarouselFields struct {
	Title      string            `json:"title" form:"required"`
	Text       string            `json:"text,omitempty" form:"long"`
	Properties PropertySelection `json:"homes" form:"required"`
	More       *Call             `json:"more,omitempty"`
}

// PropertyCustomFields shows a saved search as results ("Exclusive {type}").
//
//	{"title": "Exclusive villas", "filter": {"s_type": 15, "s_category": 201, "limit": 6}, "more": {…}}
type PropertyCustomFields struct {
	Title  string       `json:"title,omitempty"`
	Filter *SavedSearch `json:"filter" form:"required"`
	More   *Call        `json:"more,omitempty"`
}

// ReviewsFields shows what clients wrote: {"title": "What clients say", "items": [{"text": "…", "name": "Anna, Elviria"}]}.
type ReviewsFields struct {
	Title string   `json:"title" form:"required"`
	Text  string   `json:"text,omitempty" form:"long"`
	Items []Review `json:"items" form:"required"`
}

// Review is what one client wrote.
type Review struct {
	Text string `json:"text" form:"long"`
	Name string `json:"name" form:"required"`
}

// ServicesFields shows the agency's services as cards.
//
//	{"title": "What we do", "items": [{"title": "Buy", "text": "…", "link": "/services/buy/", "picture": {…}}]}
type ServicesFields struct {
	Title string        `json:"title" form:"required"`
	Text  string        `json:"text,omitempty" form:"long"`
	Items []ServiceItem `json:"items" form:"required"`
}

// ServiceItem is one service.
type ServiceItem struct {
	Title   string `json:"title" form:"required"`
	Text    string `json:"text" form:"long"`
	Link    string `json:"link,omitempty" form:"link"`
	Picture *Image `json:"picture,omitempty"`
}

// TeamFields shows the people of the agency, with initials where there is no picture.
//
//	{"title": "Our team", "items": [{"name": "Ana", "text": "Sales", "languages": "English", "areas": "Elviria", "picture": {…}}]}
type TeamFields struct {
	Title string       `json:"title" form:"required"`
	Text  string       `json:"text,omitempty" form:"long"`
	Items []TeamMember `json:"items" form:"required"`
}

// TeamMember is one person; Text is the role.
type TeamMember struct {
	Name      string `json:"name" form:"required"`
	Text      string `json:"text,omitempty"`
	Languages string `json:"languages,omitempty"`
	Areas     string `json:"areas,omitempty"`
	Link      string `json:"link,omitempty" form:"link"`
	Picture   *Image `json:"picture,omitempty"`
}

// ShortlinksFields shows quick links as chips: {"title": "Often asked for", "links": [{…}]}.
type ShortlinksFields struct {
	Title string `json:"title,omitempty"`
	Links []Call `json:"links" form:"required"`
}

// SliderFields shows pictures one after another.
//
//	{"title": "…", "slides": [{"picture": {…}, "title": "…", "text": "…", "link": "…"}], "seconds": 6}
type SliderFields struct {
	Title   string  `json:"title,omitempty"`
	Slides  []Slide `json:"slides" form:"required"`
	Seconds int     `json:"seconds,omitempty"` // 0 means no automatic change
}

// Slide is one picture of a slider.
type Slide struct {
	Picture *Image `json:"picture" form:"required"`
	Title   string `json:"title,omitempty"`
	Text    string `json:"text,omitempty" form:"long"`
	Link    string `json:"link,omitempty" form:"link"`
}

// TabFields is a row of texts in tabs: {"title": "…", "tabs": [{"id": "buyers", "title": "Buyers", "html": "<p>…</p>"}]}.
// The id is the address of the tab (#buyers).
type TabFields struct {
	Title string   `json:"title,omitempty"`
	Tabs  []TabOne `json:"tabs" form:"required"`
}

// TabOne is one tab.
type TabOne struct {
	ID    string     `json:"id" form:"required,slug"`
	Title string     `json:"title" form:"required"`
	HTML  UnsafeHTML `json:"html" form:"required"`
}

// VideoFields is one film: first the poster, on a click the player.
//
//	{"title": "A morning in the old town", "url": "https://www.youtube-nocookie.com/embed/…", "poster": {…}}
type VideoFields struct {
	Title  string `json:"title" form:"required"`
	Text   string `json:"text,omitempty" form:"long"`
	URL    string `json:"url" form:"required,film"` // address of the film or of its player
	Poster *Image `json:"poster,omitempty"`
}

// VideoListFields is several films: {"title": "…", "videos": [{…VideoFields}]}.
type VideoListFields struct {
	Title  string        `json:"title,omitempty"`
	Videos []VideoFields `json:"videos" form:"required"`
}
