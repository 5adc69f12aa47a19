package leads

import "encoding/json"

// details are the fields of a lead that are stored together as JSON.
type details struct {
	Source   *Source `json:"source,omitempty"`
	Campaign string  `json:"campaign,omitempty"`
	Flood    bool    `json:"flood,omitempty"`
}

// details is the stored form, "" for none.
func (l *Lead) details() string {
	d := details{l.Source, l.Campaign, l.Flood}
	if d == (details{}) {
		return ""
	}
	doc, _ := json.Marshal(d) // texts and a flag
	return string(doc)
}

// setDetails reads the stored form.
func (l *Lead) setDetails(doc string) {
	var d details
	if doc != "" && json.Unmarshal([]byte(doc), &d) == nil {
		l.Source, l.Campaign, l.Flood = d.Source, d.Campaign, d.Flood
	}
}
