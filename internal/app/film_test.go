package app

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
)

func TestFilmIsServedByRange(t *testing.T) {
	_, server := startSite(t, nil)
	const film = "/media/film-morning.mp4"
	if _, page := get(t, server, "/holiday-homes/"); !strings.Contains(page, film) {
		t.Error("the demo agency has no film")
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+film, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Range", "bytes=4-7")
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	part, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusPartialContent || string(part) != "ftyp" || response.Header.Get("Content-Type") != "video/mp4" {
		t.Errorf("got %d, %s, %q (%v); want a range of the film", response.StatusCode, response.Header.Get("Content-Type"), part, err)
	}
	if missing, _ := get(t, server, "/media/none.mp4"); missing.StatusCode != http.StatusNotFound {
		t.Errorf("missing film: status %d", missing.StatusCode)
	}
}

func TestOriginalPictureIsNotServed(t *testing.T) {
	var folder string
	_, server := startSite(t, func(s *config.Settings) { folder = s.OriginalsDir() })
	const name = "villa-01-golden-hour-pool"
	original, err := os.ReadFile(filepath.Join(folder, name+".jpg"))
	if err != nil {
		t.Fatal(err)
	}
	// The URL of the original in the REST API serves the widest rendition.
	_, sent := get(t, server, "/media/"+name+".jpg")
	_, widest := get(t, server, "/media/"+name+"-1600.jpg")
	if sent == string(original) {
		t.Error("the original was served")
	}
	if sent != widest {
		t.Errorf("%d bytes, want the %d of the widest JPEG", len(sent), len(widest))
	}
}

// A picture of a phone that is named .jpg is recognised when it is requested first.
func TestTheNextPictureIsInThePlaceOfAnUnreadableOne(t *testing.T) {
	var folder string
	app, server := startSite(t, func(s *config.Settings) { folder = s.OriginalsDir() })
	if err := os.WriteFile(filepath.Join(folder, "phone.jpg"), []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), 0o600); err != nil {
		t.Fatal(err)
	}
	listing, err := app.store.Properties(t.Context(), i18n.LangEN, search.Filter{Kind: search.KindProperties, PerPage: 1})
	if err != nil || len(listing.Items) == 0 {
		t.Fatalf("the demo agency has no property: %v", err)
	}
	property := *listing.Items[0]
	next := strings.TrimSuffix(strings.TrimPrefix(property.Featured.URL, "/media/"), ".jpg")
	property.Gallery = append([]content.Image{*property.Featured}, property.Gallery...)
	property.Featured = &content.Image{URL: "/media/phone.jpg"}
	write(t, app.store, func(b *store.Batch) error { return b.Put(&property) })

	address := property.LinkIn(i18n.LangEN)
	if _, page := get(t, server, address); !strings.Contains(page, "/media/phone-800.jpg") {
		t.Fatal("the page does not show the picture that nobody has read")
	}
	response, body := get(t, server, "/media/phone-800.jpg")
	if response.StatusCode != http.StatusUnprocessableEntity || response.Header.Get("Content-Type") != "image/gif" || !strings.HasPrefix(body, "GIF89a") {
		t.Errorf("status %d, %s: want 422 with an empty picture", response.StatusCode, response.Header.Get("Content-Type"))
	}
	if _, page := get(t, server, address); strings.Contains(page, "/media/phone") || !strings.Contains(page, "/media/"+next+"-") {
		t.Error("the page still has the unreadable picture, or not the next one")
	}
}

func TestAddressesOfWordPressUploadsLeadToTheFile(t *testing.T) {
	_, server := startSite(t, nil)
	for target, want := range map[string]string{
		"/wp-content/uploads/film-morning.mp4": "/media/film-morning.mp4", "/wp-content/uploads/2024/06/plan%20a.pdf": "/media/2024/06/plan%20a.pdf",
	} {
		response, _ := get(t, server, target)
		if response.StatusCode != http.StatusMovedPermanently || response.Header.Get("Location") != want {
			t.Errorf("%s: %d to %q, want 301 to %s", target, response.StatusCode, response.Header.Get("Location"), want)
		}
	}
	if response, _ := get(t, server, "/wp-content/uploads/a.php"); response.StatusCode == http.StatusOK {
		t.Errorf("a program answers %d, want no page", response.StatusCode)
	}
}
