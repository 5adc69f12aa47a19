package config

import (
	"fmt"

	"estate/internal/site/audit"
)

// Legal is whose law the offers of the agency follow.
type Legal struct {
	Region string `toml:"region"` // andalusia; or other: nothing keeps an offer from being published, the studio only warns
}

const (
	regionAndalusia = "andalusia"
	regionOther     = "other"
)

// Law is what the region requires in an offer.
func (l Legal) Law() audit.Law { return audit.Law{Andalusia: l.Region == regionAndalusia} }

func (l Legal) validate() error {
	if l.Region != regionAndalusia && l.Region != regionOther {
		return fmt.Errorf("legal.region is %q; use %q or %q", l.Region, regionAndalusia, regionOther)
	}
	return nil
}
