package leads

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"estate/internal/content/i18n"
)

// Way is how a visitor wants to see a home.
type Way string

// The ways, in their order on the form.
const (
	WayVisit    Way = "visit"
	WayVideo    Way = "video"
	WayPhone    Way = "phone"
	WayWhatsApp Way = "whatsapp"
)

// Ways are all ways.
var Ways = []Way{WayVisit, WayVideo, WayPhone, WayWhatsApp}

// MaxWishes is the number of days and times that a visitor can name.
const MaxWishes = 3

// maxViewingPropertys bounds the homes of a request.
const maxViewingPropertys = 30

// ViewingForm is the part of a form that requests a viewing. Nothing of it is trusted.
type ViewingForm struct {
	IDs    []int // of properties and developments
	Way    string
	Wishes [MaxWishes]Wish
}

// Wish is a day ("2006-01-02") and a time ("15:04"); both are "" where nothing is wished.
type Wish struct{ Day, Time string }

// Viewing is what a visitor wishes to see, when and how.
type Viewing struct {
	Way Way `json:"way"`
	// Wishes are the starts in the order of preference, at least one. Minutes is the length of each.
	Wishes     []time.Time       `json:"wishes"`
	Minutes    int               `json:"minutes"`
	Properties []ViewingProperty `json:"properties,omitempty"`
}

// ViewingProperty is a published property or development.
type ViewingProperty struct {
	ID        int    `json:"id"`
	Reference string `json:"reference,omitempty"`
	Title     string `json:"title"`
	Link      string `json:"link"` // site link
}

// ViewingOffer is what the agency offers at the time of a request.
type ViewingOffer struct {
	Properties []ViewingProperty // of the wanted ids, published ones only
	// Days are the days ("2006-01-02") with the times of starts ("15:04").
	Days map[string][]string
	Zone *time.Location // of days and times
}

// ViewingOffers returns the offer for ids in a language.
type ViewingOffers func(ctx context.Context, lang i18n.Lang, ids []int) (ViewingOffer, error)

// Lengths of viewings in minutes.
const (
	visitMinutes = 60
	callMinutes  = 30
)

// FieldWay is the field of the way.
const FieldWay Field = "way"

// FieldDay and FieldTime are the fields of a wish; n counts from 1.
func FieldDay(n int) Field { return Field("day" + strconv.Itoa(n)) }

// FieldTime is the time of a wish.
func FieldTime(n int) Field { return Field("time" + strconv.Itoa(n)) }

// The problems of a viewing.
const (
	WayMissing   Problem = "wayMissing"
	DayMissing   Problem = "dayMissing"
	DayClosed    Problem = "dayClosed"
	TimeMissing  Problem = "timeMissing"
	TimeClosed   Problem = "timeClosed"
	WishTwice    Problem = "wishTwice"
	PhoneMissing Problem = "phoneMissing"
)

// viewing checks the wishes against the offer and adds their problems. The lead's phone is set.
func (e Enquiry) viewing(lead *Lead, problems Problems) *Viewing {
	form, offer := e.Viewing, e.Offer
	if form == nil || offer == nil {
		problems[FieldDay(1)] = DayMissing
		return nil
	}
	viewing := &Viewing{
		Way: Way(form.Way), Minutes: callMinutes,
		Properties: offer.Properties[:min(len(offer.Properties), maxViewingPropertys)],
	}
	switch {
	case !slices.Contains(Ways, viewing.Way):
		problems[FieldWay] = WayMissing
	case viewing.Way == WayVisit:
		viewing.Minutes = visitMinutes
	case (viewing.Way == WayPhone || viewing.Way == WayWhatsApp) && lead.Phone == "":
		problems[FieldPhone] = PhoneMissing
	}
	for i, wish := range form.Wishes {
		n := i + 1
		times, open := offer.Days[wish.Day]
		switch {
		case wish.Day == "" && wish.Time == "" && n > 1:
			continue
		case wish.Day == "":
			problems[FieldDay(n)] = DayMissing
		case !open:
			problems[FieldDay(n)] = DayClosed
		case wish.Time == "":
			problems[FieldTime(n)] = TimeMissing
		case !slices.Contains(times, wish.Time):
			problems[FieldTime(n)] = TimeClosed
		default:
			start, err := time.ParseInLocation("2006-01-02 15:04", wish.Day+" "+wish.Time, offer.Zone)
			if err != nil {
				problems[FieldDay(n)] = DayClosed
				continue
			}
			if slices.ContainsFunc(viewing.Wishes, start.Equal) {
				problems[FieldTime(n)] = WishTwice
				continue
			}
			viewing.Wishes = append(viewing.Wishes, start)
		}
	}
	return viewing
}

// references are the references of the homes, or their titles.
func (v *Viewing) references() string {
	var names []string
	for _, home := range v.Properties {
		if home.Reference != "" {
			names = append(names, home.Reference)
		} else {
			names = append(names, home.Title)
		}
	}
	return strings.Join(names, ", ")
}

// summary is one line for tables: way, wishes and references.
func (v *Viewing) summary() string {
	if v == nil {
		return ""
	}
	parts := []string{string(v.Way)}
	for _, wish := range v.Wishes {
		parts = append(parts, wish.Format("2006-01-02 15:04"))
	}
	return strings.Join(append(parts, v.references()), "; ")
}
