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

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/platform/atomicfile"
)

// previewLifetime is how long a preview link is valid.
const previewLifetime = 30 * time.Minute

// previewKey signs the credentials that open one draft, or the revisions of one entity, of
// the embedded store: "Bearer {expiry}.{type}.{id}.{signature}".
type previewKey []byte

const bearer = "Bearer "

// sign returns a credential that opens an entity until a time.
func (k previewKey) sign(opens content.Ref, until time.Time) content.Credential {
	grant := strconv.FormatInt(until.Unix(), 10) + "." + subject(opens)
	return content.Credential(bearer + grant + "." + k.signature(grant))
}

// verify reports whether a credential was signed by this key for an entity and has not
// expired.
func (k previewKey) verify(credential content.Credential, opens content.Ref, now time.Time) bool {
	token, isBearer := strings.CutPrefix(string(credential), bearer)
	end := strings.LastIndexByte(token, '.')
	if !isBearer || end < 0 || len(k) == 0 {
		return false
	}
	grant, signature := token[:end], token[end+1:]
	expiry, opened, _ := strings.Cut(grant, ".")
	if !hmac.Equal([]byte(signature), []byte(k.signature(grant))) || opened != subject(opens) {
		return false
	}
	until, err := strconv.ParseInt(expiry, 10, 64)
	return err == nil && now.Unix() < until
}

// subject names the entity that a credential opens.
func subject(ref content.Ref) string { return string(ref.Type) + "." + strconv.Itoa(ref.ID) }

func (k previewKey) signature(grant string) string {
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte("estate preview\n" + grant))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// openPreviewKey returns the key of the setting preview_secret, else the key of the
// data folder, which it generates if there is none.
func openPreviewKey(s config.Settings) (previewKey, error) {
	if s.PreviewSecret != "" {
		return previewKey(s.PreviewSecret), nil
	}
	key, err := openKey(s.PreviewKeyFile())
	if err != nil {
		return nil, fmt.Errorf("preview key: %w; set preview_secret, or give this user write permission", err)
	}
	return previewKey(key), nil
}

// openKey returns the key of a file, which it generates if there is none.
func openKey(file string) ([]byte, error) {
	key, err := readKey(file)
	if !errors.Is(err, os.ErrNotExist) {
		return key, err
	}
	if err := createKey(file); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, err
	}
	return readKey(file) // another process may have created it
}

func readKey(file string) (previewKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) < config.MinSecretLength {
		return nil, fmt.Errorf("%s is invalid; remove it, and a new one is generated", file)
	}
	return key, nil
}

// createKey generates a key and writes it atomically to a file that only this user may
// read. It fails with os.ErrExist if the file exists. The key is complete after a power cut too, else the
// next start would refuse it.
func createKey(file string) (err error) {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // crypto/rand never fails on the systems Go supports
	temporary := file + "." + hex.EncodeToString(secret[:4])
	defer func() { err = errors.Join(err, os.Remove(temporary)) }()
	next := sha256.Sum256(secret)
	if err := atomicfile.WriteBytes(temporary, 0o600, []byte(hex.EncodeToString(next[:])+"\n")); err != nil {
		return err
	}
	return os.Link(temporary, file)
}
