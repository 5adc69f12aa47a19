package csvfeed

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"estate/internal/agency/feeds"
	"estate/internal/content/i18n"
	"estate/internal/content/number"
	"estate/internal/content/plausible"
	"estate/internal/content/vocabulary"
)

// header is the header row.
type header struct {
	separator rune
	row       int // its number among the rows
	line      int
	names     []string
	at        []place // by cell
	seen      map[string]bool
}

// place is the column of a cell, nil for one that is not known, with the unit that its name has.
type place struct {
	column *column
	unit   string
}

const columnReference = "reference"

// maxHeaderRow is the number of rows among which the header row is looked for: titles of the office stand before it.
const maxHeaderRow = 10

// repairedNames are the names of a header row that was read in a wrong encoding.
func repairedNames(cells []string) []string {
	names := make([]string, len(cells))
	for i, cell := range cells {
		names[i] = plausible.Repaired(cell)
	}
	return names
}

// findHeader looks for the row and the separator with the most known columns.
func findHeader(text []byte) (*header, error) {
	var best *header
	named := 0
	separators := []rune{';', ',', '\t', '|'}
	if declared := separatorLine.FindSubmatch(text); declared != nil { // of Excel
		separators = []rune{rune(declared[1][0])}
	}
	for _, separator := range separators {
		rows := newReader(start(text), separator)
		for n := range maxHeaderRow {
			cells, err := rows.Read()
			if err != nil {
				break
			}
			h := &header{separator: separator, row: n, names: repairedNames(cells), seen: map[string]bool{}}
			h.line, _ = rows.FieldPos(0)
			if count := h.layout(); count > named || best == nil && len(cells) > 0 {
				best, named = h, count
			}
		}
	}
	if best == nil {
		return nil, errors.New("the spreadsheet has no header row; `estate feeds template` writes one")
	}
	return best, nil
}

var separatorLine = regexp.MustCompile(`^"?sep=([;,\t|])"?\n`)

// start are the first lines of a file, enough for the header row.
func start(text []byte) []byte {
	end := 0
	for range 4 * maxHeaderRow {
		n := bytes.IndexByte(text[end:], '\n')
		if n < 0 {
			return text
		}
		end += n + 1
	}
	return text[:end]
}

// layout finds the columns and returns how many are known. Of two columns of one name that is not a list, the better
// name counts, then the first.
func (h *header) layout() int {
	h.at = make([]place, len(h.names))
	ranks := map[string]int{}
	for i, name := range h.names {
		at, rank := find(name)
		if at.column == nil {
			continue
		}
		if before, known := ranks[at.column.name]; known && !at.column.many {
			if rank >= before {
				continue
			}
			for j := range i {
				if h.at[j].column == at.column {
					h.at[j] = place{}
				}
			}
		}
		h.at[i], ranks[at.column.name] = at, rank
		h.seen[at.column.name] = true
	}
	return len(h.seen)
}

// fits reports whether a row has a cell for each named column, and no text behind the last one.
func (h *header) fits(cells []string) bool {
	for i := min(len(cells), len(h.names)); i < max(len(cells), len(h.names)); i++ {
		if i < len(h.names) && strings.TrimSpace(h.names[i]) != "" || i < len(cells) && strings.TrimSpace(cells[i]) != "" {
			return false
		}
	}
	return true
}

// check reports what the header row lacks and what is not known. It fails when nothing can be published: without
// references, prices or an offer.
func (h *header) check(text []byte, mode feeds.Mode, sink feeds.Sink) error {
	hasPrice := h.seen[columnPrice] || h.seen[columnSalePrice] || h.seen[columnRentPrice]
	hasOffer := mode != "" || h.seen["mode"] || h.seen["status"] || h.seen[columnSalePrice] || h.seen[columnRentPrice] ||
		h.pricesHaveOffer(text)
	var missing []string
	for _, needed := range []struct {
		name string
		is   bool
	}{
		{columnReference, h.seen[columnReference]},
		{columnPrice, hasPrice},
		{"mode", hasOffer},
		{"town", h.seen["town"]},
		{"type", h.seen["type"]},
	} {
		if !needed.is {
			missing = append(missing, needed.name)
		}
	}
	if len(missing) > 0 {
		sink.Problem(feeds.Problem{Line: h.line, Field: strings.Join(missing, ", "), Reason: "the spreadsheet has no such column", Columns: true})
	}
	for i, name := range h.names {
		known, _ := find(name)
		switch {
		case h.at[i].column != nil || strings.TrimSpace(name) == "":
		case known.column != nil:
			sink.Problem(feeds.Problem{Line: h.line, Field: feeds.Clip(name), Reason: "the column is there twice; this one is ignored"})
		default:
			sink.Problem(feeds.Problem{Line: h.line, Field: feeds.Clip(name), Reason: "the column is unknown and ignored"})
		}
	}
	switch {
	case !h.seen[columnReference]:
		return errors.New("the spreadsheet has no column reference; `estate feeds template` writes a header row")
	case !hasPrice:
		return errors.New("the spreadsheet has no column price, so nothing is published; `estate feeds template` writes a header row")
	case !hasOffer:
		return errors.New("the spreadsheet does not say whether a home is for sale or for rent: add a column mode, or set mode = \"sale\" for " +
			"the feed")
	}
	return nil
}

// pricesHaveOffer reports a price such as "1.500 €/mes", or a column "Price (€/month)".
func (h *header) pricesHaveOffer(text []byte) bool {
	at := slices.IndexFunc(h.at, func(p place) bool { return p.column != nil && p.column.name == columnPrice })
	if at < 0 {
		return false
	}
	rows := newReader(text, h.separator)
	for {
		cells, err := rows.Read()
		if err != nil {
			return false
		}
		if at >= len(cells) || cells[at] == "" {
			continue
		}
		if price, err := number.Amount(h.at[at].withUnit(cells[at])); err == nil && price.Offer != "" {
			return true
		}
	}
}

// ranked is a column with the preference of a name, 0 for the best.
type ranked struct {
	column *column
	rank   int
}

var columnsByName = sync.OnceValue(func() map[string]ranked {
	byName := map[string]ranked{}
	for i := range columns {
		byName[vocabulary.Key(columns[i].name)] = ranked{&columns[i], 0}
	}
	for i := range columns {
		for rank, alias := range strings.Fields(columns[i].aliases) {
			if _, known := byName[alias]; !known {
				byName[alias] = ranked{&columns[i], rank + 1}
			}
		}
	}
	return byName
})

var (
	brackets  = regexp.MustCompile(`[(\[]([^)\]]*)[)\]]`)
	unitAtEnd = regexp.MustCompile(`(?i)^(.*[\p{L})])[\s,/.]+` +
		`(m2|m²|mts2?|sq\.?\s?ft\.?|sqft|ft2|ft²|€|eur|euros?|gbp|£|usd|\$|(?:€|eur)\s?/\s?\p{L}+)$`)
	countWords = regexp.MustCompile(`^(?:numerode|numero|numberof|num|nro|no|n|nde)(.+)$`)
	lastDigits = regexp.MustCompile(`^(\D+)\d{1,3}$`)
)

// find is the column of a name: "Nº dormitorios", "Precio venta (€)", "Sup. construida (m²)", "Foto 12".
func find(name string) (place, int) {
	unit := ""
	if found := brackets.FindStringSubmatch(name); found != nil {
		unit = found[1]
		name = brackets.ReplaceAllString(name, " ")
	}
	name = strings.TrimSpace(name)
	if c, ok := byKey(vocabulary.Key(name)); ok {
		return place{c.column, unitOf(c.column, unit)}, c.rank
	}
	if found := unitAtEnd.FindStringSubmatch(name); found != nil {
		if c, ok := byKey(vocabulary.Key(found[1])); ok {
			return place{c.column, unitOf(c.column, found[2])}, c.rank
		}
	}
	return place{}, 0
}

func byKey(key string) (ranked, bool) {
	if c, ok := columnsByName()[key]; ok {
		return c, true
	}
	if found := countWords.FindStringSubmatch(key); found != nil {
		if c, ok := columnsByName()[found[1]]; ok {
			return c, true
		}
	}
	if found := lastDigits.FindStringSubmatch(key); found != nil {
		if c, ok := columnsByName()[found[1]]; ok && c.column.many {
			return c, true
		}
	}
	return ranked{}, false
}

// unitOf is what the cells of a column get when they have no unit themselves: of a size in square feet, of a price per
// month. A text that is no unit is "".
func unitOf(c *column, text string) string {
	text = strings.TrimSpace(text)
	if !c.unit || text == "" {
		return ""
	}
	for _, field := range []number.Field{number.Money, number.Size} {
		if _, err := number.Parse("1 "+text, field); err == nil {
			return " " + text
		}
	}
	return ""
}

// withUnit is a cell with the unit of its column.
func (p place) withUnit(cell string) string {
	if p.unit == "" || cell[len(cell)-1] < '0' || cell[len(cell)-1] > '9' || strings.Trim(i18n.Fold(cell), "0123456789.,' ") != "" {
		return cell
	}
	return cell + p.unit
}
