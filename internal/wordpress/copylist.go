package wordpress

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
)

// ErrNoEndpoint tells that a CMS does not have an endpoint at all.
var ErrNoEndpoint = errNoRoute

// errMoved tells that a list changed while it was read.
var errMoved = errors.New("the list changed while it was read")

const (
	// mostListPages bounds a list that is read to its end.
	mostListPages = 5000
	// listReadings is how often a list that changes meanwhile is read.
	listReadings = 4
)

// wholeList reads a list to its end, strictly: a replica draws conclusions from
// what is missing. Every item has a key; heard is the CMS's clock at the start.
func wholeList[T any](ctx context.Context, c *Client, lang i18n.Lang, endpoint string, params Params, perPage int,
	read func(node) (key int, item T, ok bool),
) (items []T, heard time.Time, err error) {
	before := -1
	for range listReadings {
		reading := listReading[T]{total: -1, keys: map[int]bool{}, read: read}
		err = reading.run(ctx, c, lang, endpoint, params, perPage)
		if err != nil && !errors.Is(err, errMoved) {
			return nil, heard, err
		}
		if heard.IsZero() {
			heard = reading.heard
		}
		// A plugin may hide items and still count them: equal twice is the list.
		if err == nil && (reading.isWhole() || len(reading.items) == before) {
			return reading.items, heard, nil
		}
		before = len(reading.items)
	}
	return nil, heard, fmt.Errorf("%w: %s cannot be read as a whole: %w", content.ErrUnreachable, endpoint, errMoved)
}

type listReading[T any] struct {
	total int // -1: not told
	keys  map[int]bool
	items []T
	heard time.Time
	read  func(node) (int, T, bool)
}

func (l *listReading[T]) isWhole() bool { return l.total < 0 || l.total == len(l.keys) }

func (l *listReading[T]) run(ctx context.Context, c *Client, lang i18n.Lang, endpoint string, params Params, perPage int) error {
	for page := 1; page <= mostListPages; page++ {
		asked := params.with(map[string]any{"page": page, "per_page": perPage})
		got, err := c.ask(ctx, lang, endpoint, asked.with(c.config.Params), "")
		if err != nil {
			return err
		}
		if page == 1 {
			l.heard = clockOf(got.header)
		}
		n, pages, err := l.take(got, page)
		if err != nil {
			return err
		}
		if n == 0 || pages > 0 && page >= pages || pages == 0 && n < perPage {
			return nil
		}
	}
	return fmt.Errorf("%w: %s has no end", content.ErrUnreachable, endpoint)
}

// take reads one page: how many items it has, and how many pages there are.
func (l *listReading[T]) take(got *answer, page int) (n, pages int, err error) {
	if err := listFailure(got, page); err != nil {
		return 0, 0, err
	}
	tree, err := read(got.body)
	if err != nil {
		return 0, 0, err
	}
	list, isList := tree.value.([]any)
	if !isList {
		return 0, 0, fmt.Errorf("%w: it answers with something else than a list", content.ErrUnreachable)
	}
	if got.header.Get("X-WP-Total") != "" {
		total, count := Totals(got.header, 0)
		if l.total >= 0 && l.total != total {
			return 0, 0, errMoved
		}
		l.total, pages = total, count
	}
	for _, value := range list {
		key, item, ok := l.read(node{value})
		if !ok {
			return 0, 0, fmt.Errorf("%w: an item of the list cannot be read", content.ErrUnreachable)
		}
		if !l.keys[key] {
			l.keys[key] = true
			l.items = append(l.items, item)
		}
	}
	return len(list), pages, nil
}

// listFailure is what a refused page means: a list that became shorter, an
// endpoint that is not there, or the failure itself.
func listFailure(got *answer, page int) error {
	failure := got.failure()
	if failure == nil {
		return nil
	}
	code := codeOf(got)
	switch {
	case got.status == http.StatusBadRequest && page > 1 && code == "rest_post_invalid_page_number":
		return errMoved
	case got.status == http.StatusNotFound && code == "rest_no_route":
		return errNoRoute
	}
	return failure
}

// codeOf is the code that WordPress gives a refusal, "" for foreign answers.
func codeOf(got *answer) string {
	body, err := read(got.body)
	if err != nil {
		return ""
	}
	return body.at("code").text()
}

// clockOf is what the CMS takes for the time, zero when it does not tell.
func clockOf(header http.Header) time.Time {
	at, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return time.Time{}
	}
	return at
}
