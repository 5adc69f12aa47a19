package ssr

import (
	"time"

	"estate/internal/platform/backoff"
)

// brotliQueue is the number of pages that may wait for brotli. When the queue is full, a page
// counts its requests again from zero.
const brotliQueue = 256

// queueBrotli queues a page for brotli.
func (p *Pages) queueBrotli(page *Page) {
	select {
	case p.brotliJobs <- page:
	default:
		page.requests.Store(0)
	}
}

// compressInBackground compresses queued pages with brotli, one at a time. It sleeps between
// two pages, so that it uses at most BrotliShare percent of a core.
func (p *Pages) compressInBackground() {
	for {
		select {
		case <-p.ctx.Done():
			return
		case page := <-p.brotliJobs:
			if kept, ok := p.cache.GetIfPresent(page.key); !ok || kept != page {
				continue
			}
			start := time.Now()
			page.add(brotliForm, packBrotli(page.document()))
			if backoff.Sleep(p.ctx, p.idleTime(time.Since(start))) != nil {
				return
			}
		}
	}
}

// idleTime is the sleep after so much work that keeps the share of a core.
func (p *Pages) idleTime(worked time.Duration) time.Duration {
	return worked * time.Duration(100-p.cfg.BrotliShare) / time.Duration(p.cfg.BrotliShare)
}
