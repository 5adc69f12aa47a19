package compose_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/compose"
	"estate/internal/site/view"
	"estate/internal/store"
)

func TestLogosArePicturesOfTheLibrary(t *testing.T) {
	h := newHarness(t, func(c *compose.Config) { c.CMSURL = "https://cms.example.test" })
	settings, err := h.store.Settings(t.Context(), i18n.LangEN)
	if err != nil {
		t.Fatal(err)
	}
	changed := *settings
	changed.LogoLight, changed.LogoDarkMobile = "https://cms.example.test/wp-content/uploads/logo.png", "https://cms.example.test/wp-content/uploads/mark.png"
	changed.LogoLightMobile = ""
	if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.PutSettings(i18n.LangEN, &changed) }); err != nil {
		t.Fatal(err)
	}
	v := h.view(t, "/")
	if logo := v.Chrome.Logo; logo.Light != fakeLogo(changed.LogoLight) || logo.DarkMobile != fakeLogo(changed.LogoDarkMobile) || logo.LightMobile != "" {
		t.Errorf("logo %+v, want renditions", logo)
	}
	var found bool
	for _, data := range v.Head.JSONLD {
		found = found || strings.Contains(string(data), `"logo":"`+siteURL+fakeLogo(changed.LogoLight)+`"`)
		if strings.Contains(string(data), "cms.example.test") {
			t.Errorf("JSON-LD has the address of the CMS: %s", data)
		}
	}
	if !found {
		t.Error("JSON-LD has no logo of the library")
	}
}

func TestSiteWithoutATitleHasTheNameOfItsHost(t *testing.T) {
	h := newHarness(t, nil)
	settings, err := h.store.Settings(t.Context(), i18n.LangEN)
	if err != nil {
		t.Fatal(err)
	}
	changed := *settings
	changed.SiteTitle = ""
	changed.Social = []content.SocialLink{{Name: "Facebook", URL: "facebook.com/agency"}, {Name: "Page", URL: "about"}, {Name: "Own", URL: "www.agency.travel"}}
	if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.PutSettings(i18n.LangEN, &changed) }); err != nil {
		t.Fatal(err)
	}
	chrome := h.view(t, "/").Chrome
	if chrome.SiteTitle != "example.test" {
		t.Errorf("title %q, want the host", chrome.SiteTitle)
	}
	var links []string
	for _, social := range chrome.Social {
		links = append(links, social.Href)
	}
	if got := strings.Join(links, " "); got != "https://facebook.com/agency /about/ https://www.agency.travel" {
		t.Errorf("social links %s", got)
	}
}

// fakeLogo is the logo that fakePictures makes of an upload.
func fakeLogo(address string) string {
	_, file, _ := strings.Cut(address, "/wp-content/uploads/")
	return "/media/r/" + file + "-480.webp"
}

func TestLegalLinksFollowTheTranslation(t *testing.T) {
	h := newHarness(t, nil)
	page := func(id int, lang i18n.Lang, slug, link, translation string) *content.Page {
		other := i18n.LangES
		if lang == i18n.LangES {
			other = i18n.LangEN
		}
		return &content.Page{Head: content.Head{
			ID: id, Type: content.TypePage, Lang: lang, Slug: slug, Link: link, Status: content.StatusPublish,
			AlternativeLinks: map[i18n.Lang]string{lang: link, other: translation},
		}, Title: slug}
	}
	if err := h.store.Write(t.Context(), func(b *store.Batch) error {
		for _, lang := range i18n.Filled {
			settings, err := h.store.Settings(t.Context(), lang)
			if err != nil {
				return err
			}
			changed := *settings
			changed.Menus = nil
			if err := b.PutSettings(lang, &changed); err != nil {
				return err
			}
		}
		for _, one := range []*content.Page{
			page(9101, i18n.LangEN, "legal", "/legal/", "/es/aviso-legal/"), page(9102, i18n.LangES, "aviso-legal", "/es/aviso-legal/", "/legal/"),
			page(9103, i18n.LangEN, "privacy-policy", "/privacy-policy/", "/es/privacidad/"), page(9104, i18n.LangES, "privacidad", "/es/privacidad/", "/privacy-policy/"),
		} {
			if err := b.Put(one); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[i18n.Lang]string{
		i18n.LangEN: "/legal/ /legal/cookie-policy/ /privacy-policy/",
		i18n.LangES: "/es/aviso-legal/ /es/legal/cookie-policy/ /es/privacidad/",
	} {
		var links []string
		for _, anchor := range h.view(t, lang.Prefix()+"/").Chrome.Legal {
			links = append(links, anchor.Href)
		}
		if got := strings.Join(links, " "); got != want {
			t.Errorf("%s: %s, want %s", lang, got, want)
		}
		if got, want := h.composer.PrivacyPolicy(t.Context(), lang), strings.Fields(want)[2]; got != want {
			t.Errorf("%s: the forms name %s, want %s", lang, got, want)
		}
	}
}

func TestDatesArePrintedInTheZoneOfTheCMS(t *testing.T) {
	h := newHarness(t, nil)
	post := &content.Post{Head: content.Head{
		ID: 9201, Type: content.TypePost, Lang: i18n.LangEN, Slug: "late", Link: "/late/", Status: content.StatusPublish,
		Date: time.Date(2026, 3, 4, 23, 30, 0, 0, time.UTC), Modified: time.Date(2026, 3, 4, 23, 30, 0, 0, time.UTC),
	}, Title: "Late", Content: "<p>Text</p>"}
	for zone, want := range map[string]string{"": "2026-03-05", "America/New_York": "2026-03-04", "+05:30": "2026-03-05", "-01:00": "2026-03-04"} {
		settings, err := h.store.Settings(t.Context(), i18n.LangEN)
		if err != nil {
			t.Fatal(err)
		}
		changed := *settings
		changed.Zone = zone
		if err := h.store.Write(t.Context(), func(b *store.Batch) error {
			if err := b.PutSettings(i18n.LangEN, &changed); err != nil {
				return err
			}
			return b.Put(post)
		}); err != nil {
			t.Fatal(err)
		}
		section, ok := h.view(t, "/late/").Content[0].(*view.PostSection)
		if !ok || section.ISODate != want {
			t.Errorf("zone %q: %+v, want the date %s", zone, section, want)
		}
	}
}

func TestProtectedContentIsASentenceAndNotIndexed(t *testing.T) {
	h := newHarness(t, nil)
	at := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	head := func(id int, kind content.Type, lang i18n.Lang, link string) content.Head {
		return content.Head{ID: id, Type: kind, Lang: lang, Slug: "private", Link: link, Status: content.StatusPublish, Date: at, Modified: at, Protected: true}
	}
	if err := h.store.Write(t.Context(), func(b *store.Batch) error {
		return errors.Join(
			b.Put(&content.Post{Head: head(9301, content.TypePost, i18n.LangEN, "/private/"), Title: "Private"}),
			b.Put(&content.Page{Head: head(9302, content.TypePage, i18n.LangEN, "/team/private/"), Title: "Private"}),
			b.Put(&content.Property{Head: head(9303, content.TypeProperty, "", "/properties/private/"), Title: i18n.Text{"en": "Private"}}),
		)
	}); err != nil {
		t.Fatal(err)
	}
	for _, link := range []string{"/private/", "/team/private/", "/properties/private/"} {
		v := h.view(t, link)
		doc, err := json.Marshal(v.Content)
		if err != nil || !strings.Contains(string(doc), "Write to us") || v.Head.Robots != "noindex, follow" {
			t.Errorf("%s: robots %q, %s", link, v.Head.Robots, doc)
		}
	}
}
