package alerts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"estate/internal/platform/sqldb"
)

// Confirmations that a mailbox is asked for. Nobody but its owner can be told apart from a stranger by an address alone, so
// strangers are bounded by their own network, and all together by what an owner can bear.
const (
	keepAsks       = 90 * 24 * time.Hour // what was ended or ignored is remembered for so long
	maxAsksClient  = 3                   // of one client, in keepAsks
	maxAsksDay     = 5                   // of all clients, a day
	maxAsksRefused = 1                   // of all clients, a day, once the owner has ended or ignored a search
)

// clientEnded is the client of an entry that remembers the end of a search.
const clientEnded = "ended"

// hashOf is the SHA-256 of texts: the table names nobody.
func hashOf(texts ...string) string {
	hash := sha256.New()
	for _, text := range texts {
		_, _ = hash.Write([]byte(text + "\n")) // never fails
	}
	return hex.EncodeToString(hash.Sum(nil)[:16])
}

// mayAsk reports whether a mailbox may get another mail that asks for a confirmation, and records it.
func (s *Store) mayAsk(ctx context.Context, tx *sqldb.Tx, mailbox, network string) (bool, error) {
	now := s.now()
	address, client := hashOf(mailbox), hashOf(mailbox, network)
	var byClient, today, refused int64
	_, err := tx.One(ctx, "SELECT COALESCE(SUM(CASE WHEN client = ? THEN 1 ELSE 0 END), 0), "+
		"COALESCE(SUM(CASE WHEN at > ? AND client <> ? THEN 1 ELSE 0 END), 0), "+
		"COALESCE(SUM(CASE WHEN client = ? OR at <= ? THEN 1 ELSE 0 END), 0) FROM alert_asks WHERE address = ? AND at > ?",
		[]any{
			client, now.Add(-24 * time.Hour).UnixMilli(), clientEnded, clientEnded, now.Add(-confirmWithin).UnixMilli(), address,
			now.Add(-keepAsks).UnixMilli(),
		}, &byClient, &today, &refused)
	if err != nil || byClient >= maxAsksClient || today >= maxAsksDay || refused > 0 && today >= maxAsksRefused {
		return false, err
	}
	return true, remember(ctx, tx, address, client, now)
}

func remember(ctx context.Context, tx *sqldb.Tx, address, client string, at time.Time) error {
	return tx.Exec(ctx, "INSERT INTO alert_asks (address, client, at) VALUES (?, ?, ?)", address, client, at.UnixMilli())
}

// forgetAsks forgets what a mailbox was asked: its owner has confirmed, or wants to be erased.
func forgetAsks(ctx context.Context, tx *sqldb.Tx, mailbox string) error {
	return tx.Exec(ctx, "DELETE FROM alert_asks WHERE address = ?", hashOf(mailbox))
}

// end erases a saved search at the wish of its owner, and remembers that.
func (s *Store) end(ctx context.Context, token string) error {
	return s.write(ctx, func(tx *sqldb.Tx) error {
		var mailbox string
		found, err := tx.One(ctx, "SELECT address FROM alerts WHERE token = ?", []any{token}, &mailbox)
		if err != nil || !found {
			return err
		}
		if err := remember(ctx, tx, hashOf(mailbox), clientEnded, s.now()); err != nil {
			return err
		}
		_, err = erase(ctx, tx, token)
		return err
	})
}
