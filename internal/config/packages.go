package config

import (
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"

	"estate/internal/compose"
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/link"
	"estate/internal/replica"
	"estate/internal/resolve"
	"estate/internal/route"
	"estate/internal/server"
	"estate/internal/wordpress"
	"estate/web"
)

// The functions below hand each package what it asks for.
func (s *Settings) RouteConfig() route.Config {
	config := route.Agency()
	config.Home, config.PostsPage = i18n.Text(s.Home), i18n.Text(s.PostsPage)
	config.CategoryBase, config.TagBase, config.AuthorBase = s.CategoryBase, s.TagBase, s.AuthorBase
	config.Subdirectory = s.Subdirectory
	for _, t := range s.PostTypes {
		config.PostTypes = append(config.PostTypes, route.PostType{Type: t.Type, Endpoint: t.Endpoint, Archive: t.Archive})
	}
	for _, t := range s.Taxonomies {
		config.Taxonomies = append(config.Taxonomies, route.Taxonomy{Taxonomy: t.Taxonomy, Endpoint: t.Endpoint})
	}
	return config
}

func (s *Settings) ComposeConfig(build string, log *slog.Logger) compose.Config {
	return compose.Config{
		SiteURL: s.SiteURL, Build: build, Prefetch: s.Prefetch, ForcedRefresh: s.ForcedRefresh, SellAlways: s.SellAlways,
		ReservedPrefix: s.ReservedPrefix, WhatsApp: s.WhatsApp, Log: log,
		Brochure: compose.Brochure{
			Template: s.Brochure.Template, AgencyID: s.Brochure.Agency, ReportType: s.Brochure.Report,
			ClientID: s.Brochure.Client, Languages: s.Brochure.Languages,
		},
		Blog: s.PostsPage[i18n.Fallback], FrameHosts: s.FrameHosts, MediaHosts: slices.Concat(s.Media.Hosts, s.Media.PrivateHosts),
		CMSURL: s.cmsURL(), Chat: s.Chat.view(), Analytics: s.Analytics.view(), Tiles: s.Map.tiles(),
	}
}

func (s *Settings) ServerConfig(build, vite string, log *slog.Logger) server.Config {
	return server.Config{
		SiteURL: s.SiteURL, Client: web.Client(), Build: build, Rules: s.LinkRules(),
		FrameHosts: s.FrameHosts, FilmHosts: s.Media.Hosts, TileSources: s.Map.sources(),
		ChatSources: origins(s.Chat.Script, s.Chat.Hosts), AnalyticsSources: origins(s.Analytics.Script, s.Analytics.Hosts),
		Blog: i18n.Text(s.PostsPage), Archives: s.archives(), Taxonomies: s.taxonomies(),
		Enquiries: s.enquiryRate(), TrustedProxies: s.proxies(), RenderWait: 2 * time.Duration(s.Render.Timeout), Vite: vite, Log: log,
	}
}

// archives are the paths of the archives that configured post types have.
func (s *Settings) archives() []string {
	var paths []string
	for _, t := range s.PostTypes {
		if t.Archive != "" {
			paths = append(paths, t.Archive)
		}
	}
	return paths
}

// taxonomies are those whose terms have pages.
func (s *Settings) taxonomies() []string {
	names := []string{"category", "tag"}
	for _, t := range s.Taxonomies {
		names = append(names, t.Taxonomy)
	}
	return names
}

// ownHosts are the hosts whose addresses are inside the site.
func (s *Settings) OwnHosts() []string {
	site, err := url.Parse(s.SiteURL)
	if err != nil {
		return nil // validate has refused it
	}
	hosts := []string{strings.ToLower(site.Host)}
	if cms := s.CMS.Address(); cms != nil {
		hosts = append(hosts, strings.ToLower(cms.Host))
	}
	return hosts
}

// cmsURL is the address of the remote CMS, "" without one.
func (s *Settings) cmsURL() string {
	if s.CMS.Address() == nil {
		return ""
	}
	return strings.TrimSuffix(s.CMS.URL, "/")
}

// pictureHosts are the remote hosts that originals come from. The CMS is one of
// them: whoever names it by http, or at a private address, means it.
func (s *Settings) PictureHosts() (hosts, private []string) {
	hosts, private = s.Media.Hosts, s.Media.PrivateHosts
	if cms := s.CMS.Address(); cms != nil {
		private = append(slices.Clone(private), cms.Host)
	}
	return hosts, private
}

// rules tell options and tracking keys from the rest of a query.
func (s *Settings) LinkRules() link.Rules {
	return link.Rules{OptionPrefix: s.ReservedPrefix, Tracking: s.TrackingKeys}
}

// endpoints are the types behind configured endpoints, as the store asks for them.
func (s *Settings) endpoints() map[string]content.Type {
	types := s.PostTypeEndpoints()
	for endpoint, taxonomy := range s.TaxonomyEndpoints() {
		types[endpoint] = content.Type(taxonomy)
	}
	return types
}

// postTypeEndpoints and taxonomyEndpoints tell the REST API what configured endpoints hold.
func (s *Settings) PostTypeEndpoints() map[string]content.Type {
	types := map[string]content.Type{}
	for _, t := range s.PostTypes {
		types[t.Endpoint] = content.Type(t.Type)
	}
	return types
}

func (s *Settings) TaxonomyEndpoints() map[string]string {
	names := map[string]string{}
	for _, t := range s.Taxonomies {
		names[t.Endpoint] = t.Taxonomy
	}
	return names
}

func (s *Settings) ResolveConfig(log *slog.Logger) resolve.Config {
	config := resolve.Config{Subdirectory: s.Subdirectory, Homepage: len(s.Home) > 0, Redirections: s.Redirections, Log: log}
	for _, t := range s.Taxonomies {
		config.Taxonomies = append(config.Taxonomies, resolve.Taxonomy{
			Name: t.Taxonomy, PostTypeEndpoint: t.PostTypeEndpoint, Params: t.Params,
		})
	}
	return config
}

func (s *Settings) ReplicaConfig(log *slog.Logger) replica.Config {
	return replica.Config{
		Address: s.CMS.Name(), PostTypes: s.PostTypeEndpoints(), Taxonomies: s.TaxonomyEndpoints(),
		Poll: time.Duration(s.CMS.Poll), Reconcile: time.Duration(s.CMS.Reconcile), Refresh: time.Duration(s.CMS.Refresh),
		MaxDeletedShare: s.CMS.Collapse, Log: log,
	}
}

func (s *Settings) WordPressConfig() wordpress.Config {
	return wordpress.Config{
		SiteURL: s.SiteURL, CMSURL: s.CMS.URL, API: s.CMS.API, Subdirectory: s.Subdirectory,
		OptionPrefix: s.ReservedPrefix, TermEndpoints: s.termEndpoints(), Timeout: time.Duration(s.CMS.Timeout),
	}
}

// termEndpoints are the endpoints of configured taxonomies, as the client asks for them.
func (s *Settings) termEndpoints() map[string]string {
	endpoints := map[string]string{}
	for _, t := range s.Taxonomies {
		endpoints[t.Taxonomy] = t.Endpoint
	}
	return endpoints
}
