package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/wordpress"
)

// lists are the endpoints of everything that is copied.
var lists = []string{"pages", "posts", "properties", "developments", "media"}

// asker reads a REST API entity by entity, exactly as the copy does.
func asker(address string) (*wordpress.Client, error) {
	return wordpress.New(wordpress.Config{SiteURL: "http://site.test", CMSURL: address, Timeout: 30 * time.Second})
}

// taxonomies are those whose terms are copied.
var taxonomies = []string{"category", "tag", "s_offer", "s_type", "s_location", "s_category", "s_categories"}

// everything is all that an API publishes, as text by endpoint, language and id. The
// addresses of servers do not count.
func everything(ctx context.Context, address string, addresses ...string) (map[string]string, error) {
	client, err := asker(address)
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
				found[fmt.Sprintf("%s/%s/%d", taxonomy, lang, term.ID)] = text(term, addresses)
			}
		}
		settings, _, err := client.AllSettings(ctx, lang)
		if err != nil {
			return nil, err
		}
		found["options/"+string(lang)] = text(settings, addresses)
	}
	return found, nil
}

// addEntities lists an endpoint as the copy does: ids first, then the entities by fifties.
func addEntities(ctx context.Context, found map[string]string, client *wordpress.Client, lang i18n.Lang, endpoint string, addresses []string) error {
	stamps, _, err := client.Stamps(ctx, lang, endpoint, wordpress.StampQuery{})
	if err != nil {
		return fmt.Errorf("list: %w", err)
	}
	for some := range slices.Chunk(stamps, 50) {
		ids := make([]int, len(some))
		for i, stamp := range some {
			ids[i] = stamp.ID
		}
		taken, _, err := client.FetchByIDs(ctx, lang, endpoint, ids)
		if err != nil {
			return fmt.Errorf("take: %w", err)
		}
		for _, one := range taken {
			found[fmt.Sprintf("%s/%s/%d", endpoint, lang, one.Ref().ID)] = text(one.Entity, addresses)
		}
	}
	return nil
}

// differences lists what is not equal on both sides.
func differences(a, b map[string]string) []string {
	var list []string
	for key, want := range a {
		switch got, there := b[key]; {
		case !there:
			list = append(list, key+" is missing in the copy")
		case got != want:
			list = append(list, key+" differs: "+firstDifference(want, got))
		}
	}
	for key := range b {
		if _, there := a[key]; !there {
			list = append(list, key+" is in the copy alone")
		}
	}
	slices.Sort(list)
	return list
}

func firstDifference(a, b string) string {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	from := max(0, at-40)
	return fmt.Sprintf("…%s… and …%s…", a[from:min(len(a), at+60)], b[from:min(len(b), at+60)])
}

// isShared reports a list whose entities carry all languages.
func isShared(endpoint string) bool {
	return endpoint == "properties" || endpoint == "developments" || endpoint == "media"
}

// text is an entity without what addresses of servers add.
func text(value any, addresses []string) string {
	if entity, ok := value.(content.Entity); ok {
		if head := content.HeadOf(entity); head != nil {
			head.Embedded = nil
		}
	}
	// Prices on ask are in the copy, but the site tells them to nobody.
	switch home := value.(type) {
	case *content.Property:
		if home.Price.OnAsk {
			home.Price.Amount, home.Price.Previous = 0, 0
		}
	case *content.Development:
		if home.Price.OnAsk {
			home.Price.From, home.Price.To = 0, 0
		}
	}
	words := plain(value)
	for _, address := range addresses {
		words = strings.ReplaceAll(words, address, "")
	}
	return words
}
