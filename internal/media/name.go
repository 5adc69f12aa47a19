package media

import (
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Renditions are addressed as
//
//	/media/{name}-{width}.{format}       of the original {name}.jpg
//	/media/{name.ext}-{width}.{format}   of an original with another ending
//	/media/r/{base64url}-{width}.{format} of a remote one: host and path, or a http:// address
//	/media/{name}.svg, /media/r/{base64url}.svg  vector drawings
//
// Both directions are here, and each address has exactly one spelling. A local
// original's own address, as the REST API tells it, leads to its widest JPEG.
const (
	prefix       = "/media/"
	remotePrefix = "r/"
	longestName  = 1024
)

// source is an original: a file below the originals folder or an address at another host.
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

func (s source) vector() bool {
	if s.remote != nil {
		return isVector(s.remote.Path)
	}
	return isVector(s.file)
}

// name is the address of a rendition, taken apart.
type name struct {
	source source
	width  int
	format format
	stamp  string // the state of a local original, found by Open
}

// original names the original in its present state.
func (n name) original() string { return n.source.String() + "\n" + n.stamp }

// sourceOf finds the original behind an image's address in content.
func (l *Library) sourceOf(address string) (source, bool) {
	if len(address) > longestName {
		return source{}, false
	}
	if file, ok := strings.CutPrefix(address, prefix); ok {
		if plain, err := url.PathUnescape(file); err == nil {
			file = plain
		}
		return source{file: file}, isFile(file)
	}
	u, err := url.Parse(address)
	if err != nil {
		return source{}, false
	}
	u, ok := l.hosts.Allowed(u)
	return source{remote: u}, ok && (isOriginal(u.Path) || isVector(u.Path))
}

// isFile tells whether a name is one an original may have: no way out of the
// folder, nothing hidden, and not in the space of remote originals.
func isFile(file string) bool {
	if len(file) > longestName || !utf8.ValidString(file) || strings.HasPrefix(file, remotePrefix) {
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
	return isOriginal(file) || isVector(file)
}

// stem is the part of a rendition's address before the width, ready for HTML.
func (s source) stem() string {
	if s.remote != nil {
		return prefix + remotePrefix + base64.RawURLEncoding.EncodeToString([]byte(remoteText(s.remote)))
	}
	segments := strings.Split(s.short(), "/")
	for i, segment := range segments {
		segments[i] = url.PathEscape(segment)
	}
	return prefix + strings.Join(segments, "/")
}

// short is a file's name without an ending that goes without saying.
func (s source) short() string {
	if s.vector() {
		return strings.TrimSuffix(s.file, ".svg")
	}
	short := strings.TrimSuffix(s.file, ".jpg")
	if isOriginal(short) { // x.png.jpg, beside x.png
		return s.file
	}
	return short
}

// remoteText is a remote address without what most have in common.
func remoteText(u *url.URL) string {
	return strings.TrimPrefix(u.String(), "https://")
}

// parse takes an address apart, its escapes undone as the server hands it on.
func (l *Library) parse(address string) (name, bool) {
	rest, ok := strings.CutPrefix(address, prefix)
	dot := strings.LastIndexByte(rest, '.')
	if !ok || dot < 0 || len(address) > 3*longestName {
		return name{}, false
	}
	stem, f := rest[:dot], format(rest[dot+1:])
	if f == formatSVG {
		src, ok := l.parseStem(stem, ".svg")
		return name{source: src, format: f}, ok && src.vector()
	}
	if f != formatAVIF && f != formatWebP && f != formatJPEG {
		return name{}, false
	}
	dash := strings.LastIndexByte(stem, '-')
	if dash < 0 {
		return name{}, false
	}
	w, err := strconv.Atoi(stem[dash+1:])
	if err != nil || strconv.Itoa(w) != stem[dash+1:] || !isWidth(w, f) {
		return name{}, false
	}
	src, ok := l.parseStem(stem[:dash], ".jpg")
	return name{source: src, width: w, format: f}, ok && !src.vector()
}

// parseOriginal reads the address of a local original itself. Programs that read
// the REST API ask for it; originals are sent to nobody, so they get the most
// there is.
func parseOriginal(address string) (name, bool) {
	file, ok := strings.CutPrefix(address, prefix)
	n := name{source: source{file: file}, width: widths[len(widths)-1], format: formatJPEG}
	return n, ok && isFile(file) && !isVector(file)
}

// parseStem finds the original of a stem; ending is what a stem without one stands for.
func (l *Library) parseStem(stem, ending string) (source, bool) {
	coded, ok := strings.CutPrefix(stem, remotePrefix)
	if !ok {
		short := stem
		if ending == ".svg" || !isOriginal(stem) {
			stem += ending
		}
		src := source{file: stem}
		return src, isFile(stem) && src.short() == short
	}
	text, err := base64.RawURLEncoding.Strict().DecodeString(coded)
	if err != nil {
		return source{}, false
	}
	if !strings.Contains(string(text), "://") {
		text = append([]byte("https://"), text...)
	}
	src, ok := l.sourceOf(string(text))
	return src, ok && src.remote != nil && src.remote.String() == string(text)
}
