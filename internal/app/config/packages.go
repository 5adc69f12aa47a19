package config

import (
	"log/slog"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"estate/internal/agency/instagram"
	"estate/internal/agency/leads/mail"
	"estate/internal/agency/leads/webhook"
	"estate/internal/cms/replica"
	"estate/internal/cms/wordpress"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/sanitize"
	"estate/internal/media/basemap"
	"estate/internal/site/compose"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
	"estate/internal/site/server"
	"estate/internal/store"
	"estate/web"
)

// RouteConfig is the configuration of package route.
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

// ResolveConfig is the configuration of package resolve, without its Catalog.
func (s *Settings) ResolveConfig(log *slog.Logger) resolve.Config {
	config := resolve.Config{
		Subdirectory: s.Subdirectory, Homepage: len(s.Home) > 0, Redirections: s.Redirections, Log: log,
		AnyPermalink: true, StickyFirst: true,
	}
	for _, t := range s.Taxonomies {
		config.Taxonomies = append(config.Taxonomies, resolve.Taxonomy{
			Name: t.Taxonomy, PostTypeEndpoint: t.PostTypeEndpoint, Params: t.Params,
		})
	}
	return config
}

// ComposeConfig is the configuration of package compose, without its Catalog.
func (s *Settings) ComposeConfig(build string, log *slog.Logger) compose.Config {
	return compose.Config{
		SiteURL: s.SiteURL, Build: build, Prefetch: s.Prefetch, ForcedRefresh: s.ForcedRefresh, SellAlways: s.SellAlways,
		ReservedPrefix: s.ReservedPrefix, WhatsApp: s.WhatsApp, Log: log,
		Brochure: compose.Brochure{
			Template: s.Brochure.Template, AgencyID: s.Brochure.Agency, ReportType: s.Brochure.Report,
			ClientID: s.Brochure.Client, Languages: s.Brochure.Languages,
		},
		Blog: s.PostsPage[i18n.Fallback], FrameHosts: s.FrameHosts, MediaHosts: slices.Concat(s.Media.Hosts, s.Media.PrivateHosts),
		CMSURL: s.CMSURL(), Chat: s.Chat.view(), Analytics: s.Analytics.view(), Tiles: s.Map.view(),
	}
}

// Sanitizer tells how texts, films and tours are shown. It leaves pictures and files unchanged.
func (s *Settings) Sanitizer() (*sanitize.Sanitizer, error) {
	return sanitize.New(sanitize.Config{
		SiteURL: s.SiteURL, CMSURL: s.CMSURL(), FrameHosts: s.FrameHosts, MediaHosts: slices.Concat(s.Media.Hosts, s.Media.PrivateHosts),
		ReservedIDs: compose.ReservedIDs,
	})
}

// ServerConfig is the configuration of package server. vite is the URL of a Vite
// server, "" in production.
func (s *Settings) ServerConfig(build, vite string, log *slog.Logger) server.Config {
	icon, _ := s.Brand.icon() // Validate has read it
	return server.Config{
		SiteURL: s.SiteURL, Client: web.Client(), Build: build, Rules: s.LinkRules(), Brand: s.Brand.scheme(), Icon: icon,
		FrameHosts: s.FrameHosts, FilmHosts: s.Media.Hosts, TileSources: s.Map.sources(),
		ChatSources: sources(s.Chat.Script, s.Chat.Hosts), AnalyticsSources: sources(s.Analytics.Script, s.Analytics.Hosts),
		Blog: i18n.Text(s.PostsPage), Archives: s.archivePaths(), Taxonomies: s.termTaxonomies(),
		Enquiries: server.RateLimit{Burst: s.Enquiries.Burst, PerHour: s.Enquiries.PerHour}, Limits: s.limitsConfig(),
		PageTimeout: time.Duration(s.CMS.PageTimeout),
		RenderWait:  time.Duration(s.Render.Timeout), Vite: vite, Log: log, HSTS: s.HSTS, CDN: s.CDN.serverCDN(),
		StudioHost: s.StudioHost(),
	}
}

// BasemapConfig is the configuration of package basemap.
func (s *Settings) BasemapConfig() basemap.Config {
	return basemap.Config{Folder: s.MapDir(), Service: s.Map.service()}
}

// StoreConfig is the configuration of package store: the database that --db names,
// else a file in the data folder.
func (s *Settings) StoreConfig() store.Config {
	return store.Config{
		Path: s.StoreFile(), URL: string(s.DB), SiteURL: s.SiteURL, Endpoints: s.endpointTypes(), Log: slog.Default(),
	}
}

// WordPressConfig is the configuration of package wordpress, without its Transport.
func (s *Settings) WordPressConfig() wordpress.Config {
	return wordpress.Config{
		SiteURL: s.SiteURL, CMSURL: s.CMS.URL, API: s.CMS.API, Subdirectory: s.Subdirectory,
		OptionPrefix: s.ReservedPrefix, TermEndpoints: s.termEndpoints(), Authorization: s.CMS.Authorization(), Rates: s.CMS.Rates,
		Adapt: true, Properties: s.CMS.Properties, Themes: wordpress.Themes{Fields: s.CMS.Fields, Taxonomies: s.CMS.Taxonomies},
		Timeout: time.Duration(s.CMS.Timeout),
	}
}

// ReplicaConfig is the configuration of package replica, without its Lease.
func (s *Settings) ReplicaConfig(log *slog.Logger) replica.Config {
	return replica.Config{
		Address: s.CMS.Name(), PostTypes: s.PostTypeEndpoints(), Taxonomies: s.TaxonomyEndpoints(),
		Poll: time.Duration(s.CMS.Poll), Reconcile: time.Duration(s.CMS.Reconcile), Refresh: time.Duration(s.CMS.Refresh),
		MaxDeletedShare: s.CMS.Collapse, Decoding: s.CMS.decoding(), Log: log,
	}
}

// MailConfig is the configuration of package mail.
func (s *Settings) MailConfig() mail.Config {
	return mail.Config{
		Folder: s.SMTP.Folder, Host: s.SMTP.Host, Port: s.SMTP.Port, User: s.SMTP.User, Password: string(s.SMTP.Password),
		TLS:  mail.TLS(s.SMTP.TLS),
		From: s.SMTP.From, ReplyTo: s.SMTP.ReplyTo, To: s.SMTP.To, SiteURL: s.SiteURL, Brand: s.Brand.scheme(),
	}
}

// WebhookConfig is the configuration of package webhook.
func (s *Settings) WebhookConfig() webhook.Config {
	return webhook.Config{URL: s.Webhook.URL, Secret: string(s.Webhook.Secret), SiteURL: s.SiteURL}
}

// InstagramConfig is the configuration of package instagram.
func (s *Settings) InstagramConfig(log *slog.Logger) instagram.Config {
	i := s.Instagram
	return instagram.Config{
		URL: i.URL, Token: string(i.Token), TokenFile: filepath.Join(s.Data, "instagram.token"), Originals: s.OriginalsDir(),
		Hosts: i.Hosts, Posts: i.Posts, Every: time.Duration(i.Every), Log: log,
	}
}

// LinkRules separate option keys and tracking keys from the other keys of a query.
func (s *Settings) LinkRules() link.Rules {
	return link.Rules{OptionPrefix: s.ReservedPrefix, Tracking: s.TrackingKeys}
}

// OwnHosts are the hosts whose URLs belong to the site, in lower case.
func (s *Settings) OwnHosts() []string {
	site, err := url.Parse(s.SiteURL)
	if err != nil {
		return nil // Validate rejects it
	}
	hosts := []string{strings.ToLower(site.Host)}
	if cms := s.CMS.Address(); cms != nil {
		hosts = append(hosts, strings.ToLower(cms.Host))
	}
	return hosts
}

// PictureHosts are the remote hosts of original pictures. Private hosts may be
// reached by http and at private addresses; the CMS is one of them.
func (s *Settings) PictureHosts() (hosts, private []string) {
	hosts, private = s.Media.Hosts, s.Media.PrivateHosts
	if cms := s.CMS.Address(); cms != nil {
		private = append(slices.Clone(private), cms.Host)
	}
	return hosts, private
}

// CMSAuthorization maps the host of the CMS to the Authorization header of requests to it.
func (s *Settings) CMSAuthorization() map[string]string {
	if s.CMS.Address() == nil || s.CMS.Authorization() == "" {
		return nil
	}
	return map[string]string{s.CMS.Address().Host: s.CMS.Authorization()}
}

// CMSURL is the URL of the CMS without a final slash, "" without a CMS.
func (s *Settings) CMSURL() string {
	if s.CMS.Address() == nil {
		return ""
	}
	return strings.TrimSuffix(s.CMS.URL, "/")
}
