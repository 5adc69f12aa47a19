package wordpress

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"estate/internal/content"
	"estate/internal/content/link"
)

// Redirect requests a link from the CMS by HEAD and returns where it leads. Every failure
// means content.ErrNotFound.
func (c *Client) Redirect(ctx context.Context, siteLink string, depth content.RedirectDepth) (content.Redirect, error) {
	if !strings.HasPrefix(siteLink, "/") || strings.HasPrefix(siteLink, "//") {
		return content.Redirect{}, content.ErrNotFound
	}
	withoutHash, _, _ := strings.Cut(siteLink, "#") // a hash is never sent
	look := c.firstRedirect
	if depth == content.LastRedirect {
		look = c.lastRedirect
	}
	found, ok := look(ctx, c.config.CMSURL+withoutHash)
	if !ok || found.target.Host == "" || found.target.User != nil || (found.target.Scheme != "http" && found.target.Scheme != "https") {
		return content.Redirect{}, content.ErrNotFound
	}
	found.target = c.canonicalURL(ctx, found.target)
	if found.unresolved { // on the site this address would be looked up again
		return content.Redirect{Status: found.status, Location: found.target.String(), External: true}, nil
	}
	own := c.links.isOwn(found.target)
	if own && c.config.Adapt && c.isHome(found.target) {
		if c.sendsUnknownTo(ctx, siteLink, depth, found.target) {
			return content.Redirect{}, content.ErrNotFound
		}
		found.status = http.StatusFound // a home page is never the permanent address of another page
	}
	if own && (isAdmin(found.target) || c.isLoop(siteLink, found.target)) {
		return content.Redirect{}, content.ErrNotFound
	}
	return content.Redirect{Status: found.status, Location: c.onSite(found.target), External: !own}, nil
}

// onSite returns the address on the site of a target in the CMS's own folder; any other target
// stays as received.
func (c *Client) onSite(target *url.URL) string {
	l := c.links
	if l.cmsFolder == "" || !strings.EqualFold(target.Host, l.cms.Host) {
		return target.String()
	}
	rest, inside := strings.CutPrefix(target.EscapedPath(), l.cmsFolder+"/")
	if !inside {
		return target.String()
	}
	path, err := url.Parse(l.siteFolder + "/" + rest)
	if err != nil {
		return target.String()
	}
	path.Scheme, path.Host = l.site.Scheme, l.site.Host
	path.RawQuery, path.Fragment = target.RawQuery, target.Fragment
	return path.String()
}

// isLoop reports a redirect to the same link, whatever the order of its query, reserved options,
// case or final slash.
func (c *Client) isLoop(siteLink string, target *url.URL) bool {
	here := c.withoutOptions(siteLink)
	found := target.EscapedPath()
	if target.RawQuery != "" {
		found += "?" + target.RawQuery
	}
	return here == c.withoutOptions(found) || here == c.withoutOptions(c.links.Site(found)) ||
		c.withoutOptions(c.links.siteFolder+siteLink) == c.withoutOptions(found)
}

func (c *Client) withoutOptions(siteLink string) string {
	parsed, err := link.Parse(siteLink)
	if err != nil {
		return siteLink
	}
	query := map[string]string{}
	for key, value := range parsed.Query {
		if !strings.HasPrefix(key, c.config.OptionPrefix) {
			query[key] = value
		}
	}
	return parsed.WithQuery(query).WithHash("").String()
}

// Withdrawn always fails with content.ErrNotFound: a CMS does not list deleted content.
func (c *Client) Withdrawn(context.Context, string) (content.Ref, error) {
	return content.Ref{}, content.ErrNotFound
}
