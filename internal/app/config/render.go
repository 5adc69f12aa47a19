package config

import (
	"errors"
	"fmt"
	"time"

	"estate/internal/site/ssr"
)

// Render limits the render workers and the page cache.
type Render struct {
	Workers  int      `toml:"workers"`   // 2
	Timeout  Duration `toml:"timeout"`   // 2s
	MemoryMB int      `toml:"memory_mb"` // ssr.DefaultMemoryLimit; of one worker
	CacheMB  int      `toml:"cache_mb"`  // 24
}

func (r *Render) fillDefaults() {
	setDefault(&r.Workers, 2)
	setDefault(&r.Timeout, Duration(2*time.Second))
	setDefault(&r.MemoryMB, int(ssr.DefaultMemoryLimit>>20))
	setDefault(&r.CacheMB, 24)
}

func (r *Render) validate() error {
	var problems []error
	if r.Workers < 1 || r.Workers > 64 {
		problems = append(problems, fmt.Errorf("render.workers is %d; it must be 1 to 64", r.Workers))
	}
	if r.MemoryMB < 64 {
		problems = append(problems, fmt.Errorf("render.memory_mb is %d; it must be at least 64", r.MemoryMB))
	}
	if r.Timeout <= 0 {
		problems = append(problems, errors.New("render.timeout must be a positive duration, such as 2s"))
	}
	return errors.Join(problems...)
}
