package leads

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// due are the enquiries whose turn on a channel has come, the longest due first;
// next is when the first of the others is due, zero when there is none.
func (l *Ledger) due(ctx context.Context, channel string, most int) (leads []*Lead, next time.Time, err error) {
	now := millis(l.now())
	leads, err = l.query(ctx, `
		SELECT `+leadColumns+` FROM deliveries d JOIN leads l ON l.id = d.lead
		WHERE d.channel = ? AND d.state = 'waiting' AND d.next <= ? ORDER BY d.next, d.lead LIMIT ?`, channel, now, most)
	if err != nil || len(leads) > 0 {
		return leads, time.Time{}, err
	}
	var ms sql.NullInt64
	err = l.db.QueryRowContext(ctx, `SELECT min(next) FROM deliveries WHERE channel = ? AND state = 'waiting'`, channel).Scan(&ms)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("look for due enquiries: %w", err)
	}
	return nil, moment(ms.Int64), nil
}

// attempts is how often a delivery was tried so far.
func (l *Ledger) attempts(ctx context.Context, lead int64, channel string) (int, error) {
	var n int
	err := l.db.QueryRowContext(ctx, `SELECT attempts FROM deliveries WHERE lead = ? AND channel = ?`, lead, channel).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil // deleted meanwhile
	}
	return n, err
}

// settle notes how an attempt ended.
func (l *Ledger) settle(ctx context.Context, lead int64, d Delivery) error {
	return l.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `
			UPDATE deliveries SET state = ?, attempts = ?, next = ?, done = ?, error = ? WHERE lead = ? AND channel = ?`,
			string(d.State), d.Attempts, millis(d.Next), millis(d.Done), d.Error, lead, d.Channel)
		return err
	})
}

const leadColumns = `l.id, l.fingerprint, l.created, l.lang, l.kind, l.page, l.reference, l.name, l.mail, l.phone, l.message, l.consent, l.spam`

// query reads leads without their deliveries.
func (l *Ledger) query(ctx context.Context, statement string, args ...any) ([]*Lead, error) {
	rows, err := l.db.QueryContext(ctx, statement, args...)
	if err != nil {
		return nil, fmt.Errorf("read enquiries: %w", err)
	}
	defer rows.Close()
	var leads []*Lead
	for rows.Next() {
		var lead Lead
		var created, consent int64
		err := rows.Scan(&lead.ID, &lead.Fingerprint, &created, &lead.Lang, &lead.Kind, &lead.Page, &lead.Reference,
			&lead.Name, &lead.Mail, &lead.Phone, &lead.Message, &consent, &lead.Spam)
		if err != nil {
			return nil, fmt.Errorf("read enquiries: %w", err)
		}
		lead.Created, lead.Consent = moment(created), moment(consent)
		leads = append(leads, &lead)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read enquiries: %w", err)
	}
	return leads, nil
}
