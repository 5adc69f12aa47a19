package app

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"estate/internal/app/config"
	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/store"
)

// maxOldLinks bounds the links that an import looks up.
const maxOldLinks = 5000

// importOldLinks finds out where links in the content lead that no content has: a WordPress without
// the plugin does not list the former slugs of its posts, but redirects them. The redirects become
// pairs of the store.
func importOldLinks(ctx context.Context, s config.Settings, st *store.Store, client *wordpress.Client) (imported int, err error) {
	links, err := unknownLinks(ctx, s, st)
	if err != nil {
		return 0, err
	}
	var mu sync.Mutex
	var pairs []content.RedirectPair
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for _, old := range links {
		group.Go(func() error {
			to, err := guessFilter{client}.Redirect(groupCtx, old, content.LastRedirect)
			if err != nil || to.External || to.Status != http.StatusMovedPermanently {
				return groupCtx.Err() // no redirect, or a guess
			}
			target, err := url.Parse(to.Location)
			if err != nil || link.Normalize(target.RequestURI()) == link.Normalize(old) {
				return nil //nolint:nilerr // an unreadable target is no redirect
			}
			mu.Lock()
			defer mu.Unlock()
			pairs = append(pairs, content.RedirectPair{From: old, To: link.Normalize(target.RequestURI())})
			return nil
		})
	}
	if err := group.Wait(); err != nil || len(pairs) == 0 {
		return 0, err
	}
	return len(pairs), st.Write(ctx, func(b *store.Batch) error { return b.PutRedirects(pairs...) })
}

// unknownLinks returns the links of the CMS in the content that neither content nor a pair has.
func unknownLinks(ctx context.Context, s config.Settings, st *store.Store) ([]string, error) {
	folder := strings.TrimRight(s.CMS.Address().Path, "/")
	finder := newAddressFinder(s.CMS.Address().Host + folder)
	found := map[string]bool{}
	known := map[string]bool{"/": true}
	err := documents{st, contentTypes(s)}.each(ctx, func(doc []byte, _ func([]byte) error) error {
		finder.each(doc, func(address string) string {
			parsed, err := parseAddress(address)
			if err == nil && !isFile(address) && !strings.Contains(parsed.Path, "/wp-") && parsed.RawQuery == "" {
				found[link.Normalize(strings.TrimPrefix(parsed.EscapedPath(), folder))] = true
			}
			return address
		})
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, t := range contentTypes(s) {
		stamps, err := st.Stamps(ctx, t)
		if err != nil {
			return nil, err
		}
		for _, stamp := range stamps {
			entity, err := st.ByID(ctx, stamp.Lang, t.Endpoint(), stamp.ID, "")
			if err != nil {
				continue // a draft has no link
			}
			for _, lang := range i18n.Filled {
				known[link.Normalize(entity.LinkIn(lang))] = true
			}
		}
	}
	var links []string
	for old := range found {
		if !known[old] && len(links) < maxOldLinks {
			if _, err := st.Redirect(ctx, old, content.FirstRedirect); content.IsNotFound(err) {
				links = append(links, old)
			}
		}
	}
	return links, nil
}
