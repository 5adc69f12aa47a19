package instagram

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"
)

// renewAfter is how old a key may be: the network lets it end after sixty days.
const renewAfter = 7 * 24 * time.Hour

// kept is a key that the network gave in exchange for the configured one.
type kept struct {
	Token string    `json:"token"`
	For   string    `json:"for"` // names the configured key it came from
	Since time.Time `json:"since"`
}

// token is the key to ask with. One that grows old is exchanged for a new one; if
// that fails, the old one goes on for as long as it lives.
func (r *Refresher) token(ctx context.Context) string {
	if r.cfg.Token == "" || r.cfg.TokenFile == "" {
		return r.cfg.Token
	}
	now := r.cfg.Now()
	current, err := r.readToken()
	if err != nil || current.For != nameOf(r.cfg.Token) {
		current = kept{Token: r.cfg.Token, For: nameOf(r.cfg.Token), Since: now}
		r.writeToken(ctx, current)
		return current.Token
	}
	if now.Sub(current.Since) < renewAfter {
		return current.Token
	}
	fresh, err := r.renew(ctx, current.Token)
	if err != nil {
		r.cfg.Log.WarnContext(ctx, "the Instagram token could not be renewed; the old one goes on", "err", err)
		return current.Token
	}
	current.Token, current.Since = fresh, now
	r.writeToken(ctx, current)
	return fresh
}

func (r *Refresher) renew(ctx context.Context, token string) (string, error) {
	address, err := url.Parse(r.cfg.URL)
	if err != nil {
		return "", errors.New("the feed's address cannot be read; correct instagram.url")
	}
	address.Path = "/refresh_access_token"
	address.RawQuery = url.Values{"grant_type": {"ig_refresh_token"}, "access_token": {token}}.Encode()
	var answer struct {
		Token string `json:"access_token"`
	}
	if err := r.ask(ctx, address, &answer); err != nil {
		return "", err
	}
	if answer.Token == "" {
		return "", errors.New("the answer holds no token")
	}
	return answer.Token, nil
}

func nameOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:8])
}

func (r *Refresher) readToken() (kept, error) {
	var current kept
	data, err := os.ReadFile(r.cfg.TokenFile)
	if err != nil {
		return current, err
	}
	err = json.Unmarshal(data, &current)
	if err == nil && current.Token == "" {
		err = errors.New("it holds no token")
	}
	return current, err
}

func (r *Refresher) writeToken(ctx context.Context, current kept) {
	data, err := json.Marshal(current)
	if err == nil {
		err = keep(r.cfg.TokenFile, data, 0o600)
	}
	if err != nil {
		r.cfg.Log.WarnContext(ctx, "the Instagram token could not be kept", "err", fmt.Errorf("%s: %w", r.cfg.TokenFile, err))
	}
}
