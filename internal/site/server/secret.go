package server

import (
	"net/url"
	"strings"

	"estate/internal/site/compose"
)

// hasSecret reports whether a link may hold the token of a saved search: every page below the form that saves one, in
// any spelling. Its response is private whether the site takes searches or not, as a document and as a View.
func hasSecret(raw string) bool {
	path, _, _ := strings.Cut(raw, "?")
	if decoded, err := url.PathUnescape(path); err == nil {
		path = decoded
	}
	_, below, found := strings.Cut(strings.ToLower(path), compose.AlertPath)
	return found && below != ""
}

// loggedPath is the path of a request for the log: short, and without the token of a file for a portal. The query is
// never logged: it may hold the credential of a preview or the token of a saved search.
func loggedPath(path string) string {
	if strings.HasPrefix(path, channelsPath) {
		return channelsPath + "…"
	}
	return truncate(path)
}

// truncate keeps log lines short.
func truncate(text string) string {
	const maxBytes = 200
	if len(text) > maxBytes {
		return text[:maxBytes] + "…"
	}
	return text
}
