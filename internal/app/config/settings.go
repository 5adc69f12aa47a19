package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/platform/redact"
)

// Settings is everything that can be configured. The tags are the names in the TOML
// file. The comment of a field states its default, which the zero value stands for.
type Settings struct {
	Addr      string   `toml:"addr"`       // 127.0.0.1:8080
	Data      string   `toml:"data"`       // ./data
	DB        Database `toml:"db"`         // none: SQLite in the data folder
	SiteURL   string   `toml:"site_url"`   // http://{addr}
	Empty     bool     `toml:"empty"`      // without content: a page that says who is coming, in place of the demo agency
	HSTS      string   `toml:"hsts"`       // Strict-Transport-Security of an https site: a year, names below the site's too
	Domains   []string `toml:"domains"`    // none: no TLS; else https with certificates for these names, the first is the site's
	HTTPAddr  string   `toml:"http_addr"`  // :80 with domains: redirects to https
	ACME      ACME     `toml:"acme"`       // Let's Encrypt
	AdminAddr string   `toml:"admin_addr"` // none: no metrics, profiles and operator's page
	Node      string   `toml:"node"`       // found in node_modules or PATH

	// Home and PostsPage are per language: the slug of the home page, the path of the blog.
	Home      map[i18n.Lang]string `toml:"home"`       // en: home, es: inicio
	PostsPage map[i18n.Lang]string `toml:"posts_page"` // /blog/

	CategoryBase string     `toml:"category_base"` // category
	TagBase      string     `toml:"tag_base"`      // tag
	AuthorBase   string     `toml:"author_base"`   // author
	Subdirectory string     `toml:"subdirectory"`  // none
	PostTypes    []PostType `toml:"post_types"`
	Taxonomies   []Taxonomy `toml:"taxonomies"`

	ReservedPrefix string   `toml:"reserved_prefix"` // frontity_
	TrackingKeys   []string `toml:"tracking_keys"`   // utm_*, gclid, fbclid …

	// Redirections state when the CMS is asked for the redirect of a link: no, 404,
	// all, RegExp:…, or a list of 404 and patterns.
	Redirections []string `toml:"redirections"` // 404

	// PreviewSecret signs preview links.
	PreviewSecret string `toml:"preview_secret"` // a generated key in the data folder

	Prefetch      string   `toml:"prefetch"`       // in-view; or all, hover, no
	ForcedRefresh bool     `toml:"forced_refresh"` // each change of a filter navigates
	SellAlways    bool     `toml:"sell_always"`    // show the call to sell before cookies are accepted
	PriceHistory  bool     `toml:"price_history"`  // property pages show how a price changed
	WhatsApp      string   `toml:"whatsapp"`       // number with country code; none: no WhatsApp link
	FrameHosts    []string `toml:"frame_hosts"`    // hosts of players and maps that a click may load in a frame

	CMS       CMS       `toml:"cms"`
	Brand     Brand     `toml:"brand"`
	Admin     Admin     `toml:"admin"`
	Studio    Studio    `toml:"studio"`
	Legal     Legal     `toml:"legal"`
	Brochure  Brochure  `toml:"brochure"`
	Chat      Chat      `toml:"chat"`
	Analytics Analytics `toml:"analytics"`
	Render    Render    `toml:"render"`
	Media     Media     `toml:"media"`
	SMTP      SMTP      `toml:"smtp"`
	Webhook   Webhook   `toml:"webhook"`
	Enquiries Enquiries `toml:"enquiries"`
	Backup    Backup    `toml:"backup"`
	S3        S3        `toml:"s3"`
	Limits    Limits    `toml:"limits"`
	CDN       CDN       `toml:"cdn"`
	Traces    Traces    `toml:"traces"`
	Instagram Instagram `toml:"instagram"`
	Map       Map       `toml:"map"`
	Feeds     []Feed    `toml:"feeds"`      // none
	FeedTerms string    `toml:"feed_terms"` // {data}/feeds/terms.csv; the agency's table of terms
	Channels  []Channel `toml:"channels"`
}

var hstsValue = regexp.MustCompile(`^max-age=\d{1,10}(; ?includeSubDomains)?(; ?preload)?$`)

// FillDefaults sets every setting that is zero to its default.
func (s *Settings) FillDefaults() {
	s.fillDomainDefaults()
	setDefault(&s.Addr, "127.0.0.1:8080")
	setDefault(&s.Data, "data")
	setDefault(&s.SiteURL, "http://"+s.Addr)
	setDefault(&s.ReservedPrefix, "frontity_")
	setDefault(&s.Prefetch, "in-view")
	setDefault(&s.Legal.Region, regionAndalusia)
	s.SiteURL = strings.TrimSuffix(s.SiteURL, "/")
	if s.Home == nil {
		s.Home = map[i18n.Lang]string{i18n.LangEN: "home", i18n.LangES: "inicio"}
	}
	if s.PostsPage == nil {
		s.PostsPage = map[i18n.Lang]string{i18n.LangEN: "/blog/", i18n.LangES: "/blog/"}
	}
	if s.TrackingKeys == nil {
		s.TrackingKeys = link.DefaultTracking
	}
	if s.FrameHosts == nil {
		s.FrameHosts = []string{"www.youtube-nocookie.com", "player.vimeo.com", "www.openstreetmap.org"}
	}
	if s.Redirections == nil {
		s.Redirections = []string{"404"}
	}
	s.CMS.fillDefaults()
	s.Chat.fillDefaults()
	s.Analytics.fillDefaults()
	s.Render.fillDefaults()
	s.Media.fillDefaults()
	s.SMTP.fillDefaults()
	s.Enquiries.fillDefaults()
	s.Backup.fillDefaults()
	s.Traces.fillDefaults()
	s.Admin.fillDefaults()
	s.Limits.fillDefaults()
	s.CDN.fillDefaults()
	s.fillChannels()
	s.fillFeeds()
}

// PublicName is the host name of the site, "" for an address that only this machine or network has, or that tests use.
func (s *Settings) PublicName() string {
	site, err := url.Parse(s.SiteURL)
	if err != nil {
		return ""
	}
	name := strings.ToLower(strings.TrimSuffix(site.Hostname(), "."))
	if _, err := netip.ParseAddr(name); err == nil || !strings.Contains(name, ".") {
		return ""
	}
	for _, local := range []string{".localhost", ".local", ".internal", ".test", ".invalid"} { // RFC 6761, RFC 6762
		if strings.HasSuffix(name, local) {
			return ""
		}
	}
	return name
}

func setDefault[T comparable](setting *T, value T) {
	var zero T
	if *setting == zero {
		*setting = value
	}
}

// Validate checks all settings, after FillDefaults. The error joins all problems.
func (s *Settings) Validate() error {
	var problems []error
	report := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	site, err := url.Parse(s.SiteURL)
	if err != nil || (site.Scheme != "http" && site.Scheme != "https") || site.Host == "" || site.User != nil {
		report("site_url is %q; it must be an http or https URL without a user, such as https://www.example.com", redact.URL(s.SiteURL))
	}
	if s.HSTS != "" && !hstsValue.MatchString(s.HSTS) {
		report("hsts is %q; it must be such as \"max-age=31536000; includeSubDomains\"", s.HSTS)
	}
	switch s.Prefetch {
	case "all", "hover", "in-view", "no":
	default:
		report("prefetch is %q; it must be all, hover, in-view or no", s.Prefetch)
	}
	for lang := range s.Home {
		if !lang.IsFilled() {
			report("home has the language %q, which has no content; use %v", lang, i18n.Filled)
		}
	}
	if n := len(s.PreviewSecret); n > 0 && n < MinSecretLength {
		report("preview_secret has %d characters; it must have at least %d, or be left out", n, MinSecretLength)
	}
	for i, t := range s.PostTypes {
		if t.Type == "" || t.Endpoint == "" {
			report("post_types[%d] must have type and endpoint", i)
		}
	}
	for i, t := range s.Taxonomies {
		if t.Taxonomy == "" || t.Endpoint == "" {
			report("taxonomies[%d] must have taxonomy and endpoint", i)
		}
	}
	return errors.Join(append(problems, s.Render.validate(), s.Media.validate(), s.Brand.validate(), s.CMS.validate(), s.Admin.validate(),
		s.Limits.validate(), s.validateCDN(), s.validateEnquiries(), s.validateBackup(), s.validateS3(), s.validateTraces(),
		s.Chat.validate(), s.Analytics.validate(), s.validateInstagram(), s.Map.validate(), s.validateFeeds(), s.validateDomains(),
		s.validateChannels(), s.validateStudio(), s.Legal.validate())...)
}

// WithoutSecrets is a copy of the settings that may be printed.
func (s Settings) WithoutSecrets() Settings {
	if s.PreviewSecret != "" {
		s.PreviewSecret = "(set, not shown)"
	}
	s.SiteURL, s.CMS.URL, s.CMS.API = redact.URL(s.SiteURL), redact.URL(s.CMS.URL), redact.URL(s.CMS.API)
	s.Webhook.URL, s.Instagram.URL = redact.Address(s.Webhook.URL), redact.Address(s.Instagram.URL)
	s.CDN.PurgeURL = redact.Address(s.CDN.PurgeURL)
	s.Feeds = withoutSecrets(s.Feeds)
	return s
}
