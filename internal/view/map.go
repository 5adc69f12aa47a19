package view

// MapAnswer is what GET /_map{link} returns: the positions of all properties of a
// search, not those of one page alone.
type MapAnswer struct {
	Total int `json:"total"` // of the search
	// Properties are the first of the search that have a position: id, latitude, longitude,
	// and 1 where the position is exact.
	Properties [][4]float64 `json:"homes" tstype:"MapSpot[]"`
	Unplaced   int          `json:"unplaced"` // considered and without a position
}

// Tiles are pictures of streets below the map; asked for after consent or a click only.
type Tiles struct {
	URL  string `json:"url"`  // holds {z}, {x} and {y}
	Host string `json:"host"` // who is contacted
	// Credit names the maker, and leads to it where Href is set.
	Credit Anchor `json:"credit"`
}
