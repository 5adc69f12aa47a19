package inbox

import (
	"context"
	"fmt"
	netmail "net/mail"
	"slices"
	"time"

	"estate/internal/agency/leads"
	leadmail "estate/internal/agency/leads/mail"
	"estate/internal/platform/backoff"
)

const (
	// pollInterval is how often the database is read without a signal: another node sends none.
	pollInterval = 15 * time.Second
	// minErrorDelay and maxErrorDelay bound the delay after an error of the database, which doubles.
	minErrorDelay = 5 * time.Second
	maxErrorDelay = 2 * time.Minute
	// sweepInterval is the time between two looks for orphans, firstSweep the one before the first, sweepAge the age that these
	// have at least: an enquiry that was taken over is on no node for a moment.
	sweepInterval = time.Hour
	firstSweep    = 5 * time.Minute
	sweepAge      = time.Hour
	marksPerWrite = 500
)

// signal says that there may be a mail to send.
func (s *Service) signal() {
	select {
	case s.wake <- struct{}{}:
	default: // a signal is pending
	}
}

// Run sends answers, marks the enquiries of this node as the office does, and removes what belongs to deleted enquiries, until
// ctx ends. Each node runs it.
func (s *Service) Run(ctx context.Context) error {
	swept := s.cfg.Now().Add(firstSweep - sweepInterval)
	failures := 0
	for ctx.Err() == nil {
		next, err := s.deliver(ctx)
		if err == nil {
			err = s.mark(ctx)
		}
		if now := s.cfg.Now(); err == nil && now.Sub(swept) >= sweepInterval {
			swept = now
			err = s.sweep(ctx)
		}
		delay := pollInterval
		if failures++; err == nil {
			failures = 0
		}
		switch {
		case err != nil && ctx.Err() == nil:
			s.cfg.Log.ErrorContext(ctx, "the inbox of the studio cannot be read", "err", err)
			delay = backoff.Policy{Initial: minErrorDelay, Max: maxErrorDelay, Jitter: 0.5}.Delay(failures)
		case !next.IsZero():
			delay = min(delay, max(next.Sub(s.cfg.Now()), time.Millisecond))
		}
		timer := time.NewTimer(delay)
		select {
		case <-ctx.Done():
		case <-timer.C:
		case <-s.wake:
		}
		timer.Stop()
	}
	return nil
}

// Backlog are the mails of answers that wait. Those that were given up are the office's concern: the studio shows them.
func (s *Service) Backlog(ctx context.Context) (leads.Backlog, error) {
	return s.cfg.Store.backlog(ctx)
}

// deliver sends the mails that are due, and returns when the next one is, zero for none.
func (s *Service) deliver(ctx context.Context) (next time.Time, err error) {
	if s.cfg.Mailer == nil {
		return next, nil
	}
	for ctx.Err() == nil {
		m, found, next, err := s.cfg.Store.claim(ctx, 2*s.cfg.Delivery.Timeout, s.cfg.Delivery.MaxBackoff)
		if err != nil || !found {
			return next, err
		}
		if err := s.send(ctx, m); err != nil {
			return next, err
		}
	}
	return next, nil
}

// send makes one attempt and stores its result.
func (s *Service) send(ctx context.Context, m mail) error {
	found, err := s.cfg.Store.answersWhere(ctx, "a.id = ?", m.answer)
	if err != nil || len(found) == 0 {
		return err
	}
	answer := &found[0]
	lead, failure := s.files.Find(ctx, answer.Key)
	if failure == nil && lead == nil {
		return s.cfg.Store.Forget(ctx, answer.Key) // the enquiry was deleted
	}
	if failure == nil {
		failure = s.attempt(ctx, m.recipient, answer, lead)
	}
	if failure != nil && ctx.Err() != nil {
		return nil // the program ends; the failure says nothing about the mail
	}
	if lead == nil {
		lead = &leads.Lead{}
	}
	cfg := s.cfg.Delivery
	result := leads.Delivery{State: leads.Delivered}
	log := s.cfg.Log.With("enquiry", Label(answer.Key), "recipient", m.recipient, "attempts", m.attempts)
	switch {
	case failure == nil:
		log.InfoContext(ctx, "answer delivered")
	case leads.IsFinal(failure) || m.attempts >= cfg.MaxAttempts:
		result.State, result.Error = leads.Failed, leads.Redact(failure, lead)
		log.ErrorContext(ctx, "an answer could not be delivered; the studio shows it with its enquiry", "err", result.Error)
	default:
		delay := cfg.Delay(m.attempts)
		result.State, result.Next, result.Error = leads.Waiting, s.cfg.Now().Add(delay), leads.Redact(failure, lead)
		log.WarnContext(ctx, "delivery of an answer failed and is retried", "delay", delay, "err", result.Error)
	}
	// The result of a finished attempt is stored even while the program ends.
	return s.cfg.Store.record(context.WithoutCancel(ctx), m, result)
}

// attempt calls the mailer. A panic is an error of this attempt alone.
func (s *Service) attempt(ctx context.Context, recipient string, answer *Answer, lead *leads.Lead) (err error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Delivery.Timeout)
	defer cancel()
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	reply := &leadmail.Reply{
		ID: answer.ID, Lead: lead, Key: answer.Key, From: netmail.Address{Name: answer.Name, Address: answer.Mail}, Lang: answer.Lang,
		Created: answer.Created, Subject: answer.Subject, Text: answer.Text,
	}
	if !answer.Viewing.IsZero() {
		reply.Viewing = &leadmail.Appointment{Start: answer.Viewing, Minutes: answer.Minutes, Sequence: answer.Sequence}
	}
	if recipient == toSender {
		return s.cfg.Mailer.ToSender(ctx, reply)
	}
	return s.cfg.Mailer.ToVisitor(ctx, reply)
}

// mark gives the enquiries of this node the mark of answered ones that `estate leads` shows.
func (s *Service) mark(ctx context.Context) error {
	changed, last, err := s.cfg.Store.changedSince(ctx, s.synced)
	if err != nil {
		return err
	}
	for chunk := range slices.Chunk(changed, marksPerWrite) {
		marks := map[leads.Key]bool{}
		for _, h := range chunk {
			if h.State != "" {
				marks[h.Key] = h.State == StateAnswered || h.State == StateClosed
			}
		}
		if err := s.files.Mark(ctx, marks); err != nil {
			return err
		}
	}
	s.synced = last
	return nil
}

// sweep erases handling and answers of enquiries that no node has any more: those that grew too old, and those that a command
// deleted.
func (s *Service) sweep(ctx context.Context) error {
	exists := map[leads.Key]bool{}
	for _, spam := range []bool{false, true} {
		for lead, err := range s.files.Leads(ctx, leads.Selection{Spam: spam}) {
			if err != nil {
				return err
			}
			key, err := s.files.Key(ctx, lead)
			if err != nil {
				return err
			}
			exists[key] = true
		}
		if s.files.Mirror == nil {
			continue
		}
		for c, err := range s.files.Mirror.Copies(ctx, leads.Selection{Spam: spam}) {
			if err != nil {
				return err
			}
			exists[c.Key] = true
		}
	}
	orphans, err := s.cfg.Store.orphans(ctx, s.cfg.Now().Add(-sweepAge), exists)
	if err != nil {
		return err
	}
	return s.cfg.Store.Forget(ctx, orphans...)
}
