package alerts

import (
	"context"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// matcher compares changed properties with the confirmed searches.
type matcher struct {
	*Service
	filters FilterSet
	alerts  map[string]savedAlert // by token
	version int64                 // of the searches that were read
}

type savedAlert struct {
	lang   i18n.Lang
	filter search.Filter
}

// follow reads the saved searches that changed, then compares the changes of the content since the
// stored position. The first call stores the current position.
func (m *matcher) follow(ctx context.Context) error {
	position, known, err := m.cfg.Store.position(ctx)
	if err != nil {
		return err
	}
	if !known {
		return m.cfg.Store.addMatches(ctx, nil, m.cfg.Content.Position())
	}
	if position == m.cfg.Content.Position() {
		return nil
	}
	if err := m.load(ctx); err != nil {
		return err
	}
	changes, err := m.cfg.Content.Since(ctx, position)
	if err != nil {
		return err
	}
	var matches []match
	for i := range changes.Rows {
		found, err := m.compare(ctx, &changes.Rows[i])
		if err != nil {
			return err
		}
		matches = append(matches, found...)
	}
	return m.cfg.Store.addMatches(ctx, matches, changes.Last)
}

// load reads the searches that changed since the last call. A deleted one stays until a restart;
// the store accepts no match for it.
func (m *matcher) load(ctx context.Context) error {
	changed, last, err := m.cfg.Store.changedSince(ctx, m.version)
	if err != nil {
		return err
	}
	for _, a := range changed {
		f, ok, err := m.cfg.Content.Filter(ctx, a)
		if err != nil {
			return err
		}
		if !ok {
			m.filters.Delete(a.Token)
			delete(m.alerts, a.Token)
			continue
		}
		m.filters.Put(a.Token, f)
		m.alerts[a.Token] = savedAlert{a.Lang, f}
	}
	m.version = last
	return nil
}

// compare returns the matches of one changed home.
func (m *matcher) compare(ctx context.Context, row *search.Row) ([]match, error) {
	tokens, _ := m.filters.Matching(row)
	if len(tokens) == 0 {
		return nil, nil
	}
	event, err := m.cfg.Content.Event(ctx, *row)
	if err != nil {
		return nil, err
	}
	var matches []match
	for _, token := range tokens {
		saved := m.alerts[token]
		if saved.filter.Text != "" {
			has, err := m.cfg.Content.HasText(ctx, saved.lang, saved.filter, row.ID)
			if err != nil {
				return nil, err
			}
			if !has {
				continue
			}
		}
		if !event.Published.IsZero() {
			matches = append(matches, match{token: token, home: row.ID, at: event.Published})
		}
		if !event.Reduced.IsZero() {
			matches = append(matches, match{token: token, home: row.ID, entry: event.Entry, at: event.Reduced})
		}
	}
	return matches, nil
}
