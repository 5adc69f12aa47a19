package leads

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// maxSpam is how many spam enquiries are kept, the newest. It bounds the disk use.
const maxSpam = 1000

// Insert commits a lead and its deliveries to disk and sets the lead's ID. An equal enquiry
// of the last day is the same one: then inserted is false and nothing is written.
func (l *Store) Insert(ctx context.Context, lead *Lead, channels []Channel) (inserted bool, err error) {
	defer func() {
		if err != nil && ctx.Err() == nil {
			l.unsure.Store(true)
		}
	}()
	now := l.now()
	lead.Created, lead.Consent = now.UTC(), now.UTC()
	err = l.change(ctx, func(tx *sql.Tx) error {
		// The transaction holds the write lock from its start, so of two concurrent
		// equal enquiries the second finds the first. Spam does not count as equal to an
		// enquiry that is not: a visitor may have sent the form too quickly at first.
		err := tx.QueryRowContext(ctx, `
			SELECT id FROM leads WHERE fingerprint = ? AND created > ? AND (spam <> '') = ? ORDER BY id DESC LIMIT 1`,
			lead.Fingerprint, toMillis(now.Add(-replayWindow)), lead.Spam != "").Scan(&lead.ID)
		if err == nil {
			return nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("look up an equal enquiry: %w", err)
		}
		inserted = true
		if err := insertLead(ctx, tx, lead); err != nil {
			return err
		}
		if lead.Spam != "" {
			return deleteOldSpam(ctx, tx)
		}
		return insertDeliveries(ctx, tx, lead, channels)
	})
	return inserted && err == nil, err
}

func insertLead(ctx context.Context, tx *sql.Tx, lead *Lead) error {
	policy, err := insertPolicy(ctx, tx, lead.Policy, lead.Created)
	if err != nil {
		return err
	}
	viewing := ""
	if lead.Viewing != nil {
		text, err := json.Marshal(lead.Viewing)
		if err != nil {
			return fmt.Errorf("store viewing: %w", err)
		}
		viewing = string(text)
	}
	result, err := tx.ExecContext(ctx, `
		INSERT INTO leads (fingerprint, created, lang, kind, page, reference, name, mail, phone, message, consent, spam,
			policy, origin_node, origin_id, viewing, details, answered)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		lead.Fingerprint, toMillis(lead.Created), string(lead.Lang), string(lead.Kind), lead.Page, lead.Reference,
		lead.Name, lead.Mail, lead.Phone, lead.Message, toMillis(lead.Consent), lead.Spam, policy, lead.Origin.Node, lead.Origin.ID, viewing,
		lead.details(), toMillis(lead.Answered))
	if err != nil {
		return fmt.Errorf("store enquiry: %w", err)
	}
	lead.ID, err = result.LastInsertId()
	return err
}

// digestInterval is the time in which the enquiries of a flood are collected for one digest.
const digestInterval = time.Minute

func insertDeliveries(ctx context.Context, tx *sql.Tx, lead *Lead, channels []Channel) error {
	for _, channel := range channels {
		if !channel.Accepts(lead) {
			continue
		}
		if paced, ok := channel.(PacedChannel); ok {
			recent, err := hasRecent(ctx, tx, lead, paced)
			if err != nil {
				return err
			}
			if recent {
				continue
			}
		}
		var next time.Time // at once
		if _, collects := channel.(DigestChannel); collects && lead.Flood {
			next = lead.Created.Truncate(digestInterval).Add(digestInterval)
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO deliveries (lead, channel, state, next) VALUES (?, ?, ?, ?)`,
			lead.ID, channel.Name(), string(Waiting), toMillis(next))
		if err != nil {
			return fmt.Errorf("store delivery: %w", err)
		}
	}
	return nil
}

// hasRecent reports whether an enquiry of the same mailbox has a delivery on the channel within its interval.
func hasRecent(ctx context.Context, tx *sql.Tx, lead *Lead, channel PacedChannel) (recent bool, err error) {
	_, domain, _ := strings.Cut(lead.Mail, "@")
	like := "%@" + domain
	if isGmail := strings.HasSuffix(Mailbox(lead.Mail), "@gmail.com"); isGmail {
		like = "%@g%mail.com"
	}
	rows, err := tx.QueryContext(ctx, `
		SELECT l.mail FROM leads l JOIN deliveries d ON d.lead = l.id WHERE l.mail LIKE ? AND l.created > ? AND d.channel = ?`,
		like, toMillis(lead.Created.Add(-channel.Interval())), channel.Name())
	if err != nil {
		return false, fmt.Errorf("look up earlier deliveries: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var mail string
		if err := rows.Scan(&mail); err != nil {
			return false, fmt.Errorf("look up earlier deliveries: %w", err)
		}
		recent = recent || Mailbox(mail) == Mailbox(lead.Mail)
	}
	return recent, rows.Err()
}

func deleteOldSpam(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `
		DELETE FROM leads WHERE spam <> '' AND id <= (
			SELECT id FROM leads WHERE spam <> '' ORDER BY id DESC LIMIT 1 OFFSET ?)`, maxSpam)
	if err != nil {
		return fmt.Errorf("delete old spam: %w", err)
	}
	if _, err := tx.ExecContext(ctx, deleteUnusedPolicies); err != nil {
		return fmt.Errorf("delete unused privacy policies: %w", err)
	}
	return nil
}
