package edit

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"estate/internal/agency/channels"
	"estate/internal/content"
	"estate/internal/content/sanitize"
	"estate/internal/site/audit"
	"estate/internal/store"
)

// Mode is where the content of the site is edited.
type Mode string

// The modes.
const (
	ModeEmbedded Mode = "embedded" // in the studio
	ModeReplica  Mode = "replica"  // in WordPress, except what comes from feeds
	ModeLive     Mode = "live"     // in WordPress
)

// Config has the parts of the site that a Service uses.
type Config struct {
	Store *store.Store // nil in live mode
	Mode  Mode         // "" means ModeEmbedded
	// CMSURL is the address of the WordPress, "" where there is none.
	CMSURL string
	// Sanitizer is that of the site: markup of editors passes through it before it is stored.
	Sanitizer *sanitize.Sanitizer
	// Picture is the address of a small rendition, "" for a picture that the site does not show. Nil means no pictures.
	Picture func(*content.Image) string
	// Portals tells why portals would not take a property, by the names of their channels; nil knows none.
	Portals func(context.Context, *content.Property) (map[string][]channels.Reason, error)
	// Law is what the agency's region requires in an offer.
	Law audit.Law
	Now func() time.Time // nil means time.Now
	Log *slog.Logger     // nil discards
}

// Service edits the content of a site. It is safe for concurrent use.
type Service struct {
	cfg   Config
	store *store.Store
	table table
}

// New returns a Service.
func New(cfg Config) (*Service, error) {
	if cfg.Mode == "" {
		cfg.Mode = ModeEmbedded
	}
	if cfg.Sanitizer == nil || cfg.Store == nil && cfg.Mode != ModeLive {
		return nil, errors.New("edit: Config.Sanitizer or Config.Store is missing")
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{cfg: cfg, store: cfg.Store}, nil
}
