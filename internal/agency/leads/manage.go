package leads

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"time"
)

// Selection chooses leads; the zero value means all but spam.
type Selection struct {
	Spam bool // only spam
}

// leadsPerQuery bounds the leads in memory.
const leadsPerQuery = 200

// Leads returns the selected leads with their deliveries, oldest first. An error ends it.
func (l *Store) Leads(ctx context.Context, s Selection) iter.Seq2[*Lead, error] {
	return func(yield func(*Lead, error) bool) {
		for after := int64(0); ; {
			page, err := l.query(ctx, `SELECT `+leadColumns+` FROM leads l `+joinPolicy+` WHERE id > ? AND (spam <> '') = ? ORDER BY id LIMIT ?`,
				after, s.Spam, leadsPerQuery)
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
			if len(page) < leadsPerQuery {
				return
			}
		}
	}
}

// Lead returns a lead with its deliveries, nil when there is none with this ID.
func (l *Store) Lead(ctx context.Context, id int64) (*Lead, error) {
	found, err := l.query(ctx, `SELECT `+leadColumns+` FROM leads l `+joinPolicy+` WHERE id = ?`, id)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], l.addDeliveries(ctx, found)
}

func (l *Store) addDeliveries(ctx context.Context, leads []*Lead) error {
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
		d.Next, d.Done = fromMillis(next), fromMillis(done)
		if lead := byID[id]; lead != nil {
			lead.Deliveries = append(lead.Deliveries, d)
		}
	}
	return rows.Err()
}

// Retry makes deliveries due again and returns the number of leads concerned. With IDs
// these leads go to every channel that has not got them yet, spam too, which then is no
// longer spam. Without IDs it takes the leads that failed on a channel and those that were
// stored while there was no channel.
func (l *Store) Retry(ctx context.Context, channels []Channel, ids ...int64) (int, error) {
	named := len(ids) > 0
	if !named {
		var err error
		if ids, err = l.undelivered(ctx); err != nil {
			return 0, err
		}
	}
	count := 0
	for _, id := range ids {
		lead, err := l.Lead(ctx, id)
		if err != nil {
			return count, err
		}
		if lead == nil {
			return count, fmt.Errorf("there is no enquiry %d; `estate leads list` shows all", id)
		}
		requeued, err := l.requeue(ctx, lead, channels)
		if err != nil {
			return count, err
		}
		if requeued {
			count++
		}
	}
	return count, nil
}

// undelivered returns the IDs of leads that failed on a channel or have no channel, spam
// excepted.
func (l *Store) undelivered(ctx context.Context) ([]int64, error) {
	rows, err := l.db.QueryContext(ctx, `
		SELECT id FROM leads l WHERE spam = '' AND (
			NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.lead = l.id)
			OR EXISTS (SELECT 1 FROM deliveries d WHERE d.lead = l.id AND d.state = 'failed')) ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("read failed enquiries: %w", err)
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

// requeue makes the deliveries of a lead due that are not delivered; requeued is false when
// there is none.
func (l *Store) requeue(ctx context.Context, lead *Lead, channels []Channel) (requeued bool, err error) {
	err = l.change(ctx, func(tx *sql.Tx) error {
		if lead.Spam != "" {
			if _, err := tx.ExecContext(ctx, `UPDATE leads SET spam = '' WHERE id = ?`, lead.ID); err != nil {
				return fmt.Errorf("requeue enquiry %d: %w", lead.ID, err)
			}
		}
		for _, channel := range channels {
			if !channel.Accepts(lead) {
				continue
			}
			result, err := tx.ExecContext(ctx, `
				INSERT INTO deliveries (lead, channel, state) VALUES (?, ?, 'waiting')
				ON CONFLICT (lead, channel) DO UPDATE SET state = 'waiting', attempts = 0, next = 0 WHERE state <> 'delivered'`,
				lead.ID, channel.Name())
			if err != nil {
				return fmt.Errorf("requeue enquiry %d: %w", lead.ID, err)
			}
			if n, err := result.RowsAffected(); err == nil && n > 0 {
				requeued = true
			}
		}
		return nil
	})
	return requeued, err
}

// Answer marks leads as answered, or as open again, and returns the number of those that exist.
// A lead that is answered keeps its time.
func (l *Store) Answer(ctx context.Context, answered bool, ids ...int64) (n int, err error) {
	at := int64(0)
	if answered {
		at = toMillis(l.now())
	}
	err = l.change(ctx, func(tx *sql.Tx) error {
		for _, id := range ids {
			var known bool
			if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM leads WHERE id = ?)`, id).Scan(&known); err != nil {
				return fmt.Errorf("look up enquiry %d: %w", id, err)
			}
			if !known {
				continue
			}
			if _, err := tx.ExecContext(ctx, `UPDATE leads SET answered = ? WHERE id = ? AND (answered > 0) <> ?`, at, id, answered); err != nil {
				return fmt.Errorf("mark enquiry %d: %w", id, err)
			}
			n++
		}
		return nil
	})
	return n, err
}

// Mark is Answer for enquiries by their keys on all nodes; those that are not in this file are left out.
func (l *Store) Mark(ctx context.Context, answered map[Key]bool) error {
	if len(answered) == 0 {
		return nil
	}
	node, err := l.nodeName(ctx)
	if err != nil {
		return err
	}
	return l.change(ctx, func(tx *sql.Tx) error {
		for key, is := range answered {
			at := int64(0)
			if is {
				at = toMillis(l.now())
			}
			_, err := tx.ExecContext(ctx, `UPDATE leads SET answered = ? WHERE (answered > 0) <> ? AND
				(origin_node = ? AND origin_id = ? OR origin_node = '' AND id = ? AND ?)`, at, is, key.Node, key.ID, key.ID, key.Node == node)
			if err != nil {
				return fmt.Errorf("mark enquiry %d: %w", key.ID, err)
			}
		}
		return nil
	})
}

// Delete removes leads and returns their number.
func (l *Store) Delete(ctx context.Context, ids ...int64) (int, error) {
	deleted := 0
	for _, id := range ids {
		n, err := l.remove(ctx, `DELETE FROM leads WHERE id = ?`, id)
		if err != nil {
			return deleted, err
		}
		deleted += n
	}
	return deleted, l.truncateLog(ctx)
}

// DeleteBefore removes every lead, spam included, that was created before t.
func (l *Store) DeleteBefore(ctx context.Context, t time.Time) (int, error) {
	n, err := l.remove(ctx, `DELETE FROM leads WHERE created < ?`, toMillis(t))
	if err != nil {
		return n, err
	}
	return n, l.truncateLog(ctx)
}

func (l *Store) remove(ctx context.Context, statement string, args ...any) (n int, err error) {
	err = l.change(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, statement, args...)
		if err != nil {
			return fmt.Errorf("delete enquiries: %w", err)
		}
		affected, err := result.RowsAffected()
		if err != nil {
			return err
		}
		n = int(affected)
		if _, err := tx.ExecContext(ctx, deleteUnusedPolicies); err != nil {
			return fmt.Errorf("delete unused privacy policies: %w", err)
		}
		return nil
	})
	return n, err
}

// truncateLog removes deleted enquiries from the write-ahead log too. While another process
// reads the database, the next checkpoint of that process does it.
func (l *Store) truncateLog(ctx context.Context) error {
	if _, err := l.db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		return fmt.Errorf("truncate the write-ahead log of %s: %w", l.path, err)
	}
	return nil
}

// Count returns the number of leads by State.
func (l *Store) Count(ctx context.Context) (map[string]int, error) {
	rows, err := l.db.QueryContext(ctx, `
		SELECT CASE WHEN l.spam <> '' THEN 'spam' WHEN d.failed > 0 THEN 'failed' WHEN d.waiting > 0 THEN 'waiting'
			WHEN d.n > 0 THEN 'delivered' ELSE 'stored' END, count(*)
		FROM leads l LEFT JOIN (
			SELECT lead, count(*) AS n, sum(state = 'failed') AS failed, sum(state = 'waiting') AS waiting FROM deliveries GROUP BY lead
		) d ON d.lead = l.id GROUP BY 1`)
	if err != nil {
		return nil, fmt.Errorf("count enquiries: %w", err)
	}
	defer rows.Close()
	counts := map[string]int{}
	for rows.Next() {
		var state string
		var n int
		if err := rows.Scan(&state, &n); err != nil {
			return nil, fmt.Errorf("count enquiries: %w", err)
		}
		counts[state] = n
	}
	return counts, rows.Err()
}

// Backlog are the deliveries of a channel that are not done, without those of answered enquiries.
type Backlog struct {
	Channel string    `json:"channel"`
	Waiting int       `json:"waiting"`
	Retried int       `json:"retried"`         // of those that wait: an attempt has failed
	Failed  int       `json:"failed"`          // given up
	Oldest  time.Time `json:"oldest,omitzero"` // when the oldest enquiry that waits or failed was received
	Error   string    `json:"error,omitempty"` // of one of them
}

// Backlogs are the channels with deliveries that are not done.
func (l *Store) Backlogs(ctx context.Context) ([]Backlog, error) {
	rows, err := l.db.QueryContext(ctx, `
		SELECT d.channel, sum(d.state = 'waiting'), sum(d.state = 'waiting' AND d.attempts > 0), sum(d.state = 'failed'),
			min(l.created), max(d.error)
		FROM deliveries d JOIN leads l ON l.id = d.lead
		WHERE d.state IN ('waiting', 'failed') AND l.spam = '' AND l.answered = 0 GROUP BY d.channel ORDER BY d.channel`)
	if err != nil {
		return nil, fmt.Errorf("read the backlog of deliveries: %w", err)
	}
	defer rows.Close()
	var list []Backlog
	for rows.Next() {
		var b Backlog
		var oldest int64
		if err := rows.Scan(&b.Channel, &b.Waiting, &b.Retried, &b.Failed, &oldest, &b.Error); err != nil {
			return nil, fmt.Errorf("read the backlog of deliveries: %w", err)
		}
		b.Oldest = fromMillis(oldest)
		list = append(list, b)
	}
	return list, rows.Err()
}
