package cmsurl

import (
	"net/url"
	"strings"
)

// Base is the host and the folder of a site. The zero value matches no address.
type Base struct {
	host   string // lower case, with port; "" when unknown
	folder string // "" or "/cms", without a final slash
}

// ParseBase returns the base of an address such as https://www.example.com/cms, the zero value
// without a host.
func ParseBase(address string) Base {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return Base{}
	}
	return Base{host: strings.ToLower(u.Host), folder: strings.TrimRight(u.Path, "/")}
}

// Host returns the host in lower case, with its port; "" for the zero value.
func (b Base) Host() string { return b.host }

// Folder returns the path of the base without a final slash, such as "/cms" or "".
func (b Base) Folder() string { return b.folder }

// Below returns the part of address below the base, with its leading slash. The scheme is
// ignored; the folder must match whole segments.
func (b Base) Below(address string) (string, bool) {
	if b.host == "" {
		return "", false
	}
	rest, ok := withoutScheme(address)
	if !ok {
		return "", false
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	host := rest[:end]
	if _, withoutUser, found := strings.Cut(host, "@"); found {
		host = withoutUser
	}
	if !strings.EqualFold(host, b.host) {
		return "", false
	}
	path := rest[end:]
	if b.folder != "" {
		if path, ok = strings.CutPrefix(path, b.folder); !ok {
			return "", false
		}
	}
	switch {
	case path == "":
		return "/", true
	case path[0] == '/':
		return path, true
	case path[0] == '?' || path[0] == '#':
		return "/" + path, true
	}
	return "", false
}

// HasUser reports whether a web address has a user, as https://user:password@host/. No page
// links to such an address and no picture is fetched from it: it shows a credential to
// everybody, or another host than a reader expects.
func HasUser(address string) bool {
	scheme, rest, ok := strings.Cut(address, ":")
	switch {
	case strings.HasPrefix(address, "//"), strings.HasPrefix(address, `\\`):
		rest = address
	case !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https"):
		return false
	}
	rest = strings.TrimLeft(rest, `/\`) // browsers accept any number of slashes
	if end := strings.IndexAny(rest, `/?#\`); end >= 0 {
		rest = rest[:end]
	}
	return strings.Contains(rest, "@")
}

func withoutScheme(address string) (string, bool) {
	if rest, ok := strings.CutPrefix(address, "//"); ok {
		return rest, true
	}
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return "", false
	}
	return rest, true
}

// Uploads is the folder of WordPress's media library, below its base.
const Uploads = "/wp-content/uploads/"

// IsUpload reports whether a path below the CMS is a file of its themes, plugins or media library.
func IsUpload(path string) bool {
	return strings.HasPrefix(path, "/wp-content/") || strings.HasPrefix(path, "/wp-includes/")
}

// IsInternal reports whether a path below the CMS is a page or an API that only the CMS has.
func IsInternal(path string) bool {
	for _, folder := range []string{"/wp-admin", "/wp-json", "/wp-login.php", "/wp-cron.php", "/xmlrpc.php"} {
		if rest, ok := strings.CutPrefix(path, folder); ok && (rest == "" || strings.IndexByte("/?#", rest[0]) >= 0) {
			return true
		}
	}
	return false
}
