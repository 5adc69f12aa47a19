package compose_test

import (
	"strings"
	"testing"

	"estate/internal/compose"
	"estate/internal/content"
	"estate/internal/i18n"
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
