package redirect

import (
	"context"
	"strings"

	"estate/internal/link"
)

// maxSteps bounds how many rules are folded into one redirect.
const maxSteps = 8

// walked is where a link leads in the end.
type walked struct {
	link     link.Link // the end, inside the site
	riding   map[string]string
	external string // the end, outside
	status   int
	failure  error
	moved    bool
}

// location is the end of the walk as it stands in a header, in normal form.
func (w walked) location() string {
	if w.external != "" {
		return w.external
	}
	return w.link.WithQuery(link.Merge(w.link.Query, w.riding)).String()
}

// walk follows a link through all rules. The query goes along: every key that a
// target lacks is kept. A walk that goes round in a loop has not moved.
func (t *Table) walk(ctx context.Context, start link.Link, riding map[string]string, refs References) walked {
	still := walked{link: start, riding: riding, status: StatusMoved}
	w, seen := still, map[string]bool{start.WithHash("").String(): true}
	for range maxSteps {
		s, ok := t.step(ctx, w.link, refs)
		if !ok {
			return w
		}
		w.moved = true
		w.status = joinStatus(w.status, s.status)
		if s.failure != nil {
			w.failure, still.failure = s.failure, s.failure
		}
		if s.spent {
			w.link = w.link.WithQuery(nil)
		}
		if ok := t.advance(&w, s.to); !ok {
			return still
		}
		if w.external != "" {
			return w
		}
		key := w.link.WithHash("").String()
		if seen[key] {
			return still
		}
		seen[key] = true
	}
	return still
}

// advance takes the walk to an address.
func (t *Table) advance(w *walked, to string) (ok bool) {
	path, inside := t.config.inside(to)
	if !inside {
		w.external, ok = outside(to)
		return ok
	}
	req, err := t.config.Rules.Read(path)
	if err != nil {
		return false
	}
	next := req.Link.WithQuery(link.Merge(req.Link.Query, w.link.Query))
	if next.Hash == "" {
		next.Hash = w.link.Hash
	}
	w.riding = link.Merge(req.Riding, w.riding)
	w.link, err = t.canonical(next)
	return err == nil && strings.HasPrefix(w.link.Route, "/")
}
