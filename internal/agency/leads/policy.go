package leads

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"time"

	"estate/internal/content/i18n"
)

// Policy is the privacy policy that was in force when an enquiry arrived. Equal texts are
// stored once.
type Policy struct {
	// Version is the SHA-256 of Link, Title and Text in hex.
	Version string `json:"version"`
	Link    string `json:"link"` // site link, or the address of a policy on another site
	// Modified is when the page of the policy was last changed; zero when unknown.
	Modified time.Time `json:"modified,omitzero"`
	// Title and Text are plain text. Text is "" for a policy that the site could not read.
	// Enquiries have neither: Store.Policies reads them.
	Title string `json:"-"`
	Text  string `json:"-"`
	// Recorded is the time of the first enquiry with this text; Enquiries is their number.
	Recorded  time.Time `json:"-"`
	Enquiries int       `json:"-"`
}

// shortVersion is the length of a version in tables and mails.
const shortVersion = 12

// Short is the beginning of Version.
func (p *Policy) Short() string { return p.Version[:min(shortVersion, len(p.Version))] }

// policyVersion is "" without a policy.
func (l *Lead) policyVersion() string {
	if l.Policy == nil {
		return ""
	}
	return l.Policy.Version
}

// PolicyReader returns the privacy policy of a language. With an error the policy has at
// least its link, or is nil.
type PolicyReader func(ctx context.Context, lang i18n.Lang) (*Policy, error)

// policyTimeout bounds the time that a visitor waits for the text of the policy. The
// enquiry is stored without it.
const policyTimeout = 2 * time.Second

// policy is the current privacy policy; nil when it is unknown.
func (s *Service) policy(ctx context.Context, lang i18n.Lang) *Policy {
	if s.cfg.Policy == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, policyTimeout)
	defer cancel()
	policy, err := s.cfg.Policy(ctx, lang)
	if err != nil {
		s.cfg.Log.WarnContext(ctx, "the text of the privacy policy could not be stored with an enquiry", "lang", lang, "err", err)
	}
	if policy != nil {
		policy.Version = hashParts(policy.Link, policy.Title, policy.Text)
	}
	return policy
}

// hashParts is the SHA-256 of texts in hex. The length of each text precedes it, so that
// different texts never give the same input.
func hashParts(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		var size [4]byte
		for i := range size {
			size[i] = byte(len(part) >> (8 * i))
		}
		h.Write(size[:])
		h.Write([]byte(part))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// insertPolicy stores a policy, unless it is stored already, and returns its version.
func insertPolicy(ctx context.Context, tx *sql.Tx, policy *Policy, now time.Time) (string, error) {
	if policy == nil {
		return "", nil
	}
	_, err := tx.ExecContext(ctx, `
		INSERT INTO policies (version, link, title, text, modified, recorded) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		policy.Version, policy.Link, policy.Title, policy.Text, toMillis(policy.Modified), toMillis(now))
	if err != nil {
		return "", fmt.Errorf("store the privacy policy: %w", err)
	}
	return policy.Version, nil
}

// Policies returns the stored policies with their texts whose version begins with prefix,
// oldest first.
func (l *Store) Policies(ctx context.Context, prefix string) ([]*Policy, error) {
	rows, err := l.db.QueryContext(ctx, `
		SELECT version, link, title, text, modified, recorded, (SELECT count(*) FROM leads WHERE policy = version)
		FROM policies WHERE substr(version, 1, length(?1)) = ?1 ORDER BY recorded, version`, prefix)
	if err != nil {
		return nil, fmt.Errorf("read privacy policies: %w", err)
	}
	defer rows.Close()
	var found []*Policy
	for rows.Next() {
		var p Policy
		var modified, recorded int64
		if err := rows.Scan(&p.Version, &p.Link, &p.Title, &p.Text, &modified, &recorded, &p.Enquiries); err != nil {
			return nil, fmt.Errorf("read privacy policies: %w", err)
		}
		p.Modified, p.Recorded = fromMillis(modified), fromMillis(recorded)
		found = append(found, &p)
	}
	return found, rows.Err()
}

// deleteUnusedPolicies removes the policies that no enquiry refers to.
const deleteUnusedPolicies = `DELETE FROM policies WHERE version NOT IN (SELECT policy FROM leads)`

// RecordPolicy stores the current privacy policy of a language and returns its version in short,
// "" when there is none or it cannot be stored.
func (s *Service) RecordPolicy(ctx context.Context, lang i18n.Lang) string {
	policy := s.policy(ctx, lang)
	if policy == nil {
		return ""
	}
	err := s.cfg.Store.change(ctx, func(tx *sql.Tx) error {
		_, err := insertPolicy(ctx, tx, policy, s.cfg.Store.now())
		return err
	})
	if err != nil {
		s.cfg.Log.WarnContext(ctx, "the privacy policy could not be stored", "lang", lang, "err", err)
		return ""
	}
	return policy.Short()
}
