package leads

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// change of an enquiry that is not in the mirror yet.
type uncopied struct {
	version int64
	lead    int64 // ID in this file
	origin  Key   // zero for an enquiry of this node
}

// key is the key of the enquiry in the mirror.
func (u uncopied) key(node string) Key {
	if u.origin.Node != "" {
		return u.origin
	}
	return Key{Node: node, ID: u.lead}
}

// nodeName returns the name of this file's node. The first call makes it.
func (l *Store) nodeName(ctx context.Context) (name string, err error) {
	const read = `SELECT value FROM meta WHERE name = 'node'`
	if err = l.db.QueryRowContext(ctx, read).Scan(&name); !errors.Is(err, sql.ErrNoRows) {
		return name, err
	}
	if _, err := l.db.ExecContext(ctx, `INSERT INTO meta (name, value) VALUES ('node', ?) ON CONFLICT DO NOTHING`, newNodeName()); err != nil {
		return "", fmt.Errorf("name the node: %w", err)
	}
	err = l.db.QueryRowContext(ctx, read).Scan(&name)
	return name, err
}

// NodeName returns the name of this file's node in the mirror.
func (l *Store) NodeName(ctx context.Context) (string, error) { return l.nodeName(ctx) }

func newNodeName() string { return strings.ToLower(rand.Text()[:8]) }

// rename gives the node another name and queues all its enquiries for the mirror again.
func (l *Store) rename(ctx context.Context) error {
	return l.change(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE meta SET value = ? WHERE name = 'node'`, newNodeName()); err != nil {
			return err
		}
		return queueAll(ctx, tx)
	})
}

// queueAll queues all enquiries for the mirror.
func queueAll(ctx context.Context, tx *sql.Tx) error {
	for _, statement := range []string{
		`UPDATE leads SET mirrored = 0`,
		`DELETE FROM uncopied WHERE lead IN (SELECT id FROM leads)`,
		`INSERT INTO uncopied (lead, origin_node, origin_id) SELECT id, origin_node, origin_id FROM leads ORDER BY id`,
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("queue enquiries for the mirror: %w", err)
		}
	}
	return nil
}

// followMirror records the mirror and its position. When the mirror is another one than
// before, or an older copy of itself, all enquiries are queued for it again.
func (l *Store) followMirror(ctx context.Context, state MirrorState) (again bool, err error) {
	err = l.change(ctx, func(tx *sql.Tx) error {
		id, err := metaNumber(ctx, tx, "mirror_id")
		if err != nil {
			return err
		}
		seq, err := metaNumber(ctx, tx, "mirror_seq")
		if err != nil {
			return err
		}
		if id == state.ID && seq == state.Seq {
			return nil
		}
		if again = id != 0 && (id != state.ID || seq > state.Seq); again {
			if err := queueAll(ctx, tx); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO meta (name, value) VALUES ('mirror_id', ?), ('mirror_seq', ?)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
			strconv.FormatInt(state.ID, 10), strconv.FormatInt(state.Seq, 10))
		return err
	})
	return again, err
}

func metaNumber(ctx context.Context, tx *sql.Tx, name string) (n int64, err error) {
	err = tx.QueryRowContext(ctx, `SELECT value FROM meta WHERE name = ?`, name).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return n, err
}

// lastID is the greatest ID that this file has given to an enquiry.
func (l *Store) lastID(ctx context.Context) (id int64, err error) {
	err = l.db.QueryRowContext(ctx, `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'leads'`).Scan(&id)
	return id, err
}

// Version increases with every change of an enquiry or a delivery in this file, deletions included: each change enters the
// queue of the mirror, with or without one.
func (l *Store) Version(ctx context.Context) (version int64, err error) {
	err = l.db.QueryRowContext(ctx, `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'uncopied'`).Scan(&version)
	return version, err
}

const uncopiedColumns = `SELECT version, lead, origin_node, origin_id FROM uncopied `

// uncopied returns up to limit changes after a version, in their order.
func (l *Store) uncopied(ctx context.Context, after int64, limit int) ([]uncopied, error) {
	rows, err := l.db.QueryContext(ctx, uncopiedColumns+`WHERE version > ? ORDER BY version LIMIT ?`, after, limit)
	if err != nil {
		return nil, fmt.Errorf("read the queue of the mirror: %w", err)
	}
	defer rows.Close()
	var found []uncopied
	for rows.Next() {
		var u uncopied
		if err := rows.Scan(&u.version, &u.lead, &u.origin.Node, &u.origin.ID); err != nil {
			return nil, err
		}
		found = append(found, u)
	}
	return found, rows.Err()
}

// uncopiedLead returns the change of an enquiry, nil when its copy is up to date.
func (l *Store) uncopiedLead(ctx context.Context, lead int64) (*uncopied, error) {
	var u uncopied
	err := l.db.QueryRowContext(ctx, uncopiedColumns+`WHERE lead = ?`, lead).Scan(&u.version, &u.lead, &u.origin.Node, &u.origin.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &u, err
}

// markCopied removes a change from the queue, unless a later one has replaced it.
func (l *Store) markCopied(ctx context.Context, u uncopied) error {
	return l.change(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE leads SET mirrored = 1 WHERE id = ? AND mirrored = 0`, u.lead); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM uncopied WHERE version = ?`, u.version)
		return err
	})
}

// Uncopied is the number of enquiries whose copy in the mirror is missing or out of date.
func (l *Store) Uncopied(ctx context.Context) (n int, err error) {
	err = l.db.QueryRowContext(ctx, `SELECT count(*) FROM uncopied`).Scan(&n)
	return n, err
}

// drop deletes an enquiry from this file and leaves its copy in the mirror alone.
func (l *Store) drop(ctx context.Context, lead int64) error {
	return l.change(ctx, func(tx *sql.Tx) error {
		for _, statement := range []string{`DELETE FROM leads WHERE id = ?`, `DELETE FROM uncopied WHERE lead = ?`} {
			if _, err := tx.ExecContext(ctx, statement, lead); err != nil {
				return fmt.Errorf("delete enquiry %d: %w", lead, err)
			}
		}
		_, err := tx.ExecContext(ctx, deleteUnusedPolicies)
		return err
	})
}

// findCopy returns the ID of the enquiry with a key, 0 when it is not in this file.
func (l *Store) findCopy(ctx context.Context, node string, key Key) (id int64, err error) {
	err = l.db.QueryRowContext(ctx,
		`SELECT id FROM leads WHERE origin_node = ? AND origin_id = ? OR origin_node = '' AND id = ? AND ? LIMIT 1`,
		key.Node, key.ID, key.ID, key.Node == node).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// adopt inserts the enquiry of a copy with its deliveries.
func (l *Store) adopt(ctx context.Context, c Copy) error {
	lead := *c.Lead
	lead.Policy, lead.Origin = c.Policy, c.Key
	return l.change(ctx, func(tx *sql.Tx) error {
		if err := insertLead(ctx, tx, &lead); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE leads SET mirrored = 1 WHERE id = ?`, lead.ID); err != nil {
			return fmt.Errorf("adopt enquiry: %w", err)
		}
		for _, d := range lead.Deliveries {
			_, err := tx.ExecContext(ctx, `INSERT INTO deliveries (lead, channel, state, attempts, next, done, error) VALUES (?, ?, ?, ?, ?, ?, ?)`,
				lead.ID, d.Channel, string(d.State), d.Attempts, 0, toMillis(d.Done), d.Error) // the next time was of another clock
			if err != nil {
				return fmt.Errorf("adopt delivery: %w", err)
			}
		}
		return nil
	})
}

// fullPolicy returns a stored policy with its text, nil for "".
func (l *Store) fullPolicy(ctx context.Context, version string) (*Policy, error) {
	if version == "" {
		return nil, nil
	}
	found, err := l.Policies(ctx, version)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], nil
}
