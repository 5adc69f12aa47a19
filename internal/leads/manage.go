package leads

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"time"
)

// Selection chooses leads; the zero value is every honest one.
type Selection struct {
	Spam bool // those that a trap caught, instead of the honest ones
}

// pageOfLeads is how many leads are held in memory at a time.
const pageOfLeads = 200

// Leads gives the selected leads with their deliveries, oldest first.
func (l *Ledger) Leads(ctx context.Context, s Selection) iter.Seq2[*Lead, error] {
	return func(yield func(*Lead, error) bool) {
		for after := int64(0); ; {
			page, err := l.query(ctx, `SELECT `+leadColumns+` FROM leads l WHERE id > ? AND (spam <> '') = ? ORDER BY id LIMIT ?`,
				after, s.Spam, pageOfLeads)
			if err == nil {
				err = l.addDeliveries(ctx, page)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for _, lead := range page {
				after = lead.ID
				if !yield(lead, nil) {
					return
				}
			}
			if len(page) < pageOfLeads {
				return
			}
		}
	}
}

// Lead is one lead with its deliveries, nil when there is none.
func (l *Ledger) Lead(ctx context.Context, id int64) (*Lead, error) {
	found, err := l.query(ctx, `SELECT `+leadColumns+` FROM leads l WHERE id = ?`, id)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], l.addDeliveries(ctx, found)
}

func (l *Ledger) addDeliveries(ctx context.Context, leads []*Lead) error {
	if len(leads) == 0 {
		return nil
	}
	byID := make(map[int64]*Lead, len(leads))
	for _, lead := range leads {
		byID[lead.ID] = lead
	}
	rows, err := l.db.QueryContext(ctx, `
		SELECT lead, channel, state, attempts, next, done, error FROM deliveries
		WHERE lead BETWEEN ? AND ? ORDER BY lead, channel`, leads[0].ID, leads[len(leads)-1].ID)
	if err != nil {
		return fmt.Errorf("read deliveries: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, next, done int64
		var d Delivery
		if err := rows.Scan(&id, &d.Channel, &d.State, &d.Attempts, &next, &done, &d.Error); err != nil {
			return fmt.Errorf("read deliveries: %w", err)
		}
		d.Next, d.Done = moment(next), moment(done)
		if lead := byID[id]; lead != nil {
			lead.Deliveries = append(lead.Deliveries, d)
		}
	}
	return rows.Err()
}

// Retry puts leads back on their way. Named ones go to every channel they have
// not reached, also when a trap had caught them; unnamed means those that failed
// and those stored while there was no channel. It returns how many go.
func (l *Ledger) Retry(ctx context.Context, channels []Channel, ids ...int64) (int, error) {
	named := len(ids) > 0
	if !named {
		var err error
		if ids, err = l.stranded(ctx); err != nil {
			return 0, err
		}
	}
	going := 0
	for _, id := range ids {
		lead, err := l.Lead(ctx, id)
		if err != nil {
			return going, err
		}
		if lead == nil {
			return going, fmt.Errorf("there is no enquiry %d; `estate leads list` shows those there are", id)
		}
		revived, err := l.revive(ctx, lead, channels)
		if err != nil {
			return going, err
		}
		if revived {
			going++
		}
	}
	return going, nil
}

// stranded are the honest leads that failed on a channel or never had one.
func (l *Ledger) stranded(ctx context.Context) ([]int64, error) {
	rows, err := l.db.QueryContext(ctx, `
		SELECT id FROM leads l WHERE spam = '' AND (
			NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.lead = l.id)
			OR EXISTS (SELECT 1 FROM deliveries d WHERE d.lead = l.id AND d.state = 'failed')) ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("look for failed enquiries: %w", err)
	}
	defer rows.Close()
	var ids []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

func (l *Ledger) revive(ctx context.Context, lead *Lead, channels []Channel) (revived bool, err error) {
	err = l.change(ctx, func(tx *sql.Tx) error {
		if lead.Spam != "" {
			if _, err := tx.ExecContext(ctx, `UPDATE leads SET spam = '' WHERE id = ?`, lead.ID); err != nil {
				return fmt.Errorf("revive enquiry %d: %w", lead.ID, err)
			}
		}
		for _, channel := range channels {
			if !channel.Takes(lead) {
				continue
			}
			result, err := tx.ExecContext(ctx, `
				INSERT INTO deliveries (lead, channel, state) VALUES (?, ?, 'waiting')
				ON CONFLICT (lead, channel) DO UPDATE SET state = 'waiting', attempts = 0, next = 0 WHERE state <> 'delivered'`,
				lead.ID, channel.Name())
			if err != nil {
				return fmt.Errorf("revive enquiry %d: %w", lead.ID, err)
			}
			if n, err := result.RowsAffected(); err == nil && n > 0 {
				revived = true
			}
		}
		return nil
	})
	return revived, err
}

// Delete removes leads for good, and returns how many there were.
func (l *Ledger) Delete(ctx context.Context, ids ...int64) (int, error) {
	deleted := 0
	for _, id := range ids {
		n, err := l.remove(ctx, `DELETE FROM leads WHERE id = ?`, id)
		if err != nil {
			return deleted, err
		}
		deleted += n
	}
	return deleted, l.wipe(ctx)
}

// DeleteBefore removes every lead, spam included, that came before t.
func (l *Ledger) DeleteBefore(ctx context.Context, t time.Time) (int, error) {
	n, err := l.remove(ctx, `DELETE FROM leads WHERE created < ?`, millis(t))
	if err != nil {
		return n, err
	}
	return n, l.wipe(ctx)
}

func (l *Ledger) remove(ctx context.Context, statement string, args ...any) (n int, err error) {
	err = l.change(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, statement, args...)
		if err != nil {
			return fmt.Errorf("delete enquiries: %w", err)
		}
		affected, err := result.RowsAffected()
		n = int(affected)
		return err
	})
	return n, err
}

// wipe takes deleted enquiries out of the write-ahead log too. Where a running
// site still reads, it is emptied by that site's next checkpoint.
func (l *Ledger) wipe(ctx context.Context) error {
	if _, err := l.db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		return fmt.Errorf("empty the log of %s: %w", l.path, err)
	}
	return nil
}

// Count tells how many leads there are in each state.
func (l *Ledger) Count(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	for _, spam := range []bool{false, true} {
		for lead, err := range l.Leads(ctx, Selection{Spam: spam}) {
			if err != nil {
				return nil, err
			}
			counts[lead.State()]++
		}
	}
	return counts, nil
}
