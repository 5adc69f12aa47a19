package redact

import (
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
)

// Secret stands in place of what was removed.
const Secret = "(secret)"

var (
	// user is the user of an address; the last @ before the path ends it.
	user = regexp.MustCompile(`((?::|%3[Aa]|^|[^:\w/])(?://|\\/\\/|%2[Ff]%2[Ff]))[^/?#\s"'<>\\]*@`)
	// slashed is a user whose password has a slash: what follows the colon is no port.
	slashed = regexp.MustCompile(`(//)[^/?#\s"'<>\\@:\[\]]*:\d*[^\d/?#\s"'<>\\@][^\s"'<>\\]*@`)
	// pair is a secret of a database address such as host=db password=x.
	pair = regexp.MustCompile(`(?i)(^|[\s;,'"(])((?:ssl)?password|passwd|pwd)(\s*=\s*)('(?:[^'\\]|\\.)*'|[^\s;,'"]+)`)
	// scheme is a credential of an Authorization header.
	scheme = regexp.MustCompile(`(?i)\b(authorization["']?[:=]\s*["']?(?:\w+ )?|bearer(?: |\+|%20))[\w.~+/=-]{8,}`)
	// secretKey is a pair of a query whose key names a secret.
	secretKey = regexp.MustCompile(`(?i)([?&](?:access_token|auth_token|token|api_?key|key|secret|client_secret|` +
		`password|passwd|pwd|sslpassword|signature|frontity_source_auth)=)[^&#\s"'<>\\]+`)
)

// Text returns text with Secret in place of users and passwords of addresses and of secrets
// in queries.
func Text(text string) string {
	if strings.Contains(text, "@") {
		text = slashed.ReplaceAllString(text, "${1}"+Secret+"@")
		text = user.ReplaceAllString(text, "${1}"+Secret+"@")
	}
	if strings.Contains(text, "=") {
		text = pair.ReplaceAllString(text, "${1}${2}${3}"+Secret)
	}
	text = scheme.ReplaceAllString(text, "${1}"+Secret)
	if strings.ContainsAny(text, "?&") {
		text = secretKey.ReplaceAllString(text, "${1}"+Secret)
	}
	return text
}

// Address returns scheme and host of an address whose path or query may be a secret, such
// as that of a webhook.
func Address(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		if address == "" {
			return ""
		}
		return Secret
	}
	if u.User == nil && (u.Path == "" || u.Path == "/") && u.RawQuery == "" && u.Fragment == "" {
		return address
	}
	return u.Scheme + "://" + u.Host + "/" + Secret
}

// URL is Text for a text that should be an address: one that cannot be read, or has no host,
// and has an @ is Secret.
func URL(address string) string {
	if u, err := url.Parse(address); (err != nil || u.Host == "") && strings.Contains(address, "@") {
		return Secret
	}
	return Text(address)
}

// Attr is a slog.HandlerOptions.ReplaceAttr that applies Text to every text, and to every other
// value whose text has a secret.
func Attr(_ []string, attr slog.Attr) slog.Attr {
	switch attr.Value.Kind() {
	case slog.KindString:
		attr.Value = slog.StringValue(Text(attr.Value.String()))
	case slog.KindAny:
		value := attr.Value.Any()
		text := fmt.Sprintf("%+v", value)
		if err, ok := value.(error); ok {
			text = err.Error()
		}
		if clean := Text(text); clean != text {
			attr.Value = slog.StringValue(clean)
		}
	}
	return attr
}
