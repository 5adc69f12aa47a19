package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"estate/internal/agency/feeds/resales"
	"estate/internal/agency/leads"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// sourceTimeout bounds the time that a visitor waits for the source of a property.
const sourceTimeout = time.Second

// sourceOfEnquiry finds the system that the property of an enquiry comes from, nil for none.
func (a *App) sourceOfEnquiry(ctx context.Context, lead *leads.Lead) *leads.Source {
	if a.store == nil || lead.Reference == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, sourceTimeout)
	defer cancel()
	hit, err := a.store.Reference(ctx, i18n.Fallback, search.KindProperties, lead.Reference)
	if err != nil {
		return nil
	}
	found, err := a.store.BySlug(ctx, i18n.Fallback, string(hit.Type), hit.Name)
	if err != nil || len(found) == 0 {
		return nil
	}
	property, ok := found[0].(*content.Property)
	if !ok || property.Origin == nil || property.Origin.System == "" {
		return nil
	}
	return &leads.Source{System: property.Origin.System, Key: property.Origin.Key}
}

// resalesChannel registers enquiries about the properties of a feed in Resales-Online.
type resalesChannel struct {
	feed    string
	siteURL string
	client  *resales.Client
}

// Name implements leads.Channel.
func (c *resalesChannel) Name() string { return "resales-" + c.feed }

// Accepts enquiries about properties of the feed. The service needs a mail address.
func (c *resalesChannel) Accepts(lead *leads.Lead) bool {
	return lead.Source != nil && lead.Source.System == c.feed && lead.Mail != ""
}

// Deliver implements leads.Channel.
func (c *resalesChannel) Deliver(ctx context.Context, lead *leads.Lead) error {
	message := lead.Message
	if message == "" {
		message = "-" // it is required
	}
	err := c.client.RegisterLead(ctx, resales.Lead{
		Reference: lead.Source.Key, Name: lead.Name, Mail: lead.Mail, Phone: lead.Phone, Message: message, Source: lead.Campaign,
		Subject: fmt.Sprintf("Enquiry about %s (%d)", lead.Source.Key, lead.ID),
	})
	if errors.Is(err, resales.ErrNoMail) {
		return leads.Final(err)
	}
	return err
}
