package config

import (
	"strings"
	"time"

	"estate/internal/agency/instagram"
	"estate/internal/agency/leads/mail"
	"estate/internal/content/i18n"
	"estate/internal/site/server"
)

// Effective is a copy with the values that other packages use where a setting is left out, for
// people: it is as valid as the settings, and means the same.
func (s Settings) Effective() Settings {
	setDefault(&s.CategoryBase, "category")
	setDefault(&s.TagBase, "tag")
	setDefault(&s.AuthorBase, "author")
	if strings.HasPrefix(s.SiteURL, "https://") {
		setDefault(&s.HSTS, server.DefaultHSTS)
	}
	if s.CMS.Address() != nil {
		setDefault(&s.CMS.Mode, ModeReplica)
	}
	if s.SMTP.Host != "" {
		setDefault(&s.SMTP.TLS, string(mail.StartTLS))
		setDefault(&s.SMTP.Port, s.MailConfig().EffectivePort())
	}
	if s.Backup.To != "" && s.Backup.Key == "" {
		s.Backup.KeyFile = s.BackupKeyFile()
	}
	if len(s.Feeds) > 0 {
		s.FeedTerms = s.FeedTermsFile()
	}
	if s.InstagramConfig(nil).Enabled() {
		setDefault(&s.Instagram.URL, instagram.Address)
		setDefault(&s.Instagram.Posts, instagram.DefaultPosts)
		setDefault(&s.Instagram.Every, Duration(time.Hour))
	}
	channels := make([]Channel, len(s.Channels))
	for i, c := range s.Channels {
		if len(c.Languages) == 0 {
			c.Languages = i18n.Filled
		}
		channels[i] = c
	}
	if len(channels) > 0 {
		s.Channels = channels
	}
	return s
}
