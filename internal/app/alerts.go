package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/agency/leads/alerts"
	"estate/internal/agency/leads/mail"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/find/index"
	"estate/internal/media"
	"estate/internal/site/compose"
	"estate/internal/site/seo"
	"estate/internal/store"
)

// takesAlerts reports whether searches can be saved: mails can be sent, and the content has a
// change log.
func (a *App) takesAlerts(s config.Settings) bool { return s.SendsMail() && a.store != nil }

// alertPlace is the database of the enquiries that all nodes read: the PostgreSQL of the mirror,
// else leads.db.
func alertPlace(s config.Settings) alerts.Place {
	if place, ok := s.MirrorConfig(); ok && place.URL != "" {
		return alerts.Place{URL: place.URL}
	}
	return alerts.Place{Path: s.LeadsFile()}
}

// openAlerts opens the saved searches. leads.db exists by then.
func (a *App) openAlerts(ctx context.Context, s config.Settings, composer *compose.Composer, pictures *media.Library) error {
	mailer, err := a.newAlertMailer(s)
	if err != nil {
		return err
	}
	a.reloadable.alerts.Store(mailer)
	place, err := alerts.OpenStore(ctx, alertPlace(s), nil)
	if err != nil {
		return err
	}
	a.closers = append(a.closers, place.Close)
	zone := zoneOf(a.origin.source)
	e := s.Enquiries
	a.alerts = alerts.New(alerts.Config{
		Store: place, Mailer: &a.reloadable, Log: a.log,
		Content: &alertContent{store: a.store, source: a.origin.source, composer: composer, pictures: pictures, site: s.SiteURL},
		Filters: func() alerts.FilterSet { return index.NewFilterSet() },
		Zone:    func(ctx context.Context) *time.Location { return zone(ctx, i18n.Fallback) },
		Policy:  a.leadService.RecordPolicy,
		Settle:  time.Duration(e.AlertSettle), Backoff: time.Duration(e.InitialBackoff), MaxBackoff: time.Duration(e.MaxBackoff),
		MaxAttempts: e.Attempts,
	})
	cancel := a.store.Subscribe(func(uint64) error { a.alerts.Changed(); return nil })
	a.closers = append(a.closers, func() error { cancel(); return nil })
	return nil
}

// newAlertMailer returns what sends the mails of saved searches.
func (a *App) newAlertMailer(s config.Settings) (*mail.Alerts, error) {
	mailConfig := s.MailConfig()
	mailConfig.Agency = a.agencyForMails
	return mail.NewAlerts(mailConfig, mail.AlertPaths{
		Confirm: compose.AlertConfirmPath, End: compose.AlertEndPath, Property: compose.AlertPropertyPath, Key: compose.KeyToken,
	})
}

// alertContent is the alerts.Content of the site.
type alertContent struct {
	store    *store.Store
	source   content.Source
	composer *compose.Composer
	pictures *media.Library
	site     string
}

// Position is the number of the last change.
func (c *alertContent) Position() uint64 { return c.store.Generation() }

// lostLogDays is how far back properties are compared when the change log does not reach back.
const lostLogDays = 7

// Since returns the properties that changed.
func (c *alertContent) Since(ctx context.Context, position uint64) (alerts.Changes, error) {
	changes, err := c.store.RowsSince(ctx, position)
	if err == nil {
		return alerts.Changes{Last: changes.Last, Rows: changes.Put}, nil
	}
	if !errors.Is(err, store.ErrChangesLost) {
		return alerts.Changes{}, err
	}
	found := alerts.Changes{Last: c.store.Generation()}
	since := time.Now().AddDate(0, 0, -lostLogDays).Unix()
	for row, err := range c.store.Rows(ctx) {
		if err != nil {
			return alerts.Changes{}, err
		}
		if row.Modified >= since {
			found.Rows = append(found.Rows, row)
		}
	}
	return found, nil
}

// Filter reads the search of an alert.
func (c *alertContent) Filter(ctx context.Context, a alerts.Alert) (search.Filter, bool, error) {
	saved, err := c.composer.SavedSearch(ctx, a.Lang, a.Kind, a.Query)
	return saved.Filter, saved.Known, err
}

// Event returns when a home was published and when its price was reduced.
func (c *alertContent) Event(ctx context.Context, row search.Row) (alerts.Event, error) {
	filter := search.Filter{Kind: row.Kind, IDs: []int{row.ID}, PerPage: 1}
	if row.Kind == search.KindDevelopments {
		list, err := c.source.Developments(ctx, i18n.Fallback, filter)
		if err != nil || len(list.Items) == 0 {
			return alerts.Event{}, err
		}
		return alerts.Event{Published: list.Items[0].Date}, nil
	}
	list, err := c.source.Properties(ctx, i18n.Fallback, filter)
	if err != nil || len(list.Items) == 0 {
		return alerts.Event{}, err
	}
	property := list.Items[0]
	history, err := c.store.History(ctx, content.Ref{Type: property.Type, ID: property.ID})
	if err != nil {
		return alerts.Event{}, err
	}
	return eventOf(property, history), nil
}

// newDays is how old a date of publication may be of a home that the site has just learned of. Older homes come by
// a first synchronisation.
const newDays = 7

// eventOf compares the last price of a property with the one before. The time of an event is when the site learned it:
// the date of a feed or a CMS may be before a search was saved. A property becomes known with the first entry of
// its history.
func eventOf(property *content.Property, history []content.HistoryEntry) alerts.Event {
	event := alerts.Event{Published: property.Date}
	n := len(history)
	if n > 0 && history[0].At.After(event.Published) {
		event.Published = history[0].At
	}
	if n > 0 && history[0].Known().After(event.Published) && history[0].Known().Before(event.Published.AddDate(0, 0, newDays)) {
		event.Published = history[0].Known()
	}
	if n > 1 {
		last, before := history[n-1], history[n-2]
		if last.Amount > 0 && last.Amount < before.Amount && last.Currency == before.Currency && last.Mode == before.Mode {
			event.Reduced, event.Entry = last.Known(), n
		}
	}
	return event
}

// HasText searches the text of a filter in one home.
func (c *alertContent) HasText(ctx context.Context, lang i18n.Lang, f search.Filter, id int) (bool, error) {
	f.IDs, f.PerPage = []int{id}, 1
	if f.Kind == search.KindDevelopments {
		list, err := c.source.Developments(ctx, lang, f)
		return err == nil && list.Total > 0, err
	}
	list, err := c.source.Properties(ctx, lang, f)
	return err == nil && list.Total > 0, err
}

// Properties describes properties for a mail.
func (c *alertContent) Properties(ctx context.Context, a alerts.Alert, ids []int) ([]alerts.Property, error) {
	digests, err := c.composer.Digests(ctx, a.Lang, a.Kind, ids)
	if err != nil {
		return nil, err
	}
	properties := make([]alerts.Property, len(digests))
	for i, d := range digests {
		properties[i] = alerts.Property{ID: d.ID, Title: d.Title, Link: d.Link, Lines: d.Lines}
		if d.Image == nil || c.pictures == nil {
			continue
		}
		if address := c.pictures.OGImage(d.Image); address != "" {
			properties[i].Picture = seo.Absolute(c.site, address)
		}
	}
	return properties, nil
}

// Words are the search in words.
func (c *alertContent) Words(ctx context.Context, a alerts.Alert) ([]string, error) {
	saved, err := c.composer.SavedSearch(ctx, a.Lang, a.Kind, a.Query)
	return saved.Words(!a.Confirmed.IsZero()), err
}

// withAlerts opens the saved searches for one command.
func withAlerts(ctx context.Context, s config.Settings, use func(*alerts.Store) error) error {
	return withLeads(ctx, s, func(leads.Files) error { // creates leads.db where only the mirror exists
		saved, err := alerts.OpenStore(ctx, alertPlace(s), nil)
		if err != nil {
			return err
		}
		return errors.Join(use(saved), saved.Close())
	})
}

// ListAlerts prints the saved searches.
func ListAlerts(ctx context.Context, s config.Settings) error {
	return withAlerts(ctx, s, func(saved *alerts.Store) error {
		all, err := saved.All(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "MAIL\tSAVED\tCONFIRMED\tLAST CLICK\tOFTEN\tLANGUAGE\tPOLICY\tSEARCH")
		for _, a := range all {
			often := "at once"
			if a.Daily {
				often = "daily"
			}
			policy := "-"
			if a.Policy != "" {
				policy = a.Policy
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s?%s\n", printable(a.Mail), day(a.Created), day(a.Confirmed), day(a.Active), often,
				a.Lang, policy, a.Kind, a.Query)
		}
		if err := table.Flush(); err != nil {
			return err
		}
		fmt.Printf("%d saved searches\n", len(all))
		return nil
	})
}

// DeleteAlerts erases all saved searches of mail addresses.
func DeleteAlerts(ctx context.Context, s config.Settings, addresses []string) error {
	return withAlerts(ctx, s, func(saved *alerts.Store) error {
		total := 0
		for _, address := range addresses {
			n, err := saved.DeleteAddress(ctx, strings.TrimSpace(address))
			if err != nil {
				return err
			}
			total += n
		}
		fmt.Printf("%d saved searches erased\n", total)
		return nil
	})
}
