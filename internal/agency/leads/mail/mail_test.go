package mail_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http/httptest"
	"net/mail"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/leads"
	leadmail "estate/internal/agency/leads/mail"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/brand"
	"estate/internal/tests/smtptest"
)

func serve(t *testing.T) *smtptest.Server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtptest.Start(listener)
	t.Cleanup(server.Close)
	return server
}

func config(server *smtptest.Server) leadmail.Config {
	return leadmail.Config{
		Host: "127.0.0.1", Port: server.Port(), TLS: leadmail.Plain, From: "Zero Real Estate <web@example.com>",
		To: []string{"office@example.com", "sales@example.com"}, SiteURL: "https://www.example.com", Timeout: 5 * time.Second,
	}
}

func lead(lang i18n.Lang) *leads.Lead {
	return &leads.Lead{
		ID: 7, Fingerprint: "abc123", Created: time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC), Lang: lang, Kind: leads.KindProperty,
		Page: "/properties/villa-azul/", Reference: "ZR-1001P", Name: "Ana Gómez", Mail: "ana@example.org", Phone: "+34 600 100 200",
		Message: "Is it <b>quiet</b>?\nAnd the price: 1 & 2?",
	}
}

// parts are the text and the markup of a mail.
func parts(t *testing.T, m *mail.Message) (text, html string) {
	t.Helper()
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	for reader := multipart.NewReader(m.Body, params["boundary"]); ; {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			return text, html
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			html = string(body)
		} else {
			text = string(body)
		}
	}
}

func header(t *testing.T, m *mail.Message, name string) string {
	t.Helper()
	text, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get(name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func only(t *testing.T, server *smtptest.Server) (smtptest.Mail, *mail.Message) {
	t.Helper()
	mails := server.Mails()
	if len(mails) != 1 {
		t.Fatalf("%d mails, want 1", len(mails))
	}
	m, err := mails[0].Read()
	if err != nil {
		t.Fatalf("the mail cannot be read: %v", err)
	}
	return mails[0], m
}

func TestTimesAreInTheZoneOfTheSite(t *testing.T) {
	server := serve(t)
	cfg := config(server)
	cfg.Agency = func(context.Context, i18n.Lang) *content.Settings { return &content.Settings{Zone: "Pacific/Auckland"} }
	agency, err := leadmail.NewAgency(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := agency.Deliver(t.Context(), lead(i18n.LangEN)); err != nil {
		t.Fatal(err)
	}
	_, m := only(t, server)
	if text, _ := parts(t, m); !strings.Contains(text, "1 March 2026, 23:00 NZDT") {
		t.Errorf("the mail has not the time of the site's zone:\n%s", text)
	}
}

func TestTheAgencyGetsAllData(t *testing.T) {
	for lang, want := range map[i18n.Lang]struct{ subject, label, sent string }{
		i18n.LangEN: {"Enquiry from Ana Gómez: ZR-1001P", "Telephone: +34 600 100 200", "Sent on 1 March 2026, 11:00 CET."},
		i18n.LangES: {"Consulta de Ana Gómez: ZR-1001P", "Teléfono: +34 600 100 200", "Enviado el 1 de marzo de 2026, 11:00 CET."},
	} {
		t.Run(string(lang), func(t *testing.T) {
			server := serve(t)
			agency, err := leadmail.NewAgency(config(server))
			if err != nil {
				t.Fatal(err)
			}
			if err := agency.Deliver(t.Context(), lead(lang)); err != nil {
				t.Fatal(err)
			}
			envelope, m := only(t, server)
			if envelope.From != "web@example.com" || strings.Join(envelope.To, " ") != "office@example.com sales@example.com" {
				t.Errorf("envelope from %s to %v", envelope.From, envelope.To)
			}
			if got := header(t, m, "Subject"); got != want.subject {
				t.Errorf("subject %q, want %q", got, want.subject)
			}
			if reply, err := m.Header.AddressList("Reply-To"); err != nil || len(reply) != 1 || reply[0].Address != "ana@example.org" || reply[0].Name != "Ana Gómez" {
				t.Errorf("a reply goes to %v (%v), want the visitor", reply, err)
			}
			text, html := parts(t, m)
			for _, fact := range []string{want.label, want.sent, "https://www.example.com/properties/villa-azul/", "Is it <b>quiet</b>?", "ZR-1001P"} {
				if !strings.Contains(text, fact) {
					t.Errorf("the text lacks %q:\n%s", fact, text)
				}
			}
			if !strings.Contains(html, "background:"+brand.Linen+";color:"+brand.Bark+";") || strings.Contains(html, "ZgotmplZ") {
				t.Errorf("the colours of the brand are missing:\n%s", html)
			}
			if !strings.Contains(html, "Is it &lt;b&gt;quiet&lt;/b&gt;?<br>") || strings.Contains(html, "<b>quiet") {
				t.Errorf("the message is not escaped in the HTML:\n%s", html)
			}
			if strings.Contains(text+html, "letter.mail") {
				t.Errorf("a translation is missing:\n%s", text)
			}
		})
	}
}

func TestMailsNameTheAgency(t *testing.T) {
	for from, want := range map[string]string{"Zero Real Estate <web@example.com>": "Zero Real Estate", "web@example.com": "example.com"} {
		for lang, home := range map[i18n.Lang]string{i18n.LangEN: "https://www.example.com/", i18n.LangES: "https://www.example.com/es/"} {
			server := serve(t)
			cfg := config(server)
			cfg.From = from
			confirmation, err := leadmail.NewConfirmation(cfg)
			if err != nil {
				t.Fatal(err)
			}
			if err := confirmation.Deliver(t.Context(), lead(lang)); err != nil {
				t.Fatal(err)
			}
			_, m := only(t, server)
			text, html := parts(t, m)
			if !strings.Contains(text, "\n"+want+"\n"+home) || strings.Contains(text, "\n\n\n") {
				t.Errorf("the text does not end with %q and %s, or has gaps:\n%s", want, home, text)
			}
			for _, part := range []string{">" + want + "</a>", `href="` + home + `"`, `name="color-scheme" content="light dark"`} {
				if !strings.Contains(html, part) {
					t.Errorf("the HTML lacks %s:\n%s", part, html)
				}
			}
			if strings.Contains(text+html, "letter.mail") || strings.Contains(html, "ZgotmplZ") {
				t.Errorf("a translation or a colour is missing:\n%s", html)
			}
		}
	}
}

func TestAMailSentTwiceHasTheSameMessageID(t *testing.T) {
	server := serve(t)
	agency, err := leadmail.NewAgency(config(server))
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	other := lead(i18n.LangEN)
	other.ID = 8
	for _, l := range []*leads.Lead{lead(i18n.LangEN), lead(i18n.LangEN), other} {
		if err := agency.Deliver(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
	for _, sent := range server.Mails() {
		m, err := sent.Read()
		if err != nil {
			t.Fatal(err)
		}
		ids[m.Header.Get("Message-ID")] = true
	}
	if len(ids) != 2 || !ids["<enquiry-7.abc123.mail@example.com>"] {
		t.Errorf("Message-IDs %v, want one for each of two enquiries", ids)
	}
}

func TestAVisitorsTextBecomesNoHeader(t *testing.T) {
	server := serve(t)
	agency, err := leadmail.NewAgency(config(server))
	if err != nil {
		t.Fatal(err)
	}
	// Check refuses such texts; the mail is safe even without it.
	l := lead(i18n.LangEN)
	l.Name = "Ana\r\nBcc: victim@example.net\r\n\r\n<h1>Body"
	l.Reference = "ZR\r\nBcc: victim@example.net"
	l.Message = "first\r\n.\r\nMAIL FROM:<x@example.net>"
	_ = agency.Deliver(t.Context(), l) // refusing it is as good
	for _, sent := range server.Mails() {
		m, err := sent.Read()
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Header["Bcc"]) > 0 || bytes.Contains(bytes.SplitN(sent.Data, []byte("\n\n"), 2)[0], []byte("\nBcc:")) {
			t.Errorf("a header was injected:\n%s", sent.Data)
		}
		for _, to := range sent.To {
			if strings.Contains(to, "victim") {
				t.Errorf("the mail went to %v", sent.To)
			}
		}
	}
	if n := len(server.Mails()); n > 1 {
		t.Errorf("one enquiry became %d mails", n)
	}
}

func TestTheConfirmationRepeatsNothingOfTheForm(t *testing.T) {
	for lang, subject := range map[i18n.Lang]string{i18n.LangEN: "We have received your message", i18n.LangES: "Hemos recibido su mensaje"} {
		server := serve(t)
		confirmation, err := leadmail.NewConfirmation(config(server))
		if err != nil {
			t.Fatal(err)
		}
		if err := confirmation.Deliver(t.Context(), lead(lang)); err != nil {
			t.Fatal(err)
		}
		envelope, m := only(t, server)
		if strings.Join(envelope.To, " ") != "ana@example.org" || header(t, m, "Subject") != subject || m.Header.Get("Auto-Submitted") != "auto-replied" {
			t.Errorf("to %v, subject %q, Auto-Submitted %q", envelope.To, header(t, m, "Subject"), m.Header.Get("Auto-Submitted"))
		}
		text, html := parts(t, m)
		for _, typed := range []string{"Ana", "quiet", "600 100", "ZR-1001P"} {
			if strings.Contains(text+html, typed) {
				t.Errorf("the confirmation repeats %q: anybody could send it to anybody", typed)
			}
		}
	}
}

func TestPermanentAndTemporaryErrorsDiffer(t *testing.T) {
	tests := []struct {
		name, at, answer string
		final            bool
	}{
		{"server is busy", "MAIL", "421 later", false},
		{"mailbox is unknown", "RCPT", "550 no such mailbox", true},
		{"greylisting", "RCPT", "450 later", false},
		{"data is refused", ".", "451 disk full", false},
		{"connection breaks", "DATA", "drop", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := serve(t)
			server.Fail(func(command string) string {
				if strings.HasPrefix(command, tt.at) {
					return tt.answer
				}
				return ""
			})
			confirmation, err := leadmail.NewConfirmation(config(server))
			if err != nil {
				t.Fatal(err)
			}
			err = confirmation.Deliver(t.Context(), lead(i18n.LangEN))
			if err == nil {
				t.Fatal("the failure went unnoticed")
			}
			if leads.IsFinal(err) != tt.final {
				t.Errorf("final %v, want %v: %v", leads.IsFinal(err), tt.final, err)
			}
		})
	}
}

func TestNothingIsSentWithoutTheConfiguredEncryption(t *testing.T) {
	server := serve(t) // offers no STARTTLS
	cfg := config(server)
	cfg.TLS = leadmail.StartTLS
	agency, err := leadmail.NewAgency(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := agency.Deliver(t.Context(), lead(i18n.LangEN)); err == nil || len(server.Mails()) > 0 {
		t.Errorf("error %v, %d mails; want a refusal", err, len(server.Mails()))
	}
}

func TestImplicitTLS(t *testing.T) {
	https := httptest.NewTLSServer(nil) // lends its certificate
	defer https.Close()
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: https.TLS.Certificates, MinVersion: tls.VersionTLS12})
	if err != nil {
		t.Fatal(err)
	}
	server := smtptest.Start(listener)
	defer server.Close()
	cfg := config(server)
	cfg.TLS = leadmail.Implicit
	unknown, err := leadmail.NewAgency(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := unknown.Deliver(t.Context(), lead(i18n.LangEN)); err == nil {
		t.Error("a server with an untrusted certificate got the mail")
	}
	roots := x509.NewCertPool()
	roots.AddCert(https.Certificate())
	cfg.TLSConfig = &tls.Config{RootCAs: roots, ServerName: "example.com", MinVersion: tls.VersionTLS12}
	agency, err := leadmail.NewAgency(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := agency.Deliver(t.Context(), lead(i18n.LangEN)); err != nil {
		t.Fatal(err)
	}
	only(t, server)
}

func TestAServerThatNeverRespondsTimesOut(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0") // accepts and is silent
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	cfg := leadmail.Config{
		Host: "127.0.0.1", Port: listener.Addr().(*net.TCPAddr).Port, TLS: leadmail.Plain, From: "web@example.com",
		To: []string{"office@example.com"}, Timeout: 100 * time.Millisecond,
	}
	agency, err := leadmail.NewAgency(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := agency.Deliver(ctx, lead(i18n.LangEN)); err == nil || ctx.Err() != nil {
		t.Errorf("error %v, context %v; want an error before the context ends", err, ctx.Err())
	}
}

func TestAllInvalidSettingsAreReported(t *testing.T) {
	err := leadmail.Config{Port: 70000, TLS: "ssl", From: "nobody", To: []string{"x"}, Password: "p"}.Validate()
	for _, setting := range []string{"smtp.host", "smtp.port", "smtp.tls", "smtp.from", "smtp.to", "smtp.user"} {
		if err == nil || !strings.Contains(err.Error(), setting) {
			t.Errorf("the error does not name %s: %v", setting, err)
		}
	}
}

func TestNamesThatHeadersMustNotBreakOn(t *testing.T) {
	for name, want := range map[string]string{
		`Conan O"Brien`:              `Conan O"Brien`,
		"Ann\\":                      "Ann\\",
		`"; <boss@example.com>`:      `"; <boss@example.com>`,
		"Ana, Gómez (Ñ)":             "Ana, Gómez (Ñ)",
		"=?utf-8?q?The_bank?=":       "= ?utf-8?q?The_bank?=",
		"=?utf-8?b?VGhlIGJhbms=?= é": "= ?utf-8?b?VGhlIGJhbms= ?= é",
	} {
		t.Run(name, func(t *testing.T) {
			server := serve(t)
			agency, err := leadmail.NewAgency(config(server))
			if err != nil {
				t.Fatal(err)
			}
			enquiry := lead(i18n.LangEN)
			enquiry.Name = name
			if err := agency.Deliver(t.Context(), enquiry); err != nil {
				t.Fatalf("the enquiry is lost: %v", err)
			}
			_, m := only(t, server)
			reply, err := m.Header.AddressList("Reply-To")
			if err != nil || len(reply) != 1 || reply[0].Address != "ana@example.org" || reply[0].Name != want {
				t.Errorf("a reply goes to %v (%v), want %q <ana@example.org>", reply, err, want)
			}
			if got := header(t, m, "Subject"); got != "Enquiry from "+want+": ZR-1001P" {
				t.Errorf("subject %q", got)
			}
		})
	}
}

func TestMailsCarryTheAgencysNameAndAddress(t *testing.T) {
	agency := func(context.Context, i18n.Lang) *content.Settings {
		return &content.Settings{SiteTitle: "Casa Blanca Estates", Mail1: "hola@casablanca.example"}
	}
	for _, tt := range []struct {
		name, from, replyTo   string
		wantFrom, wantReplyTo string
		wantBrand             string
		agency                func(context.Context, i18n.Lang) *content.Settings
	}{
		{
			name: "sender without a name", from: "web@example.com", agency: agency,
			wantFrom: "Casa Blanca Estates", wantReplyTo: "hola@casablanca.example", wantBrand: "Casa Blanca Estates",
		},
		{
			name: "own settings", from: "Sales <web@example.com>", replyTo: "office@example.com", agency: agency,
			wantFrom: "Sales", wantReplyTo: "office@example.com", wantBrand: "Casa Blanca Estates",
		},
		{name: "no settings of the agency", from: "web@example.com", wantFrom: "example.com", wantBrand: "example.com"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := serve(t)
			cfg := config(server)
			cfg.From, cfg.ReplyTo, cfg.Agency = tt.from, tt.replyTo, tt.agency
			confirmation, err := leadmail.NewConfirmation(cfg)
			if err != nil {
				t.Fatal(err)
			}
			if err := confirmation.Deliver(t.Context(), lead(i18n.LangES)); err != nil {
				t.Fatal(err)
			}
			_, m := only(t, server)
			from, err := m.Header.AddressList("From")
			if err != nil || len(from) != 1 || from[0].Name != tt.wantFrom || from[0].Address != "web@example.com" {
				t.Errorf("from %v (%v), want the name %q", from, err, tt.wantFrom)
			}
			reply := ""
			if list, err := m.Header.AddressList("Reply-To"); err == nil {
				reply = list[0].Address
			}
			if reply != tt.wantReplyTo {
				t.Errorf("a reply goes to %q, want %q", reply, tt.wantReplyTo)
			}
			if text, _ := parts(t, m); !strings.Contains(text, "\n"+tt.wantBrand+"\r\n") && !strings.Contains(text, "\n"+tt.wantBrand+"\n") {
				t.Errorf("the mail does not end with %q:\n%s", tt.wantBrand, text)
			}
		})
	}
}
