package wordpress

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"estate/internal/content"
)

// seo reads the head of Yoast (yoast_head_json, yoast_head) and of Rank Math (rank_math_head): what an editor typed, not
// what a template of the plugin makes.
func (d decoder) seo(n node) *content.SEO {
	head := n.at("yoast_head_json")
	if !head.isObject() {
		head = headOf(n.first("yoast_head", "rank_math_head", "rankmath_head").text())
	}
	if !head.isObject() {
		return nil
	}
	seo := &content.SEO{
		NoIndex: head.at("robots", "index").text() == "noindex", Description: head.at("description").plain(), Title: head.at("title").plain(),
	}
	if isTemplate(seo.Title, n.at("title").plain()) {
		seo.Title = ""
	}
	excerpt := n.at("excerpt").plain()
	if seo.Description != "" && strings.HasPrefix(strings.Join(strings.Fields(excerpt), " "), strings.TrimRight(seo.Description, ".…")) {
		seo.Description = ""
	}
	if canonical := head.at("canonical").text(); canonical != "" {
		own, other := d.links.Site(n.at("link").text()), d.links.Site(canonical)
		if other != own && strings.HasPrefix(other, "/") {
			seo.Canonical = other
		}
	}
	images := head.at("og_image").list()
	if len(images) > 0 {
		seo.Image = images[0].first("url", "source_url").text()
	}
	if featured := d.featured(n); featured != nil && featured.URL == seo.Image {
		seo.Image = ""
	}
	if *seo == (content.SEO{}) {
		return nil
	}
	return seo
}

// isTemplate reports a title that is that of the entity with the name of the site: "Villa - Agency", "Villa | Agency".
func isTemplate(title, own string) bool {
	rest, found := strings.CutPrefix(title, own)
	rest = strings.TrimSpace(rest)
	return found && (rest == "" || strings.ContainsRune("-|–—»•·~<>:*", []rune(rest)[0]))
}

// headOf reads the markup of a head into the form of yoast_head_json.
func headOf(markup string) node {
	if markup == "" {
		return node{}
	}
	head := map[string]any{}
	for tokens := xhtml.NewTokenizer(strings.NewReader(markup)); tokens.Next() != xhtml.ErrorToken; {
		tag := tokens.Token()
		if tag.Type != xhtml.StartTagToken && tag.Type != xhtml.SelfClosingTagToken {
			continue
		}
		switch value := attributeOf(tag); tag.DataAtom {
		case atom.Meta:
			addMeta(head, strings.ToLower(cmp.Or(value("name"), value("property"))), value("content"))
		case atom.Link:
			if strings.EqualFold(value("rel"), "canonical") {
				head["canonical"] = value("href")
			}
		case atom.Title:
			if tokens.Next() == xhtml.TextToken {
				head["title"] = string(tokens.Raw()) // with its entities, as in JSON
			}
		}
	}
	return node{head}
}

// attributeOf returns the attributes of a tag by name, "" for one that it lacks.
func attributeOf(tag xhtml.Token) func(string) string {
	return func(name string) string {
		for _, attribute := range tag.Attr {
			if attribute.Key == name {
				return attribute.Val
			}
		}
		return ""
	}
}

func addMeta(head map[string]any, name, text string) {
	switch name {
	case "robots":
		if strings.Contains(strings.ToLower(text), "noindex") {
			head["robots"] = map[string]any{"index": "noindex"}
		}
	case "description":
		head["description"] = text
	case "og:image":
		head["og_image"] = []any{map[string]any{"url": text}}
	}
}

// discouraged is whether the CMS asks search engines to leave out the whole site.
type discouraged struct {
	whole bool
	until time.Time
}

// ownNoIndex leaves the noindex of single entities. That of the whole site, which WordPress has while it is built or
// behind another site, is not carried over.
func ownNoIndex[T content.Entity](ctx context.Context, c *Client, entities []T) []T {
	for _, entity := range entities {
		head := content.HeadOf(entity)
		if head == nil || head.SEO == nil || !head.SEO.NoIndex || !c.config.Adapt || !c.isDiscouraged(ctx) {
			continue
		}
		seo := *head.SEO
		seo.NoIndex = false
		head.SEO = &seo
	}
	return entities
}

// isDiscouraged reads the robots of the home page of the CMS, once in languageTTL.
func (c *Client) isDiscouraged(ctx context.Context) bool {
	if last := c.discouraged.Load(); last != nil && c.config.Now().Before(last.until) {
		return last.whole
	}
	found := discouraged{until: c.config.Now().Add(languageTTL)}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.config.CMSURL+"/", nil)
	if err != nil {
		return false
	}
	c.authorize(request)
	received, err := c.follow.Do(request)
	if err != nil {
		return false
	}
	defer func() { _ = received.Body.Close() }()
	page, err := io.ReadAll(io.LimitReader(received.Body, maxRootBytes))
	if err != nil {
		return false
	}
	markup, _, _ := strings.Cut(string(page), "<body")
	found.whole = strings.Contains(received.Header.Get("X-Robots-Tag"), "noindex") || headOf(markup).at("robots", "index").text() == "noindex"
	c.discouraged.Store(&found)
	if found.whole {
		c.addProblem(Problem{
			Kind: ProblemNoIndex, Address: c.config.CMSURL, Recovered: true,
			Problem: "WordPress asks search engines to leave out the whole site; this is not carried over",
			Remedy:  "to leave out single pages, switch it off in Settings, Reading, and set noindex on these pages",
		})
	} else {
		c.config.Problems.end(ProblemNoIndex)
	}
	return found.whole
}
