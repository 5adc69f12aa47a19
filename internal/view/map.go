package view

// MapResponse is the response of GET /_map{link}: the positions of all results of a
// search, not of one page only.
type MapResponse struct {
	Total int `json:"total"` // number of results
	// Properties are the first results with a position: id, latitude, longitude, and 1
	// for an exact position, else 0.
	Properties [][4]float64 `json:"homes" tstype:"MapSpot[]"`
	Unplaced   int          `json:"unplaced"` // results without a position
}

// Tiles are the street map of a third party, loaded only after consent or a click.
type Tiles struct {
	URL  string `json:"url"`  // with {z}, {x} and {y}
	Host string `json:"host"` // the third party
	// Credit names the author; its Href may be empty.
	Credit Anchor `json:"credit"`
}
