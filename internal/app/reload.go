package app

import (
	"context"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/agency/leads/alerts"
	"estate/internal/agency/leads/mail"
	"estate/internal/app/config"
)

// reloadable are the parts that take over changed settings while the site runs.
type reloadable struct {
	channels []*reloadableChannel
	alerts   atomic.Pointer[mail.Alerts]  // set before the first mail
	replies  atomic.Pointer[mail.Replies] // set before the first answer
}

// ToVisitor implements inbox.Mailer.
func (r *reloadable) ToVisitor(ctx context.Context, reply *mail.Reply) error {
	return r.replies.Load().ToVisitor(ctx, reply)
}

// ToSender implements inbox.Mailer.
func (r *reloadable) ToSender(ctx context.Context, reply *mail.Reply) error {
	return r.replies.Load().ToSender(ctx, reply)
}

// SendAlert implements alerts.Mailer.
func (r *reloadable) SendAlert(ctx context.Context, m *alerts.Mail) error {
	return r.alerts.Load().SendAlert(ctx, m)
}

// reloadableChannel is a leads.Channel that can be replaced by one of the same name.
type reloadableChannel struct {
	name    string
	current atomic.Pointer[leads.Channel]
}

// Name implements leads.Channel.
func (c *reloadableChannel) Name() string { return c.name }

// Accepts implements leads.Channel.
func (c *reloadableChannel) Accepts(lead *leads.Lead) bool { return (*c.current.Load()).Accepts(lead) }

// Deliver implements leads.Channel.
func (c *reloadableChannel) Deliver(ctx context.Context, lead *leads.Lead) error {
	return (*c.current.Load()).Deliver(ctx, lead)
}

// pacedReloadableChannel is a leads.PacedChannel.
type pacedReloadableChannel struct {
	*reloadableChannel
	interval time.Duration
}

// Interval implements leads.PacedChannel.
func (c pacedReloadableChannel) Interval() time.Duration { return c.interval }

// digestReloadableChannel is a leads.DigestChannel.
type digestReloadableChannel struct{ *reloadableChannel }

// DeliverDigest implements leads.DigestChannel: channels of one name are of one type.
func (c digestReloadableChannel) DeliverDigest(ctx context.Context, all []*leads.Lead) error {
	return (*c.current.Load()).(leads.DigestChannel).DeliverDigest(ctx, all)
}

// wrap makes channels replaceable.
func (r *reloadable) wrap(channels []leads.Channel) []leads.Channel {
	var wrapped []leads.Channel
	for _, channel := range channels {
		c := &reloadableChannel{name: channel.Name()}
		c.current.Store(&channel)
		r.channels = append(r.channels, c)
		switch channel := channel.(type) {
		case leads.PacedChannel:
			wrapped = append(wrapped, pacedReloadableChannel{c, channel.Interval()})
		case leads.DigestChannel:
			wrapped = append(wrapped, digestReloadableChannel{c})
		default:
			wrapped = append(wrapped, c)
		}
	}
	return wrapped
}

// errOtherChannels is returned where a way of delivery begins or ends.
var errOtherChannels = errors.New("a way of delivery begins or ends")

// reload takes over the settings of mails and webhook.
func (a *App) reload(s config.Settings) error {
	channels, err := openChannels(s, a.agencyForMails)
	if err != nil {
		return err
	}
	if !slices.EqualFunc(channels, a.reloadable.channels, func(c leads.Channel, now *reloadableChannel) bool { return c.Name() == now.name }) {
		return errOtherChannels
	}
	if a.alerts != nil {
		mailer, err := a.newAlertMailer(s)
		if err != nil {
			return err
		}
		a.reloadable.alerts.Store(mailer)
	}
	if a.reloadable.replies.Load() != nil {
		replies, err := a.newReplies(s)
		if err != nil {
			return err
		}
		a.reloadable.replies.Store(replies)
	}
	for i := range channels {
		a.reloadable.channels[i].current.Store(&channels[i])
	}
	return nil
}

// followReloads reads the settings again at each signal until ctx ends.
func (a *App) followReloads(ctx context.Context, signals <-chan os.Signal, load func() (config.Settings, error)) error {
	now := a.settings
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-signals:
		}
		next, err := load()
		if err != nil {
			a.log.ErrorContext(ctx, "the settings were not read again; those of before stay in effect", "err", err)
			continue
		}
		var applied, later []string
		for _, name := range changedSettings(&now, &next) {
			if strings.HasPrefix(name, "smtp.") || strings.HasPrefix(name, "webhook.") {
				applied = append(applied, name)
			} else {
				later = append(later, name)
			}
		}
		if len(applied) > 0 {
			if err := a.reload(next); err != nil {
				later, applied = append(applied, later...), nil
			} else {
				now.SMTP, now.Webhook = next.SMTP, next.Webhook
			}
		}
		a.log.InfoContext(ctx, "the settings were read again", "in_effect", applied)
		if len(later) > 0 {
			a.log.WarnContext(ctx, "changed settings need a restart", "settings", later)
		}
	}
}

// changedSettings are the names of the settings that differ, such as smtp.host. A list or a table of
// values is one setting.
func changedSettings(a, b *config.Settings) []string {
	return changedFields("", reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem())
}

func changedFields(prefix string, a, b reflect.Value) (names []string) {
	for i := range a.NumField() {
		field := a.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("toml"), ",")
		if name == "" || name == "-" {
			name = strings.ToLower(field.Name)
		}
		isTable := field.Type.Kind() == reflect.Struct && field.Type.NumField() > 0 && field.Type.Field(0).Tag.Get("toml") != ""
		switch {
		case isTable:
			names = append(names, changedFields(prefix+name+".", a.Field(i), b.Field(i))...)
		case !reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()):
			names = append(names, prefix+name)
		}
	}
	return names
}
