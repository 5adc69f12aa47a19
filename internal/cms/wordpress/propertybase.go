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

// homesBases are the REST bases of the post types of homes.
type homesBases struct {
	list  []string // "properties" where none is known
	until time.Time
}

// homesEndpoint replaces the endpoint of properties by the first one of the CMS.
func (c *Client) homesEndpoint(ctx context.Context, endpoint string) string {
	first, rest, single := strings.Cut(endpoint, "/")
	if first != content.TypeProperty.Endpoint() {
		return endpoint
	}
	if single {
		rest = "/" + rest
	}
	return c.homesOf(ctx)[0] + rest
}

// endpointsOf returns the endpoints of the CMS whose entities are those of an endpoint: properties may have several.
func (c *Client) endpointsOf(ctx context.Context, endpoint string) []string {
	if endpoint == content.TypeProperty.Endpoint() {
		return c.homesOf(ctx)
	}
	return []string{endpoint}
}

// homesOf returns the REST bases of homes: the configured ones, else those of the known post types that the CMS has.
// They are read again after languageTTL.
func (c *Client) homesOf(ctx context.Context) []string {
	usual := []string{content.TypeProperty.Endpoint()}
	if len(c.config.Properties) > 0 {
		return c.config.Properties
	}
	if !c.config.Adapt {
		return usual
	}
	last := c.homes.Load()
	if last != nil && c.config.Now().Before(last.until) {
		return last.list
	}
	found, err := c.findHomes.Do(ctx, "", func(ctx context.Context) (*homesBases, error) {
		next := &homesBases{list: usual, until: c.config.Now().Add(identityRetry)}
		if last != nil {
			next.list = last.list
		}
		if bases := c.readHomes(ctx); len(bases) > 0 {
			next.list, next.until = bases, c.config.Now().Add(languageTTL)
		}
		c.homes.Store(next)
		return next, nil
	})
	if err != nil {
		return usual
	}
	return found.list
}

// readHomes reads the post types of the CMS, none when they cannot be read.
func (c *Client) readHomes(ctx context.Context) []string {
	got, err := c.requestAt(ctx, c.known.Load().base(c.config, i18n.Fallback), "types", nil, "") // _fields would keep types of these names
	if err != nil || got.err() != nil {
		return nil
	}
	tree, err := got.parse()
	types, isObject := tree.value.(map[string]any)
	if err != nil || !isObject {
		return nil
	}
	bases := map[string]string{}
	for slug, value := range types {
		bases[slug] = node{value}.at("rest_base").text()
	}
	var found []string
	usual := content.TypeProperty.Endpoint()
	if slices.Contains(slices.Collect(maps.Values(bases)), usual) {
		found = append(found, usual)
	}
	for _, slug := range c.themes.PostTypes {
		if base := bases[slug]; base != "" && len(found) == 0 {
			found = append(found, base)
		}
	}
	if len(found) == 0 {
		c.noteUnknownTypes(bases)
		return []string{usual}
	}
	for _, slug := range c.themes.FurtherPostTypes {
		if base := bases[slug]; base != "" && !slices.Contains(found, base) {
			found = append(found, base)
		}
	}
	return found
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
	if endpoint != content.TypeProperty.Endpoint() || params["_fields"] != nil || slices.Equal(c.homesOf(ctx), []string{endpoint}) {
		return params
	}
	return params.with(map[string]any{embed: "wp:term,wp:featuredmedia"})
}
