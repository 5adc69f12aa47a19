package content_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
)

func TestViewingHoursOfTheOptions(t *testing.T) {
	day := func(text string) time.Time {
		at, err := time.Parse(time.DateOnly, text)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	tests := []struct {
		name, hours, off, day, want string
	}{
		{"default on a Friday", "", "", "2026-11-27", "10:00 10:30 11:00 11:30 12:00 12:30 13:00 13:30 16:00 16:30 17:00 17:30 18:00"},
		{"default on a Sunday", "", "", "2026-11-29", ""},
		{"Spanish names", "lunes-miércoles 9.30–11; sábado 10-11", "", "2026-11-25", "09:30 10:00 10:30"},
		{"Spanish Saturday", "lunes-miércoles 9.30–11\nsábado 10-11", "", "2026-11-28", "10:00 10:30"},
		{"over the weekend", "sat-mon 10:00-11:00", "", "2026-11-29", "10:00 10:30"},
		{"a day off", "mon-sun 10:00-11:00", "2026-11-27", "2026-11-27", ""},
		{"another year", "mon-sun 10:00-11:00", "2025-11-27", "2026-11-27", "10:00 10:30"},
		{"every year", "mon-sun 10:00-11:00", "08-15, 12-25", "2026-12-25", ""},
		{"a range over the new year", "mon-sun 10:00-11:00", "12-24..01-06", "2027-01-06", ""},
		{"after a range", "mon-sun 10:00-11:00", "2026-12-24..2027-01-06", "2027-01-07", "10:00 10:30"},
		{"no viewings", "none", "", "2026-11-27", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			hours, problems := content.ParseViewingHours(test.hours, test.off)
			if len(problems) > 0 {
				t.Error(problems)
			}
			if got := strings.Join(hours.Starts(day(test.day)), " "); got != test.want {
				t.Errorf("starts %q, want %q", got, test.want)
			}
		})
	}
}

func TestViewingHoursThatCannotBeReadAreReported(t *testing.T) {
	hours, problems := content.ParseViewingHours("mon 10:00-11:00; fri late; xx 10-11; tue 12-10; we 25:00-26:00", "Christmas, 13-40, 2026-02-01..2026-01-01")
	if len(problems) != 7 {
		t.Errorf("%d problems, want 7: %v", len(problems), problems)
	}
	if !hours.Any() {
		t.Error("the hours that can be read are lost")
	}
}

func TestViewingsAreOfferedFromTomorrow(t *testing.T) {
	hours, _ := content.ParseViewingHours("mon-fri 10:00-12:00", "2026-11-24")
	days := hours.Days(time.Date(2026, 11, 20, 23, 30, 0, 0, time.UTC)) // a Friday
	var dates []string
	for _, day := range days[:3] {
		dates = append(dates, day.Format(time.DateOnly))
	}
	if want := []string{"2026-11-23", "2026-11-25", "2026-11-26"}; !slices.Equal(dates, want) {
		t.Errorf("days %v, want %v", dates, want)
	}
	if last := days[len(days)-1]; last.After(time.Date(2027, 1, 2, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("the last day is %s", last)
	}
}

// TestUnreadViewingHours reads the table that the form in WordPress is tested with too.
func TestUnreadViewingHours(t *testing.T) {
	table, err := os.ReadFile("testdata/viewing-hours.json")
	if err != nil {
		t.Fatal(err)
	}
	var tests []struct {
		Hours, Off string
		Unread     []string
	}
	if err := json.Unmarshal(table, &tests); err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		_, problems := content.ParseViewingHours(test.Hours, test.Off)
		var unread []string
		for _, problem := range problems {
			_, text, _ := strings.Cut(problem.Error(), `"`)
			text, _, _ = strings.Cut(text, `"`)
			unread = append(unread, text)
		}
		if !slices.Equal(unread, test.Unread) {
			t.Errorf("%q without %q: unread %q, want %q", test.Hours, test.Off, unread, test.Unread)
		}
	}
}
