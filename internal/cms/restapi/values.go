package restapi

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// integer reads a whole number as PHP does, with spaces around it or ".0". One that is too
// large is limited.
func integer(text string) (int, bool) {
	text = strings.TrimSpace(text)
	if n, err := strconv.Atoi(text); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(text, 64)
	if math.IsNaN(f) || strings.ContainsAny(text, "xXpP_iI") || err != nil && !math.IsInf(f, 0) || f != math.Trunc(f) {
		return 0, false
	}
	return int(max(-1<<52, min(f, 1<<52))), true
}

var dateForm = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.\d+)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$`)

// setDate reads a time. Without a zone it is in the time zone of the site.
func (in *input) setDate(p param, text string, zone *time.Location) *fault {
	invalid := &fault{code: "rest_invalid_date", message: "Invalid date."}
	parts := dateForm.FindStringSubmatch(text)
	if parts == nil {
		return invalid
	}
	form := "2006-01-02 15:04:05"
	value := parts[1] + " " + parts[2]
	if offset := strings.ReplaceAll(strings.ToUpper(parts[3]), ":", ""); offset != "" {
		if len(offset) == 3 {
			offset += "00"
		}
		form, value = form+"Z0700", value+offset
	}
	at, err := time.ParseInLocation(form, value, zone)
	if err != nil {
		return invalid
	}
	in.times[p.name] = at
	return nil
}
