package config

// SMTP sets the mail server that delivers enquiries to the agency. Without settings
// no mail is sent.
type SMTP struct {
	Folder   string   `toml:"folder"` // mails become files there in place of being sent; for trials
	Host     string   `toml:"host"`
	Port     int      `toml:"port"` // 587, 465 or 25, depending on tls
	User     string   `toml:"user"` // none: no authentication
	Password Secret   `toml:"password"`
	TLS      string   `toml:"tls"`      // starttls; or tls, none
	From     string   `toml:"from"`     // such as web@example.com; the name of the agency is added, unless it has one
	ReplyTo  string   `toml:"reply_to"` // the agency's own address; receives what visitors answer
	To       []string `toml:"to"`       // recipients of enquiries
	Confirm  bool     `toml:"confirm"`  // also send a confirmation to the visitor
}

// SendsMail reports that enquiries are delivered by SMTP: any setting of [smtp] is
// set. Validate reports what is missing then.
func (s *Settings) SendsMail() bool {
	m := s.SMTP
	return m.Folder != "" || m.Host != "" || m.Port != 0 || m.User != "" || m.Password != "" || m.TLS != "" ||
		m.From != "" || m.ReplyTo != "" || len(m.To) > 0 || m.Confirm
}

// fillDefaults lets a folder need no addresses.
func (m *SMTP) fillDefaults() {
	if m.Folder == "" {
		return
	}
	setDefault(&m.From, "Estate <web@localhost>")
	if len(m.To) == 0 {
		m.To, m.Confirm = []string{"office@localhost"}, true
	}
}
