package conformance

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/site/redirect"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
	"estate/internal/site/seo"
)

// textCase is a case whose input is a text.
type textCase struct {
	caseHead
	In   string
	Want any
}

func runParse(_ context.Context, raw json.RawMessage) []string {
	var c textCase
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	l, err := link.Parse(c.In)
	if err != nil {
		return []string{err.Error()}
	}
	got := map[string]any{"route": l.Route, "page": l.Page, "query": l.Query, "queryString": l.QueryString()}
	if l.Hash != "" {
		got["hash"] = l.Hash
	}
	return differences("link", asJSON(got), c.Want, true)
}

func runStringify(_ context.Context, raw json.RawMessage) []string {
	var c struct {
		caseHead
		In   link.Parts
		Want any
	}
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	return differences("text", link.Stringify(c.In), c.Want, true)
}

func runNormalize(_ context.Context, raw json.RawMessage) []string {
	var c textCase
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	return differences("link", link.Normalize(c.In), c.Want, true)
}

func runFlagName(_ context.Context, raw json.RawMessage) []string {
	var c textCase
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	return differences("flag", route.FlagName(c.In), c.Want, true)
}

func runMatch(_ context.Context, raw json.RawMessage) []string {
	var c struct {
		caseHead
		In       string
		Settings sourceSettings
		Want     map[string]any
	}
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	table, err := c.Settings.table()
	if err != nil {
		return []string{err.Error()}
	}
	l, err := link.Parse(link.Normalize(c.In))
	if errors.Is(err, link.ErrPage) && c.Want == nil {
		return nil // refused before the look-up
	}
	if err != nil {
		return []string{err.Error()}
	}
	target := table.Resolve(l)
	if target.Kind == route.KindNone {
		if c.Want != nil {
			return []string{"no handler matches the link"}
		}
		return nil
	}
	got := map[string]any{"handler": target.Handler, "params": target.Params, "rewrite": nil}
	if target.Rewrite != "" {
		got["rewrite"] = target.Rewrite
	}
	if c.Want == nil {
		return []string{"got handler " + string(target.Handler) + ", want none"}
	}
	if _, wanted := c.Want["lang"]; wanted {
		got["lang"] = target.Link.Lang
	}
	return differences("match", asJSON(got), asJSON(c.Want), true)
}

func runDateValidate(_ context.Context, raw json.RawMessage) []string {
	var c struct {
		caseHead
		In   struct{ Year, Month, Day *int }
		Want any
	}
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	return differences("failure", failure(route.ValidateDate(c.In.Year, c.In.Month, c.In.Day)), c.Want, true)
}

func failure(err *content.Error) any {
	if err == nil {
		return nil
	}
	return asJSON(map[string]any{"status": err.Status, "message": err.Detail})
}

// agencyTarget is the target of a link in the product's own table.
func agencyTarget(in string) (route.Target, error) {
	table, err := route.NewTable(route.Agency())
	if err != nil {
		return route.Target{}, err
	}
	l, err := link.Parse(link.Normalize(in))
	return table.Resolve(l), err
}

func runListingSlug(_ context.Context, raw json.RawMessage) []string {
	var c textCase
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	target, err := agencyTarget(c.In)
	if err != nil {
		return []string{err.Error()}
	}
	if target.Kind != route.KindListing {
		return []string{"the link is no listing path but " + string(target.Handler)}
	}
	return differences("listing", asJSON(map[string]string{"slug": target.Slug}), c.Want, true)
}

func runCityTitle(_ context.Context, raw json.RawMessage) []string {
	var c textCase
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	target, err := agencyTarget(c.In)
	if err != nil {
		return []string{err.Error()}
	}
	if target.Kind != route.KindCity {
		return []string{"the link is no city page but " + string(target.Handler)}
	}
	return differences("title", route.CityTitle(target.Link.Lang, target.Slug), c.Want, true)
}

func runTitle(_ context.Context, raw json.RawMessage) []string {
	var c struct {
		caseHead
		In struct {
			SiteTitle string `json:"site_title"`
			Lang      i18n.Lang
			Data      map[string]any
			Entity    map[string]any
		}
		Want any
	}
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	subject := subjectOf(c.In.Data, c.In.Entity, c.In.Lang)
	if shown, ok := c.In.Data["link"].(string); ok {
		if target, err := agencyTarget(shown); err == nil && target.Kind == route.KindCity {
			subject.City = route.CityTitle(c.In.Lang, target.Slug)
		}
	}
	got := seo.Title(c.In.SiteTitle, c.In.Lang, c.In.Data, subject)
	return differences("title", got, c.Want, true)
}

func runSSR(_ context.Context, raw json.RawMessage) []string {
	var c struct {
		caseHead
		URL  string
		Data map[string]any
		Want any
	}
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	var location any
	if c.Data["isRedirection"] == true {
		address, _ := c.Data["location"].(string)
		external, _ := c.Data["isExternal"].(bool)
		location = redirect.Location(content.Redirect{Location: address, External: external}, c.URL)
	}
	got := map[string]any{"status": pageStatus(c.Data), "location": location}
	return differences("answer", asJSON(got), c.Want, true)
}

// pageStatus is the HTTP status of a page with this record (routing §9.5).
func pageStatus(record map[string]any) int {
	number := func(name string) int {
		n, _ := record[name].(float64)
		return int(n)
	}
	switch {
	case record["isRedirection"] == true:
		return number("redirectionStatus")
	case record["isError"] == true:
		return resolve.PageStatus(number("errorStatus"))
	}
	return http.StatusOK
}

// subjectOf reads the subject of a title from an entity of the REST dialect.
func subjectOf(data, entity map[string]any, lang i18n.Lang) seo.Subject {
	text := func(object map[string]any, key string) string {
		value, _ := object[key].(string)
		return value
	}
	subject := seo.Subject{
		Name: text(entity, "name"), Taxonomy: text(entity, "taxonomy"), Title: text(entity, "title"),
	}
	if subject.Taxonomy == "post_tag" { // routing §6.1
		subject.Taxonomy = "tag"
	}
	if title, ok := entity["title"].(map[string]any); ok {
		subject.Title = text(title, "rendered")
	}
	fields, _ := entity["acf"].(map[string]any)
	kind := content.Type(text(data, "type"))
	if kind == content.TypeProperty || kind == content.TypeDevelopment { // one title per language
		subject.Title = cmp.Or(text(fields, "title_"+string(lang)), text(fields, "title_"+string(i18n.Fallback)), subject.Title)
	}
	return subject
}

func TestSubjectPrefersTheTitleOfTheLanguage(t *testing.T) {
	entity := map[string]any{
		"title": map[string]any{"rendered": "REF-100P"},
		"acf":   map[string]any{"title_en": "Villa Aloha", "title_es": "Villa Aloha, con jardín"},
	}
	for lang, want := range map[i18n.Lang]string{i18n.LangEN: "Villa Aloha", i18n.LangES: "Villa Aloha, con jardín", i18n.LangFR: "Villa Aloha"} {
		if got := subjectOf(map[string]any{"type": "properties"}, entity, lang).Title; got != want {
			t.Errorf("%s: got %q, want %q", lang, got, want)
		}
	}
	if got := subjectOf(map[string]any{"type": "page"}, entity, i18n.LangEN).Title; got != "REF-100P" {
		t.Errorf("a page took the title %q, want its own", got)
	}
}
