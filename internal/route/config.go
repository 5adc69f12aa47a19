package route

import (
	"errors"
	"fmt"

	"estate/internal/i18n"
)

// Config says which links the table takes. The zero value is the plain
// permalink table: posts at the root, no custom types, no folder.
type Config struct {
	// Home is the path of the content page shown at the roots, per language; empty
	// means that the roots list posts. Slashes around a path do not matter anywhere here.
	Home i18n.Text
	// PostsPage is the path that lists posts when the root does not.
	PostsPage i18n.Text
	// CategoryBase, TagBase and AuthorBase stand in for /category, /tag and
	// /author, which then lead nowhere.
	CategoryBase, TagBase, AuthorBase string
	// Subdirectory is the folder the site lives in; everything else leads nowhere.
	Subdirectory string
	// PostTypes and Taxonomies are the ones beyond WordPress's own.
	PostTypes  []PostType
	Taxonomies []Taxonomy
	// Extra rows are registered last.
	Extra []Extra
	// Agency adds the agency's own screens: search results, cities, listing paths, favorites.
	Agency bool
}

// PostType is one custom type of content.
type PostType struct {
	Type     string
	Endpoint string // "" means Type
	Archive  string // path of its archive; "" means that it has none
}

// Taxonomy is one custom way of sorting content.
type Taxonomy struct {
	Taxonomy string
	Endpoint string // "" means Taxonomy
}

// Extra is a row of the operator's own.
type Extra struct {
	Name     string
	Priority int    // lower first; the table's own rows have 9 to 30
	Pattern  string // "/a/:name/", or "RegExp:" and an expression for the whole link
	Kind     Kind   // KindNone means KindSingle
	// Endpoints are asked in order; none means posts, pages, media.
	Endpoints []string
}

// Agency is the configuration of an agency's site: content pages at the roots,
// the blog at /blog/, properties and developments.
func Agency() Config {
	return Config{
		Home:      i18n.Text{i18n.LangEN: "/home/", i18n.LangES: "/inicio/"},
		PostsPage: i18n.Text{i18n.LangEN: "/blog/"},
		PostTypes: []PostType{
			{Type: "properties", Archive: "/properties/"},
			{Type: "developments", Archive: "/search-developments/"},
		},
		Agency: true,
	}
}

// Validate reports every setting that the table cannot work with.
func (c Config) Validate() error {
	_, err := c.rows()
	problems := []error{err}
	seen := map[string]bool{}
	for i, postType := range c.PostTypes {
		problems = append(problems, checkName("post type", i, postType.Type, seen))
	}
	for i, taxonomy := range c.Taxonomies {
		problems = append(problems, checkName("taxonomy", i, taxonomy.Taxonomy, seen))
	}
	for i, extra := range c.Extra {
		problems = append(problems, checkName("extra handler", i, extra.Name, map[string]bool{}))
	}
	return errors.Join(problems...)
}

func checkName(what string, i int, name string, seen map[string]bool) error {
	if name == "" {
		return fmt.Errorf("%s %d has no name: give it one", what, i+1)
	}
	if seen[name] {
		return fmt.Errorf("%s %q is listed twice: keep one", what, name)
	}
	seen[name] = true
	return nil
}
