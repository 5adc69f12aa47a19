package api

import "time"

// Draft is the answer of GET and PUT entities/{type}/{id}/draft: the changes of a property that wait to be published, of
// whoever has typed them. DELETE discards them, with ?version= as Seen.
type Draft struct {
	Changes []Change  `json:"changes"`
	By      string    `json:"by,omitempty"` // name of its last writer
	At      time.Time `json:"at,omitzero"`
	// Version identifies the changes, "" where none wait.
	Version string `json:"version"`
}

// PutDraft is the body of PUT entities/{type}/{id}/draft. A draft that is no longer that of Seen is a Problem of type
// conflict: read it, and ask.
type PutDraft struct {
	Changes []Change `json:"changes"`
	Seen    string   `json:"seen"` // Version of the draft that the writer has seen
}
