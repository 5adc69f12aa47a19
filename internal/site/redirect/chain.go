package redirect

import (
	"context"
	"strings"

	"estate/internal/content/link"
)

// maxSteps bounds how many rules are joined into one redirect.
const maxSteps = 8

// chain is a link with the redirects that apply to it one after the other.
type chain struct {
	link        link.Link // the target, inside the site
	passThrough map[string]string
	external    string // the target, outside the site
	status      int
	failure     error
	moved       bool
}

// location is the target as a Location header has it, in normal form.
func (c chain) location() string {
	if c.external != "" {
		return c.external
	}
	return c.link.WithQuery(link.Merge(c.link.Query, c.passThrough)).String()
}

// follow applies all rules to a link until none is left. Query keys that a target
// lacks are kept. A loop gives no redirect.
func (t *Table) follow(ctx context.Context, start link.Link, passThrough map[string]string, refs References) chain {
	none := chain{link: start, passThrough: passThrough, status: StatusMoved}
	c, seen := none, map[string]bool{start.WithHash("").String(): true}
	for range maxSteps {
		s, ok := t.step(ctx, c.link, refs)
		if !ok {
			return c
		}
		c.moved = true
		c.status = joinStatus(c.status, s.status)
		if s.failure != nil {
			c.failure, none.failure = s.failure, s.failure
		}
		if s.dropQuery {
			c.link = c.link.WithQuery(nil)
		}
		if ok := t.advance(&c, s.to); !ok {
			return none
		}
		if c.external != "" {
			return c
		}
		key := c.link.WithHash("").String()
		if seen[key] {
			return none
		}
		seen[key] = true
	}
	return none
}

// advance makes an address the target of the chain.
func (t *Table) advance(c *chain, to string) (ok bool) {
	path, inside := t.config.inside(to)
	if !inside {
		c.external, ok = outside(to)
		return ok
	}
	req, err := t.config.Rules.Read(path)
	if err != nil {
		return false
	}
	next := req.Link.WithQuery(link.Merge(req.Link.Query, c.link.Query))
	if next.Hash == "" {
		next.Hash = c.link.Hash
	}
	c.passThrough = link.Merge(req.PassThrough, c.passThrough)
	c.link, err = t.normalizeResults(next)
	return err == nil && strings.HasPrefix(c.link.Route, "/")
}
