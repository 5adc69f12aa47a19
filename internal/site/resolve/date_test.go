package resolve

import (
	"testing"
	"time"
)

func TestDateArchiveCountsInTheZoneOfTheAgency(t *testing.T) {
	january, first := 1, 1
	madrid, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		zone          *time.Location
		at            string // of a post
		isInYear      bool
		isInFirstDay  bool
		month, day    *int
		after, before string // of the day
	}{
		{madrid, "2025-12-31T23:30:00Z", true, true, &january, &first, "2025-12-31T22:59:59Z", "2026-01-01T23:00:00Z"}, // 1 January, 00:30
		{madrid, "2025-12-31T23:00:00Z", true, true, &january, &first, "2025-12-31T22:59:59Z", "2026-01-01T23:00:00Z"}, // midnight
		{nil, "2025-12-31T23:30:00Z", false, false, &january, &first, "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"},
	}
	for _, tt := range tests {
		post, err := time.Parse(time.RFC3339, tt.at)
		if err != nil {
			t.Fatal(err)
		}
		after, before := dateBounds(2026, nil, nil, tt.zone)
		if got := post.After(after) && post.Before(before); got != tt.isInYear {
			t.Errorf("%s in %v: in the year %v, want %v", tt.at, tt.zone, got, tt.isInYear)
		}
		after, before = dateBounds(2026, tt.month, tt.day, tt.zone)
		if got := post.After(after) && post.Before(before); got != tt.isInFirstDay || after.Format(time.RFC3339) != tt.after || before.Format(time.RFC3339) != tt.before {
			t.Errorf("%s in %v: in the day %v, %s to %s", tt.at, tt.zone, got, after, before)
		}
	}
}
