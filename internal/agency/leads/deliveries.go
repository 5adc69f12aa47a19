package leads

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// deliverable selects enquiries by their copies.
type deliverable struct {
	copiedOnly bool // those in the mirror
	localOnly  bool // those that are not; both select none
	// latest is the longest delay of an attempt. What is due later than that was given its
	// time before the clock was set back, and is due now.
	latest time.Duration
}

// due returns up to limit enquiries with a due delivery on a channel, the longest due
// first. Without any, next is the time of the next delivery, zero when none is waiting.
func (l *Store) due(ctx context.Context, channel string, which deliverable, limit int) (leads []*Lead, next time.Time, err error) {
	now := toMillis(l.now())
	leads, err = l.query(ctx, `
		SELECT `+leadColumns+` FROM deliveries d JOIN leads l ON l.id = d.lead `+joinPolicy+`
		WHERE d.channel = ? AND d.state = 'waiting' AND (d.next <= ? OR d.next > ?) AND l.mirrored BETWEEN ? AND ?
		ORDER BY d.next, d.lead LIMIT ?`,
		channel, now, now+which.latest.Milliseconds(), which.copiedOnly, !which.localOnly, limit)
	if err != nil || len(leads) > 0 {
		return leads, time.Time{}, err
	}
	var earliest sql.NullInt64
	err = l.db.QueryRowContext(ctx, `SELECT min(d.next) FROM deliveries d JOIN leads l ON l.id = d.lead
		WHERE d.channel = ? AND d.state = 'waiting' AND l.mirrored BETWEEN ? AND ?`,
		channel, which.copiedOnly, !which.localOnly).Scan(&earliest)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("read due deliveries: %w", err)
	}
	return nil, fromMillis(earliest.Int64), nil
}

// attempts is the number of attempts of a delivery so far.
func (l *Store) attempts(ctx context.Context, lead int64, channel string) (int, error) {
	var n int
	err := l.db.QueryRowContext(ctx, `SELECT attempts FROM deliveries WHERE lead = ? AND channel = ?`, lead, channel).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil // the enquiry was deleted in the meantime
	}
	return n, err
}

// updateDelivery stores the result of an attempt.
func (l *Store) updateDelivery(ctx context.Context, lead int64, d Delivery) error {
	return l.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `
			UPDATE deliveries SET state = ?, attempts = ?, next = ?, done = ?, error = ? WHERE lead = ? AND channel = ?`,
			string(d.State), d.Attempts, toMillis(d.Next), toMillis(d.Done), d.Error, lead, d.Channel)
		return err
	})
}

const leadColumns = `l.id, l.fingerprint, l.created, l.lang, l.kind, l.page, l.reference, l.name, l.mail, l.phone, l.message, l.consent,
	l.spam, l.origin_node, l.origin_id, l.mirrored, l.viewing, l.policy, coalesce(p.link, ''), coalesce(p.modified, 0), l.details, l.answered`

const joinPolicy = `LEFT JOIN policies p ON p.version = l.policy`

// query reads leads without their deliveries.
func (l *Store) query(ctx context.Context, statement string, args ...any) ([]*Lead, error) {
	rows, err := l.db.QueryContext(ctx, statement, args...)
	if err != nil {
		return nil, fmt.Errorf("read enquiries: %w", err)
	}
	defer rows.Close()
	var leads []*Lead
	for rows.Next() {
		var lead Lead
		var created, consent, modified, answered int64
		var policy Policy
		var viewing, stored string
		err := rows.Scan(&lead.ID, &lead.Fingerprint, &created, &lead.Lang, &lead.Kind, &lead.Page, &lead.Reference,
			&lead.Name, &lead.Mail, &lead.Phone, &lead.Message, &consent, &lead.Spam,
			&lead.Origin.Node, &lead.Origin.ID, &lead.mirrored, &viewing, &policy.Version, &policy.Link, &modified, &stored, &answered)
		if err != nil {
			return nil, fmt.Errorf("read enquiries: %w", err)
		}
		lead.Created, lead.Consent, lead.Answered = fromMillis(created), fromMillis(consent), fromMillis(answered)
		if viewing != "" {
			if err := json.Unmarshal([]byte(viewing), &lead.Viewing); err != nil {
				return nil, fmt.Errorf("viewing of enquiry %d: %w", lead.ID, err)
			}
		}
		lead.setDetails(stored)
		if policy.Version != "" {
			policy.Modified = fromMillis(modified)
			lead.Policy = &policy
		}
		leads = append(leads, &lead)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read enquiries: %w", err)
	}
	return leads, nil
}
