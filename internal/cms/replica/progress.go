package replica

import (
	"context"
	"log/slog"
	"sync"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// Progress is the state of a long run.
type Progress struct {
	Endpoint string `json:"doing,omitempty"` // "" when no long run is active
	Done     int    `json:"done"`
	Total    int    `json:"total"`
}

// logEvery is the number of entities between two log lines about progress.
const logEvery = 500

// progress tracks the active run. A nil *progress ignores all calls.
type progress struct {
	batchSize int
	log       *slog.Logger

	mu      sync.Mutex
	current Progress
}

// start begins the fetching of total entities of an endpoint; "" means that the run has ended.
func (p *progress) start(endpoint string, total int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.current = Progress{Endpoint: endpoint, Total: total}
	if total > p.batchSize {
		p.log.Info("fetching entities from the CMS", "type", endpoint, "total", total)
	}
}

// advance adds n fetched entities.
func (p *progress) advance(n int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.current.Done
	p.current.Done += n
	if c := p.current; c.Done/logEvery > before/logEvery && c.Total > logEvery {
		p.log.Info("fetching entities from the CMS", "type", c.Endpoint, "done", c.Done, "total", c.Total)
	}
}

func (p *progress) get() Progress {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.current
}

// publishedCounts is the number of published entities in the store by type, and their languages, as of
// the last refresh.
type publishedCounts struct {
	store *store.Store

	mu     sync.Mutex
	byType map[content.Type]int
	langs  map[i18n.Lang]bool
}

// refresh counts again. A store that fails leaves the counts as they are.
func (p *publishedCounts) refresh(ctx context.Context) {
	groups, err := p.store.Published(ctx)
	if err != nil {
		return // reads and writes report the failure of the store
	}
	counts, langs := map[content.Type]int{}, map[i18n.Lang]bool{}
	for _, group := range groups {
		counts[group.Type] += group.Count
		langs[group.Lang] = true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.byType, p.langs = counts, langs
}

func (p *publishedCounts) of(t content.Type) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.byType[t]
}

// inLang reports whether an entity of one language has this one.
func (p *publishedCounts) inLang(lang i18n.Lang) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.langs[lang]
}
