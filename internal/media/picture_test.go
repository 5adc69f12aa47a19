package media

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"estate/internal/content"
	"estate/internal/site/view"
)

func withHosts(c *Config) {
	c.Hosts = []string{"cms.example", "files.example:8443"}
	c.PrivateHosts = []string{"wordpress", "127.0.0.1:9000"}
}

func TestPictureOfALocalOriginal(t *testing.T) {
	l := newLibrary(t, nil)
	got := l.Picture(&content.Image{URL: "/media/villa-01.jpg", Width: 700, Height: 467, Color: "#3f3923"}, "A villa")
	want := &view.Picture{
		Src:    "/media/villa-01-640.jpg",
		Widths: []int{320, 480, 640},
		Width:  700,
		Height: 467,
		Alt:    "A villa",
		Color:  "#432",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Picture (-want +got):\n%s", diff)
	}
}

func TestPictureNamesOnlyWhatIsServed(t *testing.T) {
	l := newLibrary(t, withHosts)
	tests := []struct {
		name, url string
		width     int
		src       string // "" for no picture
	}{
		{"large", "/media/x.jpg", 4000, "/media/x-800.jpg"},
		{"smaller than every rendition", "/media/x.jpg", 200, "/media/x-320.jpg"},
		{"another ending", "/media/plan.png", 800, "/media/plan.png-800.jpg"},
		{"capital ending", "/media/DSC.JPG", 800, "/media/DSC.JPG-800.jpg"},
		{"two endings", "/media/x.png.jpg", 800, "/media/x.png.jpg-800.jpg"},
		{"name like a rendition", "/media/x-320.jpg", 800, "/media/x-320-800.jpg"},
		{"folder, space, comma, accent", "/media/2026/salón, 1.jpg", 800, "/media/2026/sal%C3%B3n%2C%201-800.jpg"},
		{"escaped already", "/media/sal%C3%B3n.jpg", 800, "/media/sal%C3%B3n-800.jpg"},
		{"drawing", "/media/logo.svg", 150, "/media/logo.svg"},
		{"remote", "https://cms.example/up/a.jpg", 800, "/media/r/Y21zLmV4YW1wbGUvdXAvYS5qcGc-800.jpg"},
		{"remote by http is fetched by https", "http://cms.example/up/a.jpg", 800, "/media/r/Y21zLmV4YW1wbGUvdXAvYS5qcGc-800.jpg"},
		{"remote with a query", "https://cms.example/up/a.jpg?ver=2#x", 800, "/media/r/Y21zLmV4YW1wbGUvdXAvYS5qcGc-800.jpg"},
		{"remote with its usual port", "https://CMS.example:443/up/a.jpg", 800, "/media/r/Y21zLmV4YW1wbGUvdXAvYS5qcGc-800.jpg"},
		{"private by http", "http://wordpress/a.png", 800, "/media/r/aHR0cDovL3dvcmRwcmVzcy9hLnBuZw-800.jpg"},
		{"remote drawing", "https://cms.example/l.svg", 80, "/media/r/Y21zLmV4YW1wbGUvbC5zdmc.svg"},
		{"foreign host", "https://evil.example/a.jpg", 800, ""},
		{"host with an allowed host as prefix", "https://cms.example.evil.example/a.jpg", 800, ""},
		{"allowed host as a user", "https://cms.example@evil.example/a.jpg", 800, ""},
		{"another port", "https://cms.example:8443/a.jpg", 800, ""},
		{"another scheme", "ftp://cms.example/a.jpg", 800, ""},
		{"data", "data:image/png;base64,AAAA", 800, ""},
		{"no picture", "https://cms.example/a.php", 800, ""},
		{"way out", "/media/../a.jpg", 800, ""},
		{"escaped way out", "/media/%2e%2e/a.jpg", 800, ""},
		{"elsewhere on the site", "/assets/a.jpg", 800, ""},
		{"space of remote ones", "/media/r/a.jpg", 800, ""},
		{"unknown width", "/media/x.jpg", 0, "/media/x-800.jpg"},
		{"negative width", "/media/x.jpg", -5, "/media/x-800.jpg"},
		{"nothing", "", 800, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := l.Picture(&content.Image{URL: tt.url, Width: tt.width, Height: 600}, "")
			if got == nil {
				if tt.src != "" {
					t.Fatalf("no picture, want %s", tt.src)
				}
				return
			}
			if got.Src != tt.src {
				t.Errorf("Src = %s, want %q", got.Src, tt.src)
			}
			if strings.ContainsAny(got.Src, ` ,"`) {
				t.Errorf("Src = %s, want an address that can stand in a srcset", got.Src)
			}
		})
	}
	if l.Picture(nil, "") != nil {
		t.Error("Picture(nil) is a picture")
	}
}

// TestAddressesRoundTrip checks that every address of Picture parses to its original.
func TestAddressesRoundTrip(t *testing.T) {
	l := newLibrary(t, withHosts)
	for _, address := range []string{
		"/media/x.jpg", "/media/x.jpeg", "/media/x.png", "/media/x.png.jpg", "/media/x-320.jpg", "/media/a/b/ñ 1.webp",
		"/media/.x.jpg", "/media/x.jpg.jpg", "/media/100%.jpg", "/media/logo.svg",
		"https://cms.example/wp-content/2026/sal%C3%B3n%2F1.jpg", "http://127.0.0.1:9000/a b.jpg", "https://files.example:8443/x.svg",
	} {
		src, ok := l.sourceOf(address)
		if !ok {
			if address != "/media/.x.jpg" {
				t.Errorf("%s is no source", address)
			}
			continue
		}
		path := l.stem(src) + "-640.avif"
		if src.isSVG() {
			path = l.stem(src) + ".svg"
		}
		got, ok := l.parse(unescape(t, path))
		if !ok || got.source.String() != src.String() {
			t.Errorf("%s → %s → %v, %v", address, path, got.source, ok)
		}
	}
}

func FuzzParse(f *testing.F) {
	l := newLibrary(f, withHosts)
	for _, seed := range []string{"/media/x-320.jpg", "/media/r/Y21zLmV4YW1wbGUvdXAvYS5qcGc-640.avif", "/media/logo.svg", "/media/x.png-320.webp"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		n, ok := l.parse(path)
		if !ok {
			return
		}
		spelled := l.stem(n.source)
		if n.format == formatSVG {
			spelled += ".svg"
		} else {
			spelled = rendition(spelled, n.width, n.format)
		}
		if got := unescape(t, spelled); got != path {
			t.Errorf("parse(%q) is spelled %q", path, got)
		}
	})
}

func unescape(t *testing.T, path string) string {
	t.Helper()
	plain, err := url.PathUnescape(path)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

func TestOGImage(t *testing.T) {
	l := newLibrary(t, withHosts)
	for _, tt := range []struct {
		image *content.Image
		want  string
	}{
		{&content.Image{URL: "/media/x.jpg", Width: 1600, Height: 900}, "/media/x-1200.jpg"},
		{&content.Image{URL: "/media/x.jpg", Width: 1000, Height: 900}, "/media/x-800.jpg"},
		{&content.Image{URL: "/media/x.jpg"}, "/media/x-1200.jpg"},
		{&content.Image{URL: "/media/logo.svg", Width: 1600, Height: 900}, ""},
		{&content.Image{URL: "https://evil.example/x.jpg", Width: 1600, Height: 900}, ""},
		{nil, ""},
	} {
		if got := l.OGImage(tt.image); got != tt.want {
			t.Errorf("OGImage(%v) = %q, want %q", tt.image, got, tt.want)
		}
	}
}

func TestPlaceholderIsAColor(t *testing.T) {
	for in, want := range map[string]string{
		"#3f3923": "#432", "#ABCDEF": "#ace", "#000000": "#000", "#ffffff": "#fff", "#f7f8e6": "#ffe", "": defaultColor, "red": defaultColor, "#12345": defaultColor, "#1234567": defaultColor, `#123"<x`: defaultColor,
	} {
		if got := placeholder(in); got != want {
			t.Errorf("placeholder(%q) = %q, want %q", in, got, want)
		}
	}
}

func BenchmarkPicture(b *testing.B) {
	l := newLibrary(b, withHosts)
	local := &content.Image{URL: "/media/villa-01-golden-hour-pool.jpg", Width: 1600, Height: 1067, Color: "#3f3923"}
	b.ReportAllocs()
	for b.Loop() {
		l.Picture(local, "A villa")
	}
}

func TestTheFocusIsAPositionOfCrops(t *testing.T) {
	l := newLibrary(t, nil)
	for _, test := range []struct {
		focus *[2]int
		want  string
	}{{nil, ""}, {&[2]int{50, 50}, ""}, {&[2]int{0, 0}, "0% 0%"}, {&[2]int{30, 70}, "30% 70%"}, {&[2]int{-4, 900}, "0% 100%"}} {
		p := l.Picture(&content.Image{URL: "/media/terrace.jpg", Width: 1600, Height: 1000, Focus: test.focus}, "")
		if p == nil || p.Focus != test.want {
			t.Errorf("the focus %v becomes %+v, want %q", test.focus, p, test.want)
		}
	}
}
