package compose

import (
	"cmp"
	"context"
	"path"
	"sync"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// legalPages are the footer links of a site without such a menu, by their English paths.
var legalPages = []struct{ path, key string }{
	{"/legal/", "footer.legal"},
	{"/legal/cookie-policy/", "footer.cookies"},
	{privacyPage, "footer.privacy"},
}

const (
	privacyPage = "/privacy-policy/"
	// legalTimeout bounds the look-up of the legal pages: no page waits long for its footer.
	legalTimeout = 2 * time.Second
)

// legalLinks are the links of the legal pages in one language by their English path.
type legalLinks map[string]string

// defaultLegal are the links of a source that cannot be asked.
func defaultLegal(lang i18n.Lang) legalLinks {
	links := legalLinks{}
	for _, page := range legalPages {
		links[page.path] = lang.Prefix() + page.path
	}
	return links
}

// findLegal looks the legal pages up: each by its path in the language, else as the translation of
// the English page. complete is false when the source failed; its links are then the default ones.
func findLegal(ctx context.Context, source content.Source, lang i18n.Lang) (links legalLinks, complete bool) {
	ctx, cancel := context.WithTimeout(ctx, legalTimeout)
	defer cancel()
	links, complete = defaultLegal(lang), true
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, page := range legalPages {
		all.Go(func() {
			found, err := legalLink(ctx, source, lang, page.path)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				complete = false
				return
			}
			links[page.path] = found
		})
	}
	all.Wait()
	return links, complete
}

// legalLink returns the link of a page in a language: its own, else that of the English page, else
// the default one, which estate check names.
func legalLink(ctx context.Context, source content.Source, lang i18n.Lang, english string) (string, error) {
	slug := path.Base(english)
	for _, in := range []i18n.Lang{lang, i18n.Fallback} {
		found, err := source.BySlug(ctx, in, "pages", slug)
		if err != nil {
			return "", err
		}
		for _, page := range found {
			head := content.HeadOf(page)
			if head == nil || page.LinkIn(in) != in.Prefix()+english {
				continue
			}
			if in == lang {
				return page.LinkIn(lang), nil
			}
			return cmp.Or(content.Translations(ctx, source, head)[lang], page.LinkIn(in)), nil
		}
	}
	return lang.Prefix() + english, nil
}
