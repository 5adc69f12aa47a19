package replica

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"estate/internal/i18n"
	"estate/internal/store"
	"estate/internal/wordpress"
)

// want is an entity to take, in the language it was listed in; "" when nobody knows.
type want struct {
	id   int
	lang i18n.Lang
}

// listed is what the CMS tells of an entity without showing it.
type listed struct {
	modified time.Time
	lang     i18n.Lang
}

// hello asks the CMS how it is: a pass begins only when it answers.
func (r *Replica) hello(ctx context.Context) (wordpress.About, error) {
	about, err := r.cms.About(ctx)
	if err != nil {
		return about, fmt.Errorf("ask the CMS: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.about = about
	return about, nil
}

// reconcile compares everything: what was missed, changed without notice, or is gone.
func (r *Replica) reconcile(ctx context.Context) error {
	about, err := r.hello(ctx)
	if err != nil {
		return err
	}
	began := r.cfg.Now()
	if err := r.learnLanguages(ctx); err != nil {
		return err
	}
	r.incomplete = false
	r.inARow.Store(0)
	// A first copy begins with terms and authors, which everything names. Later
	// what editors work at comes first; it brings what it needs.
	ready := r.Ready()
	if !ready {
		if err := r.small(ctx, nil); err != nil {
			return err
		}
	}
	r.mu.Lock()
	refresh := r.state.Ready && began.Sub(r.state.RefreshedAt) >= r.cfg.Refresh
	r.mu.Unlock()
	for _, k := range r.kinds {
		if err := errors.Join(r.compare(ctx, k, refresh), r.breathe(ctx)); err != nil {
			return err
		}
	}
	if ready {
		if err := r.small(ctx, nil); err != nil {
			return err
		}
	}
	r.finish(ctx, began, about.ServerTime, refresh)
	if r.incomplete && !r.Ready() {
		return errors.New("a list of the CMS cannot be read, so the first copy is not whole; estate replica status tells which and why")
	}
	return r.save(ctx)
}

// finish notes a comparison that came to its end. The first one of which nothing
// is missing makes the copy whole.
func (r *Replica) finish(ctx context.Context, began, heard time.Time, refreshed bool) {
	first := false
	r.change(func(s *state) {
		first = !s.Ready && !r.incomplete
		s.Ready = s.Ready || first
		s.ReconciledAt = began.UTC()
		if refreshed || first {
			s.RefreshedAt = began.UTC()
		}
		if s.Heard.IsZero() {
			s.Heard, s.HeardAt = heard, began.UTC()
		}
	})
	r.succeeded(ctx)
	if first {
		r.cfg.Log.Info("everything is copied; the site shows it", "took", r.cfg.Now().Sub(began).Round(time.Millisecond))
	}
}

// succeeded notes that the store equals the CMS, as of now.
func (r *Replica) succeeded(ctx context.Context) {
	r.change(func(s *state) { s.LastSuccess, s.LastError = r.cfg.Now().UTC(), "" })
	r.setProgress(Progress{})
	r.count(ctx)
}

// learnLanguages finds the languages that the CMS has. One that it had once stays:
// its absence is then a failure and not an empty language.
func (r *Replica) learnLanguages(ctx context.Context) error {
	r.mu.Lock()
	remembered := slices.Clone(r.state.Languages)
	r.mu.Unlock()
	langs := []i18n.Lang{i18n.Fallback}
	for _, lang := range i18n.Filled {
		if lang == i18n.Fallback {
			continue
		}
		known := slices.Contains(remembered, string(lang))
		has, err := r.cms.HasLanguage(ctx, lang)
		if err != nil && known {
			return fmt.Errorf("ask the CMS in %s: %w", lang, err)
		}
		if has || known {
			langs = append(langs, lang)
		}
		if err != nil {
			r.cfg.Log.Warn("the CMS has no readable API in this language; it is left out", "lang", lang, "err", err)
		}
	}
	r.langs = langs
	r.change(func(s *state) {
		s.Languages = nil
		for _, lang := range langs {
			s.Languages = append(s.Languages, string(lang))
		}
	})
	return nil
}

// compare brings one list of the store to that of the CMS.
func (r *Replica) compare(ctx context.Context, k kind, refresh bool) error {
	known, err := r.known(ctx, k)
	if err != nil {
		return err
	}
	remote, err := r.list(ctx, k)
	switch {
	case errors.Is(err, wordpress.ErrNoEndpoint) && len(known) == 0:
		return nil
	case err != nil:
		r.incomplete = true
		return r.listFailed(ctx, k.endpoint, err)
	}
	r.mended(k.endpoint, 0)
	if err := r.take(ctx, k, r.wanted(k, remote, known, refresh)); err != nil {
		return err
	}
	missing := slices.DeleteFunc(slices.Sorted(maps.Keys(known)), func(id int) bool { _, there := remote[id]; return there })
	return r.gone(ctx, k, missing, len(known))
}

// known is what the store has of a list.
func (r *Replica) known(ctx context.Context, k kind) (map[int]store.Stamp, error) {
	stamps, err := r.store.Stamps(ctx, k.typ)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errStore, err)
	}
	known := make(map[int]store.Stamp, len(stamps))
	for _, stamp := range stamps {
		known[stamp.ID] = stamp
	}
	return known, nil
}

// wanted are the listed entities that the store does not have as they are listed.
func (r *Replica) wanted(k kind, remote map[int]listed, known map[int]store.Stamp, all bool) []want {
	var wants []want
	for id, there := range remote {
		here, has := known[id]
		same := has && here.Modified.Equal(there.modified) && (k.shared || there.lang == "" || here.Lang == there.lang)
		if same && !all || r.isResting(k.endpoint, id) {
			continue
		}
		wants = append(wants, want{id, there.lang})
	}
	// Newest first: what editors look for is there soonest.
	slices.SortFunc(wants, func(a, b want) int { return b.id - a.id })
	return wants
}

// list reads what the CMS publishes of a kind, in few answers where its plugin helps.
func (r *Replica) list(ctx context.Context, k kind) (map[int]listed, error) {
	remote := map[int]listed{}
	if k.shared && r.hasPlugin() {
		stamps, err := r.cms.AllStamps(ctx, k.endpoint)
		if err == nil {
			for _, stamp := range stamps {
				remote[stamp.ID] = listed{modified: stamp.Modified}
			}
			return remote, nil
		}
		if !errors.Is(err, wordpress.ErrNoEndpoint) {
			return nil, err
		}
	}
	err := r.eachLang(ctx, k, wordpress.StampQuery{}, remote)
	return remote, err
}

// eachLang adds to found what every language lists.
func (r *Replica) eachLang(ctx context.Context, k kind, q wordpress.StampQuery, found map[int]listed) error {
	for _, lang := range r.langs {
		stamps, _, err := r.cms.Stamps(ctx, lang, k.endpoint, q)
		if err != nil {
			return fmt.Errorf("list %s in %s: %w", k.endpoint, lang, err)
		}
		for _, stamp := range stamps {
			if _, known := found[stamp.ID]; !known {
				found[stamp.ID] = listed{stamp.Modified, lang}
			}
		}
		if err := r.breathe(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (r *Replica) hasPlugin() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.about.Plugin != ""
}

// listFailed tells an outage, which ends the pass, from a list that fails alone.
func (r *Replica) listFailed(ctx context.Context, endpoint string, err error) error {
	if _, dead := r.hello(ctx); dead != nil || ctx.Err() != nil {
		return err
	}
	r.fail(endpoint, 0, err)
	return nil
}
