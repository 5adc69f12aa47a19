package backup

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"

	"estate/internal/platform/atomicfile"
)

// KeySource is where the key of a repository is. Neither the key nor a part of it is printed.
type KeySource struct {
	Text string // the key itself; "" means the file
	File string // written with a new key when a repository is created
}

// errWrongKey reports that a repository was written with another key.
var errWrongKey = errors.New("the backup is encrypted with another key")

// key encrypts the files of a repository by age, and names its objects.
type key struct {
	identity *age.X25519Identity
	names    []byte // of the HMAC that names objects, so that a name does not tell the content
}

func newKey(identity *age.X25519Identity) *key {
	sum := sha256.Sum256([]byte("estate backup names " + identity.String()))
	return &key{identity, sum[:]}
}

// read returns the key. A missing file is fs.ErrNotExist.
func (s KeySource) read() (*key, error) {
	text := s.Text
	if text == "" {
		data, err := os.ReadFile(s.File)
		if err != nil {
			return nil, fmt.Errorf("backup: read the key: %w", err)
		}
		text = string(data)
	}
	identities, err := age.ParseIdentities(strings.NewReader(text))
	if err == nil && len(identities) == 1 {
		if identity, ok := identities[0].(*age.X25519Identity); ok {
			return newKey(identity), nil
		}
	}
	// The error of the parser may repeat the key.
	return nil, fmt.Errorf("backup: %s has no key; it must be one line that begins with AGE-SECRET-KEY-1", s)
}

// String names the place of the key.
func (s KeySource) String() string {
	if s.Text != "" {
		return "ESTATE_BACKUP_KEY"
	}
	return s.File
}

// keyNote is the first line of the file of a key, which age ignores.
const keyNote = "# The key of the encrypted backups. Keep a copy in another place: without it no backup can be restored.\n"

// create writes a new key to the file.
func (s KeySource) create() (*key, error) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(s.File), 0o700); err != nil {
		return nil, fmt.Errorf("backup: write the key: %w", err)
	}
	if err := atomicfile.WriteBytes(s.File, 0o600, []byte(keyNote+identity.String()+"\n")); err != nil {
		return nil, fmt.Errorf("backup: write the key: %w", err)
	}
	return newKey(identity), nil
}

// name is the name of the object of a chunk.
func (k *key) name(data []byte) string {
	mac := hmac.New(sha256.New, k.names)
	_, _ = mac.Write(data)
	return hex.EncodeToString(mac.Sum(nil))
}

func (k *key) encrypt(data []byte) ([]byte, error) {
	var sealed bytes.Buffer
	w, err := age.Encrypt(&sealed, k.identity.Recipient())
	if err != nil {
		return nil, err
	}
	_, err = w.Write(data)
	err = errors.Join(err, w.Close())
	return sealed.Bytes(), err
}

// decrypt fails for data that is damaged or of another key (errWrongKey).
func (k *key) decrypt(sealed []byte) ([]byte, error) {
	r, err := age.Decrypt(bytes.NewReader(sealed), k.identity)
	if _, ok := errors.AsType[*age.NoIdentityMatchError](err); ok {
		return nil, errWrongKey
	}
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// isMissing reports whether an error says that a file does not exist.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
