package mail

import (
	"context"
	"fmt"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"estate/internal/agency/leads"
	"estate/internal/content/i18n"
)

// calendarFile and calendarType are the name and the media type of the attachment.
const (
	calendarFile = "viewing.ics"
	calendarType = "text/calendar; charset=utf-8; method=PUBLISH"
)

// localTime is a time of day without a zone, which TZID names.
const localTime = "20060102T150405"

// calendar is the iCalendar object (RFC 5545) of a viewing: one tentative event for each wish, in
// the time zone of the agency. With name "" it holds nothing that the visitor typed.
func (c Config) calendar(ctx context.Context, lead *leads.Lead, name string) string {
	t := func(key string, pairs ...any) string {
		return i18n.Words.T(lead.Lang, "letter.mail.viewing."+key, pairs...)
	}
	zone := c.zone(ctx, lead.Lang)
	viewing := lead.Viewing
	calendar := ics.NewCalendarFor("Estate")
	calendar.SetMethod(ics.MethodPublish)
	calendar.SetCalscale("GREGORIAN")
	addTimezone(calendar, zone, viewing.Wishes)

	what := t("homes")
	var lines []string
	if len(viewing.Properties) == 1 {
		what = strings.TrimSpace(viewing.Properties[0].Title + " " + inBrackets(viewing.Properties[0].Reference))
	}
	for _, home := range viewing.Properties {
		lines = append(lines, home.Title+" "+c.SiteURL+home.Link)
	}
	summary := t("event", "what", what)
	if name != "" {
		summary = t("eventFor", "what", what, "name", name)
	}
	lines = append(lines, i18n.Words.T(lead.Lang, "letter.viewing.ways."+string(viewing.Way)), t("provisional"))
	organizer, err := c.sender(ctx, lead.Lang)
	for i, wish := range viewing.Wishes {
		event := calendar.AddEvent(fmt.Sprintf("enquiry-%d.%s.%d@%s", lead.ID, lead.Fingerprint, i+1, c.domain()))
		event.SetDtStampTime(lead.Created)
		setLocal(event, ics.ComponentPropertyDtStart, wish.In(zone))
		setLocal(event, ics.ComponentPropertyDtEnd, wish.Add(time.Duration(viewing.Minutes)*time.Minute).In(zone))
		event.SetSummary(summary)
		event.SetDescription(strings.Join(lines, "\n"))
		event.SetStatus(ics.ObjectStatusTentative)
		event.SetTimeTransparency(ics.TransparencyTransparent)
		if err == nil {
			event.SetOrganizer("mailto:"+organizer.Address, ics.WithCN(organizer.Name))
		}
		if len(viewing.Properties) == 1 {
			event.SetURL(c.SiteURL + viewing.Properties[0].Link)
		}
	}
	return calendar.Serialize(ics.WithNewLineWindows)
}

func setLocal(event *ics.VEvent, property ics.ComponentProperty, at time.Time) {
	event.SetProperty(property, at.Format(localTime), ics.WithTZID(zoneName(at.Location())))
}

// zoneName is the TZID of a zone; one with an offset only has no name in Go.
func zoneName(zone *time.Location) string {
	if name := zone.String(); name != "" {
		return name
	}
	return "UTC" + time.Unix(0, 0).In(zone).Format("-07:00")
}

// addTimezone describes the zone for the time of the events: an observance begins with each
// change of the offset.
func addTimezone(calendar *ics.Calendar, zone *time.Location, wishes []time.Time) {
	timezone := calendar.AddTimezone(zoneName(zone))
	described := map[string]bool{}
	for _, wish := range wishes {
		at := wish.In(zone)
		from, _ := at.ZoneBounds()
		before := at
		if from.IsZero() {
			from = time.Date(1970, 1, 1, 0, 0, 0, 0, zone)
		} else {
			before = from.Add(-time.Second).In(zone)
		}
		// DTSTART is the local time of the change by the offset before it.
		_, offset := before.Zone()
		start := from.In(time.FixedZone("", offset)).Format(localTime)
		if described[start] {
			continue
		}
		described[start] = true
		var observance interface {
			SetProperty(property ics.ComponentProperty, value string, params ...ics.PropertyParameter)
		}
		if at.IsDST() {
			daylight := &ics.Daylight{}
			timezone.Components = append(timezone.Components, daylight)
			observance = daylight
		} else {
			observance = timezone.AddStandard()
		}
		observance.SetProperty(ics.ComponentPropertyDtStart, start)
		observance.SetProperty("TZOFFSETFROM", before.Format("-0700"))
		observance.SetProperty("TZOFFSETTO", at.Format("-0700"))
		observance.SetProperty("TZNAME", at.Format("MST"))
	}
}

func inBrackets(text string) string {
	if text == "" {
		return ""
	}
	return "(" + text + ")"
}
