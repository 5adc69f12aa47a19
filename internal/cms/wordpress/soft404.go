package wordpress

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
)

// nonsense is the path of a page that no CMS has.
const nonsense = "/estate-looks-for-a-page-that-does-not-exist/"

// unknownTargets are the targets to which the CMS redirects unknown addresses, by language and depth.
type unknownTargets struct {
	mu    sync.Mutex
	known map[unknownKey]unknownTarget
}

type unknownKey struct {
	lang  i18n.Lang
	depth content.RedirectDepth
}

type unknownTarget struct {
	path  string // "" for none
	until time.Time
}

// isHome reports that an address is a home page.
func (c *Client) isHome(target *url.URL) bool {
	parsed, err := link.Parse(c.links.Site(target.EscapedPath()))
	if err != nil || target.RawQuery != "" {
		return false
	}
	return strings.Trim(parsed.InLang(i18n.Fallback).Route, "/") == strings.Trim(c.links.siteFolder, "/")
}

// sendsUnknownTo reports whether the CMS redirects a nonsense address to the same target: then its redirect says
// that it does not know the link. It is asked once in languageTTL.
func (c *Client) sendsUnknownTo(ctx context.Context, siteLink string, depth content.RedirectDepth, target *url.URL) bool {
	lang := i18n.Fallback
	if parsed, err := link.Parse(siteLink); err == nil {
		lang = parsed.Lang
	}
	key := unknownKey{lang, depth}
	c.unknown.mu.Lock()
	found, known := c.unknown.known[key]
	c.unknown.mu.Unlock()
	if !known || !c.config.Now().Before(found.until) {
		look := c.firstRedirect
		if depth == content.LastRedirect {
			look = c.lastRedirect
		}
		found = unknownTarget{until: c.config.Now().Add(languageTTL)}
		if at, ok := look(ctx, c.config.CMSURL+lang.Prefix()+nonsense); ok {
			found.path = c.canonicalURL(ctx, at.target).EscapedPath()
		} else if ctx.Err() != nil {
			return false
		}
		c.unknown.mu.Lock()
		if c.unknown.known == nil {
			c.unknown.known = map[unknownKey]unknownTarget{}
		}
		c.unknown.known[key] = found
		c.unknown.mu.Unlock()
	}
	return found.path != "" && strings.Trim(found.path, "/") == strings.Trim(target.EscapedPath(), "/")
}
