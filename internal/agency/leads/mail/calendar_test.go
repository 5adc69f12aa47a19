package mail_test

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"estate/internal/agency/leads"
	leadmail "estate/internal/agency/leads/mail"
	"estate/internal/content"
	"estate/internal/content/i18n"
)

// viewingLead wishes a time before and one after the change to summer time.
func viewingLead(lang i18n.Lang) *leads.Lead {
	l := lead(lang)
	l.Kind, l.Reference = leads.KindViewing, ""
	l.Viewing = &leads.Viewing{
		Way: leads.WayVideo, Minutes: 30,
		Wishes:     []time.Time{time.Date(2026, 3, 27, 9, 0, 0, 0, time.UTC), time.Date(2026, 3, 30, 8, 0, 0, 0, time.UTC)},
		Properties: []leads.ViewingProperty{{ID: 1, Reference: "ZR-1001P", Title: "Villa Azul; with, commas", Link: "/properties/villa-azul/"}},
	}
	return l
}

// attachment is the first attached file of a mail and its media type.
func attachment(t *testing.T, m *mail.Message) (text, mediaType string) {
	t.Helper()
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	for reader := multipart.NewReader(m.Body, params["boundary"]); ; {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			return "", ""
		}
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(part.Header.Get("Content-Disposition"), "attachment") {
			continue
		}
		var body io.Reader = part
		switch part.Header.Get("Content-Transfer-Encoding") {
		case "base64":
			body = base64.NewDecoder(base64.StdEncoding, part)
		case "quoted-printable":
			body = quotedprintable.NewReader(part)
		}
		data, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		return string(data), part.Header.Get("Content-Type")
	}
}

func TestAViewingIsInTheCalendarsOfBothSides(t *testing.T) {
	for _, lang := range i18n.Filled {
		for _, side := range []string{"agency", "visitor"} {
			t.Run(string(lang)+" "+side, func(t *testing.T) {
				server := serve(t)
				cfg := config(server)
				cfg.Agency = func(context.Context, i18n.Lang) *content.Settings { return &content.Settings{Zone: "Europe/Madrid"} }
				var channel leads.Channel
				var err error
				if channel, err = leadmail.NewAgency(cfg); side == "visitor" {
					channel, err = leadmail.NewConfirmation(cfg)
				}
				if err != nil {
					t.Fatal(err)
				}
				if err := channel.Deliver(t.Context(), viewingLead(lang)); err != nil {
					t.Fatal(err)
				}
				_, m := only(t, server)
				text, mediaType := attachment(t, m)
				if !strings.HasPrefix(mediaType, "text/calendar") {
					t.Fatalf("the attachment is %q", mediaType)
				}
				calendar, err := ics.ParseCalendar(strings.NewReader(text))
				if err != nil {
					t.Fatalf("%v:\n%s", err, text)
				}
				events := calendar.Events()
				if len(events) != 2 {
					t.Fatalf("%d events:\n%s", len(events), text)
				}
				for i, event := range events {
					start, err := event.GetStartAt()
					if err != nil || !start.Equal(viewingLead(lang).Viewing.Wishes[i]) {
						t.Errorf("event %d starts at %s (%v)", i, start, err)
					}
					end, err := event.GetEndAt()
					if err != nil || end.Sub(start) != 30*time.Minute {
						t.Errorf("event %d ends at %s (%v)", i, end, err)
					}
				}
				for _, line := range []string{
					"STATUS:TENTATIVE", "DTSTART;TZID=Europe/Madrid:20260327T100000", "DTSTART;TZID=Europe/Madrid:20260330T100000",
					"TZID:Europe/Madrid", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "DTSTART:20260329T020000", "METHOD:PUBLISH",
				} {
					if !strings.Contains(text, line+"\r\n") {
						t.Errorf("the calendar lacks %q:\n%s", line, text)
					}
				}
				if hasName := strings.Contains(text, "Ana"); hasName != (side == "agency") {
					t.Errorf("the visitor's name in the calendar: %t", hasName)
				}
				if strings.Contains(text, "ORGANIZER;CN=:") {
					t.Error("the organizer has no name")
				}
				if strings.Contains(text, "quiet") || strings.Contains(text, "letter.") {
					t.Errorf("the calendar has the message, or lacks a translation:\n%s", text)
				}
			})
		}
	}
}
