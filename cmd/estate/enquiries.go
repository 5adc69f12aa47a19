package main

import (
	"context"
	"errors"
	"time"

	"estate/internal/leads"
	"estate/internal/leads/mail"
	"estate/internal/leads/webhook"
)

// channels are the ways that enquiries go.
func (s *settings) channels() ([]leads.Channel, error) {
	var channels []leads.Channel
	var problems []error
	if s.mails() {
		agency, err := mail.NewAgency(s.mailConfig())
		problems = append(problems, err)
		channels = append(channels, agency)
		if s.SMTP.Confirm {
			confirmation, err := mail.NewConfirmation(s.mailConfig())
			problems = append(problems, err)
			channels = append(channels, confirmation)
		}
	}
	if s.calls() {
		hook, err := webhook.New(s.webhookConfig())
		problems = append(problems, err)
		channels = append(channels, hook)
	}
	return channels, errors.Join(problems...)
}

// openDesk opens the enquiries of the data folder.
func (all *site) openDesk(ctx context.Context, s settings) error {
	channels, err := s.channels()
	if err != nil {
		return err
	}
	ledger, err := leads.OpenLedger(ctx, s.leadsFile(), nil)
	if err != nil {
		return err
	}
	all.ledger = ledger
	all.closers = append(all.closers, ledger.Close)
	if len(channels) == 0 {
		all.log.WarnContext(ctx, "enquiries are stored and go nowhere: set [smtp] or [webhook]; `estate leads list` shows them")
	}
	all.desk = leads.NewDesk(leads.Config{
		Ledger: ledger, Channels: channels, Log: all.log,
		Courier: leads.CourierConfig{
			FirstPause: time.Duration(s.Enquiries.FirstPause), LongestPause: time.Duration(s.Enquiries.LongestPause),
			Attempts: s.Enquiries.Attempts,
		},
	})
	return nil
}
