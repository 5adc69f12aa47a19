package mail_test

import (
	"net/mail"
	"testing"

	"estate/internal/agency/leads"
	leadmail "estate/internal/agency/leads/mail"
	"estate/internal/content/i18n"
)

// A mail program shows an answer below the confirmation that the visitor has: its headers name that mail, and no mail that
// was never delivered.
func TestAnAnswerJoinsTheConfirmation(t *testing.T) {
	for name, state := range map[string]leads.DeliveryState{"delivered": leads.Delivered, "refused": leads.Failed} {
		t.Run(name, func(t *testing.T) {
			server := serve(t)
			confirmation, err := leadmail.NewConfirmation(config(server))
			if err != nil {
				t.Fatal(err)
			}
			replies, err := leadmail.NewReplies(config(server))
			if err != nil {
				t.Fatal(err)
			}
			enquiry := lead(i18n.LangES)
			if err := confirmation.Deliver(t.Context(), enquiry); err != nil {
				t.Fatal(err)
			}
			enquiry.Deliveries = []leads.Delivery{{Channel: confirmation.Name(), State: state}}
			reply := &leadmail.Reply{
				ID: "r1", Lead: enquiry, From: mail.Address{Name: "Olga Ruiz", Address: "olga@example.com"}, Lang: i18n.LangEN,
				Created: enquiry.Created, Subject: "Villa Azul", Text: "Muy tranquila.",
			}
			if err := replies.ToVisitor(t.Context(), reply); err != nil {
				t.Fatal(err)
			}
			mails := server.Mails()
			if len(mails) != 2 {
				t.Fatalf("%d mails, want confirmation and answer", len(mails))
			}
			first, err := mails[0].Read()
			if err != nil {
				t.Fatal(err)
			}
			answer, err := mails[1].Read()
			if err != nil {
				t.Fatal(err)
			}
			want := ""
			if state == leads.Delivered {
				want = first.Header.Get("Message-ID")
			}
			for _, header := range []string{"In-Reply-To", "References"} {
				if got := answer.Header.Get(header); got != want {
					t.Errorf("%s is %q, want %q", header, got, want)
				}
			}
			if own := answer.Header.Get("Message-ID"); own == "" || own == first.Header.Get("Message-ID") {
				t.Errorf("the answer has the Message-ID %q", own)
			}
		})
	}
}
