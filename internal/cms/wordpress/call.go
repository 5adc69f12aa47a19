package wordpress

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content"
)

// Params are query parameters: text, numbers, booleans or lists of text. Text is raw URL text
// and is not encoded again; nil values are omitted.
type Params map[string]any

// Call is one GET request to the API.
type Call struct {
	URL    string
	Header http.Header
}

// NewCall builds a call (routing §5.1 to §5.4). An endpoint with a leading slash is relative
// to the base; any other one is below wp/v2/. The base of a WordPress with plain permalinks is
// https://host/?rest_route=/.
func NewCall(base, endpoint string, params Params, auth content.Credential) Call {
	address := strings.TrimRight(base, "/") + "/"
	if relative, found := strings.CutPrefix(endpoint, "/"); found {
		address += relative
	} else {
		address += namespace + endpoint
	}
	query := params.query()
	if isPlain(base) && query != "" {
		query = "&" + query[1:]
	}
	call := Call{URL: address + query, Header: http.Header{}}
	if auth != "" {
		call.Header.Set("Authorization", string(auth))
	}
	return call
}

func (p Params) query() string {
	var pairs []string
	for _, key := range slices.Sorted(maps.Keys(p)) {
		switch value := p[key].(type) {
		case nil:
		case []string:
			for _, text := range value {
				pairs = append(pairs, key+"[]="+text)
			}
		case []any:
			for _, item := range value {
				pairs = append(pairs, key+"[]="+formatParam(item))
			}
		default:
			pairs = append(pairs, key+"="+formatParam(value))
		}
	}
	if len(pairs) == 0 {
		return ""
	}
	return "?" + strings.Join(pairs, "&")
}

func formatParam(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

// with returns a copy of the parameters with more added; more wins.
func (p Params) with(more map[string]any) Params {
	merged := make(Params, len(p)+len(more))
	maps.Copy(merged, p)
	maps.Copy(merged, more)
	return merged
}

// Totals reads the size of a list from its headers. A total that is missing, unreadable or
// zero becomes fallback, such a number of pages becomes 0 (routing §5.6).
func Totals(header http.Header, fallback int) (total, totalPages int) {
	if total = leadingNumber(header.Get("X-WP-Total")); total == 0 {
		total = fallback
	}
	return total, leadingNumber(header.Get("X-WP-TotalPages"))
}

func leadingNumber(text string) int {
	text = strings.TrimSpace(text)
	n, err := strconv.Atoi(text[:len(text)-len(strings.TrimLeft(text, "0123456789"))])
	if err != nil {
		return 0
	}
	return n
}

// StatusError returns the error of a response's status, nil for 2xx (routing §5.5). text is
// the reason phrase as received.
func StatusError(status int, text string) *content.Error {
	if status >= http.StatusOK && status < http.StatusMultipleChoices {
		return nil
	}
	return content.FromStatus(status, text)
}
