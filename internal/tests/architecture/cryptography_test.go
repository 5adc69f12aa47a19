package architecture

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"estate/internal/tests/repository"
)

// approved are the packages of cryptography in use, and those that may import them. Keys are
// of 256 bits; docs/security.md lists them.
var approved = map[string][]string{
	"crypto/hmac":                       {"internal/app/backup", "internal/content", "internal/site/server", "internal/platform/signature", "internal/app", "internal/media", "internal/tests/wordpresstest"},
	"crypto/sha256":                     nil, // any package
	"crypto/subtle":                     nil,
	"crypto/rand":                       nil,
	"crypto/tls":                        {"internal/agency/leads/mail", "internal/tests/smtptest", "internal/platform/certificates", "internal/agency/channels/upload", "internal/platform/httpconn", "internal/app"}, // settings of mail and FTP servers, of the site's listener; protocol of a connection
	"crypto/x509":                       {"internal/platform/certificates"},                                                                                                                                           // roots of an ACME server
	"golang.org/x/crypto/acme":          {"internal/platform/certificates"},
	"golang.org/x/crypto/acme/autocert": {"internal/platform/certificates"},
	"golang.org/x/crypto/argon2":        {"internal/studio/account"}, // passwords
	"crypto/ecdsa":                      {"internal/tests/passkeytest"},
	"crypto/elliptic":                   {"internal/tests/passkeytest"},
	"math/rand/v2":                      {"internal/platform/backoff", "internal/agency/demo", "internal/platform/worker"}, // jitter, generated properties
}

func TestOnlyApprovedCryptographyIsUsed(t *testing.T) {
	for _, p := range projectPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, "estate/")
		if strings.HasPrefix(name, "cmd/") && name != "cmd/estate" {
			continue // generators
		}
		for _, imported := range p.Imports {
			if !strings.HasPrefix(imported, "crypto/") && !strings.HasPrefix(imported, "math/rand") && !strings.HasPrefix(imported, "golang.org/x/crypto") {
				continue
			}
			if users, ok := approved[imported]; !ok || users != nil && !slices.Contains(users, name) {
				t.Errorf("%s imports %s, which is not approved for it", name, imported)
			}
		}
	}
}

func TestCertificatesAreAlwaysVerified(t *testing.T) {
	read := 0
	err := filepath.WalkDir(repository.Path(), func(path string, entry os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		read++
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "InsecureSkipVerify") {
			t.Errorf("%s turns the verification of certificates off", path)
		}
		return err
	})
	if err != nil || read < 500 {
		t.Fatalf("%d files read, %v", read, err)
	}
}
