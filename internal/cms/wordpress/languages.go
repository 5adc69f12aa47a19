package wordpress

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// languageTTL is how long it is known how the CMS serves a language.
const languageTTL = 10 * time.Minute

// served is how the CMS serves a language.
type served struct {
	api    bool // by an API of its own, below the folder of the language
	listed bool // its entities are in the lists of the main API: translations without languages in REST
	until  time.Time
}

// languages remembers how the CMS serves each language.
type languages struct {
	mu    sync.Mutex
	known map[i18n.Lang]served
}

func (l *languages) get(lang i18n.Lang) (how served, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	how, known = l.known[lang]
	return how, known
}

func (l *languages) set(lang i18n.Lang, how served) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil {
		l.known = map[i18n.Lang]served{}
	}
	l.known[lang] = how
}

// Languages returns the filled languages that the CMS has, the fallback language first. A language of
// which the CMS says nothing, because it is down, counts.
func (c *Client) Languages(ctx context.Context) []i18n.Lang {
	var langs []i18n.Lang
	for _, lang := range i18n.Filled {
		if how := c.serves(ctx, lang); how.api || how.listed {
			langs = append(langs, lang)
		}
	}
	return langs
}

// apiLang returns the language whose API has the entities of lang.
func (c *Client) apiLang(ctx context.Context, lang i18n.Lang) i18n.Lang {
	if !c.config.Adapt || c.serves(ctx, lang).api {
		return lang
	}
	return i18n.Fallback
}

// serves asks once per language and languageTTL. While the CMS does not answer, the last answer counts.
func (c *Client) serves(ctx context.Context, lang i18n.Lang) served {
	if lang == i18n.Fallback {
		return served{api: true, listed: true}
	}
	last, known := c.languages.get(lang)
	if known && c.config.Now().Before(last.until) {
		return last
	}
	bounded, cancel := content.Bounded(ctx)
	defer cancel()
	how, err := c.serving.Do(bounded, lang, func(ctx context.Context) (served, error) {
		how, err := c.readServed(ctx, lang)
		switch {
		case err == nil:
			how.until = c.config.Now().Add(languageTTL)
		case known:
			how = last
			how.until = c.config.Now().Add(identityRetry)
		default:
			how = served{api: true, until: c.config.Now().Add(identityRetry)}
		}
		c.languages.set(lang, how)
		return how, nil
	})
	switch {
	case err == nil:
		return how
	case known:
		return last
	}
	return served{api: true}
}

func (c *Client) readServed(ctx context.Context, lang i18n.Lang) (served, error) {
	api, err := c.HasLanguage(ctx, lang)
	if err != nil || api {
		return served{api: api}, err
	}
	listed, err := c.listsLanguage(ctx, lang)
	return served{listed: listed}, err
}

// HasLanguage reports whether the CMS has an API in lang. Its root is the proof. Only a 404 and a page
// in its place mean no; any other failure is an error.
func (c *Client) HasLanguage(ctx context.Context, lang i18n.Lang) (bool, error) {
	got, err := c.request(ctx, lang, identityEndpoint, Params{"_fields": "namespaces"}, "")
	if err != nil {
		return false, err
	}
	k := c.known.Load()
	if got.status == http.StatusNotFound || isPlain(k.base(c.config, lang)) && !k.identity.HasPlugin() {
		return false, nil // with plain permalinks only the plugin knows a language by its folder
	}
	if isPage := got.status < http.StatusBadRequest && isHTML(got.body); isPage && lang != i18n.Fallback {
		return false, nil // where every unknown address leads to the home page
	}
	if err := got.err(); err != nil {
		return false, err
	}
	root, err := got.parse()
	if err == nil && !isRoot(root) {
		err = got.diagnose()
	}
	return err == nil, err
}

// listsLanguage reports whether the newest entities of the main API have links in the folder of lang.
func (c *Client) listsLanguage(ctx context.Context, lang i18n.Lang) (bool, error) {
	var failures []error
	lists := []string{"pages", "posts", "properties"}
	for _, endpoint := range lists {
		tree, _, err := c.list(ctx, i18n.Fallback, endpoint, Params{"_fields": "link", "per_page": maxPerPage}, 1)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		for _, item := range tree.list() {
			if _, of := toEnglish(c.links.Site(item.at("link").text())); of == lang {
				return true, nil
			}
		}
	}
	if len(failures) == len(lists) {
		return false, errors.Join(failures...)
	}
	return false, nil
}

// inLanguage returns the entities that have a link in lang, or none at all.
func inLanguage[T content.Entity](c *Client, entities []T, lang i18n.Lang) []T {
	if !c.config.Adapt {
		return entities
	}
	kept := entities[:0]
	for _, entity := range entities {
		head := content.HeadOf(entity)
		if term, ok := any(entity).(*content.Term); ok && term.Lang != "" && term.Lang != lang {
			continue
		}
		if head == nil || head.Link == "" || entity.LinkIn(lang) != "" {
			kept = append(kept, entity)
		}
	}
	return kept
}
