package app

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"estate/internal/agency/leads"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// options are the values of a select of a form, without the empty one.
func options(t *testing.T, document, name string) []string {
	t.Helper()
	var values []string
	if list := element(t, document, "select", "name", name); list != nil {
		for node := range list.Descendants() {
			if value := attribute(node, "value"); node.Data == "option" && value != "" {
				values = append(values, value)
			}
		}
	}
	return values
}

func madrid(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func hasAttribute(node *html.Node, key string) bool {
	return slices.ContainsFunc(node.Attr, func(a html.Attribute) bool { return a.Key == key })
}

func TestViewingIsRequestedWithoutScript(t *testing.T) {
	folder := t.TempDir()
	app, server := startSite(t, func(s *config.Settings) { s.Data = folder })
	property := publishedProperty(t, app.store)
	id := strconv.Itoa(property.ID)
	for _, lang := range i18n.Filled {
		t.Run(string(lang), func(t *testing.T) {
			link := lang.Prefix() + "/enquiry/viewing/?ids=" + id
			if _, body := get(t, server, property.LinkIn(lang)); element(t, body, "a", "href", link) == nil {
				t.Fatalf("the property does not link to %s", link)
			}
			page, body := get(t, server, link)
			if page.StatusCode != 200 || !strings.Contains(page.Header.Get("X-Robots-Tag"), "noindex") {
				t.Errorf("form: status %d, robots %q", page.StatusCode, page.Header.Get("X-Robots-Tag"))
			}
			days, times := options(t, body, "day1"), options(t, body, "time1")
			if len(days) < 10 || element(t, body, "a", "href", property.LinkIn(lang)) == nil {
				t.Fatalf("days %v, times %v", days, times)
			}
			form := fields("With the children")
			form.Set("kind", "viewing")
			form.Set("page", link)
			for key, value := range map[string]string{"ids": id + ",999999", "way": "video", "day1": days[0], "time1": "10:00", "day2": "2020-01-01", "time2": "10:00"} {
				form.Set(key, value)
			}
			response, body := post(t, server, lang.Prefix()+"/enquiry/", form)
			if response.StatusCode != http.StatusUnprocessableEntity {
				t.Fatalf("a day in the past: status %d", response.StatusCode)
			}
			if !strings.Contains(body, i18n.Words.T(lang, "letter.problem.dayClosed")) {
				t.Error("the page lacks the error of the day")
			}
			if day := element(t, body, "option", "value", days[0]); day == nil || !hasAttribute(day, "selected") {
				t.Errorf("the first day is not chosen any more: %v", day)
			}
			form.Set("day2", "")
			form.Set("time2", "")
			thanks := lang.Prefix() + "/enquiry/viewing/thanks/?at=" + strings.ReplaceAll(days[0], "-", "") + "-1000&ids=" + id + ",999999"
			if response, _ := post(t, server, lang.Prefix()+"/enquiry/", form); response.StatusCode != http.StatusSeeOther || response.Header.Get("Location") != thanks {
				t.Fatalf("status %d, location %q; want 303 to %s", response.StatusCode, response.Header.Get("Location"), thanks)
			}
			if _, body := get(t, server, thanks); !strings.Contains(body, i18n.Words.T(lang, "letter.screen.thanksViewing")) {
				t.Error("the page after the form does not tell when a time is confirmed")
			}
			agent, err := app.store.Author(t.Context(), lang, property.Agent)
			if err != nil {
				t.Fatal(err)
			}
			_, body = get(t, server, thanks)
			day, _ := time.Parse(time.DateOnly, days[0])
			for _, want := range []string{i18n.Day(lang, day) + ", 10:00", agent.Name} {
				if !strings.Contains(body, want) {
					t.Errorf("the page after the form does not name %q", want)
				}
			}
			if element(t, body, "a", "href", property.LinkIn(lang)) == nil || element(t, body, "a", "href", lang.Prefix()+"/properties/") == nil {
				t.Error("the page after the form leads neither to the home nor to the results")
			}
			found := storedLeads(t, folder, false)
			lead := found[len(found)-1]
			if lead.Kind != leads.KindViewing || lead.Viewing == nil || len(lead.Viewing.Properties) != 1 || lead.Viewing.Properties[0].Reference != property.Reference ||
				lead.Viewing.Properties[0].Link != property.LinkIn(lang) || lead.Viewing.Wishes[0].In(madrid(t)).Format("2006-01-02 15:04") != days[0]+" 10:00" {
				t.Errorf("stored %+v", lead.Viewing)
			}
		})
	}
}

// TestViewingOfADevelopment follows the link of a development's page: the request names it.
func TestViewingOfADevelopment(t *testing.T) {
	folder := t.TempDir()
	app, server := startSite(t, func(s *config.Settings) { s.Data = folder })
	found, err := app.store.Developments(t.Context(), i18n.LangEN, search.Filter{Kind: search.KindDevelopments, PerPage: 10})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(found.Items, func(d *content.Development) bool { return !d.SoldOut() && !d.Protected })
	if at < 0 {
		t.Fatal("the demo agency has no such development")
	}
	development := found.Items[at]
	for _, lang := range i18n.Filled {
		t.Run(string(lang), func(t *testing.T) {
			link := lang.Prefix() + "/enquiry/viewing/?ids=" + strconv.Itoa(development.ID)
			if _, body := get(t, server, development.LinkIn(lang)); element(t, body, "a", "href", link) == nil {
				t.Fatalf("the development does not link to %s", link)
			}
			_, body := get(t, server, link)
			if element(t, body, "a", "href", development.LinkIn(lang)) == nil {
				t.Fatal("the form does not name the development")
			}
			form := fields("A show flat, please")
			for key, value := range map[string]string{
				"kind": "viewing", "page": link, "ids": strconv.Itoa(development.ID), "way": "visit", "day1": options(t, body, "day1")[0], "time1": "10:00",
			} {
				form.Set(key, value)
			}
			if response, body := post(t, server, lang.Prefix()+"/enquiry/", form); response.StatusCode != http.StatusSeeOther {
				t.Fatalf("status %d, %s", response.StatusCode, clipped(body))
			}
			stored := storedLeads(t, folder, false)
			lead := stored[len(stored)-1]
			if lead.Viewing == nil || len(lead.Viewing.Properties) != 1 || lead.Viewing.Properties[0].Link != development.LinkIn(lang) || lead.Viewing.Properties[0].Title == "" {
				t.Errorf("stored %+v", lead.Viewing)
			}
		})
	}
}
