package sanitize

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"net/url"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// MaxBytes is how much markup of one field is read; the rest is cut off.
const MaxBytes = 1 << 20

// Config tells which addresses are the agency's own.
type Config struct {
	// SiteURL is the address of the site; its folder is put before links of the
	// CMS. Empty means that links begin at the root.
	SiteURL string
	// CMSURL is the address of the remote content system; empty means there is none.
	CMSURL string
	// MediaHosts are further hosts that pictures may come from.
	MediaHosts []string
	// FrameHosts are hosts whose frames a visitor may open by a click, besides
	// the players that film.go knows.
	FrameHosts []string
	// ReservedIDs are element ids that belong to the document around the content.
	ReservedIDs []string
	// Picture gives the renditions of a picture; nil leaves pictures as they are.
	Picture func(Image) (Rendition, bool)
	// CacheBytes bounds what is remembered; zero means 16 MB.
	CacheBytes int
}

// Image is a picture as the content names it.
type Image struct {
	Src           string
	Alt           string
	Width, Height int // 0 when the markup does not tell
}

// Rendition is a picture as the site serves it.
type Rendition struct {
	Src           string
	Widths        []int // of the renditions beside Src, as in view.Picture
	Width, Height int
	Color         string
}

// Validate joins every complaint about the configuration.
func (c Config) Validate() error {
	var problems []error
	for name, address := range map[string]string{"site": c.SiteURL, "CMS": c.CMSURL} {
		if address == "" {
			continue
		}
		if u, err := url.Parse(address); err != nil || u.Host == "" {
			problems = append(problems, fmt.Errorf("%s address %q: give a full address such as https://www.example.com", name, address))
		}
	}
	return errors.Join(problems...)
}

// Sanitizer cleans markup. It is safe for concurrent use.
type Sanitizer struct {
	cfg      Config
	policy   *bluemonday.Policy
	site     base
	cms      base
	images   map[string]bool // hosts that pictures may come from
	frames   map[string]bool // hosts whose frames open by a click
	reserved map[string]bool
	kept     *cache
}

// New returns a Sanitizer.
func New(cfg Config) (*Sanitizer, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if cfg.CacheBytes <= 0 {
		cfg.CacheBytes = 16 << 20
	}
	s := &Sanitizer{
		cfg: cfg, policy: newPolicy(), site: newBase(cfg.SiteURL), cms: newBase(cfg.CMSURL),
		images:   set(cfg.MediaHosts),
		frames:   set(cfg.FrameHosts),
		reserved: set(cfg.ReservedIDs),
		kept:     newCache(cfg.CacheBytes),
	}
	for _, own := range []base{s.site, s.cms} {
		if own.host != "" {
			s.images[own.host] = true
		}
	}
	return s, nil
}

func set(values []string) map[string]bool {
	out := make(map[string]bool, len(values))
	for _, value := range values {
		out[strings.ToLower(value)] = true
	}
	return out
}

// HTML returns what of raw may stand on a page.
func (s *Sanitizer) HTML(raw string) SafeHTML {
	if strings.TrimSpace(raw) == "" {
		return SafeHTML{}
	}
	raw = cut(raw, MaxBytes)
	key := keyOf(raw)
	if clean, ok := s.kept.get(key); ok {
		return SafeHTML{clean}
	}
	clean := s.clean(raw)
	s.kept.put(key, clean)
	return SafeHTML{clean}
}

func (s *Sanitizer) clean(raw string) string {
	body := &xhtml.Node{Type: xhtml.ElementNode, Data: "body", DataAtom: atom.Body}
	// Without scripting the children of noscript are elements, which process removes.
	nodes, err := xhtml.ParseFragmentWithOptions(strings.NewReader(raw), body, xhtml.ParseOptionEnableScripting(false))
	if err != nil { // nested beyond reason
		return "<p>" + html.EscapeString(Text(raw)) + "</p>"
	}
	for _, node := range nodes {
		body.AppendChild(node)
	}
	s.process(body)
	var out bytes.Buffer
	for node := body.FirstChild; node != nil; node = node.NextSibling {
		if err := xhtml.Render(&out, node); err != nil {
			return "<p>" + html.EscapeString(Text(raw)) + "</p>"
		}
	}
	clean := strings.ReplaceAll(s.policy.SanitizeReader(&out).String(), `href="`+pageTop+`"`, `href="#"`)
	return strings.TrimSpace(clean)
}

// cut shortens text to limit bytes without leaving half a character behind.
func cut(text string, limit int) string {
	if len(text) > limit {
		text = text[:limit]
	}
	return strings.ToValidUTF8(text, "")
}
