package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"estate/internal/view"
)

// chatSettings name the live-chat service; without a script there is no chat.
// Nothing of it is asked for before cookies are accepted and the visitor wants to chat.
type Chat struct {
	Script string   `toml:"script"` // address of the service's embed script, https
	API    string   `toml:"api"`    // Tawk_API, the object by which that script is controlled
	Hosts  []string `toml:"hosts"`  // further hosts that the service needs, such as *.tawk.to
}

// analyticsSettings name the service that counts visits; without an id none does.
// Nothing of it is asked for before cookies are accepted.
type Analytics struct {
	Service string   `toml:"service"` // gtag; also matomo
	ID      string   `toml:"id"`      // the measurement or site id
	Script  string   `toml:"script"`  // gtag: Google's own
	Hosts   []string `toml:"hosts"`   // further hosts that the service needs; gtag: Google's own
}

// The kinds of analytics that the front end speaks to.
const (
	serviceGtag   = "gtag"
	serviceMatomo = "matomo"
)

func (c *Chat) fillDefaults() {
	if c.Script != "" {
		setDefault(&c.API, "Tawk_API")
	}
}

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

var (
	globalName = regexp.MustCompile(`^[A-Za-z_$][\w$]{0,63}$`)
	guestHost  = regexp.MustCompile(`^(\*\.)?[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)*(:\d{1,5})?$`)
)

func (c *Chat) validate() error {
	if c.Script == "" {
		if c.API != "" || len(c.Hosts) > 0 {
			return errors.New("chat.script is missing; give the address of the chat service's embed script, or leave [chat] out")
		}
		return nil
	}
	var problems []error
	if !globalName.MatchString(c.API) {
		problems = append(problems, fmt.Errorf("chat.api is %q; it must be the name of the service's object, such as Tawk_API", c.API))
	}
	return errors.Join(append(problems, scriptProblem("chat.script", c.Script), hostProblems("chat.hosts", c.Hosts))...)
}

func (a *Analytics) validate() error {
	if a.ID == "" {
		if a.Service != "" || a.Script != "" || len(a.Hosts) > 0 {
			return errors.New("analytics.id is missing; give the measurement or site id, or leave [analytics] out")
		}
		return nil
	}
	var problems []error
	if a.Service != serviceGtag && a.Service != serviceMatomo {
		problems = append(problems, fmt.Errorf("analytics.service is %q; it must be gtag or matomo", a.Service))
	}
	return errors.Join(append(problems, scriptProblem("analytics.script", a.Script), hostProblems("analytics.hosts", a.Hosts))...)
}

// scriptProblem wants https; a stand-in on this very machine may use http.
func scriptProblem(name, script string) error {
	address, err := url.Parse(script)
	if err != nil || address.User != nil || !guestHost.MatchString(address.Host) || address.Scheme != "https" && !isLocal(address) {
		return fmt.Errorf("%s is %q; it must be an https address such as https://embed.example.com/script.js", name, script)
	}
	return nil
}

func isLocal(address *url.URL) bool {
	ip, err := netip.ParseAddr(address.Hostname())
	return address.Scheme == "http" && err == nil && ip.IsLoopback()
}

// hostProblems keeps what would end a directive, or open all of them, out of the policy.
func hostProblems(name string, hosts []string) error {
	var problems []error
	for _, host := range hosts {
		if !guestHost.MatchString(host) || !strings.Contains(host, ".") {
			problems = append(problems, fmt.Errorf("%s holds %q; give hosts alone, such as chat.example.com or *.example.com", name, host))
		}
	}
	return errors.Join(problems...)
}

// origins are the sources of a service as the content security policy names them.
func origins(script string, hosts []string) []string {
	address, err := url.Parse(script)
	if script == "" || err != nil {
		return nil
	}
	list := []string{address.Scheme + "://" + address.Host}
	for _, host := range hosts {
		list = append(list, address.Scheme+"://"+host)
	}
	return list
}

// view is what the browser must know of the chat, nil for none.
func (c *Chat) view() *view.ChatService {
	if c.Script == "" {
		return nil
	}
	return &view.ChatService{Script: c.Script, API: c.API}
}

// view is what the browser must know of the analytics, nil for none.
func (a *Analytics) view() *view.Analytics {
	if a.ID == "" {
		return nil
	}
	return &view.Analytics{Service: a.Service, Script: a.Script, ID: a.ID}
}
