package feeds

import (
	"testing"
	"time"
)

func TestNumbersOfSpreadsheets(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "350000": 350000, "350.000": 350000, "350,000": 350000, "1.250.000": 1250000, "1,250,000": 1250000, "1.250.000,50 €": 1250001, "1,250,000.40": 1250000,
		"350000.00": 350000, "350000,5": 350001, "120 m2": 120, "EUR 99 000": 99000, "1'250'000": 1250000, "2.5": 3, "0.250": 0,
	} {
		if got, err := Whole(text); err != nil || got != want {
			t.Errorf("Whole(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"x", "-5", "1-2", "1e99", "NaN", "twelve", "1.2.3,4,5x"} {
		if got, err := Whole(text); err == nil {
			t.Errorf("Whole(%q) = %d, want an error", text, got)
		}
	}
}

func TestTimesRoundTrip(t *testing.T) {
	for month := time.January; month <= time.December; month++ {
		at := time.Date(2026, month, 28, 13, 59, 7, 0, time.UTC)
		for _, layout := range []string{time.DateTime, time.RFC3339, "02/01/2006 15:04:05"} {
			if got, err := Time(at.Format(layout)); err != nil || !got.Equal(at) {
				t.Errorf("Time(%s) = %v, %v", at.Format(layout), got, err)
			}
		}
	}
	for _, text := range []string{"today", "2026-13-01 00:00:00", "0001-01-01 00:00:00", "31/31/2026"} {
		if got, err := Time(text); err == nil {
			t.Errorf("Time(%q) = %v, want an error", text, got)
		}
	}
}

func TestPositionsAreInOrder(t *testing.T) {
	for _, tt := range []struct {
		lat, lng float64
		want     *Point
	}{
		{36.5, -4.9, &Point{36.5, -4.9}}, {-4.9, 36.5, &Point{36.5, -4.9}}, {0, 0, nil}, {36.5, 0, nil}, {91, 5, nil}, {28.1, -15.4, &Point{28.1, -15.4}},
	} {
		got := PointOf(tt.lat, tt.lng)
		if (got == nil) != (tt.want == nil) || got != nil && *got != *tt.want {
			t.Errorf("PointOf(%v, %v) = %v, want %v", tt.lat, tt.lng, got, tt.want)
		}
	}
}

func TestTextBecomesParagraphs(t *testing.T) {
	for text, want := range map[string]string{
		"One & two\r\nthree\r\n\r\nFour <5": "<p>One &amp; two<br>three</p><p>Four &lt;5</p>",
		"<p>Markup</p>":                     "<p>Markup</p>", " ": "",
	} {
		if got := Markup(text); got != want {
			t.Errorf("Markup(%q) = %q, want %q", text, got, want)
		}
	}
}
