package leads

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// WriteJSONL writes every field of the leads, one JSON object a line, and returns their number.
func WriteJSONL(w io.Writer, leads iter.Seq2[*Lead, error]) (int, error) {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	n := 0
	for lead, err := range leads {
		if err != nil {
			return n, err
		}
		if err := encoder.Encode(lead); err != nil {
			return n, fmt.Errorf("write enquiry %d: %w", lead.ID, err)
		}
		n++
	}
	return n, nil
}

var csvHeader = []string{
	"id", "created", "state", "language", "kind", "reference", "page", "name", "mail", "phone", "message", "consent",
	"deliveries", "policy", "viewing", "source", "campaign", "flood", "answered",
}

// WriteCSV writes a table for spreadsheets and returns the number of leads.
func WriteCSV(w io.Writer, leads iter.Seq2[*Lead, error]) (int, error) {
	out := csv.NewWriter(w)
	if err := out.Write(csvHeader); err != nil {
		return 0, err
	}
	n := 0
	for lead, err := range leads {
		if err != nil {
			return n, err
		}
		var deliveries []string
		for _, d := range lead.Deliveries {
			deliveries = append(deliveries, d.Channel+" "+string(d.State))
		}
		err := out.Write([]string{
			lead.Label(), lead.Created.Format(time.RFC3339), lead.State(), string(lead.Lang), string(lead.Kind),
			cell(lead.Reference), cell(lead.Page), cell(lead.Name), cell(lead.Mail), lead.Phone, cell(lead.Message),
			lead.Consent.Format(time.RFC3339), strings.Join(deliveries, "; "), lead.policyVersion(),
			cell(lead.Viewing.summary()), cell(lead.sourceText()), cell(lead.Campaign), lead.floodText(), timeCell(lead.Answered),
		})
		if err != nil {
			return n, fmt.Errorf("write enquiry %d: %w", lead.ID, err)
		}
		n++
	}
	out.Flush()
	return n, out.Error()
}

// timeCell is a time in a table, "" for the zero time.
func timeCell(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}

// sourceText is the source in one text: "crm 1001".
func (l *Lead) sourceText() string {
	if l.Source == nil {
		return ""
	}
	return l.Source.System + " " + l.Source.Key
}

// floodText is "yes" for an enquiry of a flood.
func (l *Lead) floodText() string {
	if l.Flood {
		return "yes"
	}
	return ""
}

// cell quotes a visitor's text that a spreadsheet could take for a formula: programs skip spaces
// and invisible characters at its beginning, and some read full-width signs as the narrow ones.
func cell(text string) string {
	if text == "" {
		return text
	}
	start := strings.TrimLeftFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || unicode.IsControl(r) })
	first, _ := utf8.DecodeRuneInString(start)
	if strings.ContainsRune("=+-@＝＋－＠", first) || strings.ContainsRune("\t\r\n", rune(text[0])) {
		return "'" + text
	}
	return text
}
