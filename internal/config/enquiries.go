package config

import (
	"errors"
	"fmt"
	"net/netip"
	"path/filepath"
	"time"

	"estate/internal/leads/mail"
	"estate/internal/leads/webhook"
	"estate/internal/server"
)

// smtpSettings name the mail server that takes enquiries to the agency; without a
// host none are mailed.
type SMTP struct {
	Host     string   `toml:"host"`
	Port     int      `toml:"port"` // 587, 465 or 25, as tls says
	User     string   `toml:"user"` // none: the server asks for none
	Password Secret   `toml:"password"`
	TLS      string   `toml:"tls"`     // starttls; also tls, none
	From     string   `toml:"from"`    // such as "Estate <web@example.com>"
	To       []string `toml:"to"`      // who gets enquiries
	Confirm  bool     `toml:"confirm"` // the visitor gets a confirmation too
}

// webhookSettings name another system that gets enquiries; without an address none does.
type Webhook struct {
	URL    string `toml:"url"`
	Secret Secret `toml:"secret"` // signs every delivery
}

// enquirySettings bound what visitors may send, and say how patient delivery is.
type Enquiries struct {
	Burst          int      `toml:"burst"`           // forms from one address at once; 10
	PerHour        int      `toml:"per_hour"`        // forms from one address in the long run; 30
	TrustedProxies []string `toml:"trusted_proxies"` // addresses or networks that may say X-Forwarded-For; this machine
	FirstPause     Duration `toml:"first_pause"`     // after a failed delivery, doubled each time; 10s
	LongestPause   Duration `toml:"longest_pause"`   // 1h
	Attempts       int      `toml:"attempts"`        // after so many a delivery has failed; 100
}

func (e *Enquiries) fillDefaults() {
	if e.TrustedProxies == nil {
		e.TrustedProxies = []string{"127.0.0.0/8", "::1"}
	}
	setDefault(&e.Burst, 10)
	setDefault(&e.PerHour, 30)
	setDefault(&e.FirstPause, Duration(10*time.Second))
	setDefault(&e.LongestPause, Duration(time.Hour))
	setDefault(&e.Attempts, 100)
}

func (s *Settings) LeadsFile() string { return filepath.Join(s.Data, "leads.db") }

func (s *Settings) MailConfig() mail.Config {
	return mail.Config{
		Host: s.SMTP.Host, Port: s.SMTP.Port, User: s.SMTP.User, Password: string(s.SMTP.Password), TLS: mail.TLS(s.SMTP.TLS),
		From: s.SMTP.From, To: s.SMTP.To, SiteURL: s.SiteURL,
	}
}

func (s *Settings) WebhookConfig() webhook.Config {
	return webhook.Config{URL: s.Webhook.URL, Secret: string(s.Webhook.Secret), SiteURL: s.SiteURL}
}

// mails and calls report whether enquiries go by SMTP and by webhook. One setting
// without its host or address is a mistake that validation names.
func (s *Settings) SendsMail() bool {
	m := s.SMTP
	return m.Host != "" || m.Port != 0 || m.User != "" || m.Password != "" || m.TLS != "" || m.From != "" || len(m.To) > 0 || m.Confirm
}

func (s *Settings) CallsWebhook() bool { return s.Webhook != Webhook{} }

// enquiryProblems are the complaints about the three groups of settings above.
func (s *Settings) enquiryProblems() error {
	var problems []error
	if s.SendsMail() {
		problems = append(problems, s.MailConfig().Validate())
	}
	if s.CallsWebhook() {
		problems = append(problems, s.WebhookConfig().Validate())
	}
	_, err := s.trustedProxies()
	problems = append(problems, err)
	e := s.Enquiries
	if e.Burst < 0 || e.PerHour < 0 || e.Attempts < 0 || e.FirstPause < 0 || e.LongestPause < 0 {
		problems = append(problems, errors.New("enquiries: burst, per_hour, attempts, first_pause and longest_pause must not be below zero"))
	}
	return errors.Join(problems...)
}

func (s *Settings) trustedProxies() ([]netip.Prefix, error) {
	var prefixes []netip.Prefix
	var problems []error
	for _, text := range s.Enquiries.TrustedProxies {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			var address netip.Addr
			if address, err = netip.ParseAddr(text); err == nil {
				prefix = netip.PrefixFrom(address, address.BitLen())
			}
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("enquiries.trusted_proxies holds %q; give addresses or networks such as 10.0.0.0/8", text))
			continue
		}
		prefixes = append(prefixes, prefix.Masked())
	}
	return prefixes, errors.Join(problems...)
}

// proxies are those that may say for whom they speak; validate has refused wrong ones.
func (s *Settings) proxies() []netip.Prefix {
	prefixes, _ := s.trustedProxies()
	return prefixes
}

func (s *Settings) enquiryRate() server.RateLimit {
	return server.RateLimit{Burst: s.Enquiries.Burst, PerHour: s.Enquiries.PerHour}
}
