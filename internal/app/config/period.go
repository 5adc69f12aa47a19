package config

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// Period is a time of the calendar that TOML writes as text, such as "24 months", "90 days"
// or "forever".
type Period struct {
	Months, Days int
	Forever      bool
}

var periodText = regexp.MustCompile(`^([1-9][0-9]{0,3}) *(day|week|month|year)s?$`)

// UnmarshalText reads a number with its unit, or forever.
func (p *Period) UnmarshalText(text []byte) error {
	if string(text) == "forever" {
		*p = Period{Forever: true}
		return nil
	}
	parts := periodText.FindSubmatch(text)
	if parts == nil {
		return fmt.Errorf("%q is no period: write for example \"24 months\", \"90 days\" or \"forever\"", text)
	}
	n, err := strconv.Atoi(string(parts[1]))
	if err != nil {
		return err
	}
	switch string(parts[2]) {
	case "day":
		*p = Period{Days: n}
	case "week":
		*p = Period{Days: 7 * n}
	case "month":
		*p = Period{Months: n}
	case "year":
		*p = Period{Months: 12 * n}
	}
	return nil
}

// MarshalText writes the period as UnmarshalText reads it.
func (p Period) MarshalText() ([]byte, error) {
	switch {
	case p.Forever:
		return []byte("forever"), nil
	case p.Months > 0:
		return fmt.Appendf(nil, "%d months", p.Months), nil
	}
	return fmt.Appendf(nil, "%d days", p.Days), nil
}

// String is the period as UnmarshalText reads it.
func (p Period) String() string {
	text, _ := p.MarshalText() // never fails
	return string(text)
}

// Before returns the time that lies the period before t.
func (p Period) Before(t time.Time) time.Time { return t.AddDate(0, -p.Months, -p.Days) }
