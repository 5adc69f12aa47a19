package media

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"estate/internal/content/cmsurl"
)

// Addresses of renditions:
//
//	/media/{name}-{width}.{format}         of the original {name}.jpg
//	/media/{name.ext}-{width}.{format}     of an original with another extension
//	/media/r/{signature}{base64url}-{width}.{format}  of a remote original: host and path, or a http:// URL
//	/media/{name}.svg, /media/r/{signature}{base64url}.svg  SVG files
//	/media/{name}.{ext}, /media/r/{signature}{base64url}.{ext}  films, sounds and documents (file.go)
//
// A signature of eight characters shows that the site printed the address of this original:
// nobody else can make the site request files of the CMS. It is the same for all widths and
// formats. Addresses of local originals need none: they name existing files only.
//
// This file prints and parses them. Each rendition has exactly one address. The address of a
// local original, as in the REST API, is that of its widest JPEG.
const (
	prefix       = "/media/"
	remotePrefix = "r/"
	maxNameBytes = 1024
)

// source is an original: a file in the folder of originals, or a URL of another host.
type source struct {
	file   string
	remote *url.URL
}

func (s source) String() string {
	if s.remote != nil {
		return s.remote.String()
	}
	return s.file
}

func (s source) isSVG() bool {
	if s.remote != nil {
		return isSVG(s.remote.Path)
	}
	return isSVG(s.file)
}

// target is the rendition that an address names.
type target struct {
	source source
	width  int
	format format
	stamp  string // state of a local original, set by Open
	// unsigned is set for the address of a remote original without a valid signature.
	unsigned bool
}

// original identifies the original in its present state.
func (t target) original() string { return t.source.String() + "\n" + t.stamp }

// sourceOf returns the original of an image URL in content.
func (l *Library) sourceOf(address string) (source, bool) {
	src, ok := l.locate(address)
	switch {
	case !ok:
		return source{}, false
	case src.remote == nil:
		return src, isOriginalPath(src.file)
	}
	return src, isOriginal(src.remote.Path) || isSVG(src.remote.Path)
}

// locate returns the local or remote file of an address in content. An address without a scheme
// or a host is that of the CMS. Without a CMS, files of WordPress's media library are in the
// folder of originals, where an import puts them.
func (l *Library) locate(address string) (source, bool) {
	address = absolute(strings.TrimSpace(address), l.cms.Host())
	if len(address) > maxNameBytes {
		return source{}, false
	}
	file, ok := strings.CutPrefix(address, prefix)
	if !ok && l.cms.Host() == "" {
		file, ok = strings.CutPrefix(address, cmsurl.Uploads)
	}
	if ok {
		if end := strings.IndexAny(file, "?#"); end >= 0 {
			file = file[:end]
		}
		if plain, err := url.PathUnescape(file); err == nil {
			file = plain
		}
		return source{file: file}, true
	}
	if path, ok := l.belowCMS(address); ok {
		address = strings.TrimRight(l.cfg.CMS, "/") + path
	} else if strings.HasPrefix(address, "//") {
		address = "https:" + address
	}
	u, err := url.Parse(address)
	if err != nil {
		return source{}, false
	}
	u, ok = l.hosts.Allowed(u)
	return source{remote: u}, ok
}

// absolute completes an address that an editor or a plugin wrote without its start: the name of the
// CMS without a scheme, or a path of the CMS without a slash.
func absolute(address, host string) string {
	if host != "" && len(address) > len(host) && strings.EqualFold(address[:len(host)], host) && address[len(host)] == '/' {
		return "//" + address
	}
	path := address
	for strings.HasPrefix(path, "../") || strings.HasPrefix(path, "./") {
		_, path, _ = strings.Cut(path, "/")
	}
	if cmsurl.IsUpload("/" + path) {
		return "/" + path
	}
	return address
}

// belowCMS returns the path of an address below the CMS. A relative address has one if it is in a
// folder of files of WordPress.
func (l *Library) belowCMS(address string) (string, bool) {
	if path, ok := l.cms.Below(address); ok || l.cms.Host() == "" {
		return path, ok
	}
	if cmsurl.IsUpload(address) {
		return address, true
	}
	path, ok := strings.CutPrefix(address, l.cms.Folder())
	return path, ok && cmsurl.IsUpload(path)
}

// isOriginalPath reports whether a local original may have this path: inside the folder, not
// hidden, and not below the prefix of remote originals.
func isOriginalPath(file string) bool {
	if len(file) > maxNameBytes || !utf8.ValidString(file) || strings.HasPrefix(file, remotePrefix) {
		return false
	}
	if strings.ContainsFunc(file, func(r rune) bool { return r < ' ' || r == '\\' || r == ':' || r == 0x7f }) {
		return false
	}
	for segment := range strings.SplitSeq(file, "/") {
		if segment == "" || segment[0] == '.' || len(segment) > 200 {
			return false
		}
	}
	return isOriginal(file) || isSVG(file)
}

// stem returns the part of an address before the width, escaped for HTML.
func (l *Library) stem(s source) string {
	if s.remote != nil {
		text := remoteText(s.remote)
		return prefix + remotePrefix + l.signature(text) + base64.RawURLEncoding.EncodeToString([]byte(text))
	}
	segments := strings.Split(s.shortName(), "/")
	for i, segment := range segments {
		segments[i] = url.PathEscape(segment)
	}
	return prefix + strings.Join(segments, "/")
}

// shortName returns the name of a file without its default extension.
func (s source) shortName() string {
	if s.isSVG() {
		return strings.TrimSuffix(s.file, ".svg")
	}
	short := strings.TrimSuffix(s.file, ".jpg")
	if isOriginal(short) { // x.png.jpg, beside x.png
		return s.file
	}
	return short
}

// signatureLen is the length of a signature: 48 bits cannot be guessed through requests.
const signatureLen = 8

// signature signs the text of a remote original; "" without a key.
func (l *Library) signature(text string) string {
	if l.cfg.Key == nil {
		return ""
	}
	mac := hmac.New(sha256.New, l.cfg.Key)
	mac.Write([]byte("estate media\n" + text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))[:signatureLen]
}

// parseRemote returns the original of a text after remotePrefix, and whether its signature is
// valid. Addresses that were printed with another key or before there were signatures are
// found too.
func (l *Library) parseRemote(coded string) (src source, signed, ok bool) {
	if l.cfg.Key == nil {
		src, ok := l.decodeRemote(coded)
		return src, true, ok
	}
	if len(coded) > signatureLen {
		if src, ok := l.decodeRemote(coded[signatureLen:]); ok {
			return src, hmac.Equal([]byte(l.signature(remoteText(src.remote))), []byte(coded[:signatureLen])), true
		}
	}
	src, ok = l.decodeRemote(coded)
	return src, false, ok
}

// decodeRemote returns the original of a coded URL in normal form.
func (l *Library) decodeRemote(coded string) (source, bool) {
	text, err := base64.RawURLEncoding.Strict().DecodeString(coded)
	if err != nil {
		return source{}, false
	}
	if !strings.Contains(string(text), "://") {
		text = append([]byte("https://"), text...)
	}
	src, ok := l.locate(string(text))
	return src, ok && src.remote != nil && src.remote.String() == string(text)
}

// remoteText returns a remote URL without https://, which most of them have.
func remoteText(u *url.URL) string {
	return strings.TrimPrefix(u.String(), "https://")
}

// parse parses an unescaped address.
func (l *Library) parse(address string) (target, bool) {
	rest, ok := strings.CutPrefix(address, prefix)
	dot := strings.LastIndexByte(rest, '.')
	if !ok || dot < 0 || len(address) > 3*maxNameBytes {
		return target{}, false
	}
	stem, f := rest[:dot], format(rest[dot+1:])
	if f == formatSVG {
		src, signed, ok := l.parseStem(stem, ".svg")
		return target{source: src, format: f, unsigned: !signed}, ok && src.isSVG()
	}
	if f != formatAVIF && f != formatWebP && f != formatJPEG {
		return target{}, false
	}
	dash := strings.LastIndexByte(stem, '-')
	if dash < 0 {
		return target{}, false
	}
	w, err := strconv.Atoi(stem[dash+1:])
	if err != nil || strconv.Itoa(w) != stem[dash+1:] || !isWidth(w, f) {
		return target{}, false
	}
	src, signed, ok := l.parseStem(stem[:dash], ".jpg")
	return target{source: src, width: w, format: f, unsigned: !signed}, ok && !src.isSVG()
}

// parseOriginal parses the address of a local original, which clients of the REST API request.
// An original is never sent, so the target is its widest JPEG.
func parseOriginal(address string) (target, bool) {
	file, ok := strings.CutPrefix(address, prefix)
	t := target{source: source{file: file}, width: widths[len(widths)-1], format: formatJPEG}
	return t, ok && isOriginalPath(file) && !isSVG(file)
}

// parseStem returns the original of a stem, and whether its address is signed or needs no
// signature; ending is the default extension.
func (l *Library) parseStem(stem, ending string) (src source, signed, ok bool) {
	coded, isRemote := strings.CutPrefix(stem, remotePrefix)
	if isRemote {
		src, signed, ok := l.parseRemote(coded)
		return src, signed, ok && (isOriginal(src.remote.Path) || isSVG(src.remote.Path))
	}
	short := stem
	if ending == ".svg" || !isOriginal(stem) {
		stem += ending
	}
	src = source{file: stem}
	return src, true, isOriginalPath(stem) && src.shortName() == short
}
