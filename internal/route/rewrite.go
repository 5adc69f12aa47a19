package route

import (
	"slices"
	"strings"

	"estate/internal/i18n"
	"estate/internal/link"
)

// The rewrites (routing §3).
const (
	rewriteHome      = "homepage"
	rewritePostsPage = "posts page"
	rewriteFolder    = "subdirectory"
)

// base stands in for the first words of a family of links.
type base struct {
	name     string
	from, to string // "/web/categoria/" is matched as "/category/"
	shut     string // "/web/category/" leads nowhere
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
		if strings.Trim(b.set, "/") != "" {
			t.bases = append(t.bases, base{
				name: b.name, from: link.Join(t.folder, strings.ToLower(b.set)),
				to: link.Join(b.own), shut: link.Join(t.folder, b.own),
			})
		}
	}
}

// ownPath is a configured path in normal form, without language and page.
func ownPath(path string) string {
	l, _ := link.Parse(strings.ToLower(link.Join(path)))
	return l.Path
}

// localize cuts the language's prefix off a link behind the site's folder too:
// /web/es/blog/ is the Spanish blog of a site that lives in /web/.
func (t *Table) localize(l link.Link) link.Link {
	inner, found := t.cutFolder(l.Path)
	if t.folder == "/" || !found || l.Lang != i18n.Fallback {
		return l
	}
	behind, err := link.Parse(inner)
	if err == nil && behind.Lang != i18n.Fallback {
		l.Lang, l.Path = behind.Lang, link.Join(t.folder)+strings.TrimPrefix(behind.Path, "/")
	}
	return l
}

// rewrite applies the first rewrite that fits. taken is false for links that a
// setting has switched off.
func (t *Table) rewrite(l link.Link) (path, name string, taken bool) {
	path = l.Path
	folded := strings.ToLower(path)
	_, searched := l.Query["s"]
	if home := t.home[l.Lang]; home != "" && folded == t.folder && l.Page <= 1 && !searched {
		return home, rewriteHome, true
	}
	if slices.Contains(t.postsPage[l.Lang], folded) {
		return "/", rewritePostsPage, true
	}
	for _, b := range t.bases {
		if strings.HasPrefix(folded, b.from) {
			return b.to + path[len(b.from):], b.name, true
		}
		if strings.HasPrefix(folded, b.shut) {
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

// cutFolder is a path as seen from the site's folder.
func (t *Table) cutFolder(path string) (inner string, found bool) {
	if len(path) < len(t.folder) || !strings.EqualFold(path[:len(t.folder)], t.folder) {
		return path, false
	}
	return path[len(t.folder)-1:], true
}
