package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
)

// sourceSettings are the settings of a handler or redirect case.
type sourceSettings struct {
	Homepage     string          `json:"homepage"`
	PostsPage    string          `json:"postsPage"`
	CategoryBase string          `json:"categoryBase"`
	TagBase      string          `json:"tagBase"`
	AuthorBase   string          `json:"authorBase"`
	Subdirectory string          `json:"subdirectory"`
	PostEndpoint string          `json:"postEndpoint"`
	Params       map[string]any  `json:"params"`
	Redirections json.RawMessage `json:"redirections"`
	PostTypes    []struct{ Type, Endpoint, Archive string }
	Taxonomies   []struct {
		Taxonomy, Endpoint, PostTypeEndpoint string
		Params                               map[string]any
	}
	ExtraHandlers []struct {
		Name     string
		Priority int
		Pattern  string
	}
}

// redirections reads one setting or a list of them; absent means never.
func (s sourceSettings) redirections() ([]string, error) {
	if len(s.Redirections) == 0 {
		return []string{"no"}, nil
	}
	var one string
	if json.Unmarshal(s.Redirections, &one) == nil {
		return []string{one}, nil
	}
	var several []string
	err := json.Unmarshal(s.Redirections, &several)
	return several, err
}

func (s sourceSettings) table() (*route.Table, error) {
	both := func(path string) i18n.Text {
		if path == "" {
			return nil
		}
		return i18n.Text{i18n.Fallback: path}
	}
	config := route.Config{
		Home: both(s.Homepage), PostsPage: both(s.PostsPage), Subdirectory: s.Subdirectory,
		CategoryBase: s.CategoryBase, TagBase: s.TagBase, AuthorBase: s.AuthorBase,
	}
	for _, t := range s.PostTypes {
		config.PostTypes = append(config.PostTypes, route.PostType{Type: t.Type, Endpoint: t.Endpoint, Archive: t.Archive})
	}
	for _, t := range s.Taxonomies {
		config.Taxonomies = append(config.Taxonomies, route.Taxonomy{Taxonomy: t.Taxonomy, Endpoint: t.Endpoint})
	}
	for _, e := range s.ExtraHandlers {
		config.Extra = append(config.Extra, route.Extra{Name: e.Name, Priority: e.Priority, Pattern: e.Pattern})
	}
	return route.NewTable(config)
}

func (s sourceSettings) resolver(source content.Source) (*resolve.Resolver, error) {
	table, err := s.table()
	if err != nil {
		return nil, err
	}
	redirections, err := s.redirections()
	if err != nil {
		return nil, err
	}
	config := resolve.Config{
		PostEndpoint: s.PostEndpoint, Subdirectory: s.Subdirectory, Homepage: s.Homepage != "",
		Redirections: redirections, Log: slog.New(slog.DiscardHandler),
	}
	for _, t := range s.Taxonomies {
		config.Taxonomies = append(config.Taxonomies, resolve.Taxonomy{Name: t.Taxonomy, PostTypeEndpoint: t.PostTypeEndpoint, Params: t.Params})
	}
	return resolve.New(config, source, table)
}

// sessionCase is a case of kind handler or redirect.
type sessionCase struct {
	caseHead
	Route        string                               `json:"route"`
	Auth         string                               `json:"auth"`
	Platform     string                               `json:"platform"`
	Settings     sourceSettings                       `json:"settings"`
	Backend      map[string]json.RawMessage           `json:"backend"`
	Steps        []sessionStep                        `json:"steps"`
	WantRequests []string                             `json:"want_requests"`
	WantAuth     map[string]any                       `json:"want_auth"`
	Want         map[string]any                       `json:"want"`
	WantData     map[string]map[string]any            `json:"want_data"`
	WantNoData   []string                             `json:"want_no_data"`
	WantEntities map[string]map[string]map[string]any `json:"want_entities"`
	WantThrows   bool                                 `json:"want_throws"`
}

type sessionStep struct {
	Fetch    string          `json:"fetch"`
	Parallel []string        `json:"parallel"`
	Populate json.RawMessage `json:"populate"`
	Force    bool            `json:"force"`
}

// runSession runs the steps of a case with resolve and wordpress.
func runSession(ctx context.Context, raw json.RawMessage) []string {
	var c sessionCase
	if err := read(raw, &c); err != nil {
		return []string{"read case: " + err.Error()}
	}
	b, err := newBackend(c.Backend)
	if err != nil {
		return []string{"read backend: " + err.Error()}
	}
	cms, err := newCMS(b, c.Settings)
	if err != nil {
		return []string{err.Error()}
	}
	resolver, err := c.Settings.resolver(cms)
	if err != nil {
		return []string{err.Error()}
	}
	session := resolver.Session(content.Credential(c.Auth), c.redirectDepth())
	inOrder := true
	for _, step := range c.steps() {
		inOrder = inOrder && len(step.Parallel) == 0
		if err = step.run(ctx, session, cms); err != nil && !errors.Is(err, content.ErrUnreachable) {
			return []string{"a step failed: " + err.Error()}
		}
	}
	return append(c.compare(resolver, session, err), b.check(c.WantRequests, c.WantAuth, inOrder)...)
}

// redirectDepth is how far a platform follows redirects.
func (c sessionCase) redirectDepth() content.RedirectDepth {
	if c.Platform == "client" {
		return content.LastRedirect
	}
	return content.FirstRedirect
}

func (c sessionCase) steps() []sessionStep {
	if len(c.Steps) == 0 {
		return []sessionStep{{Fetch: c.Route}}
	}
	return c.Steps
}

func (s sessionStep) run(ctx context.Context, session *resolve.Session, cms *wordpress.Client) error {
	if len(s.Populate) > 0 {
		entities, err := cms.Decode(i18n.Fallback, s.Populate)
		if err == nil {
			session.Keep(i18n.Fallback, s.Force, entities...)
		}
		return err
	}
	links := s.Parallel
	if len(links) == 0 {
		links = []string{s.Fetch}
	}
	errs := make([]error, len(links))
	var all sync.WaitGroup
	for i, raw := range links {
		all.Go(func() {
			l, err := link.Parse(link.Normalize(raw))
			if errors.Is(err, link.ErrPage) {
				return // the server refuses it before it opens a session
			}
			if err == nil {
				_, err = session.Fetch(ctx, l, s.Force)
			}
			errs[i] = err
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

func (c sessionCase) compare(resolver *resolve.Resolver, session *resolve.Session, thrown error) []string {
	var faults []string
	if c.Want == nil && c.WantData == nil && c.WantNoData == nil && c.WantEntities == nil && c.WantRequests == nil && !c.WantThrows {
		faults = append(faults, "the case wants nothing")
	}
	if (thrown != nil) != c.WantThrows {
		faults = append(faults, fmt.Sprintf("the last step failed with %v, want failure: %v", thrown, c.WantThrows))
	}
	record := func(raw string) (any, bool) {
		l, err := link.Parse(link.Normalize(raw))
		if errors.Is(err, link.ErrPage) {
			return asJSON(resolver.Refuse(l).Record), false
		}
		found, known := session.Record(l)
		return asJSON(found), known
	}
	if c.Want != nil {
		got, _ := record(c.Route)
		faults = append(faults, differences("record of "+c.Route, got, asJSON(c.Want), true)...)
	}
	for raw, want := range c.WantData {
		got, _ := record(raw)
		faults = append(faults, differences("record of "+raw, got, asJSON(want), false)...)
	}
	for _, raw := range c.WantNoData {
		if _, known := record(raw); known {
			faults = append(faults, "there is a record of "+raw)
		}
	}
	for store, entities := range c.WantEntities {
		for id, want := range entities {
			number, _ := strconv.Atoi(id)
			got := restShape(session.Entity(content.Ref{Type: content.Type(store), ID: number}))
			faults = append(faults, differences(store+" "+id, asJSON(got), asJSON(want), false)...)
		}
	}
	return faults
}

// restShape has the fields of an entity with their names in the REST dialect.
func restShape(entity content.Entity) map[string]any {
	rendered := func(text any) map[string]any { return map[string]any{"rendered": text} }
	title := func(plain string) map[string]any { return rendered(escaped.Replace(plain)) }
	switch e := entity.(type) {
	case *content.Post:
		return map[string]any{
			"id": e.ID, "type": e.Type, "slug": e.Slug, "link": e.Link, "title": title(e.Title),
			"content": rendered(e.Content), "excerpt": rendered(e.Excerpt), "author": e.Author,
			"categories": e.Categories, "tags": e.Tags,
		}
	case *content.Page:
		return map[string]any{
			"id": e.ID, "type": e.Type, "slug": e.Slug, "link": e.Link, "title": title(e.Title),
			"content": rendered(e.Content), "excerpt": rendered(e.Excerpt), "parent": e.Parent,
		}
	case *content.Media:
		return map[string]any{
			"id": e.ID, "type": e.Type, "slug": e.Slug, "link": e.Link,
			"title": title(e.Title.In(i18n.Fallback)), "source_url": e.Image.URL,
		}
	case *content.Property:
		return map[string]any{
			"id": e.ID, "type": e.Type, "slug": e.Slug, "link": e.Link,
			"title": title(e.Title.In(i18n.Fallback)), "reference": e.Reference,
		}
	case *content.Development:
		return map[string]any{
			"id": e.ID, "type": e.Type, "slug": e.Slug, "link": e.Link, "title": title(e.Title.In(i18n.Fallback)),
		}
	case *content.Term:
		return map[string]any{
			"id": e.ID, "taxonomy": e.Taxonomy, "slug": e.Slug, "name": e.Name.In(i18n.Fallback), "link": e.Link, "parent": e.Parent,
		}
	case *content.Author:
		return map[string]any{"id": e.ID, "slug": e.Slug, "name": e.Name, "link": e.Link}
	}
	return nil
}

var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// asJSON is a value after encoding and decoding, so that ints, floats and named types
// compare.
func asJSON(value any) any {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		return err.Error()
	}
	return plain
}

// differences lists where got differs from want. Unless complete is set, objects of
// want may lack fields.
func differences(where string, got, want any, complete bool) []string {
	wanted, isObject := want.(map[string]any)
	found, alsoObject := got.(map[string]any)
	if !isObject || !alsoObject {
		if g, w := fmt.Sprintf("%#v", got), fmt.Sprintf("%#v", want); g != w {
			return []string{fmt.Sprintf("%s: got %s, want %s", where, compact(got), compact(want))}
		}
		return nil
	}
	var faults []string
	for key, value := range wanted {
		inner, present := found[key]
		if !present && value != nil {
			faults = append(faults, fmt.Sprintf("%s: %s is missing, want %s", where, key, compact(value)))
			continue
		}
		faults = append(faults, differences(where+"."+key, inner, value, complete)...)
	}
	for key, value := range found {
		if _, named := wanted[key]; complete && !named && value != nil {
			faults = append(faults, fmt.Sprintf("%s: %s should not be there, got %s", where, key, compact(value)))
		}
	}
	return faults
}

func compact(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return strings.TrimSpace(string(text))
}
