package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"estate/internal/agency/feeds/resales"
	"estate/internal/agency/leads"
	"estate/internal/agency/leads/mail"
	"estate/internal/agency/leads/mirror"
	"estate/internal/agency/leads/webhook"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/privilege"
	"estate/internal/platform/sqldb"
)

// agencyOf reads the settings of the agency for mails. A CMS that does not answer must not hold
// up a mail: they are nil then.
func agencyOf(source content.Source) func(context.Context, i18n.Lang) *content.Settings {
	return func(ctx context.Context, lang i18n.Lang) *content.Settings {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		settings, err := source.Settings(ctx, lang)
		if err != nil {
			return nil
		}
		return settings
	}
}

// agencyForMails is agencyOf the site's content, with a name that has no addresses of the CMS.
func (a *App) agencyForMails(ctx context.Context, lang i18n.Lang) *content.Settings {
	settings, policies := agencyOf(a.origin.source)(ctx, lang), a.policies.Load()
	if settings == nil || policies == nil {
		return settings
	}
	shown := *settings
	shown.SiteTitle = policies.composer.Text(settings.SiteTitle)
	return &shown
}

// openChannels opens the delivery channels of enquiries. agency is that of mail.Config, nil for a
// command that sends nothing.
func openChannels(s config.Settings, agency func(context.Context, i18n.Lang) *content.Settings) ([]leads.Channel, error) {
	var channels []leads.Channel
	var problems []error
	if s.SendsMail() {
		mailConfig := s.MailConfig()
		mailConfig.Agency = agency
		office, err := mail.NewAgency(mailConfig)
		problems = append(problems, err)
		channels = append(channels, office)
		if s.SMTP.Confirm {
			confirmation, err := mail.NewConfirmation(mailConfig)
			problems = append(problems, err)
			channels = append(channels, confirmation)
		}
	}
	if s.CallsWebhook() {
		hook, err := webhook.New(s.WebhookConfig())
		problems = append(problems, err)
		channels = append(channels, hook)
	}
	for _, f := range s.Feeds {
		if f.Kind != config.FeedResales || !f.RegisterLeads {
			continue
		}
		client, err := resales.NewClient(resalesConfig(f))
		problems = append(problems, err)
		channels = append(channels, &resalesChannel{feed: f.Name, siteURL: s.SiteURL, client: client})
	}
	return channels, errors.Join(problems...)
}

// openLeads opens the store of the enquiries and their delivery.
func (a *App) openLeads(ctx context.Context, s config.Settings) error {
	channels, err := openChannels(s, a.agencyForMails)
	if err != nil {
		return err
	}
	channels = a.reloadable.wrap(channels)
	store, err := a.openLeadStore(ctx, s)
	if err != nil {
		return err
	}
	a.leadStore = store
	a.closers = append(a.closers, store.Close)
	if s.SMTP.Folder != "" {
		a.log.InfoContext(ctx, "mails are written to a folder and not sent", "folder", s.SMTP.Folder)
	}
	if len(channels) == 0 {
		a.log.WarnContext(ctx, "enquiries are stored but not delivered: set [smtp] or [webhook]; `estate leads list` lists them")
	}
	keep := s.Enquiries.Keep.Before
	if s.Enquiries.Keep.Forever {
		keep = nil
	}
	second, err := a.openMirror(ctx, s)
	if err != nil {
		return err
	}
	a.leadService = leads.NewService(leads.Config{
		Mirror: second, Mirrored: leads.MirrorConfig{Required: s.Enquiries.MirrorRequired, Takeover: time.Duration(s.Enquiries.Takeover)},
		Store: store, Channels: channels, Log: a.log, Keep: keep, Policy: a.privacyPolicy, Viewings: a.viewingOffer, Source: a.sourceOfEnquiry,
		Delivery: deliveryConfig(s),
	})
	return nil
}

// openLeadStore opens the file of the enquiries. A damaged one is set aside, since the site must take new enquiries; those of
// the mirror are read and delivered from there.
func (a *App) openLeadStore(ctx context.Context, s config.Settings) (*leads.Store, error) {
	store, err := leads.OpenStore(ctx, s.LeadsFile(), nil)
	if !errors.Is(err, sqldb.ErrDamaged) {
		return store, err
	}
	aside, failed := leads.SetAside(s.LeadsFile(), time.Now())
	if failed != nil {
		return nil, errors.Join(err, failed)
	}
	a.log.ErrorContext(ctx, "the file of the enquiries is damaged and was set aside; the site starts with a new one", "aside", aside,
		"err", err)
	return leads.OpenStore(ctx, s.LeadsFile(), nil)
}

// openMirror returns the second place of the enquiries, nil without one.
func (a *App) openMirror(ctx context.Context, s config.Settings) (leads.Mirror, error) {
	place, ok := s.MirrorConfig()
	if !ok {
		return nil, nil
	}
	if place.Path != "" {
		same, err := onSameDisk(place.Path, s.Data)
		if err != nil {
			return nil, fmt.Errorf("enquiries.mirror: %w", err)
		}
		if same {
			a.log.WarnContext(ctx, "the mirror of the enquiries is on the disk of the data folder; a failure of this disk loses both")
		}
	}
	second := mirror.New(place)
	a.closers = append(a.closers, second.Close)
	return second, nil
}

// onSameDisk reports whether a file that may not exist yet is on the disk of a folder.
func onSameDisk(file, folder string) (bool, error) {
	at := filepath.Dir(file)
	if err := os.MkdirAll(at, 0o700); err != nil {
		return false, privilege.ExplainReadOnly(err, at)
	}
	var first, second syscall.Stat_t
	if err := errors.Join(syscall.Stat(at, &first), syscall.Stat(folder, &second)); err != nil {
		return false, err
	}
	return first.Dev == second.Dev, nil
}

// viewingOffer is the leads.ViewingOffers of the site.
func (a *App) viewingOffer(ctx context.Context, lang i18n.Lang, ids []int) (leads.ViewingOffer, error) {
	found := a.policies.Load().composer.ViewingOffer(ctx, lang, ids)
	offer := leads.ViewingOffer{Days: found.Days, Zone: found.Zone}
	for _, home := range found.Properties {
		offer.Properties = append(offer.Properties, leads.ViewingProperty(home))
	}
	return offer, ctx.Err()
}
