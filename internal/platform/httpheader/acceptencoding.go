package httpheader

import "strings"

// AcceptEncoding is what a client accepts: the weight (quality value) of each encoding in
// thousandths, 0 where the client does not accept it. The identity, the body as it is,
// may be sent also when its weight is 0: a body in another form beats none.
type AcceptEncoding struct{ Brotli, Zstd, Gzip, Identity int }

// Prefers reports whether an encoding of this weight is better than the identity.
func (a AcceptEncoding) Prefers(weight int) bool { return weight > 0 && weight >= a.Identity }

// ParseAcceptEncoding reads an Accept-Encoding header. It skips malformed items; the last
// mention of an encoding wins; "*" stands for the encodings that the header does not
// name. It does not allocate.
func ParseAcceptEncoding(header string) AcceptEncoding {
	const unnamed = -1
	a, others := AcceptEncoding{unnamed, unnamed, unnamed, unnamed}, 0
	for header != "" {
		var item string
		item, header, _ = strings.Cut(header, ",")
		name, params, _ := strings.Cut(item, ";")
		q := quality(params)
		if q < 0 {
			continue
		}
		switch name = strings.TrimSpace(name); {
		case strings.EqualFold(name, "br"):
			a.Brotli = q
		case strings.EqualFold(name, "zstd"):
			a.Zstd = q
		case strings.EqualFold(name, "gzip"), strings.EqualFold(name, "x-gzip"):
			a.Gzip = q
		case strings.EqualFold(name, "identity"):
			a.Identity = q
		case name == "*":
			others = q
		}
	}
	for _, q := range []*int{&a.Brotli, &a.Zstd, &a.Gzip} {
		if *q == unnamed {
			*q = others
		}
	}
	a.Identity = max(a.Identity, 0)
	return a
}

// quality reads the q parameter of an item in thousandths; 1000 without one, -1 when it is
// malformed.
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

// thousandths reads a qvalue: 0, 1, 0.5, 0.333. strconv would also accept exponents, signs
// and infinities.
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
