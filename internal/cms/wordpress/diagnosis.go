package wordpress

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"

	"estate/internal/content"
)

// APIError reports a response that is not one of the REST API: another program answered in its
// place. It is content.ErrUnreachable, because it says nothing about the content.
type APIError struct {
	Address string // that was requested
	Status  int
	Problem string // what answered
	Remedy  string // what an operator can do
	closed  bool   // the API answers, this part of it does not
}

func (e *APIError) Error() string {
	return fmt.Sprintf("%s answers %s; %s", e.Address, e.answer(), e.Remedy)
}

func (e *APIError) answer() string { return fmt.Sprintf("%d: %s", e.Status, e.Problem) }

// Unwrap returns content.ErrUnreachable, or ErrClosed.
func (e *APIError) Unwrap() error {
	if e.closed {
		return ErrClosed
	}
	return content.ErrUnreachable
}

// ownWords are the error codes with which WordPress itself hides a single record from visitors.
var ownWords = map[string]bool{
	"rest_forbidden": true, "rest_forbidden_context": true, "rest_cannot_read": true, "rest_cannot_view": true, "rest_user_cannot_view": true,
	"rest_post_invalid_id": true, "rest_user_invalid_id": true, "rest_term_invalid": true, "rest_cannot_read_post": true,
}

// isAnswer reports whether a response with an error status is an answer of WordPress about its
// content: only such a one may become a 404 of the site. A server error, and a request that was
// one too many, keep their status.
func (r *response) isAnswer() bool {
	switch {
	case r.status >= http.StatusInternalServerError, r.status == http.StatusTooManyRequests, r.status < http.StatusMultipleChoices:
		return true
	case r.status < http.StatusBadRequest:
		return false
	}
	code := codeOf(r)
	if r.status == http.StatusUnauthorized || r.status == http.StatusForbidden {
		return ownWords[code] && r.single
	}
	return strings.HasPrefix(code, "rest_")
}

// diagnose returns the error of a response that is not one of the REST API.
func (r *response) diagnose() *APIError {
	failure := &APIError{Address: r.address, Status: r.status}
	switch {
	case r.status >= http.StatusMultipleChoices && r.status < http.StatusBadRequest:
		failure.Problem = "it redirects to " + r.header.Get("Location")
		failure.Remedy = "open the REST API to visitors, or set cms.url to the address that it redirects to"
	case r.status == http.StatusUnauthorized && strings.HasPrefix(strings.ToLower(r.header.Get("WWW-Authenticate")), "basic"):
		failure.Problem = "the web server demands a password"
		failure.Remedy = "set ESTATE_CMS_USER and ESTATE_CMS_PASSWORD"
	case r.status == http.StatusUnauthorized, r.status == http.StatusForbidden:
		failure.Problem = "a plugin or the web server blocks /wp-json for visitors"
		failure.Remedy = "allow the REST API to visitors in the security plugin or firewall, or let the address of this site through"
	case r.status == http.StatusNotFound:
		failure.Problem = "there is no REST API at this address"
		failure.Remedy = "set cms.url to the address of the WordPress with its folder; if its API is not below /wp-json/, set cms.api"
	case bytes.Contains(r.body[:min(len(r.body), 4096)], []byte("wp-login.php")):
		failure.Problem = "a login page answers in place of the REST API"
		failure.Remedy = "switch off the plugin that demands a login, or exempt /wp-json"
	case isHTML(r.body):
		failure.Problem = "an HTML page answers in place of JSON"
		failure.Remedy = "look at the page: maintenance mode, a cache or a security plugin; exempt /wp-json"
	default:
		failure.Problem = "the response is no JSON"
		failure.Remedy = "look for PHP errors in the log of WordPress"
	}
	return failure
}

func isHTML(body []byte) bool {
	start := bytes.TrimSpace(body[:min(len(body), 512)])
	return bytes.HasPrefix(start, []byte("<"))
}

// textBefore returns the problem of text before the JSON.
func textBefore(address string, before []byte) Problem {
	found := Problem{Kind: ProblemText, Address: address, Recovered: true}
	text := strings.Join(strings.Fields(withoutTags(strings.TrimPrefix(string(before), "\ufeff"))), " ")
	if text == "" {
		found.Problem = "a byte order mark precedes the JSON"
		found.Remedy = "save the PHP file of the theme or plugin that was edited last without a byte order mark"
		return found
	}
	found.Problem = "PHP prints text before the JSON: " + strings.ToValidUTF8(text[:min(len(text), 200)], "")
	found.Remedy = "set WP_DEBUG_DISPLAY to false in wp-config.php and correct the named file"
	return found
}
