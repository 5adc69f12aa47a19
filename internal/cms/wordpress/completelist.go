package wordpress

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// ErrNoEndpoint reports that the CMS does not have an endpoint.
var ErrNoEndpoint = errNoRoute

// errListChanged reports that a list changed while it was read.
var errListChanged = errors.New("the list changed while it was read")

const (
	// maxListPages bounds the pages of a list.
	maxListPages = 5000
	// maxListReadings bounds the attempts to read a list that changes meanwhile.
	maxListReadings = 4
)

// completeList reads all pages of a list. It fails rather than return a part, because a replica
// deletes what is missing. read decodes an item and its unique key. serverTime is the clock of
// the CMS at the start.
func completeList[T any](ctx context.Context, c *Client, lang i18n.Lang, endpoint string, params Params, perPage int,
	read func(node) (key int, item T, ok bool),
) (items []T, serverTime time.Time, err error) {
	before := -1
	for range maxListReadings {
		reading := listReading[T]{total: -1, keys: map[int]bool{}, read: read}
		err = reading.run(ctx, c, lang, endpoint, params, perPage)
		if err != nil && !errors.Is(err, errListChanged) {
			return nil, serverTime, err
		}
		if serverTime.IsZero() {
			serverTime = reading.serverTime
		}
		// A plugin may hide items that are still counted: two equal readings are accepted.
		if err == nil && (reading.isComplete() || len(reading.items) == before) {
			if !reading.isComplete() {
				c.addProblem(hiddenEntities(endpoint, reading.total, len(reading.items)))
			}
			return reading.items, serverTime, nil
		}
		before = len(reading.items)
	}
	return nil, serverTime, fmt.Errorf("%w: the list of %s cannot be read completely: %w", content.ErrUnreachable, endpoint, errListChanged)
}

// hiddenEntities is the problem of a list that has less than it counts.
func hiddenEntities(endpoint string, counted, listed int) Problem {
	return Problem{
		Kind: ProblemList, Address: endpoint, Recovered: true,
		Problem: fmt.Sprintf("/%s counts %d entities and lists %d; the others are missing on the site", trimSlash(endpoint), counted, listed),
		Remedy:  "look for a plugin that hides entities or shortens lists (posts_per_page) in the REST API",
	}
}

type listReading[T any] struct {
	total      int // X-WP-Total, -1 without it
	keys       map[int]bool
	items      []T
	serverTime time.Time
	read       func(node) (int, T, bool)
}

func (l *listReading[T]) isComplete() bool { return l.total < 0 || l.total == len(l.keys) }

func (l *listReading[T]) run(ctx context.Context, c *Client, lang i18n.Lang, endpoint string, params Params, perPage int) error {
	for page := 1; page <= maxListPages; page++ {
		got, err := c.requestPage(ctx, lang, endpoint, params.with(c.config.Params), page, &perPage)
		if err != nil {
			return err
		}
		if page == 1 {
			l.serverTime = serverTimeOf(got.header)
		}
		if l.total < 0 && isPastEnd(got, page) {
			return nil // the last page was full
		}
		if err := c.failureOf(ctx, lang, endpoint, got); errors.Is(err, ErrClosed) {
			return err
		}
		before := len(l.keys)
		n, pages, err := l.addPage(got, page)
		if err != nil {
			return err
		}
		// Without the number of pages the list ends with an empty page, or with one that was read before.
		if n == 0 || pages > 0 && page >= pages || pages == 0 && (len(l.keys) == before || l.total >= 0 && l.isComplete()) {
			return nil
		}
	}
	return fmt.Errorf("%w: the list of %s has no end", content.ErrUnreachable, endpoint)
}

// addPage adds the items of one page. It returns their number and the number of pages.
func (l *listReading[T]) addPage(got *response, page int) (n, pages int, err error) {
	if err := listFailure(got, page); err != nil {
		return 0, 0, err
	}
	tree, err := got.parse()
	if err != nil {
		return 0, 0, err
	}
	list, isList := tree.value.([]any)
	if !isList {
		return 0, 0, fmt.Errorf("%w: the response is not a list", content.ErrUnreachable)
	}
	if got.header.Get("X-WP-Total") != "" {
		total, count := Totals(got.header, 0)
		if l.total >= 0 && l.total != total {
			return 0, 0, errListChanged
		}
		l.total, pages = total, count
	}
	for _, value := range list {
		key, item, ok := l.read(node{value})
		if !ok {
			return 0, 0, fmt.Errorf("%w: an item of the list cannot be decoded", content.ErrUnreachable)
		}
		if !l.keys[key] {
			l.keys[key] = true
			l.items = append(l.items, item)
		}
	}
	return len(list), pages, nil
}

// listFailure returns the error of a page's status: errListChanged for a list that became shorter,
// errNoRoute for a missing endpoint.
func listFailure(got *response, page int) error {
	failure := got.err()
	if failure == nil {
		return nil
	}
	code := codeOf(got)
	switch {
	case isPastEnd(got, page):
		return errListChanged
	case got.status == http.StatusNotFound && code == codeNoRoute:
		return errNoRoute
	}
	return failure
}

// codeInvalidPage is the error code of a page past the end of a list.
const codeInvalidPage = "rest_post_invalid_page_number"

// codeOf returns the error code in a response of WordPress, "" without one.
func codeOf(got *response) string {
	body, _, err := parse(got.body)
	if err != nil {
		return ""
	}
	return body.at("code").text()
}

// serverTimeOf returns the Date header, zero without one.
func serverTimeOf(header http.Header) time.Time {
	at, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return time.Time{}
	}
	return at
}
