package config

import (
	"log/slog"

	"estate/internal/platform/tracing"
)

// Traces sets the OpenTelemetry collector.
type Traces struct {
	Endpoint      string  `toml:"endpoint"`      // none: no traces; such as http://127.0.0.1:4318
	Sample        float64 `toml:"sample"`        // 0.01; share of the requests
	Authorization Secret  `toml:"authorization"` // none; better as ESTATE_TRACES_AUTHORIZATION
}

func (t *Traces) fillDefaults() { setDefault(&t.Sample, 0.01) }

// TracingConfig is the configuration of package tracing.
func (s *Settings) TracingConfig(version string, log *slog.Logger) tracing.Config {
	return tracing.Config{
		Endpoint: s.Traces.Endpoint, Authorization: string(s.Traces.Authorization), Sample: s.Traces.Sample, Version: version, Log: log,
	}
}

func (s *Settings) validateTraces() error { return s.TracingConfig("", nil).Validate() }
