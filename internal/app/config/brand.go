package config

import (
	"bytes"
	"fmt"
	"image"
	_ "image/png" // of the icon
	"io"
	"os"

	"estate/internal/platform/brand"
)

// Brand is how the site looks: three colours, from which all others follow, and its icon.
type Brand struct {
	Light   string `toml:"light"`   // #eedcca
	Dark    string `toml:"dark"`    // #3d2f24
	Accent  string `toml:"accent"`  // #8a6646
	Favicon string `toml:"favicon"` // path of a square PNG; none: the built-in icon
}

// Bounds of the icon.
const (
	maxIconBytes = 512 << 10
	minIconPx    = 180 // of a touch icon
	maxIconPx    = 1024
)

func (b *Brand) scheme() brand.Scheme {
	return brand.Scheme{Light: b.Light, Dark: b.Dark, Accent: b.Accent}
}

func (b *Brand) validate() error {
	if err := b.scheme().Validate(); err != nil {
		return fmt.Errorf("brand: %w", err)
	}
	if _, err := b.icon(); err != nil {
		return fmt.Errorf("brand.favicon: %w", err)
	}
	return nil
}

// icon reads the icon, nil for the built-in one.
func (b *Brand) icon() ([]byte, error) {
	if b.Favicon == "" {
		return nil, nil
	}
	file, err := os.Open(b.Favicon)
	if err != nil {
		return nil, fmt.Errorf("%w; name a square PNG that the user of the site may read", err)
	}
	defer func() { _ = file.Close() }() // read only
	data, err := io.ReadAll(io.LimitReader(file, maxIconBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxIconBytes {
		return nil, fmt.Errorf("%s has more than %d KB; make it smaller", b.Favicon, maxIconBytes>>10)
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s is no PNG: %w", b.Favicon, err)
	}
	if config.Width != config.Height || config.Width < minIconPx || config.Width > maxIconPx {
		return nil, fmt.Errorf("%s has %d × %d px; it must be a square of %d to %d px", b.Favicon, config.Width, config.Height, minIconPx,
			maxIconPx)
	}
	return data, nil
}
