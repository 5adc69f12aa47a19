package config

import (
	"errors"
	"fmt"
	"regexp"

	"estate/internal/site/view"
)

// Chat sets the live-chat service. Without a script there is no chat. The browser
// loads the script only after the visitor accepted cookies and opened the chat.
type Chat struct {
	Script string   `toml:"script"` // https URL of the service's embed script
	API    string   `toml:"api"`    // Tawk_API; global JavaScript object that controls the chat
	Hosts  []string `toml:"hosts"`  // further hosts that the service needs, such as *.tawk.to
}

func (c *Chat) fillDefaults() {
	if c.Script != "" {
		setDefault(&c.API, "Tawk_API")
	}
}

var globalName = regexp.MustCompile(`^[A-Za-z_$][\w$]{0,63}$`)

func (c *Chat) validate() error {
	if c.Script == "" {
		if c.API != "" || len(c.Hosts) > 0 {
			return errors.New("chat.script is missing; set the URL of the chat service's embed script, or leave [chat] out")
		}
		return nil
	}
	var problems []error
	if !globalName.MatchString(c.API) {
		problems = append(problems, fmt.Errorf("chat.api is %q; it must be the name of a global object, such as Tawk_API", c.API))
	}
	return errors.Join(append(problems, validateScript("chat.script", c.Script), validateHosts("chat.hosts", c.Hosts))...)
}

// view is the part that the browser needs, nil without a chat.
func (c *Chat) view() *view.ChatService {
	if c.Script == "" {
		return nil
	}
	return &view.ChatService{Script: c.Script, API: c.API}
}
