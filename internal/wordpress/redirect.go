package wordpress

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"estate/internal/content"
	"estate/internal/link"
)

// Redirect asks the CMS by HEAD where a link leads now (contract §9.3). Whatever
// goes wrong means no redirect.
func (c *Client) Redirect(ctx context.Context, siteLink string) (content.Redirect, bool, error) {
	if !strings.HasPrefix(siteLink, "/") || strings.HasPrefix(siteLink, "//") {
		return content.Redirect{}, false, nil
	}
	asked := c.config.CMSURL + siteLink
	status, location := c.headLocation(ctx, asked)
	if !isRedirect(status) || location == "" {
		return content.Redirect{}, false, nil
	}
	target, err := resolveAgainst(asked, location)
	if err != nil || target.Host == "" || (target.Scheme != "http" && target.Scheme != "https") {
		return content.Redirect{}, false, nil
	}
	own := c.links.isOwn(target)
	if own && (isAdmin(target) || c.leadsBack(siteLink, target)) {
		return content.Redirect{}, false, nil
	}
	return content.Redirect{Status: status, Location: c.onSite(target), External: !own}, true, nil
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

func (c *Client) headLocation(ctx context.Context, address string) (status int, location string) {
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout/3)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodHead, sendable(address), nil)
	if err != nil {
		return 0, ""
	}
	response, err := c.head.Do(request)
	if err != nil {
		return 0, ""
	}
	_ = response.Body.Close()
	return response.StatusCode, response.Header.Get("Location")
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

func resolveAgainst(base, location string) (*url.URL, error) {
	asked, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	return asked.Parse(location)
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
func (c *Client) Withdrawn(context.Context, string) (content.Ref, bool, error) {
	return content.Ref{}, false, nil
}
