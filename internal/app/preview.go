package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"estate/internal/config"
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/link"
	"estate/internal/store"
)

// preview prints a link under which a draft or a revision can be seen.
func Preview(ctx context.Context, settings config.Settings, what string) error {
	if settings.CMS.Address() != nil {
		return errors.New("preview: drafts are the CMS's; use its own preview button")
	}
	key, err := openPreviewKey(settings)
	if err != nil {
		return err
	}
	now := time.Now()
	credential := key.credential(now.Add(previewLife))
	st, err := openToRead(ctx, settings, func(shown content.Credential) bool { return key.opens(shown, now) })
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // nothing was written
	at, err := previewLink(ctx, st, settings, what, credential)
	if err != nil {
		return err
	}
	fmt.Printf("%s%s\n", settings.SiteURL, at)
	return nil
}

// previewLink is the site link of what somebody wants to see, with the preview
// key and the credential that opens it.
func previewLink(ctx context.Context, st *store.Store, s config.Settings, what string, credential content.Credential) (string, error) {
	l, err := linkToPreview(ctx, st, s, what, credential)
	if err != nil {
		return "", err
	}
	query := link.Merge(l.Query, map[string]string{
		"preview": "true", s.ReservedPrefix + "source_auth": url.QueryEscape(string(credential)),
	})
	return l.WithQuery(query).WithHash("").String(), nil
}

func linkToPreview(ctx context.Context, st *store.Store, s config.Settings, what string, credential content.Credential) (link.Link, error) {
	if path, ok := strings.CutPrefix(what, s.SiteURL); ok && strings.HasPrefix(path, "/") {
		what = path
	}
	if strings.HasPrefix(what, "/") {
		return link.Parse(link.Normalize(what))
	}
	endpoint, number, named := strings.Cut(what, "/")
	if !named {
		endpoint, number = "", what
	}
	id, err := strconv.Atoi(number)
	if err != nil || id <= 0 {
		return link.Link{}, fmt.Errorf("preview: %q is neither a link, which begins with a slash, nor a number; write /blog-post/, 2001 or pages/2001", what)
	}
	found, err := findByID(ctx, s, st, endpoint, id, credential)
	if err != nil {
		return link.Link{}, err
	}
	switch {
	case len(found) == 0:
		return link.Link{}, fmt.Errorf("preview: there is nothing with the number %s", what)
	case len(found) > 1:
		return link.Link{}, fmt.Errorf("preview: several have the number %d; write one of %s/%d", id, strings.Join(endpointsOf(found), fmt.Sprintf("/%d, ", id)), id)
	}
	return found[0].link()
}

// previewed is one entity of an endpoint.
type previewed struct {
	endpoint string
	head     *content.Head
}

func endpointsOf(found []previewed) []string {
	var names []string
	for _, one := range found {
		names = append(names, one.endpoint)
	}
	return names
}

// findByID finds what has a number, among one endpoint's entities or all.
func findByID(ctx context.Context, s config.Settings, st *store.Store, endpoint string, id int, credential content.Credential) ([]previewed, error) {
	endpoints := []string{"posts", "pages", "properties", "developments"}
	for _, t := range s.PostTypes {
		endpoints = append(endpoints, t.Endpoint)
	}
	if endpoint != "" {
		endpoints = []string{endpoint}
	}
	var found []previewed
	for _, endpoint := range endpoints {
		entity, err := st.ByID(ctx, i18n.Fallback, endpoint, id, credential)
		if content.IsNotFound(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if head := content.HeadOf(entity); head != nil {
			found = append(found, previewed{endpoint, head})
		}
	}
	return found, nil
}

// link is where an entity is shown: its own link once it is published, which has
// the words of its revision, else a link by number.
func (p previewed) link() (link.Link, error) {
	lang := p.head.Lang
	if lang == "" {
		lang = i18n.Fallback
	}
	if at := p.head.LinkIn(lang); p.head.Status == content.StatusPublish && at != "" {
		return link.Parse(at)
	}
	id := strconv.Itoa(p.head.ID)
	query := map[string]string{"p": id}
	switch p.head.Type {
	case content.TypePost:
	case content.TypePage:
		query = map[string]string{"page_id": id}
	default:
		query["post_type"] = string(p.head.Type)
	}
	root, err := link.Parse(lang.Prefix() + "/")
	return root.WithQuery(query), err
}
