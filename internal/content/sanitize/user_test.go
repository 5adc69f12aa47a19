package sanitize

import (
	"strings"
	"testing"
)

func TestAddressesWithAUserAreNotShown(t *testing.T) {
	s, err := New(Config{SiteURL: "https://www.example.com", CMSURL: "https://cms.example.com"})
	if err != nil {
		t.Fatal(err)
	}
	for _, markup := range []string{
		`<a href="https://ann:hunter2@partner.test/">a</a>`, `<a href="//ann:hunter2@partner.test/">a</a>`, `<a href="https:ann:hunter2@partner.test">a</a>`,
		"<a href=\"ht\ntps://ann:hunter2@partner.test/\">a</a>", `<a href="https:\\ann:hunter2@partner.test">a</a>`,
		`<a href="https://ann:hunter2@www.example.com/villas/">a</a>`, `<a href="https://ann:hunter2@cms.example.com/villas/">a</a>`,
		`<img src="https://ann:hunter2@www.example.com/a.jpg">`, `<img src="https://ann:hunter2@other.test/a.jpg" alt="a">`,
		`<img src="/a.jpg" srcset="https://ann:hunter2@www.example.com/a.jpg 300w">`,
		`<video src="https://ann:hunter2@www.example.com/a.mp4" poster="https://ann:hunter2@www.example.com/a.jpg"></video>`,
		`<iframe src="https://ann:hunter2@www.youtube.com/embed/dQw4w9WgXcQ"></iframe>`, `<iframe src="https://ann:hunter2@other.test/"></iframe>`,
		`<blockquote cite="https://ann:hunter2@other.test/">a</blockquote>`,
	} {
		if got := s.HTML(markup).String(); strings.Contains(got, "hunter2") {
			t.Errorf("%s\nbecomes %s", markup, got)
		}
	}
	if href := s.Href("https://ann:hunter2@partner.test/"); href != "" {
		t.Errorf("a link of a field is %q", href)
	}
	if href := s.Href("https://maps.test/@36.5,-4.9"); href != "https://maps.test/@36.5,-4.9" {
		t.Errorf("an @ in a path: %q", href)
	}
}
