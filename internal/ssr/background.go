package ssr

import "time"

// brotliQueue is how many pages may wait for brotli. When it is full, a page counts
// its requests anew and asks again.
const brotliQueue = 256

// wantsBrotli queues a page that has been asked for often enough.
func (p *Pages) wantsBrotli(page *Page) {
	select {
	case p.wanted <- page:
	default:
		page.asked.Store(0)
	}
}

// compress makes brotli forms, one at a time, and rests in between so that it
// takes no more than its share of a core.
func (p *Pages) compress() {
	for {
		select {
		case <-p.ctx.Done():
			return
		case page := <-p.wanted:
			if kept, ok := p.cache.GetIfPresent(page.key); !ok || kept != page {
				continue
			}
			began := time.Now()
			page.keep(&page.brotli, packBrotli(page.source()))
			if !p.rest(time.Since(began)) {
				return
			}
		}
	}
}

// rest waits as long as the share of a core demands after so much work; false when the cache closes.
func (p *Pages) rest(worked time.Duration) bool {
	wait := worked * time.Duration(100-p.cfg.BrotliShare) / time.Duration(p.cfg.BrotliShare)
	select {
	case <-p.ctx.Done():
		return false
	case <-time.After(wait):
		return true
	}
}
