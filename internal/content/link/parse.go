package link

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"estate/internal/content/i18n"
)

// MaxPage is the largest page number; multiplied by a page size it still fits an int.
const MaxPage = math.MaxInt32

// Parse parses a link without decoding it or changing its case. Scheme and host of
// an absolute address are dropped. With ErrPage the link is complete except for its
// page number, so that the error screen can be in its language.
func Parse(s string) (Link, error) {
	if err := checkText(s); err != nil {
		return Link{Route: "/", Path: "/", Page: 1, Lang: i18n.Fallback, Query: map[string]string{}}, err
	}
	rest, hash := cutBefore(CutOrigin(s), '#')
	path, query := cutBefore(rest, '?')
	route, page, err := cutPage(withFinalSlash(path))
	if err == nil {
		_, _, err = cutPages(lower(route), page)
	}
	l := Link{Route: route, Page: page, Query: parseQuery(query), Hash: hash}
	l.Lang, l.Path = cutLang(route)
	if err != nil {
		return l, fmt.Errorf("%w: %q", err, short(path))
	}
	return l, nil
}

// Normalize is the normal form of s, or s itself when it is no link.
func Normalize(s string) string {
	l, err := Parse(s)
	if err != nil {
		return s
	}
	return l.String()
}

func checkText(s string) error {
	if len(s) > MaxLength {
		return fmt.Errorf("%w (this one has %d)", ErrTooLong, len(s))
	}
	if !utf8.ValidString(s) || strings.IndexFunc(s, isControl) >= 0 {
		return ErrText
	}
	return nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// CutOrigin drops scheme and host of an address. Several slashes at the start of the
// rest become one: "//name/" would be read as a host.
func CutOrigin(s string) string {
	for {
		end := strings.IndexAny(s, ":/?#")
		if end < 1 || s[end] != ':' {
			break
		}
		s = s[end+1:]
	}
	rest, found := strings.CutPrefix(s, "//")
	if !found {
		return s
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		return ""
	}
	if rest[end] != '/' {
		return rest[end:]
	}
	return "/" + strings.TrimLeft(rest[end:], "/")
}

// cutBefore splits s before the first mark; the mark begins the second part.
func cutBefore(s string, mark byte) (before, from string) {
	if i := strings.IndexByte(s, mark); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

func withFinalSlash(path string) string {
	if strings.HasSuffix(path, "/") {
		return path
	}
	return path + "/"
}

// cutPage cuts page/{digits}/ off the end of a path that ends in a slash.
func cutPage(path string) (route string, page int, err error) {
	inner := strings.TrimSuffix(path, "/")
	slash := strings.LastIndexByte(inner, '/')
	if slash < 0 {
		return path, 1, nil
	}
	digits := inner[slash+1:]
	before, found := strings.CutSuffix(inner[:slash], "page")
	if !found || !isDigits(digits) || (before != "" && !strings.HasSuffix(before, "/")) {
		return path, 1, nil
	}
	if before == "" {
		before = "/"
	}
	page, err = strconv.Atoi(digits)
	if err != nil || page > MaxPage {
		return before, 1, ErrPage
	}
	return before, page, nil
}

// cutPages cuts further page segments off route while page is at most 1: such a
// number is not printed, so the next Parse would read the segment before it.
func cutPages(route string, page int) (string, int, error) {
	for page <= 1 {
		cut, n, err := cutPage(withFinalSlash(route))
		if err != nil {
			return cut, 1, err
		}
		if len(cut) >= len(withFinalSlash(route)) {
			return route, page, nil
		}
		route, page = cut, n
	}
	return route, page, nil
}

// cutLang cuts the prefix of a filled language off route, as a whole segment.
func cutLang(route string) (i18n.Lang, string) {
	for _, lang := range i18n.Filled {
		prefix := lang.Prefix() + "/"
		if prefix == "/" || len(route) < len(prefix) || !strings.EqualFold(route[:len(prefix)], prefix) {
			continue
		}
		return lang, "/" + strings.TrimLeft(route[len(prefix):], "/")
	}
	return i18n.Fallback, route
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// short is at most 80 bytes of s, for error texts.
func short(s string) string {
	if len(s) <= 80 {
		return s
	}
	return strings.ToValidUTF8(s[:80], "") + "…"
}
