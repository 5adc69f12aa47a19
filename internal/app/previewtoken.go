package app

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"estate/internal/config"
	"estate/internal/content"
)

// previewLife is how long a preview link opens drafts.
const previewLife = 30 * time.Minute

// previewKey signs the credentials that open drafts and revisions of the
// embedded store: "Bearer {expiry}.{signature}".
type previewKey []byte

const bearer = "Bearer "

// credential is one that holds until then.
func (k previewKey) credential(until time.Time) content.Credential {
	expiry := strconv.FormatInt(until.Unix(), 10)
	return content.Credential(bearer + expiry + "." + k.sign(expiry))
}

// opens reports whether a credential was signed by this key and still holds.
func (k previewKey) opens(credential content.Credential, now time.Time) bool {
	token, isBearer := strings.CutPrefix(string(credential), bearer)
	expiry, signature, whole := strings.Cut(token, ".")
	if !isBearer || !whole || len(k) == 0 || !hmac.Equal([]byte(signature), []byte(k.sign(expiry))) {
		return false
	}
	until, err := strconv.ParseInt(expiry, 10, 64)
	return err == nil && now.Unix() < until
}

func (k previewKey) sign(expiry string) string {
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte("estate preview\n" + expiry))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// openPreviewKey is made of the secret that is set, else of one in the data folder,
// which is made the first time.
func openPreviewKey(s config.Settings) (previewKey, error) {
	if s.PreviewSecret != "" {
		return previewKey(s.PreviewSecret), nil
	}
	key, err := readKey(s.PreviewKeyFile())
	if !errors.Is(err, os.ErrNotExist) {
		return key, err
	}
	if err := makeKey(s.PreviewKeyFile()); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("preview key: %w; set preview_secret, or let this user write there", err)
	}
	return readKey(s.PreviewKeyFile()) // another process may have been first
}

func readKey(file string) (previewKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("preview key: %w", err)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) < config.MinSecretLength {
		return nil, fmt.Errorf("preview key: %s is damaged; remove it, a new one is made", file)
	}
	return key, nil
}

// makeKey writes a key that only this user may read. It appears whole or not at all.
func makeKey(file string) (err error) {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // crypto/rand never fails on the systems Go supports
	aside := file + "." + hex.EncodeToString(secret[:4])
	defer func() { err = errors.Join(err, os.Remove(aside)) }()
	next := sha256.Sum256(secret)
	if err := os.WriteFile(aside, []byte(hex.EncodeToString(next[:])+"\n"), 0o600); err != nil {
		return err
	}
	return os.Link(aside, file)
}
