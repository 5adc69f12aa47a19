package app

import (
	"context"
	"errors"
	"time"

	"estate/internal/config"
	"estate/internal/i18n"
	"estate/internal/leads"
	"estate/internal/leads/mail"
	"estate/internal/leads/webhook"
)

// openChannels opens the delivery channels of enquiries. zone is the time zone of times in mails,
// nil for the default one.
func openChannels(s config.Settings, zone func(context.Context, i18n.Lang) *time.Location) ([]leads.Channel, error) {
	var channels []leads.Channel
	var problems []error
	if s.SendsMail() {
		mailConfig := s.MailConfig()
		mailConfig.Zone = zone
		agency, err := mail.NewAgency(mailConfig)
		problems = append(problems, err)
		channels = append(channels, agency)
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
	return channels, errors.Join(problems...)
}

// openLeads opens the store of the enquiries and their delivery.
func (a *App) openLeads(ctx context.Context, s config.Settings) error {
	channels, err := openChannels(s, zoneOf(a.origin.source))
	if err != nil {
		return err
	}
	store, err := leads.OpenStore(ctx, s.LeadsFile(), nil)
	if err != nil {
		return err
	}
	a.leadStore = store
	a.closers = append(a.closers, store.Close)
	if len(channels) == 0 {
		a.log.WarnContext(ctx, "enquiries are stored but not delivered: set [smtp] or [webhook]; `estate leads list` lists them")
	}
	keep := s.Enquiries.Keep.Before
	if s.Enquiries.Keep.Forever {
		keep = nil
	}
	a.leadService = leads.NewService(leads.Config{
		Store: store, Channels: channels, Log: a.log, Keep: keep, Policy: a.privacyPolicy,
		Delivery: leads.DeliveryConfig{
			InitialBackoff: time.Duration(s.Enquiries.InitialBackoff), MaxBackoff: time.Duration(s.Enquiries.MaxBackoff),
			MaxAttempts: s.Enquiries.Attempts,
		},
	})
	return nil
}
