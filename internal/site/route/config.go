package route

import (
	"errors"
	"fmt"

	"estate/internal/content/i18n"
)

// Config holds the settings of the table. The zero value is the plain permalink
// table: posts at the root, no custom types, no folder.
type Config struct {
	// Home is the path of the content page at the roots, per language; empty means that
	// the roots list posts. Slashes around the paths of a Config are optional.
	Home i18n.Text
	// PostsPage is the path of the list of posts when the root has a page.
	PostsPage i18n.Text
	// CategoryBase, TagBase and AuthorBase replace /category, /tag and /author, which
	// then have no target.
	CategoryBase, TagBase, AuthorBase string
	// Subdirectory is the folder of the site; other links have no target.
	Subdirectory string
	// PostTypes and Taxonomies are the ones besides those of WordPress.
	PostTypes  []PostType
	Taxonomies []Taxonomy
	// Extra are further rows; they are added last.
	Extra []Extra
	// Agency adds the agency's screens: search results, cities, listing paths, favorites.
	Agency bool
	// Development adds the screen test at /test/.
	Development bool
}

// PostType is a custom post type.
type PostType struct {
	Type     string
	Endpoint string // "" means Type
	Archive  string // path of its archive; "" for none
}

// Taxonomy is a custom taxonomy.
type Taxonomy struct {
	Taxonomy string
	Endpoint string // "" means Taxonomy
}

// Extra is a row of the operator.
type Extra struct {
	Name     string
	Priority int    // lower first; the table's own rows have 9 to 30
	Pattern  string // "/a/:name/", or "RegExp:" and an expression for the whole link
	Kind     Kind   // KindNone means KindSingle
	// Endpoints in the order of look-ups; none means posts, pages, media.
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

// Validate reports every invalid setting.
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
