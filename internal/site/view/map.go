package view

// MapResponse is the response of GET /_map{link}: the results of a search in a window of the
// map, all pages of them. The link's key map has the window, its key zoom the zoom level.
// Without a window it has all results.
type MapResponse struct {
	Total    int        `json:"total"`            // number of results
	Unplaced int        `json:"unplaced"`         // results without a position
	Bounds   *MapBounds `json:"bounds,omitempty"` // of all results; only without a window
	Places   []MapPlace `json:"places"`
}

// MapBounds is a rectangle of the map in degrees.
type MapBounds struct {
	South float64 `json:"south"`
	West  float64 `json:"west"`
	North float64 `json:"north"`
	East  float64 `json:"east"`
}

// MapPlace is one result at its public position, or several results near each other.
type MapPlace struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
	// ID and Price are of one result. Price is short: "1.25 M €", or the text for a price
	// on request.
	ID    int    `json:"id,omitempty"`
	Price string `json:"price,omitempty"`
	// Count and Bounds are of several results.
	Count  int        `json:"n,omitempty"`
	Bounds *MapBounds `json:"bounds,omitempty"`
}

// MapView is how a link shows its results on a map.
type MapView struct {
	Window *MapBounds `json:"window,omitempty"` // absent: all results
	// All keeps the list of all results. Else it has only those in the window.
	All bool `json:"all,omitempty"`
}

// Tiles are the street map of a third party, loaded only after consent or a click.
type Tiles struct {
	URL  string `json:"url"`  // with {z}, {x} and {y}
	Host string `json:"host"` // the third party
	// Credit names the author; its Href may be empty.
	Credit Anchor `json:"credit"`
}
