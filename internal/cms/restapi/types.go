package restapi

import (
	"maps"
	"slices"

	"estate/internal/content"
	"estate/internal/content/search"
)

// postType is a post type and its endpoint.
type postType struct {
	endpoint     string
	typ          content.Type
	name         string
	hierarchical bool
	hasArchive   any // false, true or the archive's slug
	taxonomies   []*taxonomy
	params       []param // of its list
}

// isProperty reports whether the type is a property or development: the filters of the
// plugin apply.
func (t *postType) isProperty() bool {
	return t.typ == content.TypeProperty || t.typ == content.TypeDevelopment
}

// taxonomy is a taxonomy and its endpoint.
type taxonomy struct {
	endpoint     string
	aliases      []string // further endpoints
	taxonomy     string   // in the store
	slug         string   // in responses
	name         string
	hierarchical bool
	ofProperties bool
	postTypes    []*postType
}

const (
	taxCategory = "category"
	taxTag      = "tag"
	// taxCollections is another name for the taxonomy of search.KeyOptions.
	taxCollections = "collections"
)

func allTaxonomies(cfg Config) []*taxonomy {
	shared := func(name, title string, hierarchical bool) *taxonomy {
		return &taxonomy{
			endpoint: "tax_" + name, aliases: []string{name}, taxonomy: name, slug: name, name: title,
			hierarchical: hierarchical, ofProperties: true,
		}
	}
	all := []*taxonomy{
		{endpoint: "categories", taxonomy: taxCategory, slug: taxCategory, name: "Categories", hierarchical: true},
		{endpoint: "tags", taxonomy: taxTag, slug: "post_tag", name: "Tags"},
		shared(search.KeyOffer, "Offers", false),
		shared(search.KeyType, "Types", false),
		shared(search.KeyLocation, "Locations", true),
		shared(search.KeyCategory, "Property categories", false),
		shared(search.KeyCategories, "Development categories", false),
		shared(search.KeyOptions, "Collections", false),
	}
	options := all[len(all)-1]
	options.aliases = append(options.aliases, taxCollections)
	for _, endpoint := range slices.Sorted(maps.Keys(cfg.Taxonomies)) {
		name := cfg.Taxonomies[endpoint]
		all = append(all, &taxonomy{endpoint: endpoint, taxonomy: name, slug: name, name: name})
	}
	return all
}

func allPostTypes(cfg Config, taxonomies []*taxonomy) []*postType {
	all := []*postType{
		{endpoint: "posts", typ: content.TypePost, name: "Posts", hasArchive: false},
		{endpoint: "pages", typ: content.TypePage, name: "Pages", hierarchical: true, hasArchive: false},
		{endpoint: "media", typ: content.TypeAttachment, name: "Media", hasArchive: false},
		{endpoint: "properties", typ: content.TypeProperty, name: "Properties", hasArchive: true},
		{endpoint: "developments", typ: content.TypeDevelopment, name: "Developments", hasArchive: true},
	}
	for _, endpoint := range slices.Sorted(maps.Keys(cfg.PostTypes)) {
		t := cfg.PostTypes[endpoint]
		all = append(all, &postType{endpoint: endpoint, typ: t, name: string(t), hasArchive: true})
	}
	for _, t := range all {
		for _, tax := range taxonomies {
			if t.has(tax) {
				t.taxonomies = append(t.taxonomies, tax)
				tax.postTypes = append(tax.postTypes, t)
			}
		}
		t.params = listParams(t)
	}
	return all
}

func (t *postType) has(tax *taxonomy) bool {
	switch {
	case tax.taxonomy == search.KeyCategory:
		return t.typ == content.TypeProperty
	case tax.taxonomy == search.KeyCategories:
		return t.typ == content.TypeDevelopment
	case tax.ofProperties:
		return t.isProperty()
	}
	return t.typ == content.TypePost && (tax.taxonomy == taxCategory || tax.taxonomy == taxTag)
}
