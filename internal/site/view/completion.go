package view

// CompletionResponse is the response of GET /_suggest{link}, where link is that of the search
// line with the text so far as "q".
type CompletionResponse struct {
	// Status announces the number of completions to screen readers.
	Status      string       `json:"status"`
	Label       string       `json:"label"` // name of the list
	Completions []Completion `json:"completions"`
}

// Completion is a suggestion for the search line.
type Completion struct {
	// Line is the whole line with the suggestion in place of its last words.
	Line string `json:"line"`
	Text string `json:"text"` // what is suggested: "Golden Mile"
	Kind string `json:"kind"` // what it is, translated: "Location"
	// Count is the number of results of the line, as text: "12 homes"; absent where it is
	// not known.
	Count string `json:"count,omitempty"`
}
