package app

import (
	"context"
	"iter"
	"log/slog"
	"os"
	"path/filepath"

	"estate/internal/app/config"
	"estate/internal/content/search"
	"estate/internal/find/index"
	"estate/internal/find/indexer"
	"estate/internal/site/redirect"
	"estate/internal/store"
)

// openIndex builds the search index from the store, reads the redirects, and keeps both
// current. In live mode the CMS answers searches.
func (a *App) openIndex(ctx context.Context, s config.Settings, redirects *redirect.Table) error {
	if a.store == nil {
		return nil
	}
	_ = os.Remove(filepath.Join(s.Data, "search.index")) // versions before 0.3.0 wrote it
	var last uint64                                      // one build runs at a time
	a.index = index.New(index.Config{
		Rows: func(ctx context.Context) iter.Seq2[search.Row, error] { return a.store.RowsWithLast(ctx, &last) },
		Last: func() uint64 { return last },
	})
	a.store.UseSearcher(a.index)
	a.indexUpdater = indexer.New(indexer.Config{
		Store: a.store, Index: a.index, Log: a.log,
		ReadRedirects: redirectReader(a.store, redirects, a.log),
	})
	// Subscribe before Load: another node may write at any time.
	cancel := a.store.Subscribe(a.indexUpdater.Apply)
	a.closers = append(a.closers, func() error { cancel(); return nil })
	return a.indexUpdater.Load(ctx)
}

// redirectReader returns what replaces the redirects by those of the store, without invalid ones.
func redirectReader(st *store.Store, redirects *redirect.Table, log *slog.Logger) func(context.Context) error {
	return func(ctx context.Context) error {
		stored, err := st.Redirects(ctx)
		if err != nil {
			return err
		}
		if err := redirects.Replace(redirectPairs(stored)); err != nil {
			log.Warn("invalid redirects are skipped", "err", err)
		}
		return nil
	}
}
