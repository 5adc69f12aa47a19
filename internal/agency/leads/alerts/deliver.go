package alerts

import (
	"context"
	"fmt"
	"strings"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/content"
	"estate/internal/platform/backoff"
)

// mailBatch is the number of mails that one query reads.
const mailBatch = 50

// deliver makes the mails of matches that are due, and sends all mails that are due.
func (s *Service) deliver(ctx context.Context) error {
	now := s.cfg.Store.now().In(s.zone(ctx))
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	if _, err := s.cfg.Store.makeMails(ctx, s.cfg.Settle, now.Hour() >= dailyHour, day); err != nil {
		return err
	}
	for ctx.Err() == nil {
		mails, err := s.cfg.Store.due(ctx, mailBatch)
		if err != nil || len(mails) == 0 {
			return err
		}
		for _, m := range mails {
			if ctx.Err() != nil {
				return nil
			}
			if err := s.send(ctx, m); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Service) zone(ctx context.Context) *time.Location {
	if s.cfg.Zone != nil {
		if zone := s.cfg.Zone(ctx); zone != nil {
			return zone
		}
	}
	zone, err := time.LoadLocation(content.DefaultZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// send makes one attempt and stores its result. The attempt is counted before it is made.
func (s *Service) send(ctx context.Context, due dueMail) error {
	alert, found, err := s.cfg.Store.Find(ctx, due.token)
	if err != nil {
		return err
	}
	if !found {
		return s.cfg.Store.sent(ctx, due.id)
	}
	mail, err := s.compose(ctx, alert, due)
	if err != nil {
		return err
	}
	if mail == nil { // no home of it is on offer any more
		return s.cfg.Store.sent(ctx, due.id)
	}
	if ok, err := s.cfg.Store.attempt(ctx, due.id); err != nil || !ok {
		return err
	}
	failure := s.attempt(ctx, mail)
	if failure != nil && ctx.Err() != nil {
		return nil // the program ends; the failure says nothing about the mail
	}
	// The result of a finished attempt is stored even while the program ends.
	ctx = context.WithoutCancel(ctx)
	attempts := due.attempts + 1
	switch {
	case failure == nil:
		s.sent.Add(1)
		return s.cfg.Store.sent(ctx, due.id)
	case leads.IsFinal(failure):
		s.failures.Add(1)
		s.cfg.Log.WarnContext(ctx, "a saved search was erased: the mail server refuses its address", "err", redact(failure, alert.Mail))
		_, err := s.cfg.Store.Delete(ctx, alert.Token)
		return err
	case attempts >= s.cfg.MaxAttempts:
		s.failures.Add(1)
		s.cfg.Log.ErrorContext(ctx, "mail of a saved search was given up", "attempts", attempts, "err", redact(failure, alert.Mail))
		return s.cfg.Store.sent(ctx, due.id)
	}
	s.failures.Add(1)
	delay := backoff.Policy{Initial: s.cfg.Backoff, Max: s.cfg.MaxBackoff, Jitter: 0.5}.Delay(attempts)
	s.cfg.Log.WarnContext(ctx, "mail of a saved search failed and is retried", "delay", delay, "err", redact(failure, alert.Mail))
	return s.cfg.Store.failed(ctx, due.id, s.cfg.Store.now().Add(delay), redact(failure, alert.Mail))
}

func (s *Service) attempt(ctx context.Context, mail *Mail) (err error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return s.cfg.Mailer.SendAlert(ctx, mail)
}

// compose returns the mail, nil when it would have no properties.
func (s *Service) compose(ctx context.Context, alert Alert, due dueMail) (*Mail, error) {
	words, err := s.cfg.Content.Words(ctx, alert)
	if err != nil {
		return nil, err
	}
	mail := &Mail{ID: due.id, Alert: alert, Words: words, Ask: due.ask, Created: due.created}
	if due.ask {
		return mail, nil
	}
	ids, reduced, err := s.cfg.Store.matchesOf(ctx, due.id)
	if err != nil {
		return nil, err
	}
	listed := ids[:min(len(ids), maxPropertiesPerMail)]
	mail.More = len(ids) - len(listed)
	if mail.Properties, err = s.cfg.Content.Properties(ctx, alert, listed); err != nil || len(mail.Properties) == 0 {
		return nil, err
	}
	for i := range mail.Properties {
		mail.Properties[i].Reduced = reduced[mail.Properties[i].ID]
	}
	return mail, nil
}

// redact returns the text of an error without the visitor's address, for logs.
func redact(err error, address string) string {
	return strings.ReplaceAll(err.Error(), address, "…")
}
