package content

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ViewingHours are the times at which the agency shows homes. The zero value has none.
type ViewingHours struct {
	week [7][]span // by time.Weekday
	off  []daysOff
}

// span is a part of a day, in minutes since midnight.
type span struct{ from, to int }

// daysOff is a range of dates, as text in the form 2026-12-24, or 12-24 for every year.
type daysOff struct{ first, last string }

// Defaults and limits of viewings.
const (
	// DefaultViewingHours are the hours without an option of the agency.
	DefaultViewingHours = "mon-fri 10:00-14:00, 16:00-18:30; sat 10:00-14:00"
	// ViewingStep is the time between two starts that are offered.
	ViewingStep = 30 * time.Minute
	// ViewingDays is the number of days ahead, from tomorrow, in which days are offered.
	ViewingDays = 42
	// noViewings in place of hours means that the site takes no viewing requests.
	noViewings = "none"
)

// ViewingHours are the hours of the options, or the default ones. What cannot be read is
// left out; ParseViewingHours reports it.
func (s *Settings) ViewingHours() ViewingHours {
	hours, _ := ParseViewingHours(s.Viewing, s.DaysOff)
	return hours
}

// ParseViewingHours reads hours such as "mon-fri 10:00-14:00, 16:00-18:30; sat 10:00-14:00", with
// weekdays in English or Spanish, and days off such as "2026-12-24..2027-01-06, 08-15". Lines and
// semicolons separate groups of days. "" means the default hours, "none" no viewings. The
// problems name what was left out.
func ParseViewingHours(hours, off string) (ViewingHours, []error) {
	var parsed ViewingHours
	var problems []error
	if TakesNoViewings(hours) {
		return parsed, nil
	}
	if strings.TrimSpace(hours) == "" {
		hours = DefaultViewingHours
	}
	for _, group := range strings.FieldsFunc(hours, func(r rune) bool { return r == ';' || r == '\n' || r == '\r' }) {
		if group = strings.TrimSpace(group); group == "" {
			continue
		}
		if err := parsed.addGroup(group); err != nil {
			problems = append(problems, err)
		}
	}
	for _, text := range strings.FieldsFunc(off, func(r rune) bool { return strings.ContainsRune(",;\n\r\t ", r) }) {
		first, last, isRange := strings.Cut(text, "..")
		if !isRange {
			last = first
		}
		if !isDate(first) || !isDate(last) || len(first) != len(last) || len(first) == len("2006-01-02") && first > last {
			problems = append(problems, fmt.Errorf("day off %q: write 2026-12-25, 12-25 for every year, or 2026-12-24..2027-01-06", text))
			continue
		}
		parsed.off = append(parsed.off, daysOff{first, last})
	}
	return parsed, problems
}

// TakesNoViewings reports whether the hours are the word "none".
func TakesNoViewings(hours string) bool {
	return strings.EqualFold(strings.TrimSpace(hours), noViewings)
}

// addGroup reads one group of days with their hours.
func (h *ViewingHours) addGroup(group string) error {
	problem := fmt.Errorf("viewing hours %q: write mon-fri 10:00-14:00, 16:00-18:30", group)
	names, hours, found := strings.Cut(group, " ")
	if !found {
		return problem
	}
	first, last, isRange := strings.Cut(names, "-")
	from, ok := weekday(first)
	to := from
	if isRange && ok {
		to, ok = weekday(last)
	}
	if !ok {
		return problem
	}
	var spans []span
	for _, text := range strings.Split(hours, ",") {
		start, end, _ := strings.Cut(strings.TrimSpace(strings.ReplaceAll(text, "–", "-")), "-")
		s, okStart := minutes(start)
		e, okEnd := minutes(end)
		if !okStart || !okEnd || s >= e {
			return problem
		}
		spans = append(spans, span{s, e})
	}
	for day := from; ; day = (day + 1) % 7 {
		h.week[day] = append(h.week[day], spans...)
		if day == to {
			return nil
		}
	}
}

// weekdays are the first two letters of the weekdays in English and Spanish.
var weekdays = map[string]time.Weekday{
	"mo": time.Monday, "tu": time.Tuesday, "we": time.Wednesday, "th": time.Thursday, "fr": time.Friday, "sa": time.Saturday,
	"su": time.Sunday,
	"lu": time.Monday, "ma": time.Tuesday, "mi": time.Wednesday, "ju": time.Thursday, "vi": time.Friday, "sá": time.Saturday,
	"do": time.Sunday,
}

func weekday(name string) (time.Weekday, bool) {
	letters := []rune(strings.ToLower(strings.TrimSpace(name)))
	if len(letters) < 2 {
		return 0, false
	}
	day, ok := weekdays[string(letters[:2])]
	return day, ok
}

func minutes(text string) (int, bool) {
	hour, minute, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(text), ".", ":"), ":")
	h, err := strconv.Atoi(hour)
	if err != nil || h < 0 || h > 24 {
		return 0, false
	}
	m := 0
	if minute != "" {
		if m, err = strconv.Atoi(minute); err != nil || m < 0 || m > 59 {
			return 0, false
		}
	}
	return h*60 + m, h*60+m <= 24*60
}

func isDate(text string) bool {
	if len(text) == len("01-02") {
		text = "2024-" + text // a leap year
	}
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// Any reports whether there are hours at all.
func (h ViewingHours) Any() bool {
	return slices.ContainsFunc(h.week[:], func(spans []span) bool { return len(spans) > 0 })
}

// isOff reports whether the agency is closed on a date.
func (h ViewingHours) isOff(day time.Time) bool {
	date := day.Format(time.DateOnly)
	return slices.ContainsFunc(h.off, func(off daysOff) bool {
		if len(off.first) == len(date) {
			return off.first <= date && date <= off.last
		}
		yearly := date[len("2006-"):]
		if off.first <= off.last {
			return off.first <= yearly && yearly <= off.last
		}
		return off.first <= yearly || yearly <= off.last // over the new year
	})
}

// Starts are the times of a day at which a viewing can begin, as "15:04", in order. A viewing
// ends within the hours.
func (h ViewingHours) Starts(day time.Time) []string {
	if h.isOff(day) {
		return nil
	}
	var starts []string
	for _, s := range h.week[day.Weekday()] {
		for at := s.from; at+int(ViewingStep.Minutes()) <= s.to; at += int(ViewingStep.Minutes()) {
			starts = append(starts, fmt.Sprintf("%02d:%02d", at/60, at%60))
		}
	}
	slices.Sort(starts)
	return slices.Compact(starts)
}

// Days are the days with hours in the next ViewingDays, from the day after now.
func (h ViewingHours) Days(now time.Time) []time.Time {
	var days []time.Time
	for i := range ViewingDays {
		day := time.Date(now.Year(), now.Month(), now.Day()+1+i, 12, 0, 0, 0, now.Location())
		if len(h.Starts(day)) > 0 {
			days = append(days, day)
		}
	}
	return days
}
