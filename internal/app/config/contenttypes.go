package config

import "estate/internal/content"

// PostType is a post type of the CMS beside the built-in ones.
type PostType struct {
	Type     string `toml:"type"`
	Endpoint string `toml:"endpoint"` // of the REST API
	Archive  string `toml:"archive"`  // path of its archive; none: no archive
}

// Taxonomy is a taxonomy of the CMS beside category and tag.
type Taxonomy struct {
	Taxonomy         string         `toml:"taxonomy"`
	Endpoint         string         `toml:"endpoint"` // of the REST API
	PostTypeEndpoint string         `toml:"post_type_endpoint"`
	Params           map[string]any `toml:"params"` // of the request for the posts of a term
}

// archivePaths are the paths of the archives of the configured post types.
func (s *Settings) archivePaths() []string {
	var paths []string
	for _, t := range s.PostTypes {
		if t.Archive != "" {
			paths = append(paths, t.Archive)
		}
	}
	return paths
}

// termTaxonomies are the taxonomies whose terms have pages.
func (s *Settings) termTaxonomies() []string {
	names := []string{"category", "tag"}
	for _, t := range s.Taxonomies {
		names = append(names, t.Taxonomy)
	}
	return names
}

// PostTypeEndpoints maps the endpoint of each configured post type to its type.
func (s *Settings) PostTypeEndpoints() map[string]content.Type {
	types := map[string]content.Type{}
	for _, t := range s.PostTypes {
		types[t.Endpoint] = content.Type(t.Type)
	}
	return types
}

// TaxonomyEndpoints maps the endpoint of each configured taxonomy to its name.
func (s *Settings) TaxonomyEndpoints() map[string]string {
	names := map[string]string{}
	for _, t := range s.Taxonomies {
		names[t.Endpoint] = t.Taxonomy
	}
	return names
}

// endpointTypes maps all configured endpoints to their types.
func (s *Settings) endpointTypes() map[string]content.Type {
	types := s.PostTypeEndpoints()
	for endpoint, taxonomy := range s.TaxonomyEndpoints() {
		types[endpoint] = content.Type(taxonomy)
	}
	return types
}

// termEndpoints maps the name of each configured taxonomy to its endpoint.
func (s *Settings) termEndpoints() map[string]string {
	endpoints := map[string]string{}
	for _, t := range s.Taxonomies {
		endpoints[t.Taxonomy] = t.Endpoint
	}
	return endpoints
}
