package resales

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"estate/internal/agency/feeds"
	"estate/internal/content/number"
)

// Source reads the searches of a configuration.
type Source struct{ client *Client }

// New returns the errors of Config.Validate.
func New(cfg Config) (*Source, error) {
	client, err := NewClient(cfg)
	return &Source{client}, err
}

// Client is the client of the source, for RegisterLead.
func (s *Source) Client() *Client { return s.client }

// checkpoint is what a run leaves for the next one.
type checkpoint struct {
	// Updated is the latest time of update, in the zone of the service.
	Updated time.Time `json:"updated"`
	// Own are the references of the own searches.
	Own []string `json:"own,omitempty"`
}

// metres is the value of P_Dimension for sizes in m².
const metres = "1"

// overlap is read again by a run between: clocks differ, and a page may be older than its rows.
const overlap = 10 * time.Minute

// Read walks all searches when run.Full is set, else only what was updated since the checkpoint.
func (s *Source) Read(ctx context.Context, run feeds.Run, sink feeds.Sink) (feeds.Result, error) {
	var before checkpoint
	known := json.Unmarshal([]byte(run.Checkpoint), &before) == nil && !before.Updated.IsZero()
	r := &reader{source: s, ctx: ctx, run: run, sink: sink, own: map[string]bool{}, seen: map[string]bool{}, next: before}
	full := run.Full || !known
	if len(s.client.cfg.OwnFilters) > 0 {
		if err := r.readOwn(full, before); err != nil {
			return feeds.Result{}, err
		}
	}
	complete := full
	for _, search := range s.client.cfg.Filters {
		var err error
		if full {
			var whole bool
			whole, err = r.walkAll(search)
			complete = complete && whole
		} else {
			err = r.walkUntil(search, before.Updated.Add(-overlap), r.row(search))
		}
		if err != nil {
			return feeds.Result{}, err
		}
	}
	if r.refused && !full { // the next run asks again; a complete one, once a day, moves on
		r.next.Updated = before.Updated
	}
	next, err := json.Marshal(r.next)
	return feeds.Result{Complete: complete, Checkpoint: string(next)}, err
}

// reader is one run.
type reader struct {
	source *Source
	ctx    context.Context //nolint:containedctx // that of Read
	run    feeds.Run
	sink   feeds.Sink
	own    map[string]bool
	seen   map[string]bool
	next   checkpoint
	// refused reports that the service has refused the details of a property.
	refused bool
}

// errExpired reports a query that the service no longer knows.
var errExpired = errors.New("the query of the search has expired")

// walkAll walks a search until it has named as many references as the service counts. Rows move
// while they are paged; a walk that missed some must not remove them.
func (r *reader) walkAll(search string) (whole bool, err error) {
	for range 3 {
		named, total := map[string]bool{}, 0
		err := r.walk(search, time.Time{}, func(raw json.RawMessage, p *property, count int, searchType string) error {
			named[string(p.Reference)], total = true, count
			return r.row(search)(raw, p, count, searchType)
		})
		if errors.Is(err, errExpired) {
			continue
		}
		if err != nil {
			return false, err
		}
		if len(named) >= total {
			return true, nil
		}
	}
	r.sink.Problem(feeds.Problem{Reason: fmt.Sprintf("search %s counts more properties than its pages have; nothing is removed in this run",
		search)})
	return false, nil
}

// walkUntil walks a search, once more when its query has expired.
func (r *reader) walkUntil(search string, until time.Time, row visit) error {
	err := r.walk(search, until, row)
	if errors.Is(err, errExpired) {
		err = r.walk(search, until, row)
	}
	return err
}

// visit receives a row, and the number of rows and the type of its search.
type visit func(raw json.RawMessage, p *property, count int, searchType string) error

// walk calls row for the rows of a search, those updated last first, down to until.
func (r *reader) walk(search string, until time.Time, row visit) error {
	params := url.Values{
		"P_PageSize": {strconv.Itoa(pageSize)}, "P_SortType": {"3"}, "p_ShowLastUpdateDate": {"true"},
		"p_new_devs": {r.source.client.cfg.NewDevelopments}, "P_Dimension": {metres},
	}
	filter(params, search)
	for page := 1; ; page++ {
		params.Set("P_PageNo", strconv.Itoa(page))
		answer, err := r.source.client.call(r.ctx, "SearchProperties", params)
		if _, refused := errors.AsType[*Error](err); refused && page > 1 {
			return errExpired
		}
		if err != nil {
			return err
		}
		params.Set("P_QueryId", string(answer.QueryInfo.QueryID)) // needed from page 2 on
		count := answer.QueryInfo.PropertyCount.whole(number.Count)
		for _, raw := range answer.Property {
			var p property
			if err := json.Unmarshal(raw, &p); err != nil || p.Reference == "" {
				r.sink.Problem(feeds.Problem{
					Field: "Property", Reason: fmt.Sprintf("a row of page %d has no reference or another shape", page),
					Skipped: true,
				})
				continue
			}
			updated, err := feeds.Time(string(p.LastUpdated))
			if err == nil && !until.IsZero() && updated.Before(until) {
				return nil
			}
			if updated.After(r.next.Updated) {
				r.next.Updated = updated
			}
			if err := row(raw, &p, count, string(answer.QueryInfo.SearchType)); err != nil {
				return err
			}
		}
		perPage := max(1, answer.QueryInfo.PerPage.whole(number.Count))
		if len(answer.Property) == 0 || page*perPage >= count {
			return nil
		}
	}
}

// readOwn reads which properties are the agency's own.
func (r *reader) readOwn(full bool, before checkpoint) error {
	if !full {
		for _, reference := range before.Own {
			r.own[reference] = true
		}
	}
	until := before.Updated.Add(-overlap)
	if full {
		until = time.Time{}
	}
	watermark := r.next.Updated
	for _, search := range r.source.client.cfg.OwnFilters {
		err := r.walkUntil(search, until, func(_ json.RawMessage, p *property, _ int, _ string) error {
			r.own[string(p.Reference)] = true
			return nil
		})
		if err != nil {
			return err
		}
	}
	r.next.Updated = watermark // the other searches decide
	r.next.Own = slices.Sorted(maps.Keys(r.own))
	return nil
}

// row handles one row of a search: unchanged ones are named, changed ones fetched.
func (r *reader) row(search string) visit {
	return func(raw json.RawMessage, p *property, _ int, searchType string) error {
		key := string(p.Reference)
		if r.seen[key] {
			return nil
		}
		r.seen[key] = true
		if p.isLimited() {
			return nil // it is offered no more; the next complete run removes it
		}
		version := fingerprint(raw)
		if version != "" && r.run.Version(key) == version {
			return r.sink.Present(key)
		}
		details, err := r.details(key, search)
		var refused *Error
		switch {
		case errors.As(err, &refused) && meanings[refused.Code] == "": // of this property alone
			r.refused = true
			r.sink.Problem(feeds.Problem{Key: key, Field: "PropertyDetails", Reason: refused.Error(), Skipped: true})
			return nil
		case err != nil:
			return err
		}
		own := r.own[key]
		if len(r.source.client.cfg.OwnFilters) == 0 {
			own = p.Own.yes()
		}
		warn := func(field, value, reason string) {
			r.sink.Problem(feeds.Problem{Key: key, Field: field, Value: feeds.Clip(value), Reason: reason})
		}
		if details.Price == "" {
			details.Price = p.Price
		}
		listing, err := details.listing(key, r.mode(search, searchType), own, r.source.client.cfg.Languages, warn)
		if err != nil {
			r.sink.Problem(feeds.Problem{Key: key, Reason: err.Error(), Skipped: true})
			return nil
		}
		return r.sink.Listing(listing, version)
	}
}

// mode is what a search says of the offer of its properties: a predefined one by its number, another one by the type that
// the service names; else the setting. "" means that nothing says it.
func (r *reader) mode(search, searchType string) feeds.Mode {
	switch search {
	case "1":
		return feeds.ModeSale
	case "2":
		return feeds.ModeWeek
	case "3":
		return feeds.ModeMonth
	}
	var offer feeds.Offer
	if err := offer.Add(searchType); err == nil {
		return offer.Mode("")
	}
	return r.source.client.cfg.Mode
}

func (r *reader) details(key, search string) (*property, error) {
	var numbers []string
	for _, lang := range r.source.client.cfg.Languages {
		numbers = append(numbers, languages[lang])
	}
	params := url.Values{"P_RefId": {key}, "P_Lang": {strings.Join(numbers, ",")}, "P_Images": {"0"}, "P_Dimension": {metres}}
	filter(params, search)
	answer, err := r.source.client.call(r.ctx, "PropertyDetails", params)
	if err != nil {
		return nil, err
	}
	if len(answer.Property) != 1 {
		return nil, &Error{Call: "PropertyDetails"}
	}
	var p property
	if json.Unmarshal(answer.Property[0], &p) != nil {
		return nil, &Error{Call: "PropertyDetails"}
	}
	return &p, nil
}
