package app

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"

	"estate/internal/agency/leads"
	"estate/internal/app/config"
	"estate/internal/tests/smtptest"
)

// lockedBuffer is a log that a test reads while the site writes.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) has(text string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Contains(b.text.String(), text)
}

func TestAReloadTakesOverTheMailServerAndNamesWhatNeedsARestart(t *testing.T) {
	mailServer := func() *smtptest.Server {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		server := smtptest.Start(listener)
		t.Cleanup(server.Close)
		return server
	}
	first, second := mailServer(), mailServer()
	app, _ := startSite(t, func(s *config.Settings) {
		s.SMTP = config.SMTP{Host: "127.0.0.1", Port: first.Port(), TLS: "none", From: "web@example.com", To: []string{"office@example.com"}}
	})
	log := &lockedBuffer{}
	app.log = slog.New(slog.NewTextHandler(log, nil))
	next, fails := app.settings, error(nil)
	signals, ctx := make(chan os.Signal), t.Context()
	var ended sync.WaitGroup
	ctx, cancel := context.WithCancel(ctx)
	defer func() { cancel(); ended.Wait() }()
	ended.Go(func() {
		_ = app.followReloads(ctx, signals, func() (config.Settings, error) { return next, fails })
	})
	ended.Go(func() { _ = app.leadService.Run(ctx) })

	next.SMTP.Port, next.Enquiries.Attempts, next.WhatsApp = second.Port(), 3, "+34600100200"
	signals <- syscall.SIGHUP
	eventually(t, "the log names what was changed", func() bool {
		return log.has("smtp.port") && log.has("enquiries.attempts") && log.has("whatsapp") && log.has("need a restart")
	})
	if _, err := app.leadService.Submit(ctx, leads.Enquiry{Lang: "en", Name: "Ana", Mail: "ana@example.org", Message: "hello", Privacy: true}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the mail is at the second server", func() bool { return len(second.Mails()) == 1 })
	if n := len(first.Mails()); n != 0 {
		t.Errorf("%d mails at the server of before", n)
	}

	fails = errors.New("smtp.host is missing")
	signals <- syscall.SIGHUP
	eventually(t, "the log names the mistake", func() bool { return log.has("smtp.host is missing") && log.has("stay in effect") })
}
