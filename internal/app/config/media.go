package config

import "fmt"

// Media limits the picture workers and sets the hosts of remote originals.
type Media struct {
	Workers int      `toml:"workers"`  // 1
	CacheMB int      `toml:"cache_mb"` // 2048; of renditions on disk
	Hosts   []string `toml:"hosts"`    // remote hosts whose pictures may be fetched by https
	// PrivateHosts may also be reached by http and at private addresses.
	PrivateHosts []string `toml:"private_hosts"`
	// Bucket holds the originals for all nodes; each has a copy in its data folder.
	Bucket string `toml:"bucket"` // none; such as s3://name/folder
}

func (m *Media) fillDefaults() {
	setDefault(&m.Workers, 1)
	setDefault(&m.CacheMB, 2048)
}

func (m *Media) validate() error {
	if m.Workers < 1 || m.Workers > 16 {
		return fmt.Errorf("media.workers is %d; it must be 1 to 16", m.Workers)
	}
	return nil
}
