package view

// MapAnswer is what GET /_map{link} returns: where the homes of a whole search
// stand, not those of one page alone.
type MapAnswer struct {
	Total int `json:"total"` // of the search
	// Homes are the first of the search that have a place: id, latitude, longitude,
	// and 1 where the place is exact.
	Homes    [][4]float64 `json:"homes" tstype:"MapSpot[]"`
	Unplaced int          `json:"unplaced"` // looked at and without a place
}

// Tiles are pictures of streets below the map; asked for after consent or a click only.
type Tiles struct {
	URL  string `json:"url"`  // holds {z}, {x} and {y}
	Host string `json:"host"` // who is contacted
	// Credit names the maker, and leads to it where Href is set.
	Credit Anchor `json:"credit"`
}
