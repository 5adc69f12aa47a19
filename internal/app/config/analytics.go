package config

import (
	"errors"
	"fmt"

	"estate/internal/site/view"
)

// Analytics sets the analytics service. Without an id there is none. The browser
// loads the script only after the visitor accepted cookies.
type Analytics struct {
	Service string   `toml:"service"` // gtag; or matomo
	ID      string   `toml:"id"`      // measurement id or site id
	Script  string   `toml:"script"`  // gtag: the script of Google
	Hosts   []string `toml:"hosts"`   // further hosts that the service needs; gtag: the hosts of Google
}

// The analytics services that the front end supports.
const (
	serviceGtag   = "gtag"
	serviceMatomo = "matomo"
)

func (a *Analytics) fillDefaults() {
	if a.ID == "" {
		return
	}
	setDefault(&a.Service, serviceGtag)
	if a.Service == serviceGtag && a.Script == "" {
		a.Script = "https://www.googletagmanager.com/gtag/js"
		if a.Hosts == nil {
			a.Hosts = []string{"*.google-analytics.com", "*.analytics.google.com", "*.googletagmanager.com"}
		}
	}
}

func (a *Analytics) validate() error {
	if a.ID == "" {
		if a.Service != "" || a.Script != "" || len(a.Hosts) > 0 {
			return errors.New("analytics.id is missing; set the measurement id or site id, or leave [analytics] out")
		}
		return nil
	}
	var problems []error
	if a.Service != serviceGtag && a.Service != serviceMatomo {
		problems = append(problems, fmt.Errorf("analytics.service is %q; it must be gtag or matomo", a.Service))
	}
	return errors.Join(append(problems, validateScript("analytics.script", a.Script), validateHosts("analytics.hosts", a.Hosts))...)
}

// view is the part that the browser needs, nil without analytics.
func (a *Analytics) view() *view.Analytics {
	if a.ID == "" {
		return nil
	}
	return &view.Analytics{Service: a.Service, Script: a.Script, ID: a.ID}
}
