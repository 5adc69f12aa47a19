package wordpress

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"estate/internal/content/i18n"
)

// cacheParam is the query parameter of Config.CacheKey. WordPress ignores it.
const cacheParam = "estate_nocache"

// pastCaches adds the parameter of Config.CacheKey to an address.
func (c *Client) pastCaches(address string) string {
	if c.config.CacheKey == nil {
		return address
	}
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	return address + separator + cacheParam + "=" + c.config.CacheKey()
}

// noteCache adds a problem when a cache answered a request that asked past it.
func (c *Client) noteCache(address string, header http.Header) {
	if c.config.CacheKey == nil || !isFromCache(header) {
		return
	}
	c.addProblem(staleAnswer(address, "a cache answers in place of the REST API, so edits may arrive late"))
}

// ReportStale adds the problem of an entity that the API answers in an older version than its list
// announced.
func (c *Client) ReportStale(endpoint string, id int, listed, fetched time.Time) {
	address := c.known.Load().base(c.config, i18n.Fallback) + namespace + endpoint + "/" + strconv.Itoa(id)
	c.addProblem(staleAnswer(address,
		"a cache answers with a version of "+formatStamp(fetched)+", although the list announces "+formatStamp(listed)))
}

func staleAnswer(address, problem string) Problem {
	return Problem{
		Kind: ProblemCache, Address: address, Problem: problem,
		Remedy: "exclude /wp-json/ from the page cache of WordPress, of the web server and of the CDN",
	}
}

func formatStamp(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05 UTC") }

// isFromCache reports whether the headers of a response say that a cache made it.
func isFromCache(header http.Header) bool {
	if age, err := strconv.Atoi(header.Get("Age")); err == nil && age > 0 {
		return true
	}
	for _, name := range []string{"X-Cache", "X-Cache-Status", "Cf-Cache-Status", "X-Proxy-Cache", "X-Litespeed-Cache"} {
		for word := range strings.FieldsSeq(strings.NewReplacer(",", " ", ";", " ").Replace(header.Get(name))) {
			if strings.EqualFold(word, "hit") {
				return true
			}
		}
	}
	return false
}
