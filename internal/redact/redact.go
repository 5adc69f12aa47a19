package redact

import (
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
	// secretKey is a pair of a query whose key names a secret.
	secretKey = regexp.MustCompile(`(?i)([?&](?:access_token|auth_token|token|api_?key|key|secret|client_secret|password|passwd|pwd|sslpassword|signature|frontity_source_auth)=)[^&#\s"'<>\\]+`)
)

// Text returns text with Secret in place of users and passwords of addresses and of secrets
// in queries.
func Text(text string) string {
	if strings.Contains(text, "@") {
		text = user.ReplaceAllString(text, "${1}"+Secret+"@")
	}
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
	if u.User == nil && (u.Path == "" || u.Path == "/") && u.RawQuery == "" {
		return address
	}
	return u.Scheme + "://" + u.Host + "/" + Secret
}

// URL is Text for a text that should be an address: one that cannot be read and has an @ is
// Secret.
func URL(address string) string {
	if _, err := url.Parse(address); err != nil && strings.Contains(address, "@") {
		return Secret
	}
	return Text(address)
}

// Attr is a slog.HandlerOptions.ReplaceAttr that applies Text to every text and error.
func Attr(_ []string, attr slog.Attr) slog.Attr {
	switch attr.Value.Kind() {
	case slog.KindString:
		if text := attr.Value.String(); strings.ContainsAny(text, "@?&") {
			attr.Value = slog.StringValue(Text(text))
		}
	case slog.KindAny:
		switch value := attr.Value.Any().(type) {
		case error:
			if text := value.Error(); strings.ContainsAny(text, "@?&") {
				attr.Value = slog.StringValue(Text(text))
			}
		case *url.URL:
			attr.Value = slog.StringValue(Text(value.String()))
		}
	}
	return attr
}
