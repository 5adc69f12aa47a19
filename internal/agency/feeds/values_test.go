package feeds

import (
	"testing"
	"time"
)

func TestDatesInTheUsualForms(t *testing.T) {
	for _, text := range []string{
		"2026-03-31", "2026-03-31 00:00:00", "2026-03-31T00:00:00Z", "2026-03-31T00:00:00.000+0000", "31/03/2026", "31/3/2026 00:00", "31.03.2026", "31-03-26", "3/31/2026", "20260331",
		"31 March 2026", "31 de marzo de 2026", "31-mar-2026", "Mar 31, 2026", "46112", "1774915200", "31 dic 2025",
	} {
		want := time.Date(2026, 3, 31, 0, 0, 0, 0, time.UTC)
		if text == "31 dic 2025" {
			want = time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC)
		}
		if got, err := Time(text); err != nil || !got.Equal(want) {
			t.Errorf("Time(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
}

func TestEscapedTextsAreWhatWasMeant(t *testing.T) {
	for text, want := range map[string]string{
		"First.&#13;\nSecond, bed &amp; breakfast, caf&eacute;.&#13;": "First.\nSecond, bed & breakfast, café.",
		"caf&amp;amp;eacute; &amp;lt;5":                               "café <5",
		`One\nTwo\r\nThree`:                                           "One\nTwo\nThree",
		"<p>caf&eacute; &amp; bar &lt;5</p>":                          "<p>café &amp; bar &lt;5</p>",
		"&lt;p&gt;A villa&lt;/p&gt;":                                  "<p>A villa</p>",
		"R&D house, AT&T; fine":                                       "R&D house, AT&T; fine",
	} {
		if got := Text(text); got != want {
			t.Errorf("Text(%q) = %q, want %q", text, got, want)
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
