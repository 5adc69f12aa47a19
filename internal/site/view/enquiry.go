package view

// EnquiryForm is an enquiry form. It is sent to Action by POST with the fields of
// EnquiryValues, kind, page and reference.
type EnquiryForm struct {
	Action string      `json:"action"`
	Kind   EnquiryKind `json:"kind"`
	// Page is the link of the page with the form, Reference that of a property.
	Page      string `json:"page"`
	Reference string `json:"reference,omitempty"`
	// IDs are the ids of the homes that the form is about, separated by commas.
	IDs string `json:"ids,omitempty"`
	// Agent is the person of these homes, where the page does not show them elsewhere.
	Agent *Agent `json:"agent,omitempty"`
	// Call asks for name, telephone and time only: the agency calls.
	Call bool `json:"call,omitempty"`
	// Privacy is the link of the privacy policy that the visitor accepts.
	Privacy Anchor `json:"privacy"`

	// Stay has the labels of arrival, nights and guests on the form of a holiday home.
	Stay *StayLabels `json:"stay,omitempty"`
	// Viewing is set on forms of kind viewing.
	Viewing *ViewingForm `json:"viewing,omitempty"`

	// The rest is set only on the page of a form that was not accepted.

	Values *EnquiryValues `json:"values,omitempty"` // of the visitor
	// Errors are messages by field, Failure is the message of the whole form.
	Errors  map[string]string `json:"errors,omitempty" tstype:"{ [field in keyof EnquiryValues]?: string }"`
	Failure string            `json:"failure,omitempty"`
}

// EnquiryKind is the subject of an enquiry.
type EnquiryKind string

// The kinds of enquiry.
const (
	EnquiryContact     EnquiryKind = "contact"
	EnquiryProperty    EnquiryKind = "property"
	EnquiryDevelopment EnquiryKind = "development"
	EnquirySell        EnquiryKind = "sell"
	EnquiryViewing     EnquiryKind = "viewing"
)

// EnquiryValues are the fields of the visitor.
type EnquiryValues struct {
	Name    string `json:"name"`
	Mail    string `json:"mail"`
	Phone   string `json:"phone"`
	Message string `json:"message"`
	Privacy bool   `json:"privacy"`

	// The home that the visitor wants to sell; forms of kind sell ask for it.
	Address string `json:"address,omitempty"`
	Type    string `json:"type,omitempty"`
	Size    string `json:"size,omitempty"`
	Wanted  string `json:"wanted,omitempty"`

	// The stay that a guest asks for; forms of holiday homes ask for it.
	Arrival string `json:"arrival,omitempty"`
	Nights  string `json:"nights,omitempty"`
	People  string `json:"people,omitempty"`

	// What a viewing is wished for; forms of kind viewing ask for it.
	Way   string `json:"way,omitempty"`
	Day1  string `json:"day1,omitempty"`
	Time1 string `json:"time1,omitempty"`
	Day2  string `json:"day2,omitempty"`
	Time2 string `json:"time2,omitempty"`
	Day3  string `json:"day3,omitempty"`
	Time3 string `json:"time3,omitempty"`
}

// StayLabels are texts that are not in the browser's dictionaries, because few visitors need them.
type StayLabels struct {
	Arrival string `json:"arrival"`
	Nights  string `json:"nights"`
	People  string `json:"people"`
}

// ViewingForm is what a form of kind viewing asks beside the contact: ids, way and up to three
// days and times (day1, time1 …). Its texts are not in the browser's dictionaries, because few
// visitors need them.
type ViewingForm struct {
	Properties []ViewingProperty `json:"properties"`
	Ways       []ViewingChoice   `json:"ways"`
	Days       []ViewingDay      `json:"days"`
	Slots      [][]string        `json:"slots"` // times of starts, by ViewingDay.Slots
	Times      []string          `json:"times"` // all times of Slots in order
	Labels     ViewingLabels     `json:"labels"`
}

// ViewingProperty is a home to see.
type ViewingProperty struct {
	ID      int      `json:"id"`
	Title   string   `json:"title"`
	Href    string   `json:"href"`
	Place   string   `json:"place"` // "Villa in Golden Mile, Marbella"
	Price   string   `json:"price"`
	Picture *Picture `json:"picture,omitempty"`
}

// ViewingChoice is an option with its text.
type ViewingChoice struct {
	Value string `json:"value"`
	Text  string `json:"text"`
}

// ViewingDay is a day with viewings.
type ViewingDay struct {
	Value string `json:"value"` // "2026-03-14"
	Text  string `json:"text"`  // "Saturday 14 March"
	Slots int    `json:"slots"` // index in ViewingForm.Slots
}

// ViewingLabels are the texts of a form of kind viewing.
type ViewingLabels struct {
	Lead       string   `json:"lead"`
	Properties string   `json:"properties"`
	Way        string   `json:"way"`
	Wishes     []string `json:"wishes"` // of each wish
	Day        string   `json:"day"`
	Time       string   `json:"time"`
	Choose     string   `json:"choose"`
	Zone       string   `json:"zone"`
	Thanks     string   `json:"thanks"` // after the form was accepted
}

// EnquiryResponse is the response to a form that JavaScript sent: OK, or the errors.
type EnquiryResponse struct {
	OK      bool              `json:"ok"`
	Errors  map[string]string `json:"errors,omitempty" tstype:"{ [field in keyof EnquiryValues]?: string }"`
	Failure string            `json:"failure,omitempty"`
	// Notice replaces the text below the thanks.
	Notice string `json:"notice,omitempty"`
	// Summary is what was asked, of an enquiry that was accepted.
	Summary *EnquirySummary `json:"summary,omitempty"`
}

// EnquirySummary says after an enquiry what it was about and who answers.
type EnquirySummary struct {
	Properties []Anchor `json:"properties"`
	Times      []string `json:"times"` // of a viewing, in the order of preference
	Agent      *Agent   `json:"agent,omitempty"`
	// Answer says who answers: "Elena Vidal replies within one working day."
	Answer string `json:"answer,omitempty"`
	// Back leads on to the results.
	Back   Anchor        `json:"back"`
	Labels SummaryLabels `json:"labels"`
}

// SummaryLabels are the headings of a summary.
type SummaryLabels struct {
	Properties string `json:"properties"`
	Times      string `json:"times"`
	Agent      string `json:"agent"`
}

// AlertForm is a form about a saved search. It is sent to Action by POST: with Mail set with the
// fields kind, search, mail and often, else without fields.
type AlertForm struct {
	Action     string       `json:"action"`
	Name       string       `json:"name"` // accessible name of the form
	Lead       string       `json:"lead,omitempty"`
	WordsLabel string       `json:"wordsLabel,omitempty"`
	Words      []string     `json:"words,omitempty"` // the search
	Fields     *AlertFields `json:"fields,omitempty"`
	Button     string       `json:"button"`
	Note       string       `json:"note,omitempty"`
	Links      []Anchor     `json:"links,omitempty"` // privacy policy, feed of the search
}

// AlertFields are the fields of a form that saves a search.
type AlertFields struct {
	Kind   string          `json:"kind"`
	Search string          `json:"search"` // query of the results
	Mail   string          `json:"mail"`   // label
	Value  string          `json:"value,omitempty"`
	Error  string          `json:"error,omitempty"`
	Often  string          `json:"often"` // label
	Daily  bool            `json:"daily,omitempty"`
	Ways   []ViewingChoice `json:"ways"`
	Trap   string          `json:"trap"` // label of a field that people do not see
}
