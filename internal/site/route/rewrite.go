package route

import (
	"slices"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/content/link"
)

// The rewrites (routing §3).
const (
	rewriteHome      = "homepage"
	rewritePostsPage = "posts page"
	rewriteFolder    = "subdirectory"
)

// base is a configured first path of categories, tags or authors.
type base struct {
	name     string
	from, to string // "/web/categoria/" is matched as "/category/"
	disabled string // "/web/category/" has no target
}

func (t *Table) prepareRewrites(c Config) {
	t.folder = strings.ToLower(link.Join(c.Subdirectory))
	t.home, t.postsPage = map[i18n.Lang]string{}, map[i18n.Lang][]string{}
	for _, lang := range i18n.Filled {
		if home := c.Home.In(lang); home != "" {
			t.home[lang] = ownPath(home)
		}
		if page := c.PostsPage.In(lang); page != "" {
			t.postsPage[lang] = []string{ownPath(page), link.Join(t.folder, ownPath(page))}
		}
	}
	for _, b := range []struct{ name, set, own string }{
		{"category base", c.CategoryBase, "category"},
		{"tag base", c.TagBase, "tag"},
		{"author base", c.AuthorBase, "author"},
	} {
		if set := strings.ToLower(strings.Trim(b.set, "/")); set != "" && set != b.own {
			t.bases = append(t.bases, base{
				name: b.name, from: link.Join(t.folder, strings.ToLower(b.set)),
				to: link.Join(b.own), disabled: link.Join(t.folder, b.own),
			})
		}
	}
}

// ownPath is a configured path in normal form without language and page.
func ownPath(path string) string {
	l, _ := link.Parse(strings.ToLower(link.Join(path)))
	return l.Path
}

// localize cuts the language's prefix off a link that has it after the site's folder:
// /web/es/blog/ is the Spanish blog of a site in /web/.
func (t *Table) localize(l link.Link) link.Link {
	inner, found := t.cutFolder(l.Path)
	if t.folder == "/" || !found || l.Lang != i18n.Fallback {
		return l
	}
	innerLink, err := link.Parse(inner)
	if err == nil && innerLink.Lang != i18n.Fallback {
		l.Lang, l.Path = innerLink.Lang, link.Join(t.folder)+strings.TrimPrefix(innerLink.Path, "/")
	}
	return l
}

// rewrite applies the first rewrite that matches. Enabled is false for links that a
// setting disables.
func (t *Table) rewrite(l link.Link) (path, name string, enabled bool) {
	path = l.Path
	lower := strings.ToLower(path)
	_, searched := l.Query["s"]
	if home := t.home[l.Lang]; home != "" && lower == t.folder && l.Page <= 1 && !searched {
		return home, rewriteHome, true
	}
	if slices.Contains(t.postsPage[l.Lang], lower) {
		return "/", rewritePostsPage, true
	}
	for _, b := range t.bases {
		if strings.HasPrefix(lower, b.from) {
			return b.to + path[len(b.from):], b.name, true
		}
		if strings.HasPrefix(lower, b.disabled) {
			return path, "", false
		}
	}
	if t.folder == "/" {
		return path, "", true
	}
	if inner, found := t.cutFolder(path); found {
		return inner, rewriteFolder, true
	}
	return path, "", false
}

// cutFolder is a path relative to the site's folder, false when it is outside.
func (t *Table) cutFolder(path string) (inner string, found bool) {
	if len(path) < len(t.folder) || !strings.EqualFold(path[:len(t.folder)], t.folder) {
		return path, false
	}
	return path[len(t.folder)-1:], true
}
