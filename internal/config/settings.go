package config

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"estate/internal/i18n"
	"estate/internal/link"
)

// flags are the settings that a command line or the environment gives; each
// overrides the configuration file.
type Flags struct {
	Config  string   `help:"Configuration file (TOML)." placeholder:"FILE"`
	DB      Database `name:"db" help:"PostgreSQL that keeps the content (default none: a file in the data folder)." placeholder:"URL"`
	Data    string   `help:"Folder of the store, pictures and caches (default ./data)." placeholder:"DIR"`
	SiteURL string   `name:"site-url" help:"Public address of the site (default http:// and the listening address)." placeholder:"URL"`
	Node    string   `help:"Node program that draws pages and pictures." placeholder:"FILE"`
	CMSURL  string   `name:"cms-url" help:"Address of the WordPress that content comes from (default none: the embedded store)." placeholder:"URL"`
	CMSMode string   `name:"cms-mode" help:"How content comes from there: replica, a copy that follows it (default), or live, request by request." placeholder:"MODE"`
	// A secret has no business on a command line that everybody can list; the
	// flag exists for the environment.
	PreviewSecret string `name:"preview-secret" hidden:""`
	CMSSecret     Secret `name:"cms-secret" hidden:""`
	AdminToken    Secret `name:"admin-token" hidden:""`
	SMTPPassword  Secret `name:"smtp-password" hidden:""`
	WebhookSecret Secret `name:"webhook-secret" hidden:""`

	InstagramToken Secret `name:"instagram-token" hidden:""`
}

// settings is everything that can be configured. The zero value of a field means
// the default that its comment names; the TOML file uses the names in the tags.
type Settings struct {
	Addr      string   `toml:"addr"`       // 127.0.0.1:8080
	Data      string   `toml:"data"`       // ./data
	DB        Database `toml:"db"`         // none: a file in the data folder
	SiteURL   string   `toml:"site_url"`   // http://{addr}
	AdminAddr string   `toml:"admin_addr"` // none: no metrics and profiles
	Node      string   `toml:"node"`       // found beside the program or on PATH

	// Home and PostsPage are per language: a page's slug, the blog's path.
	Home      map[i18n.Lang]string `toml:"home"`       // en home, es inicio
	PostsPage map[i18n.Lang]string `toml:"posts_page"` // /blog/

	CategoryBase string     `toml:"category_base"` // category
	TagBase      string     `toml:"tag_base"`      // tag
	AuthorBase   string     `toml:"author_base"`   // author
	Subdirectory string     `toml:"subdirectory"`  // none
	PostTypes    []PostType `toml:"post_types"`
	Taxonomies   []Taxonomy `toml:"taxonomies"`

	ReservedPrefix string   `toml:"reserved_prefix"` // frontity_
	TrackingKeys   []string `toml:"tracking_keys"`   // utm_*, gclid, fbclid …

	// Redirections tell when the remote CMS is asked where a link leads now: no, 404,
	// all, RegExp:…, or several of 404 and patterns.
	Redirections []string `toml:"redirections"` // 404

	// PreviewSecret signs the links of estate preview.
	PreviewSecret string `toml:"preview_secret"` // a key in the data folder

	Prefetch      string   `toml:"prefetch"`       // in-view; also all, hover, no
	ForcedRefresh bool     `toml:"forced_refresh"` // every change of a filter navigates
	SellAlways    bool     `toml:"sell_always"`    // show the call before cookies are accepted
	WhatsApp      string   `toml:"whatsapp"`       // number with its country code; none: no such link
	FrameHosts    []string `toml:"frame_hosts"`    // players and maps that may open on a click

	CMS      CMS      `toml:"cms"`
	Admin    Admin    `toml:"admin"`
	Brochure Brochure `toml:"brochure"`

	Chat      Chat      `toml:"chat"`
	Analytics Analytics `toml:"analytics"`

	Render Render `toml:"render"`
	Media  Media  `toml:"media"`

	SMTP      SMTP      `toml:"smtp"`
	Webhook   Webhook   `toml:"webhook"`
	Enquiries Enquiries `toml:"enquiries"`

	Instagram Instagram `toml:"instagram"`
	Map       Map       `toml:"map"`
}

type PostType struct {
	Type     string `toml:"type"`
	Endpoint string `toml:"endpoint"`
	Archive  string `toml:"archive"`
}

type Taxonomy struct {
	Taxonomy         string         `toml:"taxonomy"`
	Endpoint         string         `toml:"endpoint"`
	PostTypeEndpoint string         `toml:"post_type_endpoint"`
	Params           map[string]any `toml:"params"`
}

// brochureSettings name the service that prints brochures; without a template
// the page itself prints as one.
type Brochure struct {
	Template  string      `toml:"template"` // holds {agency}, {reference}, {language}, {type}, {client}
	Agency    string      `toml:"agency"`
	Report    string      `toml:"report"`
	Client    string      `toml:"client"`
	Languages []i18n.Lang `toml:"languages"` // en
}

const defaultAddr = "127.0.0.1:8080"

// load reads the file, lets flags override it, fills defaults and checks the
// whole. Every complaint names its setting; one start shows them all.
func (f Flags) Load(addr, adminAddr string) (Settings, error) {
	var s Settings
	if f.Config != "" {
		if err := s.readFile(f.Config); err != nil {
			return s, err
		}
	}
	override := func(setting *string, flag string) {
		if flag != "" {
			*setting = flag
		}
	}
	override(&s.Addr, addr)
	override(&s.AdminAddr, adminAddr)
	override(&s.Data, f.Data)
	override((*string)(&s.DB), string(f.DB))
	override(&s.SiteURL, f.SiteURL)
	override(&s.Node, f.Node)
	override(&s.CMS.URL, f.CMSURL)
	override(&s.CMS.Mode, f.CMSMode)
	override(&s.PreviewSecret, f.PreviewSecret)
	override((*string)(&s.CMS.Secret), string(f.CMSSecret))
	override((*string)(&s.Admin.Token), string(f.AdminToken))
	override((*string)(&s.SMTP.Password), string(f.SMTPPassword))
	override((*string)(&s.Webhook.Secret), string(f.WebhookSecret))
	override((*string)(&s.Instagram.Token), string(f.InstagramToken))
	s.FillDefaults()
	return s, s.Validate()
}

func (s *Settings) readFile(name string) error {
	meta, err := toml.DecodeFile(name, s)
	if parse, ok := errors.AsType[toml.ParseError](err); ok {
		return fmt.Errorf("configuration %s: %s", name, strings.TrimSpace(parse.ErrorWithPosition()))
	}
	if err != nil {
		return fmt.Errorf("configuration %s: %w", name, err)
	}
	var unknown []error
	for _, key := range meta.Undecoded() {
		unknown = append(unknown, fmt.Errorf("configuration %s: there is no setting %q; remove it or correct its name", name, key))
	}
	return errors.Join(unknown...)
}

func (s *Settings) FillDefaults() {
	setDefault(&s.Addr, defaultAddr)
	setDefault(&s.Data, "data")
	setDefault(&s.SiteURL, "http://"+s.Addr)
	setDefault(&s.ReservedPrefix, "frontity_")
	setDefault(&s.Prefetch, "in-view")
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
	s.Enquiries.fillDefaults()
}

func setDefault[T comparable](setting *T, value T) {
	var zero T
	if *setting == zero {
		*setting = value
	}
}

func (s *Settings) Validate() error {
	var problems []error
	complain := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	site, err := url.Parse(s.SiteURL)
	if err != nil || (site.Scheme != "http" && site.Scheme != "https") || site.Host == "" {
		complain("site_url is %q; it must be an http or https address such as https://www.example.com", s.SiteURL)
	}
	switch s.Prefetch {
	case "all", "hover", "in-view", "no":
	default:
		complain("prefetch is %q; it must be all, hover, in-view or no", s.Prefetch)
	}
	for lang := range s.Home {
		if !lang.IsFilled() {
			complain("home names the language %q, which has no content; filled are %v", lang, i18n.Filled)
		}
	}
	problems = append(problems, s.Render.validate(), s.Media.validate(), s.CMS.validate(), s.Admin.validate(), s.enquiryProblems(),
		s.Chat.validate(), s.Analytics.validate(), s.InstagramConfig(nil).Validate(), s.Map.validate())
	if n := len(s.PreviewSecret); n > 0 && n < MinSecretLength {
		complain("preview_secret has %d characters; it needs %d at least, or leave it out", n, MinSecretLength)
	}
	for i, t := range s.PostTypes {
		if t.Type == "" || t.Endpoint == "" {
			complain("post_types[%d] needs type and endpoint", i)
		}
	}
	for i, t := range s.Taxonomies {
		if t.Taxonomy == "" || t.Endpoint == "" {
			complain("taxonomies[%d] needs taxonomy and endpoint", i)
		}
	}
	return errors.Join(problems...)
}

// makeDataFolder makes sure that content can be written before anything starts.
func (s *Settings) MakeDataDir() error {
	if err := os.MkdirAll(s.Data, 0o755); err != nil {
		return fmt.Errorf("data folder: %w; name another with --data", err)
	}
	probe, err := os.CreateTemp(s.Data, ".probe-*")
	if err != nil {
		return fmt.Errorf("data folder %s cannot be written: %w; give this user the right, or name another with --data", s.Data, err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

func (s *Settings) StoreFile() string      { return filepath.Join(s.Data, "estate.db") }
func (s *Settings) PreviewKeyFile() string { return filepath.Join(s.Data, "preview.key") }
func (s *Settings) OriginalsDir() string   { return filepath.Join(s.Data, "media") }
func (s *Settings) RenditionsDir() string  { return filepath.Join(s.Data, "renditions") }
