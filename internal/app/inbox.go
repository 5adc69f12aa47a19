package app

import (
	"context"
	"path"
	"strings"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/agency/leads/alerts"
	"estate/internal/agency/leads/mail"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/compose"
	"estate/internal/studio/inbox"
)

// inboxPlace is the database of what the office does about enquiries: that of the saved searches, which all nodes read.
func inboxPlace(s config.Settings) inbox.Place { return inbox.Place(alertPlace(s)) }

// openInbox opens the office's side of the enquiries. leads.db exists by then, and the saved searches are open.
func (a *App) openInbox(s config.Settings, composer *compose.Composer) error {
	store := inbox.NewStore(inboxPlace(s), nil)
	a.closers = append(a.closers, store.Close)
	cfg := inbox.Config{
		Store: store, Leads: a.leadService, Listings: &listings{source: a.origin.source, composer: composer}, SiteURL: s.SiteURL,
		Agency: a.agencyForMails, Delivery: deliveryConfig(s), Log: a.log,
		Search: func(ctx context.Context, alert alerts.Alert) (words, link string) {
			saved, err := composer.SavedSearch(ctx, alert.Lang, alert.Kind, alert.Query)
			if err != nil {
				return alert.Query, ""
			}
			return strings.Join(saved.Words(!alert.Confirmed.IsZero()), ", "), saved.Link
		},
	}
	if a.alerts != nil {
		cfg.Alerts = a.alerts.Store()
	}
	if s.SendsMail() {
		replies, err := a.newReplies(s)
		if err != nil {
			return err
		}
		a.reloadable.replies.Store(replies)
		cfg.Mailer = &a.reloadable
	}
	a.inbox = inbox.New(cfg)
	return nil
}

// newReplies returns what sends the answers of the office.
func (a *App) newReplies(s config.Settings) (*mail.Replies, error) {
	mailConfig := s.MailConfig()
	mailConfig.Agency = a.agencyForMails
	return mail.NewReplies(mailConfig)
}

// deliveryConfig bounds the attempts of deliveries of enquiries and answers.
func deliveryConfig(s config.Settings) leads.DeliveryConfig {
	return leads.DeliveryConfig{
		InitialBackoff: time.Duration(s.Enquiries.InitialBackoff), MaxBackoff: time.Duration(s.Enquiries.MaxBackoff),
		MaxAttempts: s.Enquiries.Attempts,
	}
}

// listings is the inbox.Listings of the site.
type listings struct {
	source   content.Source
	composer *compose.Composer
}

// listingTimeout bounds the look-up of a home in a CMS.
const listingTimeout = 5 * time.Second

// Listing implements inbox.Listings.
func (l *listings) Listing(ctx context.Context, lang i18n.Lang, property inbox.Property) (inbox.Listing, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, listingTimeout)
	defer cancel()
	for _, kind := range []search.Kind{search.KindProperties, search.KindDevelopments} {
		slug := path.Base(path.Clean(property.Link))
		if property.Reference != "" {
			hit, err := l.source.Reference(ctx, lang, kind, property.Reference)
			if content.IsNotFound(err) {
				continue
			}
			if err != nil {
				return inbox.Listing{}, false, err
			}
			slug = hit.Name
		} else if property.Link == "" {
			break
		}
		found, err := l.source.BySlug(ctx, lang, string(kind), slug)
		if err != nil && !content.IsNotFound(err) {
			return inbox.Listing{}, false, err
		}
		for _, entity := range found {
			if listing, ok := l.listing(lang, entity); ok {
				return listing, true, nil
			}
		}
	}
	return inbox.Listing{}, false, nil
}

func (l *listings) listing(lang i18n.Lang, entity content.Entity) (listing inbox.Listing, ok bool) {
	switch e := entity.(type) {
	case *content.Property:
		listing = inbox.Listing{Title: e.TitleIn(lang), Link: e.LinkIn(lang), Agent: e.Agent}
	case *content.Development:
		listing = inbox.Listing{Title: e.TitleIn(lang), Link: e.LinkIn(lang), Agent: e.Agent}
	default:
		return listing, false
	}
	listing.Title = l.composer.Text(listing.Title)
	return listing, true
}
