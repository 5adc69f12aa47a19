package leads

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// mostSpam bounds what robots can fill the disk with; the newest are kept.
const mostSpam = 1000

// Keep stores a lead and its deliveries, and returns only when both are safely on
// disk. An enquiry that was stored within the last day is the same one: then
// fresh is false, and nothing is written.
func (l *Ledger) Keep(ctx context.Context, lead *Lead, channels []Channel) (fresh bool, err error) {
	now := l.now()
	lead.Created, lead.Consent = now.UTC(), now.UTC()
	err = l.change(ctx, func(tx *sql.Tx) error {
		// The transaction holds the write lock from its start, so of two equal
		// enquiries at once the second finds the first.
		// What a trap caught is not the same as what a visitor sends on a second try.
		err := tx.QueryRowContext(ctx, `
			SELECT id FROM leads WHERE fingerprint = ? AND created > ? AND (spam <> '') = ? ORDER BY id DESC LIMIT 1`,
			lead.Fingerprint, millis(now.Add(-replayWindow)), lead.Spam != "").Scan(&lead.ID)
		if err == nil {
			return nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("look for the same enquiry: %w", err)
		}
		fresh = true
		if err := insertLead(ctx, tx, lead); err != nil {
			return err
		}
		if lead.Spam != "" {
			return dropOldSpam(ctx, tx)
		}
		return insertDeliveries(ctx, tx, lead, channels)
	})
	return fresh && err == nil, err
}

func insertLead(ctx context.Context, tx *sql.Tx, lead *Lead) error {
	result, err := tx.ExecContext(ctx, `
		INSERT INTO leads (fingerprint, created, lang, kind, page, reference, name, mail, phone, message, consent, spam)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		lead.Fingerprint, millis(lead.Created), string(lead.Lang), string(lead.Kind), lead.Page, lead.Reference,
		lead.Name, lead.Mail, lead.Phone, lead.Message, millis(lead.Consent), lead.Spam)
	if err != nil {
		return fmt.Errorf("store enquiry: %w", err)
	}
	lead.ID, err = result.LastInsertId()
	return err
}

func insertDeliveries(ctx context.Context, tx *sql.Tx, lead *Lead, channels []Channel) error {
	for _, channel := range channels {
		if !channel.Takes(lead) {
			continue
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO deliveries (lead, channel, state) VALUES (?, ?, ?)`,
			lead.ID, channel.Name(), string(Waiting))
		if err != nil {
			return fmt.Errorf("store delivery: %w", err)
		}
	}
	return nil
}

func dropOldSpam(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `
		DELETE FROM leads WHERE spam <> '' AND id <= (
			SELECT id FROM leads WHERE spam <> '' ORDER BY id DESC LIMIT 1 OFFSET ?)`, mostSpam)
	if err != nil {
		return fmt.Errorf("drop old spam: %w", err)
	}
	return nil
}
