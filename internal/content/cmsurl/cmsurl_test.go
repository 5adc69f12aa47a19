package cmsurl

import "testing"

func TestRewriterReplacesEveryNameOfTheCMS(t *testing.T) {
	r := NewRewriter("http://10.0.0.5:8080", "https://www.agency.test", "https://cms.agency.test/wp")
	for in, want := range map[string]string{
		"https://www.agency.test":                                     "http://10.0.0.5:8080",
		"http://www.agency.test/a.jpg":                                "http://10.0.0.5:8080/a.jpg",
		"//www.agency.test/a.jpg":                                     "http://10.0.0.5:8080/a.jpg",
		"HTTPS://WWW.Agency.test/a":                                   "http://10.0.0.5:8080/a",
		"https://cms.agency.test/wp/a":                                "http://10.0.0.5:8080/a",
		"https://cms.agency.test/wpx/a":                               "https://cms.agency.test/wpx/a",
		"https://cms.agency.test/a":                                   "https://cms.agency.test/a",
		"see https://www.agency.test. Or not":                         "see http://10.0.0.5:8080. Or not",
		"https://www.agency.test.evil.test/":                          "https://www.agency.test.evil.test/",
		"https://www.agency.test:8443/":                               "https://www.agency.test:8443/",
		"https://evil.test/www.agency.test/":                          "https://evil.test/www.agency.test/",
		"info@www.agency.test":                                        "info@www.agency.test",
		`{"a":"https:\/\/www.agency.test\/a"}`:                        `{"a":"http:\/\/10.0.0.5:8080\/a"}`,
		"https://x.test/?u=https%3A%2F%2Fwww.agency.test%2Fa":         "https://x.test/?u=http%3A%2F%2F10.0.0.5%3A8080%2Fa",
		"https://x.test/?u=https%3a%2f%2fwww.agency.test%2fa":         "https://x.test/?u=http%3a%2f%2f10.0.0.5%3a8080%2fa",
		`<a href="https://www.agency.test">x</a> //www.agency.test/b`: `<a href="http://10.0.0.5:8080">x</a> http://10.0.0.5:8080/b`,
		`"{\"a\":\"https:\\/\\/www.agency.test\\/a\"}"`:               `"{\"a\":\"http:\\/\\/10.0.0.5:8080\\/a\"}"`,
		"": "",
	} {
		if got := r.Text(in); got != want {
			t.Errorf("Text(%q)\n got %q\nwant %q", in, got, want)
		}
	}
	if got := (Rewriter{}).Text("https://www.agency.test/"); got != "https://www.agency.test/" {
		t.Errorf("the zero Rewriter changed a text to %q", got)
	}
}

func TestPathBelowABase(t *testing.T) {
	b := ParseBase("https://CMS.agency.test/wp/")
	for in, want := range map[string]string{
		"https://cms.agency.test/wp/a/": "/a/", "http://cms.agency.test/wp": "/", "//cms.agency.test/wp?p=1": "/?p=1",
		"https://user:word@cms.agency.test/wp/a": "/a", "https://cms.agency.test/wpx/": "", "https://other.test/wp/": "", "/wp/a": "", "": "",
	} {
		got, ok := b.Below(in)
		if got != want || ok != (want != "") {
			t.Errorf("Below(%q) = %q, %v, want %q", in, got, ok, want)
		}
	}
}

func TestInternalPathsOfWordPress(t *testing.T) {
	for path, want := range map[string]bool{
		"/wp-admin/": true, "/wp-login.php?redirect_to=x": true, "/wp-json": true, "/wp-jsonx/": false, "/villas/": false, "/wp-content/uploads/a.jpg": false,
	} {
		if got := IsInternal(path); got != want {
			t.Errorf("IsInternal(%q) = %v", path, got)
		}
	}
}

func TestAddressesWithAUserAreRecognised(t *testing.T) {
	for address, want := range map[string]bool{
		"http://ann:pass@example.com/": true, "HTTPS://ann@example.com": true, "//ann@example.com/": true, "https:ann:pass@example.com": true,
		"https:/ann@example.com": true, "https://///ann@example.com": true, `https:\\ann@example.com`: true, `\\ann@example.com`: true, "https://ann@evil.test@example.com": true,
		"https://example.com/@36.5,-4.9": false, "https://example.com?a@b": false, "https://example.com#a@b": false,
		"mailto:ann@example.com": false, "/a@b": false, "ann@example.com": false, "": false,
	} {
		if HasUser(address) != want {
			t.Errorf("HasUser(%q) = %v", address, !want)
		}
	}
}
