package leads

import (
	"strings"
	"testing"
	"time"

	"estate/internal/content/i18n"
)

// viewingRequest is a valid form and its offer: Monday to Wednesday at 10:00 and 10:30.
func viewingRequest(t *testing.T) Enquiry {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	e := validEnquiry()
	e.Kind = string(KindViewing)
	e.Viewing = &ViewingForm{IDs: []int{7}, Way: "visit", Wishes: [MaxWishes]Wish{{"2026-03-30", "10:00"}, {}, {"2026-03-31", "10:30"}}}
	e.Offer = &ViewingOffer{
		Properties: []ViewingProperty{{ID: 7, Reference: "ZR-7", Title: "Villa Azul", Link: "/properties/villa-azul/"}},
		Days:       map[string][]string{"2026-03-30": {"10:00", "10:30"}, "2026-03-31": {"10:00", "10:30"}}, Zone: zone,
	}
	return e
}

func TestViewingHasItsWishesAndHomes(t *testing.T) {
	lead, problems := viewingRequest(t).Check()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	v := lead.Viewing
	if lead.Kind != KindViewing || v.Way != WayVisit || v.Minutes != 60 || len(v.Properties) != 1 || len(v.Wishes) != 2 {
		t.Fatalf("viewing %+v of kind %s", v, lead.Kind)
	}
	if got := v.Wishes[0].UTC().Format(time.RFC3339); got != "2026-03-30T08:00:00Z" { // summer time began on 29 March
		t.Errorf("the first wish is %s", got)
	}
	store := openTest(t, t.TempDir()+"/leads.db", nil)
	if _, err := store.Insert(t.Context(), lead, nil); err != nil {
		t.Fatal(err)
	}
	stored, err := store.Lead(t.Context(), lead.ID)
	if err != nil {
		t.Fatal(err)
	}
	if stored.Viewing == nil || !stored.Viewing.Wishes[1].Equal(v.Wishes[1]) || stored.Viewing.Properties[0] != v.Properties[0] {
		t.Errorf("stored %+v, want %+v", stored.Viewing, v)
	}
	other := viewingRequest(t)
	other.Viewing.Wishes[0].Time = "10:30"
	if second, _ := other.Check(); second.Fingerprint == lead.Fingerprint {
		t.Error("a request for another time counts as the same one")
	}
}

func TestProblemsOfAViewing(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Enquiry)
		field  Field
		want   Problem
	}{
		{"no way", func(e *Enquiry) { e.Viewing.Way = "" }, "way", WayMissing},
		{"no first day", func(e *Enquiry) { e.Viewing.Wishes[0] = Wish{} }, "day1", DayMissing},
		{"closed day", func(e *Enquiry) { e.Viewing.Wishes[2].Day = "2026-04-05" }, "day3", DayClosed},
		{"no date", func(e *Enquiry) { e.Viewing.Wishes[0].Day = "tomorrow" }, "day1", DayClosed},
		{"no time", func(e *Enquiry) { e.Viewing.Wishes[0].Time = "" }, "time1", TimeMissing},
		{"a time without a day", func(e *Enquiry) { e.Viewing.Wishes[1].Time = "10:00" }, "day2", DayMissing},
		{"closed time", func(e *Enquiry) { e.Viewing.Wishes[0].Time = "23:00" }, "time1", TimeClosed},
		{"the same twice", func(e *Enquiry) { e.Viewing.Wishes[1] = e.Viewing.Wishes[0] }, "time2", WishTwice},
		{"a call without a number", func(e *Enquiry) { e.Viewing.Way, e.Phone = "whatsapp", "" }, "phone", PhoneMissing},
		{"nothing is offered", func(e *Enquiry) { e.Offer = nil }, "day1", DayMissing},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := viewingRequest(t)
			e.Mail = "ana@example.org"
			test.change(&e)
			_, problems := e.Check()
			if len(problems) != 1 || problems[test.field] != test.want {
				t.Errorf("problems %v, want %s: %s", problems, test.field, test.want)
			}
			for _, lang := range i18n.Filled {
				if text := problems.In(lang)[string(test.field)]; strings.HasPrefix(text, "letter.") {
					t.Errorf("no text in %s: %s", lang, text)
				}
			}
		})
	}
}
