package link

import (
	"errors"
	"strings"
	"testing"

	"estate/internal/content/i18n"
)

func TestNormalForm(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"final slash", "/es/Properties", "/es/properties/"},
		{"first page has no segment", "/blog/page/1/", "/blog/"},
		{"page zero has no segment", "/blog/page/0/", "/blog/"},
		{"page word in capitals settles in one step", "/blog/Page/007/", "/blog/page/7/"},
		{"page segments in a row settle in one step", "/blog/page/1/page/1/", "/blog/"},
		{"only a whole segment is a page", "/landing-page/3/", "/landing-page/3/"},
		{"inner slashes are kept", "/a//b/", "/a//b/"},
		{"a host can never stand in front", "////evil.test/x", "/evil.test/x/"},
		{"a host behind a host neither", "https://a.test//evil.test/x", "/evil.test/x/"},
		{"schemes in a row settle in one step", "a:b:c", "c/"},
		{"a colon inside the path is no scheme", "/a:b/", "/a:b/"},
		{"question mark in a hash", "/a/#b?c=1", "/a/#b?c=1"},
		{"bare key beside real pairs", "/a/?b=1&a", "/a/?a=&b=1"},
		{"second equals sign cuts", "/a/?a=1=2", "/a/?a=1"},
		{"letters are lowered by the rules of their word", "/es/ΟΔΟΣ-ÑU/", "/es/οδος-ñu/"},
		{"a dotted capital keeps its dot", "/İZMİR/?Q=İ", "/i̇zmi̇r/?Q=İ"},
		{"empty text", "", "/"},
		{"bare page segment", "page/2", "/page/2/"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Normalize(tt.in); got != tt.want {
				t.Errorf("Normalize(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestParseFindsTheLanguage(t *testing.T) {
	tests := []struct {
		in   string
		lang i18n.Lang
		path string
	}{
		{"/es/blog/", i18n.LangES, "/blog/"},
		{"/es", i18n.LangES, "/"},
		{"/ES/Blog/", i18n.LangES, "/Blog/"},
		{"/es/page/3/", i18n.LangES, "/"},
		{"/estepona/", i18n.LangEN, "/estepona/"},
		{"/ru/blog/", i18n.LangEN, "/ru/blog/"},
		{"es/blog/", i18n.LangEN, "es/blog/"},
		{"/es//evil.test/", i18n.LangES, "/evil.test/"},
	}
	for _, tt := range tests {
		got, err := Parse(tt.in)
		if err != nil || got.Lang != tt.lang || got.Path != tt.path {
			t.Errorf("Parse(%q) = lang %q path %q, %v; want %q %q", tt.in, got.Lang, got.Path, err, tt.lang, tt.path)
		}
	}
}

func TestParseRefusesWhatCannotBeALink(t *testing.T) {
	tests := []struct {
		name, in string
		want     error
	}{
		{"page beyond an int", "/es/blog/page/99999999999999999999/", ErrPage},
		{"page beyond an int in capitals", "/blog/PAGE/99999999999999999999/", ErrPage},
		{"page whose offset would overflow", "/blog/page/9223372036854775807/", ErrPage},
		{"100 KB", "/" + strings.Repeat("a", 100_000), ErrTooLong},
		{"invalid UTF-8", "/\xff/", ErrText},
		{"line feed", "/a\nLocation: x/", ErrText},
		{"NUL", "/a\x00/", ErrText},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Parse(tt.in); !errors.Is(err, tt.want) {
				t.Errorf("Parse error = %v, want %v", err, tt.want)
			}
		})
	}
	if l, _ := Parse("/es/blog/page/99999999999999999999/"); l.Lang != i18n.LangES {
		t.Errorf("an impossible page has language %q, want es: its not-found screen is Spanish", l.Lang)
	}
}

func TestLinkInAnotherLanguageKeepsTheRest(t *testing.T) {
	l, _ := Parse("/es/blog/page/2/?s=villa#top")
	if got, want := l.InLang(i18n.LangEN).String(), "/blog/page/2/?s=villa#top"; got != want {
		t.Errorf("InLang(en) = %q, want %q", got, want)
	}
	if got := l.InLang(i18n.LangEN).InLang(i18n.LangES).String(); got != l.String() {
		t.Errorf("there and back = %q, want %q", got, l)
	}
}

func TestJoin(t *testing.T) {
	tests := []struct {
		pieces []string
		want   string
	}{
		{nil, "/"},
		{[]string{"", "/"}, "/"},
		{[]string{"a"}, "/a/"},
		{[]string{"/a//b/", "/c"}, "/a/b/c/"},
	}
	for _, tt := range tests {
		if got := Join(tt.pieces...); got != tt.want {
			t.Errorf("Join(%q) = %q, want %q", tt.pieces, got, tt.want)
		}
	}
}
