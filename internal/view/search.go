package view

// SearchPanel is the search form: a plain GET form that works without a script.
type SearchPanel struct {
	Kind   string `json:"kind" tstype:"'properties' | 'developments'"`
	Action string `json:"action"` // where the form submits
	// Reference is the address that answers a reference look-up as JSON.
	Reference string        `json:"reference"`
	Fields    []SelectField `json:"fields"`
	// Chips are the filters in force, each with the link that takes it off.
	Chips []Chip `json:"chips"`
	// Clear leads to the same results without any filter.
	Clear string `json:"clear"`
	// Advanced tells that a filter of the advanced part is in force.
	Advanced bool `json:"advanced"`
	// Hints tell which parts of the address were not understood.
	Hints []string `json:"hints,omitempty"`
	// Hidden are further query keys the form must carry along.
	Hidden []HiddenField `json:"hidden,omitempty"`
}

// SelectField is one select of the panel.
type SelectField struct {
	Name    string   `json:"name"` // query key
	Label   string   `json:"label"`
	Any     string   `json:"any"` // text of the empty option
	Value   string   `json:"value"`
	Options []Option `json:"options"`
	// Prices tells that the price steps of the catalog follow the options: they are
	// the same on every page, so none carries them.
	Prices   bool `json:"prices,omitempty"`
	Advanced bool `json:"advanced,omitempty"`
}

// Option is one choice of a field (specification §3.11).
type Option struct {
	Value string `json:"value"`
	// Label is printed as it is: indented below its parent, a city below its
	// province, and with the number of homes that choosing it would leave.
	Label string `json:"label"`
	// Name is the query key when it differs from the field's: a location is
	// sent as s_province, s_city or s_subarea.
	Name string `json:"name,omitempty"`
	// Empty tells that choosing it would leave no home.
	Empty bool `json:"empty,omitempty"`
}

// Chip is a filter in force.
type Chip struct {
	Text string `json:"text"`
	Href string `json:"href"`
}

// HiddenField is a query key the form carries unseen.
type HiddenField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Pager leads through a numbered list.
type Pager struct {
	Page  int        `json:"page"`
	Pages int        `json:"pages"`
	Prev  string     `json:"prev,omitempty"`
	Next  string     `json:"next,omitempty"`
	Links []PageLink `json:"links"`
}

// PageLink is one number of a pager; a gap has no Href.
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
