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

// renewAfter is the age at which a token is renewed. It expires after 60 days.
const renewAfter = 7 * 24 * time.Hour

// storedToken is the content of Config.TokenFile: the renewed token.
type storedToken struct {
	Token string    `json:"token"`
	For   string    `json:"for"` // tokenID of the configured token
	Since time.Time `json:"since"`
}

// token returns the current token. It renews an old one; if that fails, the old one is
// used until it expires.
func (r *Refresher) token(ctx context.Context) string {
	if r.cfg.Token == "" || r.cfg.TokenFile == "" {
		return r.cfg.Token
	}
	now := r.cfg.Now()
	current, err := r.readToken()
	if err != nil || current.For != tokenID(r.cfg.Token) {
		current = storedToken{Token: r.cfg.Token, For: tokenID(r.cfg.Token), Since: now}
		r.writeToken(ctx, current)
		return current.Token
	}
	if now.Sub(current.Since) < renewAfter {
		return current.Token
	}
	renewed, err := r.renew(ctx, current.Token)
	if err != nil {
		r.cfg.Log.WarnContext(ctx, "the renewal of the Instagram token failed; the old one stays in use", "err", err)
		return current.Token
	}
	current.Token, current.Since = renewed, now
	r.writeToken(ctx, current)
	return renewed
}

// renew exchanges a token for a new one.
func (r *Refresher) renew(ctx context.Context, token string) (string, error) {
	address, err := url.Parse(r.cfg.URL)
	if err != nil {
		return "", errors.New("the URL of the feed is invalid; correct instagram.url")
	}
	address.Path = "/refresh_access_token"
	address.RawQuery = url.Values{"grant_type": {"ig_refresh_token"}, "access_token": {token}}.Encode()
	var response struct {
		Token string `json:"access_token"`
	}
	if err := r.getJSON(ctx, address, &response); err != nil {
		return "", err
	}
	if response.Token == "" {
		return "", errors.New("the response has no token")
	}
	return response.Token, nil
}

// tokenID identifies a token without revealing it.
func tokenID(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:8])
}

func (r *Refresher) readToken() (storedToken, error) {
	var current storedToken
	data, err := os.ReadFile(r.cfg.TokenFile)
	if err != nil {
		return current, err
	}
	err = json.Unmarshal(data, &current)
	if err == nil && current.Token == "" {
		err = errors.New("it has no token")
	}
	return current, err
}

func (r *Refresher) writeToken(ctx context.Context, current storedToken) {
	data, err := json.Marshal(current)
	if err == nil {
		err = writeFile(r.cfg.TokenFile, data, 0o600)
	}
	if err != nil {
		r.cfg.Log.WarnContext(ctx, "the Instagram token could not be stored", "err", fmt.Errorf("%s: %w", r.cfg.TokenFile, err))
	}
}
