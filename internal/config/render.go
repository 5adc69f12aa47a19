package config

import (
	"errors"
	"fmt"
	"time"
)

// renderSettings bound the workers that draw pages, and what is kept of them.
type Render struct {
	Workers  int      `toml:"workers"`   // 2
	Timeout  Duration `toml:"timeout"`   // 2s
	MemoryMB int      `toml:"memory_mb"` // 160 a worker
	CacheMB  int      `toml:"cache_mb"`  // 24
}

// mediaSettings bound the making of renditions, and say where originals may lie.
type Media struct {
	Workers int      `toml:"workers"`  // 1
	CacheMB int      `toml:"cache_mb"` // 2048 on disk
	Hosts   []string `toml:"hosts"`    // remote hosts whose pictures may be fetched, by https
	// PrivateHosts may also be reached by http and at private addresses.
	PrivateHosts []string `toml:"private_hosts"`
}

func (r *Render) fillDefaults() {
	setDefault(&r.Workers, 2)
	setDefault(&r.Timeout, Duration(2*time.Second))
	setDefault(&r.MemoryMB, 160)
	setDefault(&r.CacheMB, 24)
}

func (r *Render) validate() error {
	var problems []error
	if r.Workers < 1 || r.Workers > 64 {
		problems = append(problems, fmt.Errorf("render.workers is %d; it must be 1 to 64", r.Workers))
	}
	if r.MemoryMB < 64 {
		problems = append(problems, fmt.Errorf("render.memory_mb is %d; a worker needs at least 64", r.MemoryMB))
	}
	if r.Timeout <= 0 {
		problems = append(problems, errors.New("render.timeout must be longer than nothing, such as 2s"))
	}
	return errors.Join(problems...)
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
