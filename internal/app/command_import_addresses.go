package app

import (
	"net/url"
	"regexp"
	"strings"

	"estate/internal/content/cmsurl"
)

// addressFinder finds the addresses of a CMS in documents.
type addressFinder struct {
	start *regexp.Regexp // of any address at the CMS
}

// newAddressFinder returns a finder for a CMS at host, which may have a folder: cms.example.com/wp.
func newAddressFinder(host string) addressFinder {
	return addressFinder{regexp.MustCompile(`https?://` + regexp.QuoteMeta(host))}
}

// addressEnds are the characters that end an address.
const addressEnds = " \t\r\n\"'\\<>(),"

// each calls fn with every address and returns the document with the results in their place.
func (f addressFinder) each(doc []byte, fn func(address string) string) []byte {
	text := string(doc)
	var b strings.Builder
	from := 0
	for _, at := range f.start.FindAllStringIndex(text, -1) {
		if at[0] < from {
			continue // inside the last address
		}
		end := at[1] + addressLength(text[at[1]:])
		if end > at[1] && text[at[1]] != '/' {
			continue // a longer host name
		}
		b.WriteString(text[from:at[0]])
		b.WriteString(fn(text[at[0]:end]))
		from = end
	}
	b.WriteString(text[from:])
	return []byte(b.String())
}

// addressLength returns the length of the path at the start of a text. The name of an upload may
// have spaces, brackets and commas: it ends with the extension of a file.
func addressLength(rest string) int {
	plain := strings.IndexAny(rest, addressEnds)
	if plain < 0 {
		plain = len(rest)
	}
	if !strings.Contains(rest[:plain], cmsurl.Uploads) || isFile(withoutQuery(rest[:plain])) {
		return plain
	}
	limit := strings.IndexAny(rest, "\"'\\<>\n?#")
	if limit < 0 {
		limit = len(rest)
	}
	for i := plain; i <= limit; i++ {
		if (i == len(rest) || strings.IndexByte(addressEnds+"?#", rest[i]) >= 0) && isFile(rest[:i]) {
			return i
		}
	}
	return plain
}

func withoutQuery(address string) string {
	path, _, _ := strings.Cut(address, "?")
	return path
}

// parseAddress parses an address as an editor's browser reads it: a percent sign without two digits
// is one of the name.
func parseAddress(address string) (*url.URL, error) {
	parsed, err := url.Parse(address)
	if err == nil {
		return parsed, nil
	}
	return url.Parse(badPercent.ReplaceAllString(address, "%25$1"))
}

var badPercent = regexp.MustCompile(`%([^0-9A-Fa-f]|[0-9A-Fa-f][^0-9A-Fa-f]|.?$)`)
