package content

import "time"

// HistoryEntry is the public price and the state of a property from a moment on.
type HistoryEntry struct {
	At       time.Time    `json:"at"`               // UTC
	Learned  time.Time    `json:"learned,omitzero"` // UTC, when the site learned it; zero before it was recorded
	Amount   int          `json:"amount,omitempty"` // whole units of Currency; 0 on ask or unknown
	Currency string       `json:"currency,omitempty"`
	Mode     PriceMode    `json:"mode,omitempty"`
	State    Availability `json:"availability,omitempty"`
}

// HistoryEntry is the entry of the property as it is now.
func (p *Property) HistoryEntry() HistoryEntry {
	return HistoryEntry{At: p.Modified, Amount: p.Price.Public(), Currency: p.Price.Currency, Mode: p.Price.Mode, State: p.State()}
}

// EntryBeforeReduction is the entry of the price before its reduction, from the publication on.
func (p *Property) EntryBeforeReduction() HistoryEntry {
	return HistoryEntry{At: p.Date, Amount: p.Price.Previous, Currency: p.Price.Currency, Mode: p.Price.Mode, State: UnitAvailable}
}

// Same reports whether both entries have the same price and state.
func (e HistoryEntry) Same(other HistoryEntry) bool {
	other.At, other.Learned = e.At, e.Learned
	return e == other
}

// Known is when the site learned the entry: a feed that is written at night dates it earlier.
func (e HistoryEntry) Known() time.Time {
	if e.Learned.After(e.At) {
		return e.Learned
	}
	return e.At
}
