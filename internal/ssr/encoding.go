package ssr

import "strings"

// Content encodings, as HTTP names them. Identity has no name in a response.
const (
	encBrotli   = "br"
	encZstd     = "zstd"
	encGzip     = "gzip"
	encIdentity = "identity"
)

// weights are what a client says about each encoding, in thousandths; -1 where it says nothing.
type weights struct{ brotli, zstd, gzip, identity, any int }

// parseAccept reads an Accept-Encoding header. What is malformed is passed over;
// the last mention of an encoding wins. It allocates nothing.
func parseAccept(header string) weights {
	w := weights{-1, -1, -1, -1, -1}
	for header != "" {
		var item string
		item, header, _ = strings.Cut(header, ",")
		name, params, _ := strings.Cut(item, ";")
		q := quality(params)
		if q < 0 {
			continue
		}
		switch name = strings.TrimSpace(name); {
		case strings.EqualFold(name, encBrotli):
			w.brotli = q
		case strings.EqualFold(name, encZstd):
			w.zstd = q
		case strings.EqualFold(name, encGzip), strings.EqualFold(name, "x-gzip"):
			w.gzip = q
		case strings.EqualFold(name, encIdentity):
			w.identity = q
		case name == "*":
			w.any = q
		}
	}
	return w.resolve()
}

// resolve lets * stand for what was not named. Identity unnamed is the last resort,
// but always possible: a page in a form nobody asked for beats no page.
func (w weights) resolve() weights {
	for _, q := range []*int{&w.brotli, &w.zstd, &w.gzip} {
		if *q < 0 {
			*q = max(w.any, 0)
		}
	}
	w.identity = max(w.identity, 0)
	return w
}

// quality reads the q of one item's parameters in thousandths; -1 when it is malformed.
func quality(params string) int {
	for params != "" {
		var param string
		param, params, _ = strings.Cut(params, ";")
		name, value, _ := strings.Cut(strings.TrimSpace(param), "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			return thousandths(strings.TrimSpace(value))
		}
	}
	return 1000
}

// thousandths reads 0, 1, 0.5, 0.333 … without strconv's exponents, signs and infinities.
func thousandths(s string) int {
	if s == "" || len(s) > 5 || (s[0] != '0' && s[0] != '1') || (len(s) > 1 && s[1] != '.') {
		return -1
	}
	q, unit := int(s[0]-'0')*1000, 100
	for _, c := range []byte(s[min(2, len(s)):]) {
		if c < '0' || c > '9' {
			return -1
		}
		q += int(c-'0') * unit
		unit /= 10
	}
	if q > 1000 {
		return -1
	}
	return q
}
