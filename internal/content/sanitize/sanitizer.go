package sanitize

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/maypok86/otter/v2"
	"github.com/microcosm-cc/bluemonday"
	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"estate/internal/content/cmsurl"
)

// MaxBytes is the limit of markup in one field, in bytes; the rest is cut off, and the page says so.
const MaxBytes = 1 << 20

// Config sets the addresses of the agency and the limits.
type Config struct {
	// SiteURL is the URL of the site; links to the CMS get its path as a prefix. Empty means
	// no prefix.
	SiteURL string
	// CMSURL is the URL of the remote CMS; empty means none.
	CMSURL string
	// MediaHosts are further hosts of pictures.
	MediaHosts []string
	// FrameHosts are hosts whose pages may be framed after a click, besides the players in
	// video.go.
	FrameHosts []string
	// ReservedIDs are regular expressions of the element ids of the document around the content; case
	// does not matter.
	ReservedIDs []string
	// Picture returns the renditions of a picture; nil leaves pictures unchanged.
	Picture func(Image) (Rendition, bool)
	// File returns the address at which the site serves a file of the agency, "" for none; nil
	// leaves addresses of files unchanged.
	File func(address string) string
}

// Image is a picture in the content.
type Image struct {
	Src           string
	Alt           string
	Width, Height int // 0 if the markup has none
}

// Rendition is a picture of the site.
type Rendition struct {
	Src           string
	Widths        []int // of the renditions, as in view.Picture
	Width, Height int   // 0 when unknown: the picture is then shown in its own size
	Color         string

	formats bool // Src has copies as AVIF and WebP in the same width
}

// Validate returns all errors of the configuration, joined.
func (c Config) Validate() error {
	var problems []error
	for name, address := range map[string]string{"site": c.SiteURL, "CMS": c.CMSURL} {
		if address == "" {
			continue
		}
		if u, err := url.Parse(address); err != nil || u.Host == "" {
			problems = append(problems, fmt.Errorf("%s address %q: use a full address such as https://www.example.com", name, address))
		}
	}
	return errors.Join(problems...)
}

// Sanitizer sanitizes markup. It is safe for concurrent use.
type Sanitizer struct {
	cfg    Config
	policy *bluemonday.Policy
	site   cmsurl.Base
	cms    cmsurl.Base
	// addresses replaces the address of the CMS by that of the site, in texts.
	addresses cmsurl.Rewriter
	images    map[string]bool // allowed hosts of pictures
	frames    map[string]bool // hosts whose pages may be framed
	reserved  *regexp.Regexp
	cache     *otter.Cache[[sha256.Size]byte, string] // results by the hash of the markup
}

// cacheBytes limits the memory of cached results.
const cacheBytes = 16 << 20

// New returns a Sanitizer.
func New(cfg Config) (*Sanitizer, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	reserved, err := reservedIDs(cfg.ReservedIDs)
	if err != nil {
		return nil, err
	}
	s := &Sanitizer{
		cfg: cfg, policy: newPolicy(), site: cmsurl.ParseBase(cfg.SiteURL), cms: cmsurl.ParseBase(cfg.CMSURL),
		addresses: cmsurl.NewRewriter(cfg.SiteURL, cfg.CMSURL),
		images:    set(cfg.MediaHosts),
		frames:    set(cfg.FrameHosts),
		reserved:  reserved,
		cache:     newCache(cacheBytes),
	}
	for _, own := range []cmsurl.Base{s.site, s.cms} {
		if own.Host() != "" {
			s.images[own.Host()] = true
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

// newCache returns a cache of limit bytes. Its keys are hashes of the input, so no entry is stale.
func newCache(limit int) *otter.Cache[[sha256.Size]byte, string] {
	return otter.Must(&otter.Options[[sha256.Size]byte, string]{
		MaximumWeight: uint64(limit),
		Weigher:       func(_ [sha256.Size]byte, clean string) uint32 { return uint32(sha256.Size + len(clean)) },
	})
}

// HTML returns the part of raw that a page may carry.
func (s *Sanitizer) HTML(raw string) SafeHTML {
	if strings.TrimSpace(raw) == "" {
		return SafeHTML{}
	}
	key := sha256.Sum256([]byte(raw))
	if clean, ok := s.cache.GetIfPresent(key); ok {
		return SafeHTML{clean}
	}
	clean := s.clean(raw)
	s.cache.Set(key, clean)
	return SafeHTML{clean}
}

// pass is the work on one text.
type pass struct {
	*Sanitizer
	changes *changeList
	inLink  bool // below a link
}

// cutMark ends a text that was cut.
const cutMark = "<p>[…]</p>"

func (s *Sanitizer) clean(raw string) string { return s.cleanAndCount(raw, &changeList{}) }

// cleanAndCount sanitizes markup and counts what it leaves out.
func (s *Sanitizer) cleanAndCount(raw string, changes *changeList) string {
	p := &pass{Sanitizer: s, changes: changes}
	body := &xhtml.Node{Type: xhtml.ElementNode, Data: "body", DataAtom: atom.Body}
	markup := prepare(raw, changes)
	// Without scripting the children of noscript are elements.
	nodes, err := xhtml.ParseFragmentWithOptions(strings.NewReader(markup), body, xhtml.ParseOptionEnableScripting(false))
	if err != nil { // nested too deeply
		return "<p>" + html.EscapeString(Text(raw)) + "</p>"
	}
	for _, node := range nodes {
		body.AppendChild(node)
	}
	p.noscripts(body)
	p.controls(body)
	p.rewrite(body)
	if changes.has(ChangeShortcode) {
		removeBlankParagraphs(body)
	}
	var out bytes.Buffer
	for node := body.FirstChild; node != nil; node = node.NextSibling {
		if err := xhtml.Render(&out, node); err != nil {
			return "<p>" + html.EscapeString(Text(raw)) + "</p>"
		}
	}
	clean := strings.TrimSpace(strings.ReplaceAll(s.policy.SanitizeReader(&out).String(), `href="`+pageTop+`"`, `href="#"`))
	if changes.has(ChangeCut) {
		clean += cutMark
	}
	return clean
}

// removeBlankParagraphs removes the paragraphs that held only shortcodes.
func removeBlankParagraphs(root *xhtml.Node) {
	for node := root.FirstChild; node != nil; {
		following := node.NextSibling
		removeBlankParagraphs(node)
		if node.DataAtom == atom.P && strings.Trim(textOf(node), " \t\r\n") == "" && !hasOther(node, atom.Br, atom.Wbr) {
			root.RemoveChild(node)
		}
		node = following
	}
}

// hasOther reports that there is an element below a node that is of none of some kinds.
func hasOther(node *xhtml.Node, kinds ...atom.Atom) bool {
	for each := range node.Descendants() {
		if each.Type == xhtml.ElementNode && !slices.Contains(kinds, each.DataAtom) {
			return true
		}
	}
	return false
}

// cut shortens text to at most limit bytes, at the end of a character.
func cut(text string, limit int) string {
	if len(text) > limit {
		text = text[:limit]
	}
	return strings.ToValidUTF8(text, "")
}
