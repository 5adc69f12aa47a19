package mirror

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"iter"
	"math"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/platform/sqldb"
)

var _ leads.Mirror = (*Mirror)(nil)

// keepErased is how long the keys of deleted enquiries remain, so that a node that was away
// deletes them too.
const keepErased = 90 * 24 * time.Hour

// Beat implements leads.Mirror.
func (m *Mirror) Beat(ctx context.Context, node string) (state leads.MirrorState, err error) {
	db, id, err := m.open(ctx)
	if err != nil {
		return state, err
	}
	state = leads.MirrorState{ID: id, Others: map[string]int64{}}
	err = func() error {
		tx, err := db.Begin(ctx)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		const beat = "INSERT INTO enquiry_nodes (node, beat) VALUES (?, 1) ON CONFLICT (node) DO UPDATE SET beat = enquiry_nodes.beat + 1"
		if err := tx.Exec(ctx, beat, node); err != nil {
			return err
		}
		if _, err := tx.One(ctx, "SELECT value FROM enquiry_mirror WHERE name = 'seq'", nil, &state.Seq); err != nil {
			return err
		}
		if _, err := tx.One(ctx, "SELECT coalesce(max(id), 0) FROM enquiry_copies WHERE node = ?", []any{node}, &state.LastID); err != nil {
			return err
		}
		// A node without a beat of its own has enquiries too: its row was lost with a
		// restored database, or it never had one.
		const others = `SELECT node, beat FROM enquiry_nodes WHERE node <> ?
			UNION SELECT DISTINCT owner, 0 FROM enquiry_copies WHERE deleted = 0 AND owner <> ? AND owner NOT IN (SELECT node FROM enquiry_nodes)`
		err = tx.Each(ctx, others, []any{node, node}, func(rows *sql.Rows) error {
			var other string
			var beat int64
			err := rows.Scan(&other, &beat)
			state.Others[other] = beat
			return err
		})
		if err != nil {
			return err
		}
		return tx.Commit()
	}()
	return state, m.explain(db, err)
}

// storedPolicy is a privacy policy as it is stored.
type storedPolicy struct {
	Version  string    `json:"version"`
	Link     string    `json:"link"`
	Title    string    `json:"title"`
	Text     string    `json:"text"`
	Modified time.Time `json:"modified,omitzero"`
}

// Put implements leads.Mirror.
func (m *Mirror) Put(ctx context.Context, c leads.Copy) (result leads.PutResult, err error) {
	lead := *c.Lead
	lead.Node, lead.Origin = "", leads.Key{}
	doc, err := json.Marshal(lead)
	if err != nil {
		return 0, err
	}
	err = m.write(ctx, func(tx *sqldb.Tx, seq int64) error {
		var row struct {
			owner, fingerprint string
			created, deleted   int64
		}
		known, err := tx.One(ctx, "SELECT owner, fingerprint, created, deleted FROM enquiry_copies WHERE node = ? AND id = ?",
			[]any{c.Key.Node, c.Key.ID}, &row.owner, &row.fingerprint, &row.created, &row.deleted)
		switch {
		case err != nil:
			return err
		case known && row.deleted != 0:
			result = leads.Erased
			return nil
		case known && (row.fingerprint != lead.Fingerprint || row.created != lead.Created.UnixMilli()):
			return leads.ErrKeyTaken
		case known && row.owner != c.Owner:
			result = leads.Moved
			return nil
		case !known:
			duplicate, err := hasEqual(ctx, tx, c)
			if err != nil {
				return err
			}
			if duplicate {
				result = leads.Duplicate
				return nil
			}
		}
		version, err := putPolicy(ctx, tx, c.Policy)
		if err != nil {
			return err
		}
		const put = `
			INSERT INTO enquiry_copies (node, id, owner, owner_id, created, fingerprint, spam, policy,
				held, moved, deleted, writer, seq, doc)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, 0, 0, ?, ?, ?)
			ON CONFLICT (node, id) DO UPDATE SET owner_id = excluded.owner_id, spam = excluded.spam, policy = excluded.policy,
				held = 1, writer = excluded.writer, seq = excluded.seq, doc = excluded.doc`
		return tx.Exec(ctx, put, c.Key.Node, c.Key.ID, c.Owner, lead.ID, lead.Created.UnixMilli(), lead.Fingerprint, number(lead.Spam != ""),
			version, c.Owner, seq, string(doc))
	})
	return result, err
}

// hasEqual reports whether another enquiry with the same content arrived at about the same
// time.
func hasEqual(ctx context.Context, tx *sqldb.Tx, c leads.Copy) (bool, error) {
	created, window := c.Lead.Created.UnixMilli(), leads.ReplayWindow.Milliseconds()
	var one int
	return tx.One(ctx,
		"SELECT 1 FROM enquiry_copies WHERE fingerprint = ? AND created > ? AND created < ? AND spam = ? AND deleted = 0 LIMIT 1",
		[]any{c.Lead.Fingerprint, created - window, created + window, number(c.Lead.Spam != "")}, &one)
}

func putPolicy(ctx context.Context, tx *sqldb.Tx, policy *leads.Policy) (version string, err error) {
	if policy == nil {
		return "", nil
	}
	doc, err := json.Marshal(storedPolicy{
		Version: policy.Version, Link: policy.Link, Title: policy.Title, Text: policy.Text,
		Modified: policy.Modified,
	})
	if err != nil {
		return "", err
	}
	return policy.Version,
		tx.Exec(ctx, "INSERT INTO enquiry_policies (version, doc) VALUES (?, ?) ON CONFLICT DO NOTHING", policy.Version, string(doc))
}

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

const erase = "UPDATE enquiry_copies SET doc = '', fingerprint = '', policy = '', deleted = ?, writer = ?, seq = ? WHERE deleted = 0 AND "

const eraseUnusedPolicies = "DELETE FROM enquiry_policies WHERE version NOT IN (SELECT policy FROM enquiry_copies)"

// Delete implements leads.Mirror.
func (m *Mirror) Delete(ctx context.Context, writer string, key leads.Key) error {
	return m.write(ctx, func(tx *sqldb.Tx, seq int64) error {
		if err := tx.Exec(ctx, erase+"node = ? AND id = ?", m.now().UnixMilli(), writer, seq, key.Node, key.ID); err != nil {
			return err
		}
		return tx.Exec(ctx, eraseUnusedPolicies)
	})
}

// DeleteBefore implements leads.Mirror.
func (m *Mirror) DeleteBefore(ctx context.Context, t time.Time) error {
	return m.write(ctx, func(tx *sqldb.Tx, seq int64) error {
		now := m.now()
		if err := tx.Exec(ctx, erase+"created < ?", now.UnixMilli(), "", seq, t.UnixMilli()); err != nil {
			return err
		}
		if err := tx.Exec(ctx, "DELETE FROM enquiry_copies WHERE deleted > 0 AND deleted < ?", now.Add(-keepErased).UnixMilli()); err != nil {
			return err
		}
		return tx.Exec(ctx, eraseUnusedPolicies)
	})
}

// Owner implements leads.Mirror.
func (m *Mirror) Owner(ctx context.Context, key leads.Key) (owner string, err error) {
	db, _, err := m.open(ctx)
	if err != nil {
		return "", err
	}
	_, err = db.Read().One(ctx, "SELECT owner FROM enquiry_copies WHERE node = ? AND id = ? AND deleted = 0", []any{key.Node, key.ID}, &owner)
	return owner, m.explain(db, err)
}

// Adopt implements leads.Mirror.
func (m *Mirror) Adopt(ctx context.Context, from string, beat int64, to string) (adopted int, err error) {
	err = m.write(ctx, func(tx *sqldb.Tx, seq int64) error {
		var last int64
		known, err := tx.One(ctx, "SELECT beat FROM enquiry_nodes WHERE node = ?", []any{from}, &last)
		if err != nil {
			return err
		}
		if known && last != beat || !known && beat != 0 {
			return nil // it runs, or another node was faster
		}
		if _, err := tx.One(ctx, "SELECT count(*) FROM enquiry_copies WHERE owner = ? AND deleted = 0", []any{from}, &adopted); err != nil {
			return err
		}
		const adopt = "UPDATE enquiry_copies SET owner = ?, held = 0, moved = 1, writer = '', seq = ? WHERE owner = ? AND deleted = 0"
		if err := tx.Exec(ctx, adopt, to, seq, from); err != nil {
			return err
		}
		return tx.Exec(ctx, "DELETE FROM enquiry_nodes WHERE node = ?", from)
	})
	return adopted, err
}

const copyColumns = "SELECT c.node, c.id, c.owner, c.owner_id, c.held, c.seq, c.doc, coalesce(p.doc, '') FROM enquiry_copies c " +
	"LEFT JOIN enquiry_policies p ON p.version = c.policy "

// Changes implements leads.Mirror.
func (m *Mirror) Changes(ctx context.Context, node string, after int64) (changes []leads.Copy, err error) {
	const query = copyColumns +
		"WHERE c.seq > ? AND c.writer <> ? AND (c.owner = ? OR c.moved = 1 OR c.deleted > 0) ORDER BY c.seq, c.node, c.id"
	return m.read(ctx, query, after, node, node)
}

// copiesPerQuery bounds the enquiries in memory.
const copiesPerQuery = 200

// Copies implements leads.Mirror.
func (m *Mirror) Copies(ctx context.Context, s leads.Selection) iter.Seq2[leads.Copy, error] {
	return func(yield func(leads.Copy, error) bool) {
		created, key := int64(-1<<62), leads.Key{}
		for {
			const query = copyColumns + `WHERE c.deleted = 0 AND c.spam = ?
				AND (c.created > ? OR c.created = ? AND (c.node > ? OR c.node = ? AND c.id > ?))
				ORDER BY c.created, c.node, c.id LIMIT ?`
			page, err := m.read(ctx, query, number(s.Spam), created, created, key.Node, key.Node, key.ID, copiesPerQuery)
			if err != nil {
				yield(leads.Copy{}, err)
				return
			}
			for _, c := range page {
				created, key = c.Lead.Created.UnixMilli(), c.Key
				if !yield(c, nil) {
					return
				}
			}
			if len(page) < copiesPerQuery {
				return
			}
		}
	}
}

// Find implements leads.Mirror.
func (m *Mirror) Find(ctx context.Context, owner string, id int64) (key leads.Key, found bool, err error) {
	db, _, err := m.open(ctx)
	if err != nil {
		return key, false, err
	}
	found, err = db.Read().One(ctx, "SELECT node, id FROM enquiry_copies WHERE owner = ? AND owner_id = ? AND deleted = 0", []any{owner, id},
		&key.Node, &key.ID)
	return key, found, m.explain(db, err)
}

// Copy implements leads.Mirror.
func (m *Mirror) Copy(ctx context.Context, key leads.Key) (leads.Copy, error) {
	found, err := m.read(ctx, copyColumns+"WHERE c.node = ? AND c.id = ? AND c.deleted = 0", key.Node, key.ID)
	if err != nil || len(found) == 0 {
		return leads.Copy{Key: key}, err
	}
	return found[0], nil
}

// Since implements leads.Mirror. One write may have changed many copies, so the last position is read completely.
func (m *Mirror) Since(ctx context.Context, after int64, limit int) ([]leads.Copy, error) {
	const query = copyColumns + `WHERE c.seq > ? AND c.seq <= coalesce(
		(SELECT seq FROM enquiry_copies WHERE seq > ? ORDER BY seq LIMIT 1 OFFSET ?), ?) ORDER BY c.seq, c.node, c.id`
	return m.read(ctx, query, after, after, limit-1, int64(math.MaxInt64))
}

func (m *Mirror) read(ctx context.Context, query string, args ...any) (found []leads.Copy, err error) {
	db, _, err := m.open(ctx)
	if err != nil {
		return nil, err
	}
	err = db.Read().Each(ctx, query, args, func(rows *sql.Rows) error {
		var c leads.Copy
		var doc, policy string
		var id, held int64
		if err := rows.Scan(&c.Key.Node, &c.Key.ID, &c.Owner, &id, &held, &c.Seq, &doc, &policy); err != nil {
			return err
		}
		c.Held = held == 1
		if doc != "" {
			c.Lead = &leads.Lead{}
			if err := json.Unmarshal([]byte(doc), c.Lead); err != nil {
				return err
			}
			c.Lead.ID = id
		}
		if policy != "" {
			var p storedPolicy
			if err := json.Unmarshal([]byte(policy), &p); err != nil {
				return err
			}
			c.Policy = &leads.Policy{Version: p.Version, Link: p.Link, Title: p.Title, Text: p.Text, Modified: p.Modified}
		}
		found = append(found, c)
		return nil
	})
	if err != nil && errors.Is(err, context.Canceled) {
		return nil, err
	}
	return found, m.explain(db, err)
}
