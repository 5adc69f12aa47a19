package replica

import (
	"context"
	"slices"
	"strings"

	"estate/internal/content"
)

// noticeApplier fetches what notices name. A notice carries no content, so a false one
// costs a request and nothing else.
type noticeApplier struct {
	types      postTypes
	taxonomies []taxonomy
	fetcher    *fetcher
	data       *siteData
	failures   *failureLog
	counts     *publishedCounts
	state      *stateStore
}

// applyNotices fetches and stores what the notices name. It ends at the first failure of
// the CMS or the store; the caller queues the notices again.
func (a *noticeApplier) applyNotices(ctx context.Context, notices []Notice, drain drainFunc) error {
	parts := map[string]bool{}
	ids := map[string][]int{}
	for _, notice := range notices {
		switch _, isEntity := a.types.find(notice.Type); {
		case !isEntity:
			if part := a.siteDataPart(notice.Type); part != "" {
				parts[part] = true
			}
		case notice.ID >= content.FirstFeedID && !a.isCopied(ctx, notice): // of a feed of this site, or found by the next poll
		case notice.ID > 0 && !slices.Contains(ids[notice.Type], notice.ID):
			ids[notice.Type] = append(ids[notice.Type], notice.ID)
			a.failures.clearFailure(notice.Type, notice.ID) // a notice ends its backoff
		}
	}
	if len(parts) > 0 {
		if err := a.data.sync(ctx, parts, drain); err != nil {
			return err
		}
	}
	for _, t := range a.types {
		if len(ids[t.endpoint]) == 0 {
			continue
		}
		if err := a.fetcher.fetchAndStore(ctx, t, itemsOf(ids[t.endpoint]), drain); err != nil {
			return err
		}
	}
	a.counts.refresh(ctx)
	return a.state.save(ctx)
}

// isCopied reports whether an entity with the number of a feed is a copy of the CMS.
func (a *noticeApplier) isCopied(ctx context.Context, notice Notice) bool {
	text, err := a.state.store.Note(ctx, copiedNote(notice.Type, notice.ID))
	return err == nil && text != ""
}

// siteDataPart returns the part of the site data that a notice type belongs to, "" for none.
func (a *noticeApplier) siteDataPart(noticeType string) string {
	switch noticeType {
	case partOptions, "menus":
		return partOptions
	case partRedirects, partInstagram, partAuthors:
		return noticeType
	}
	name := strings.TrimPrefix(noticeType, "tax_")
	for _, t := range a.taxonomies {
		if name == t.name || name == t.endpoint {
			return t.name
		}
	}
	return ""
}

// drainFunc applies queued notices between two steps of a long run, so that an edit does
// not wait for its end. nil applies none: the run itself applies notices.
type drainFunc func(context.Context) error

func (d drainFunc) run(ctx context.Context) error {
	if d == nil {
		return nil
	}
	return d(ctx)
}
