package config

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// Flags are the settings that a flag or an environment variable can set. Each
// overrides the configuration file. The commands embed Flags, and kong fills them.
type Flags struct {
	Config  string   `help:"Configuration file (TOML)." placeholder:"FILE"`
	DB      Database `name:"db" help:"PostgreSQL database of the content (default: none, a file in the data folder)." placeholder:"URL"`
	Data    string   `help:"Folder of the store, pictures and caches (default: ./data)." placeholder:"DIR"`
	SiteURL string   `name:"site-url" help:"Public URL of the site (default: http:// and the listen address)." placeholder:"URL"`
	Node    string   `help:"Node binary that renders pages and pictures (default: found in node_modules or PATH)." placeholder:"FILE"`
	CMSURL  string   `name:"cms-url" help:"URL of the WordPress that provides the content (default: none, the embedded store)." placeholder:"URL"`
	CMSMode string   `name:"cms-mode" help:"How content is read from the CMS: replica, a local copy (default), or live, request by request." placeholder:"MODE"`

	MailFolder string `name:"mail-folder" help:"Folder that gets mails as files in place of sending them, for trials." placeholder:"DIR"`

	// Every user of the machine can list command lines, so a secret does not belong
	// there. These flags exist for their environment variables and are hidden.
	PreviewSecret  string `name:"preview-secret" hidden:""`
	CMSUser        string `name:"cms-user" hidden:""`
	CMSPassword    Secret `name:"cms-password" hidden:""`
	CMSSecret      Secret `name:"cms-secret" hidden:""`
	AdminToken     Secret `name:"admin-token" hidden:""`
	SMTPPassword   Secret `name:"smtp-password" hidden:""`
	WebhookSecret  Secret `name:"webhook-secret" hidden:""`
	InstagramToken Secret `name:"instagram-token" hidden:""`
	S3AccessKey    Secret `name:"s3-access-key" hidden:""`
	S3SecretKey    Secret `name:"s3-secret-key" hidden:""`
	BackupKey      Secret `name:"backup-key" hidden:""`
	TracesAuth     Secret `name:"traces-authorization" hidden:""`
	CDNPurgeToken  Secret `name:"cdn-purge-token" hidden:""`
	CDNPurgeSecret Secret `name:"cdn-purge-secret" hidden:""`
}

// Addresses are the listen addresses as host:port and the domains, from the flags of the
// commands that have them. An empty address keeps the setting of the file.
type Addresses struct {
	Addr      string   // of the site
	HTTPAddr  string   // of the redirect to https
	AdminAddr string   // of metrics and the operator's page
	Domains   []string // of the certificates; empty keeps those of the file
}

// Load reads the configuration file, applies the flags and the defaults, and
// validates the result. The error joins all problems, and each names its setting.
func (f Flags) Load(at Addresses) (Settings, error) {
	var s Settings
	if f.Config != "" {
		if err := s.readFile(f.Config); err != nil {
			return s, err
		}
	}
	override(&s.Addr, at.Addr)
	override(&s.HTTPAddr, at.HTTPAddr)
	override(&s.AdminAddr, at.AdminAddr)
	if len(at.Domains) > 0 {
		s.Domains = at.Domains
	}
	override(&s.Data, f.Data)
	override(&s.DB, f.DB)
	override(&s.SiteURL, f.SiteURL)
	override(&s.Node, f.Node)
	override(&s.CMS.URL, f.CMSURL)
	override(&s.CMS.Mode, f.CMSMode)
	override(&s.SMTP.Folder, f.MailFolder)
	override(&s.PreviewSecret, f.PreviewSecret)
	override(&s.CMS.User, f.CMSUser)
	override(&s.CMS.Password, f.CMSPassword)
	override(&s.CMS.Secret, f.CMSSecret)
	override(&s.Admin.Token, f.AdminToken)
	override(&s.SMTP.Password, f.SMTPPassword)
	override(&s.Webhook.Secret, f.WebhookSecret)
	override(&s.Instagram.Token, f.InstagramToken)
	override(&s.S3.AccessKey, f.S3AccessKey)
	override(&s.S3.SecretKey, f.S3SecretKey)
	override(&s.Backup.Key, f.BackupKey)
	override(&s.Traces.Authorization, f.TracesAuth)
	override(&s.CDN.PurgeToken, f.CDNPurgeToken)
	override(&s.CDN.PurgeSecret, f.CDNPurgeSecret)
	if err := s.readFeedSecrets(); err != nil {
		return s, err
	}
	s.FillDefaults()
	return s, s.Validate()
}

// override sets a setting to the value of its flag, if the flag is given.
func override[T ~string](setting *T, flag T) {
	if flag != "" {
		*setting = flag
	}
}

// describe prints a mistake with its line, but never the line of a secret.
func describe(mistake toml.ParseError) string {
	text := strings.TrimSpace(mistake.ErrorWithPosition())
	if secretLine.MatchString(text) {
		return fmt.Sprintf("line %d (setting %q) cannot be read; write texts in double quotes", mistake.Position.Line, mistake.LastKey)
	}
	return text
}

// secretLine matches a line of the file that may hold a secret.
var secretLine = regexp.MustCompile(`(?i)password|secret|token|\burl\b|\buser\b|\baddress\b|\bapi\b|\bdb\b|://`)

func (s *Settings) readFile(name string) error {
	meta, err := toml.DecodeFile(name, s)
	if parse, ok := errors.AsType[toml.ParseError](err); ok {
		return fmt.Errorf("configuration %s: %s", name, describe(parse))
	}
	if err != nil {
		return fmt.Errorf("configuration %s: %w", name, err)
	}
	var unknown []error
	for _, key := range meta.Undecoded() {
		unknown = append(unknown, fmt.Errorf("configuration %s: unknown setting %q; correct its name or remove it", name, key))
	}
	return errors.Join(append(unknown, s.zeros(name, meta.Keys())...)...)
}

// zeros names the numbers and durations of the file that are zero where zero means "not set": nobody who writes
// cms.collapse = 0 expects 0.3.
func (s *Settings) zeros(name string, keys []toml.Key) (problems []error) {
	filled := *s
	filled.Feeds, filled.Channels = slices.Clone(s.Feeds), slices.Clone(s.Channels) // defaults are written into them
	filled.FillDefaults()
	for _, key := range keys {
		written, effective := settingAt(reflect.ValueOf(*s), key), settingAt(reflect.ValueOf(filled), key)
		if written.IsValid() && (written.CanInt() || written.CanFloat()) && written.IsZero() && !effective.IsZero() {
			problems = append(problems, fmt.Errorf("configuration %s: %q may not be 0; leave it out for its default, which is %v",
				name, key, effective.Interface()))
		}
	}
	return problems
}

// settingAt is the setting of a key, invalid for one of a list or a table of names.
func settingAt(v reflect.Value, key toml.Key) reflect.Value {
	for _, part := range key {
		if v.Kind() != reflect.Struct {
			return reflect.Value{}
		}
		index := slices.IndexFunc(reflect.VisibleFields(v.Type()), func(f reflect.StructField) bool { return f.Tag.Get("toml") == part })
		if index < 0 {
			return reflect.Value{}
		}
		v = v.FieldByIndex(reflect.VisibleFields(v.Type())[index].Index)
	}
	return v
}
