package view

// SearchPanel is the search form: a GET form that works without JavaScript.
type SearchPanel struct {
	Kind   string `json:"kind" tstype:"'properties' | 'developments'"`
	Action string `json:"action"` // address of the form
	// Reference is the address of reference look-ups.
	Reference string `json:"reference"`
	// Sentence is the address of the search line, which takes a sentence as "q"; "" for none.
	Sentence string        `json:"sentence,omitempty"`
	Fields   []SelectField `json:"fields"`
	// Chips are the current filters, each with the link of the results without it.
	Chips []Chip `json:"chips"`
	// Clear is the link of the results without filters.
	Clear string `json:"clear"`
	// Advanced is set when a field of the advanced part has a value.
	Advanced bool `json:"advanced"`
	// Hints are messages about unknown values of the query.
	Hints []string `json:"hints,omitempty"`
	// Hidden are further query keys of the form.
	Hidden []HiddenField `json:"hidden,omitempty"`
}

// SelectField is one select of the panel.
type SelectField struct {
	Name    string   `json:"name"` // query key
	Label   string   `json:"label"`
	Any     string   `json:"any"` // text of the empty option
	Value   string   `json:"value"`
	Options []Option `json:"options"`
	// Prices is set when the price steps of the chosen offer follow the options. The steps
	// are the same on every page, so a View does not have them.
	Prices   bool `json:"prices,omitempty"`
	Advanced bool `json:"advanced,omitempty"`
	// Multiple is set where several values may be chosen: in a list that opens, or in boxes that are all
	// visible. Value has them joined by commas.
	Multiple string `json:"multiple,omitempty" tstype:"'list' | 'boxes'"`
}

// Option is one choice of a field (specification §3.11).
type Option struct {
	Value string `json:"value"`
	// Label is complete: a city is indented below its province, and the number of
	// results with this option is included.
	Label string `json:"label"`
	// Name is the query key when it differs from the field's: that of a location is
	// s_province, s_city or s_subarea.
	Name string `json:"name,omitempty"`
	// Clean is the query key that choosing this option empties: a province empties s_city, a
	// city s_province.
	Clean string `json:"clean,omitempty"`
	// Empty is set when there are no results with this option.
	Empty bool `json:"empty,omitempty"`
	// Prices is the list of price steps of an offer; "" means that of sales.
	Prices string `json:"prices,omitempty" tstype:"'rent' | 'holidays'"`
}

// Chip is a current filter.
type Chip struct {
	Text string `json:"text"`
	Href string `json:"href"`
}

// HiddenField is a hidden field of the form.
type HiddenField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Pager has the links to the pages of a list.
type Pager struct {
	Page  int        `json:"page"`
	Pages int        `json:"pages"`
	Prev  string     `json:"prev,omitempty"`
	Next  string     `json:"next,omitempty"`
	Links []PageLink `json:"links"`
}

// PageLink is one page of a pager; a gap has no Href.
type PageLink struct {
	Page    int    `json:"page"`
	Href    string `json:"href,omitempty"`
	Current bool   `json:"current,omitempty"`
}

// Suggestion is a near search that has results.
type Suggestion struct {
	Text string `json:"text"`
	Href string `json:"href"`
}
