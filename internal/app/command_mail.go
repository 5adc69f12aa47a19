package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"estate/internal/agency/leads/mail"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
)

// TestMail sends a test mail by the mail server of the settings. The site may run at the same time.
func TestMail(ctx context.Context, s config.Settings, address string) error {
	return testMail(ctx, os.Stdout, s, address)
}

func testMail(ctx context.Context, w io.Writer, s config.Settings, address string) error {
	if !s.SendsMail() {
		return errors.New("no mail server is configured: set [smtp] in the file of --config")
	}
	address, err := addressFlag(address)
	if err != nil {
		return err
	}
	agency, closeStore, err := storedAgency(ctx, s)
	if err != nil {
		return err
	}
	defer closeStore()
	cfg := s.MailConfig()
	cfg.Agency = agency
	probe, err := mail.SendTest(ctx, cfg, address)
	if err != nil {
		return fmt.Errorf("the test mail was not accepted: %w", err)
	}
	fmt.Fprintf(w, "%s accepted a mail to %s\n  from      %s\n", probe.Server, address, probe.From)
	if probe.ReplyTo == "" {
		fmt.Fprintln(w, "  reply to  the sender: set smtp.reply_to, or the agency's address in the content settings")
		return nil
	}
	fmt.Fprintf(w, "  reply to  %s\n", probe.ReplyTo)
	return nil
}

// storedAgency returns the settings of the agency in the store, nil without a store.
func storedAgency(ctx context.Context, s config.Settings) (
	agency func(context.Context, i18n.Lang) *content.Settings, closeStore func(), err error,
) {
	if s.CMS.IsLive() || !s.HasStore() {
		return nil, func() {}, nil
	}
	st, err := openStoreToRead(ctx, s, nil)
	if err != nil {
		return nil, nil, err
	}
	return agencyOf(st), func() { _ = st.Close() }, nil // read only
}
