package wordpress

import (
	"context"
	"net/url"
	"strings"

	"estate/internal/content"
	"estate/internal/link"
)

// Redirect asks the CMS by HEAD where a link leads now. Whatever goes wrong means
// no redirect (ErrNotFound).
func (c *Client) Redirect(ctx context.Context, siteLink string, hops content.RedirectDepth) (content.Redirect, error) {
	if !strings.HasPrefix(siteLink, "/") || strings.HasPrefix(siteLink, "//") {
		return content.Redirect{}, content.ErrNotFound
	}
	withoutHash, _, _ := strings.Cut(siteLink, "#") // no server is told a hash
	asked := c.config.CMSURL + withoutHash
	look := c.firstHop
	if hops == content.LastRedirect {
		look = c.lastHop
	}
	found, leads := look(ctx, asked)
	if !leads || found.target.Host == "" || (found.target.Scheme != "http" && found.target.Scheme != "https") {
		return content.Redirect{}, content.ErrNotFound
	}
	if found.unread { // the CMS's own address: on the site it would lead back here
		return content.Redirect{Status: found.status, Location: found.target.String(), External: true}, nil
	}
	own := c.links.isOwn(found.target)
	if own && (isAdmin(found.target) || c.leadsBack(siteLink, found.target)) {
		return content.Redirect{}, content.ErrNotFound
	}
	return content.Redirect{Status: found.status, Location: c.onSite(found.target), External: !own}, nil
}

// onSite is an address as received; only a CMS that lives in a folder of its own
// has it moved to where the site shows the same.
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

// leadsBack guards against loops: the same link again, whatever the order of its
// query, reserved options, case or final slash.
func (c *Client) leadsBack(siteLink string, target *url.URL) bool {
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

// Withdrawn knows nothing: a remote CMS does not tell what it once published.
func (c *Client) Withdrawn(context.Context, string) (content.Ref, error) {
	return content.Ref{}, content.ErrNotFound
}
