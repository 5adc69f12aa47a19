package certificates

import (
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Expiry is the end of the certificate of a domain.
type Expiry struct {
	Domain string    `json:"domain"`
	End    time.Time `json:"end,omitzero"` // zero: there is no certificate yet
}

// Expiries reads the certificates in the folder of a Manager, which may run meanwhile.
func Expiries(cfg Config) ([]Expiry, error) {
	var list []Expiry
	for _, domain := range slices.Concat(cfg.Domains, cfg.Beside) {
		data, err := os.ReadFile(filepath.Join(cfg.Folder, filepath.Base(domain))) // the name in autocert.DirCache
		if errors.Is(err, fs.ErrNotExist) {
			list = append(list, Expiry{Domain: domain})
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("certificate of %s: %w", domain, err)
		}
		leaf, err := firstCertificate(data)
		if err != nil {
			return nil, fmt.Errorf("certificate of %s: %w; delete the file, and a new one is got", domain, err)
		}
		list = append(list, Expiry{Domain: domain, End: leaf.NotAfter})
	}
	return list, nil
}

// firstCertificate is the first certificate of a file that begins with the private key.
func firstCertificate(data []byte) (*x509.Certificate, error) {
	for {
		var block *pem.Block
		if block, data = pem.Decode(data); block == nil {
			return nil, errors.New("the file has no certificate")
		}
		if block.Type == "CERTIFICATE" {
			return x509.ParseCertificate(block.Bytes)
		}
	}
}
