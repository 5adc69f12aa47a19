package wordpress

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/content/link"
)

// Links converts addresses of the CMS into links of the site.
type Links struct {
	cms, site  *url.URL
	cmsFolder  string // with leading slash, without a final one; "" at the root
	siteFolder string
}

// NewLinks returns the conversion for the addresses and folders of a configuration.
func NewLinks(config Config) (Links, error) {
	cms, err := url.Parse(config.CMSURL)
	if err != nil {
		return Links{}, fmt.Errorf("read CMS URL %q: %w", config.CMSURL, err)
	}
	site, err := url.Parse(config.SiteURL)
	if err != nil {
		return Links{}, fmt.Errorf("read site URL %q: %w", config.SiteURL, err)
	}
	siteFolder := config.Subdirectory
	if siteFolder == "" {
		siteFolder = site.Path
	}
	return Links{cms: cms, site: site, cmsFolder: folder(cms.Path), siteFolder: folder(siteFolder)}, nil
}

func folder(path string) string {
	if path = strings.Trim(path, "/"); path == "" {
		return ""
	}
	return "/" + path
}

// Site returns the site link of an address of the CMS: normalised, and with the folder of the
// CMS replaced by that of the site (routing §6.3). "" stays "".
func (l Links) Site(address string) string {
	if strings.TrimSpace(address) == "" {
		return ""
	}
	normal := link.Normalize(strings.TrimSpace(address))
	rest, inside := cutFolder(normal, l.cmsFolder)
	if !inside || !strings.HasPrefix(normal, "/") {
		return normal
	}
	return l.siteFolder + rest
}

// cutFolder removes a folder from the start of a path, whole segments only.
func cutFolder(path, folder string) (rest string, inside bool) {
	rest, found := strings.CutPrefix(path, strings.ToLower(folder))
	if !found || !strings.HasPrefix(rest, "/") {
		return path, false
	}
	return rest, true
}

// toEnglish returns the English form of a link and the language of its prefix.
func toEnglish(siteLink string) (string, i18n.Lang) {
	parsed, err := link.Parse(siteLink)
	if err != nil {
		return siteLink, i18n.Fallback
	}
	return parsed.InLang(i18n.Fallback).String(), parsed.Lang
}

// isOwn reports whether an address is at the host of the CMS or of the site.
func (l Links) isOwn(address *url.URL) bool {
	return strings.EqualFold(address.Host, l.cms.Host) || strings.EqualFold(address.Host, l.site.Host)
}

// isAdmin reports an address that only the CMS serves.
func isAdmin(address *url.URL) bool {
	return slices.ContainsFunc([]string{"/wp-admin", "/wp-login.php", "/wp-json", "/wp-content"}, func(part string) bool {
		return strings.Contains(address.Path, part)
	})
}
