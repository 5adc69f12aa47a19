package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
)

// lists are the endpoints of the copied entities.
var lists = []string{"pages", "posts", "properties", "developments", "media"}

// newClient creates a client of a REST API, like that of the replica.
func newClient(address string) (*wordpress.Client, error) {
	return wordpress.New(wordpress.Config{SiteURL: "http://site.test", CMSURL: address, Timeout: 30 * time.Second})
}

// taxonomies are the taxonomies of the copied terms.
var taxonomies = []string{"category", "tag", "s_offer", "s_type", "s_location", "s_category", "s_categories"}

// publishedContent is the whole content of an API as normalized JSON, by endpoint, language
// and id. The addresses of servers are removed.
func publishedContent(ctx context.Context, address string, addresses ...string) (map[string]string, error) {
	client, err := newClient(address)
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for _, lang := range i18n.Filled {
		for _, endpoint := range lists {
			if lang != i18n.Fallback && isShared(endpoint) {
				continue
			}
			if err := addEntities(ctx, found, client, lang, endpoint, addresses); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", address, endpoint, err)
			}
		}
		for _, taxonomy := range taxonomies {
			terms, err := client.AllTerms(ctx, lang, taxonomy)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", address, taxonomy, err)
			}
			for _, term := range terms {
				term.Count = 0
				found[fmt.Sprintf("%s/%s/%d", taxonomy, lang, term.ID)] = normalized(term, addresses)
			}
		}
		settings, _, err := client.AllSettings(ctx, lang)
		if err != nil {
			return nil, err
		}
		found["options/"+string(lang)] = normalized(settings, addresses)
	}
	return found, nil
}

// addEntities reads an endpoint like the replica: first the ids, then 50 entities at a time.
func addEntities(
	ctx context.Context, found map[string]string, client *wordpress.Client, lang i18n.Lang, endpoint string, addresses []string,
) error {
	stamps, _, err := client.Stamps(ctx, lang, endpoint, wordpress.StampQuery{})
	if err != nil {
		return fmt.Errorf("list: %w", err)
	}
	for some := range slices.Chunk(stamps, 50) {
		ids := make([]int, len(some))
		for i, stamp := range some {
			ids[i] = stamp.ID
		}
		entities, _, err := client.FetchByIDs(ctx, lang, endpoint, ids)
		if err != nil {
			return fmt.Errorf("fetch: %w", err)
		}
		for _, one := range entities {
			found[fmt.Sprintf("%s/%s/%d", endpoint, lang, one.Ref().ID)] = normalized(one.Entity, addresses)
		}
	}
	return nil
}

// differences lists the keys whose values differ or are missing.
func differences(a, b map[string]string) []string {
	var list []string
	for key, want := range a {
		switch got, there := b[key]; {
		case !there:
			list = append(list, key+" is missing in the replica")
		case got != want:
			list = append(list, key+" differs: "+firstDifference(want, got))
		}
	}
	for key := range b {
		if _, there := a[key]; !there {
			list = append(list, key+" is only in the replica")
		}
	}
	slices.Sort(list)
	return list
}

// firstDifference shows the first difference of two texts.
func firstDifference(a, b string) string {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	from := max(0, at-40)
	return fmt.Sprintf("…%s… and …%s…", a[from:min(len(a), at+60)], b[from:min(len(b), at+60)])
}

// isShared reports that the entities of a list have all languages.
func isShared(endpoint string) bool {
	return endpoint == "properties" || endpoint == "developments" || endpoint == "media"
}

// normalized is the JSON of an entity without embedded entities and server addresses.
func normalized(value any, addresses []string) string {
	if entity, ok := value.(content.Entity); ok {
		if head := content.HeadOf(entity); head != nil {
			head.Embedded = nil
		}
	}
	// The site does not publish amounts of prices on ask.
	switch e := value.(type) {
	case *content.Property:
		if e.Price.OnAsk {
			e.Price.Amount, e.Price.Previous = 0, 0
		}
	case *content.Development:
		if e.Price.OnAsk {
			e.Price.From, e.Price.To = 0, 0
		}
	}
	text := plainJSON(value)
	for _, address := range addresses {
		text = strings.ReplaceAll(text, address, "")
	}
	return text
}
