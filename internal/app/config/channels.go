package config

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"estate/internal/agency/channels"
	"estate/internal/agency/channels/idealista"
	"estate/internal/agency/channels/kyero"
	"estate/internal/content/i18n"
)

// Channel is a portal that gets properties.
type Channel struct {
	Name      string      `toml:"name"`      // of small letters, digits and hyphens
	Kind      string      `toml:"kind"`      // kyero or idealista
	Dialect   string      `toml:"dialect"`   // none; resales for Resales-Online (kyero)
	Languages []i18n.Lang `toml:"languages"` // all

	// The properties that the channel gets: all own ones. Offers, types, places and categories
	// are slugs.
	Offers      []string `toml:"offers"`
	Types       []string `toml:"types"`
	Places      []string `toml:"places"`
	Categories  []string `toml:"categories"`
	Collections []string `toml:"collections"`
	References  []string `toml:"references"`
	PriceFrom   int      `toml:"price_from"`
	PriceTo     int      `toml:"price_to"`

	Premium     int      `toml:"premium"`      // 0: number of premium slots
	OnAsk       bool     `toml:"on_ask"`       // send properties with a price on ask, without the amount (kyero)
	MinPictures *int     `toml:"min_pictures"` // 3; 0 takes properties without pictures
	MaxDrop     *int     `toml:"max_drop"`     // 20: percent of the properties that may disappear at once; 0 for none
	Every       Duration `toml:"every"`        // 15m: shortest time between two files
	Commission  bool     `toml:"commission"`   // tell the commission (dialect resales)

	TypeNames map[string]string `toml:"type_names"` // the portal's types by slugs of types, beside the defaults
	Provinces map[string]string `toml:"provinces"`  // provinces by names of places, beside those that are known

	Email    string `toml:"email"` // contacts of each property: those of the account
	Phone    string `toml:"phone"`
	WhatsApp string `toml:"whatsapp"`

	Customer string `toml:"customer"` // customer code of idealista
	Country  string `toml:"country"`  // Spain; of properties without a country
	FTP      FTP    `toml:"ftp"`      // none: the file waits at its address
}

// FTP is the account that files are uploaded to.
type FTP struct {
	Address  string `toml:"address"` // host, or host:port
	User     string `toml:"user"`
	Password Secret `toml:"password"` // better as ESTATE_CHANNEL_{NAME}_PASSWORD
	Folder   string `toml:"folder"`   // that of the account
	Plain    bool   `toml:"plain"`    // send without encryption
}

// HostPort is the address with its port.
func (f FTP) HostPort() string {
	if _, _, err := net.SplitHostPort(f.Address); err == nil {
		return f.Address
	}
	return net.JoinHostPort(f.Address, "21")
}

// Pictures is the fewest pictures of a property, with the default where none is set.
func (c *Channel) Pictures() int {
	if c.MinPictures == nil {
		return defaultMinPictures
	}
	return *c.MinPictures
}

// ChannelsDir is the folder of the files for portals.
func (s *Settings) ChannelsDir() string { return filepath.Join(s.Data, "channels") }

const (
	defaultEvery       = 15 * time.Minute
	defaultMinPictures = 3
)

func (s *Settings) fillChannels() {
	for i := range s.Channels {
		name := "ESTATE_CHANNEL_" + strings.ToUpper(strings.ReplaceAll(s.Channels[i].Name, "-", "_")) + "_PASSWORD"
		if password := os.Getenv(name); password != "" {
			s.Channels[i].FTP.Password = Secret(password)
		}
		setDefault(&s.Channels[i].Every, Duration(defaultEvery))
		setDefault(&s.Channels[i].MaxDrop, new(channels.DefaultMaxDrop))
		setDefault(&s.Channels[i].MinPictures, new(defaultMinPictures))
	}
}

var channelName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,40}$`)

func (s *Settings) validateChannels() error {
	var problems []error
	names := map[string]bool{}
	if len(s.Channels) > 0 && s.CMS.IsLive() {
		problems = append(problems, errors.New("[[channels]] need a store: live mode has none, use the mode replica"))
	}
	for i, c := range s.Channels {
		report := func(format string, args ...any) {
			problems = append(problems, fmt.Errorf("channels[%d] (%s): "+format, append([]any{i, c.Name}, args...)...))
		}
		if !channelName.MatchString(c.Name) || names[c.Name] {
			report("name must be small letters, digits and hyphens, and only once")
		}
		names[c.Name] = true
		switch c.Kind {
		case "kyero":
			if c.Dialect != "" && c.Dialect != "resales" {
				report("dialect is %q; it must be resales, or be left out", c.Dialect)
			}
			if c.FTP != (FTP{}) {
				report("ftp is for idealista: Kyero fetches the file from its address")
			}
			if len([]rune(c.Country)) > kyero.MaxCountry {
				report("country has more than %d characters", kyero.MaxCountry)
			}
		case "idealista":
			if err := (idealista.Config{Customer: c.Customer, Country: c.Country}).Validate(); err != nil {
				report("%w", err)
			}
			if c.FTP != (FTP{}) && (c.FTP.Address == "" || c.FTP.User == "") {
				report("ftp must have address and user")
			}
		default:
			report("kind is %q; it must be kyero or idealista", c.Kind)
		}
		if c.Commission && c.Dialect != "resales" {
			report("commission is for the dialect resales")
		}
		for _, lang := range c.Languages {
			if !lang.IsFilled() {
				report("languages has %q, which has no content; use %v", lang, i18n.Filled)
			}
		}
		if c.Premium < 0 || c.MinPictures != nil && *c.MinPictures < 0 || c.MaxDrop != nil && (*c.MaxDrop < 0 || *c.MaxDrop > 100) ||
			time.Duration(c.Every) < time.Minute {
			report("premium and min_pictures must not be negative, max_drop is 0 to 100, every at least 1m")
		}
	}
	return errors.Join(problems...)
}
