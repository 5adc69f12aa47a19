package wordpress

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// homesBase is the REST base of the post type of homes.
type homesBase struct {
	base  string // "properties" where none is known
	until time.Time
}

// homesEndpoint replaces the endpoint of properties by that of the CMS.
func (c *Client) homesEndpoint(ctx context.Context, endpoint string) string {
	first, rest, single := strings.Cut(endpoint, "/")
	if first != content.TypeProperty.Endpoint() {
		return endpoint
	}
	if single {
		rest = "/" + rest
	}
	return c.homesOf(ctx) + rest
}

// homesOf returns the REST base of homes: the configured one, else that of the first known post type that
// the CMS has. It is read again after languageTTL.
func (c *Client) homesOf(ctx context.Context) string {
	usual := content.TypeProperty.Endpoint()
	if c.config.Properties != "" {
		return c.config.Properties
	}
	if !c.config.Adapt {
		return usual
	}
	last := c.homes.Load()
	if last != nil && c.config.Now().Before(last.until) {
		return last.base
	}
	found, err := c.findHomes.Do(ctx, "", func(ctx context.Context) (*homesBase, error) {
		next := &homesBase{base: usual, until: c.config.Now().Add(identityRetry)}
		if last != nil {
			next.base = last.base
		}
		if base, known := c.readHomes(ctx); known {
			next.base, next.until = base, c.config.Now().Add(languageTTL)
		}
		c.homes.Store(next)
		return next, nil
	})
	if err != nil {
		return usual
	}
	return found.base
}

// readHomes reads the post types of the CMS. known is false when they cannot be read.
func (c *Client) readHomes(ctx context.Context) (base string, known bool) {
	got, err := c.requestAt(ctx, c.known.Load().base(c.config, i18n.Fallback), "types", Params{"_fields": "slug,rest_base"}, "")
	if err != nil || got.err() != nil {
		return "", false
	}
	tree, err := got.parse()
	types, isObject := tree.value.(map[string]any)
	if err != nil || !isObject {
		return "", false
	}
	bases := map[string]string{}
	for slug, value := range types {
		bases[slug] = node{value}.at("rest_base").text()
	}
	usual := content.TypeProperty.Endpoint()
	if slices.Contains(slices.Collect(maps.Values(bases)), usual) {
		return usual, true
	}
	for _, slug := range c.themes.PostTypes {
		if base := bases[slug]; base != "" {
			return base, true
		}
	}
	c.noteUnknownTypes(bases)
	return usual, true
}

// builtInTypes are the post types of WordPress and of common plugins, which are no homes.
var builtInTypes = []string{
	"post", "page", "attachment", "nav_menu_item", "wp_block", "wp_template", "wp_template_part", "wp_navigation", "wp_global_styles",
	"wp_font_family", "wp_font_face", "elementor_library", "e-landing-page",
}

func (c *Client) noteUnknownTypes(bases map[string]string) {
	var others []string
	for slug, base := range bases {
		if base != "" && !slices.Contains(builtInTypes, slug) {
			others = append(others, base)
		}
	}
	if len(others) == 0 {
		c.config.Problems.end(ProblemProperties)
		return
	}
	slices.Sort(others)
	c.addProblem(Problem{
		Kind: ProblemProperties, Address: c.config.API + namespace + "types", Recovered: true,
		Problem: "no post type is known as that of the homes; the CMS has " + strings.Join(others, ", "),
		Remedy:  "set cms.properties to the REST base of the homes, one of these",
	})
}

// embedded asks for the terms and the picture of homes of a theme, which tells a rent and features by terms only.
func (c *Client) embedded(ctx context.Context, endpoint string, params Params) Params {
	if endpoint != content.TypeProperty.Endpoint() || params["_fields"] != nil || c.homesOf(ctx) == endpoint {
		return params
	}
	return params.with(map[string]any{embed: "wp:term,wp:featuredmedia"})
}
