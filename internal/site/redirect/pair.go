package redirect

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/content/link"
)

// The statuses of a redirect (specification §9.7).
const (
	StatusMoved     = 301
	StatusFound     = 302
	StatusTemporary = 307
	StatusPermanent = 308
)

// Pair is a redirect from one old link to a new one.
type Pair struct {
	From   string // a link of the site; one with a query matches that query only
	To     string // a link of the site, or an absolute http(s) address
	Status int    // 0 means 301
}

func (p Pair) status() int {
	if p.Status == 0 {
		return StatusMoved
	}
	return p.Status
}

// joinStatus is the status of two redirects joined: permanent only if both are.
func joinStatus(a, b int) int {
	for _, status := range []int{a, b} {
		if status == StatusFound || status == StatusTemporary {
			return status
		}
	}
	return a
}

// index maps the normal form of each old link to its pair, chains joined. The
// error names every invalid pair; the index holds the others.
func (c Config) index(pairs []Pair) (map[string]Pair, error) {
	index := make(map[string]Pair, len(pairs))
	var problems []error
	for _, p := range pairs {
		key, err := c.checkPair(p)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		index[key] = p
	}
	joined := make(map[string]Pair, len(index))
	for key, p := range index {
		end, err := c.joinChain(index, key, p)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		joined[key] = end
	}
	slices.SortFunc(problems, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return joined, errors.Join(problems...)
}

// joinChain joins a pair with the pairs of its target into one.
func (c Config) joinChain(index map[string]Pair, key string, p Pair) (Pair, error) {
	seen := []string{key}
	for {
		next, inside := c.key(p.To)
		if !inside {
			return p, nil
		}
		if slices.Contains(seen, next) {
			return p, fmt.Errorf("redirect %s is a loop: %s", p.From, strings.Join(append(seen, next), " → "))
		}
		step, found := index[next]
		if !found {
			return p, nil
		}
		seen = append(seen, next)
		p = Pair{From: p.From, To: step.To, Status: joinStatus(p.status(), step.status())}
	}
}

// key is the normal form of an address, false for one outside the site.
func (c Config) key(address string) (key string, inside bool) {
	path, inside := c.inside(address)
	if !inside {
		return "", false
	}
	req, err := c.Rules.Read(path)
	return req.Link.WithHash("").String(), err == nil
}

// checkPair returns the pair's key, or the reason why the pair is invalid.
func (c Config) checkPair(p Pair) (key string, err error) {
	key, inside := c.key(p.From)
	switch {
	case !inside:
		return "", fmt.Errorf("redirect from %q: write a path of the site that begins with one slash", p.From)
	case isRoot(key):
		return "", fmt.Errorf("redirect from %q: a root cannot be redirected", p.From)
	case !slices.Contains([]int{0, StatusMoved, StatusFound, StatusTemporary, StatusPermanent}, p.Status):
		return "", fmt.Errorf("redirect from %q: status %d is none of 301, 302, 307, 308", p.From, p.Status)
	}
	if target, inside := c.inside(p.To); inside {
		if _, err := c.Rules.Read(target); err != nil {
			return "", fmt.Errorf("redirect from %q: %w", p.From, err)
		}
		return key, nil
	}
	if _, ok := outside(p.To); !ok {
		return "", fmt.Errorf("redirect from %q to %q: write a path of the site or an http address", p.From, p.To)
	}
	return key, nil
}

func isRoot(key string) bool {
	return slices.ContainsFunc(i18n.Filled, func(l i18n.Lang) bool { return key == l.Prefix()+"/" })
}

// inside returns path, query and hash of an address of the site or the CMS, false
// for another host.
func (c Config) inside(address string) (path string, ok bool) {
	if strings.HasPrefix(address, "/") {
		return address, !strings.HasPrefix(address, "//") && !strings.HasPrefix(address, `/\`)
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !slices.Contains(c.Hosts, strings.ToLower(u.Host)) {
		return "", false
	}
	return link.CutOrigin(address), true
}

// outside returns an absolute address escaped for a header, false when it is no
// http or https address, or has a user.
func outside(address string) (clean string, ok bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || len(address) > link.MaxLength {
		return "", false
	}
	return link.Escape(u.String()), true
}
