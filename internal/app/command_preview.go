package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/store"
)

// Preview prints a link that shows a draft or a revision. what is a link, an id, or an
// endpoint and id (pages/2001).
func Preview(ctx context.Context, s config.Settings, what string) error {
	if s.CMS.Address() != nil {
		return errors.New("preview: the CMS has the drafts; use its preview button")
	}
	key, err := openPreviewKey(s)
	if err != nil {
		return err
	}
	// Whoever may read the store may see its drafts.
	st, err := openStoreToRead(ctx, s, func(content.Credential, content.Ref) bool { return true })
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // read only
	until := time.Now().Add(previewLifetime)
	at, err := previewLink(ctx, st, s, what, func(opens content.Ref) content.Credential { return key.sign(opens, until) })
	if err != nil {
		return err
	}
	fmt.Printf("%s%s\n", s.SiteURL, at)
	return nil
}

// previewLink is the link of the content with the query key preview and a credential that
// opens this content only.
func previewLink(
	ctx context.Context, st *store.Store, s config.Settings, what string, sign func(content.Ref) content.Credential,
) (string, error) {
	target, l, err := findPreviewTarget(ctx, st, s, what)
	if err != nil {
		return "", err
	}
	query := link.Merge(l.Query, map[string]string{
		"preview": "true", s.ReservedPrefix + "source_auth": url.QueryEscape(string(sign(target.head.Ref()))),
	})
	return l.WithQuery(query).WithHash("").String(), nil
}

// findPreviewTarget finds what Preview was called with, and the link that shows it.
func findPreviewTarget(ctx context.Context, st *store.Store, s config.Settings, what string) (candidate, link.Link, error) {
	if path, ok := strings.CutPrefix(what, s.SiteURL); ok && strings.HasPrefix(path, "/") {
		what = path
	}
	if strings.HasPrefix(what, "/") {
		return findByLink(ctx, st, s, what)
	}
	endpoint, number, named := strings.Cut(what, "/")
	if !named {
		endpoint, number = "", what
	}
	id, err := strconv.Atoi(number)
	if err != nil || id <= 0 {
		return candidate{}, link.Link{},
			fmt.Errorf("preview: %q is neither a link that begins with a slash nor an id; use for example /blog-post/, 2001 or pages/2001", what)
	}
	found, err := findByID(ctx, s, st, endpoint, id)
	switch {
	case err != nil:
		return candidate{}, link.Link{}, err
	case len(found) == 0:
		return candidate{}, link.Link{}, fmt.Errorf("preview: nothing has the id %s", what)
	case len(found) > 1:
		return candidate{}, link.Link{}, fmt.Errorf("preview: several entities have the id %d; use one of %s/%d", id,
			strings.Join(endpointsOf(found), fmt.Sprintf("/%d, ", id)), id)
	}
	l, err := found[0].previewLink()
	return found[0], l, err
}

// findByLink finds the published entity that a link of the site shows.
func findByLink(ctx context.Context, st *store.Store, s config.Settings, what string) (candidate, link.Link, error) {
	l, err := link.Parse(link.Normalize(what))
	if err != nil {
		return candidate{}, l, err
	}
	homes := s.RouteConfig().Home
	for _, lang := range i18n.Filled {
		at, slug := l.Route, path.Base(l.Route)
		if home := homes.In(lang); at == lang.Prefix()+"/" && home != "" {
			at, slug = lang.Prefix()+home, path.Base(home)
		}
		for _, endpoint := range previewEndpoints(s) {
			entities, err := st.BySlug(ctx, lang, endpoint, slug)
			if err != nil {
				return candidate{}, l, err
			}
			for _, entity := range entities {
				if head := content.HeadOf(entity); head != nil && (head.LinkIn(lang) == l.Route || head.LinkIn(lang) == at) {
					return candidate{endpoint, head}, l, nil
				}
			}
		}
	}
	return candidate{}, l, fmt.Errorf("preview: no post, page, property or development has the link %s; use its id, as in pages/2001", l.Route)
}

// previewEndpoints are the endpoints of content with pages of its own.
func previewEndpoints(s config.Settings) []string {
	endpoints := []string{"posts", "pages", "properties", "developments"}
	for _, t := range s.PostTypes {
		endpoints = append(endpoints, t.Endpoint)
	}
	return endpoints
}

// fullAccess is the credential of this command. The store that it opens accepts any.
const fullAccess content.Credential = "preview command"

// candidate is an entity with the id, and its endpoint.
type candidate struct {
	endpoint string
	head     *content.Head
}

func endpointsOf(found []candidate) []string {
	var names []string
	for _, one := range found {
		names = append(names, one.endpoint)
	}
	return names
}

// findByID finds the entities with an id, of one endpoint or, if it is "", of all.
func findByID(ctx context.Context, s config.Settings, st *store.Store, endpoint string, id int) ([]candidate, error) {
	endpoints := previewEndpoints(s)
	if endpoint != "" {
		endpoints = []string{endpoint}
	}
	var found []candidate
	for _, endpoint := range endpoints {
		entity, err := st.ByID(ctx, i18n.Fallback, endpoint, id, fullAccess)
		if content.IsNotFound(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if head := content.HeadOf(entity); head != nil {
			found = append(found, candidate{endpoint, head})
		}
	}
	return found, nil
}

// previewLink is the entity's own link if it is published, where a preview shows its
// revision, else a link by id.
func (c candidate) previewLink() (link.Link, error) {
	lang := c.head.Lang
	if lang == "" {
		lang = i18n.Fallback
	}
	if at := c.head.LinkIn(lang); c.head.Status == content.StatusPublish && at != "" {
		return link.Parse(at)
	}
	id := strconv.Itoa(c.head.ID)
	query := map[string]string{"p": id}
	switch c.head.Type {
	case content.TypePost:
	case content.TypePage:
		query = map[string]string{"page_id": id}
	default:
		query["post_type"] = string(c.head.Type)
	}
	root, err := link.Parse(lang.Prefix() + "/")
	return root.WithQuery(query), err
}
