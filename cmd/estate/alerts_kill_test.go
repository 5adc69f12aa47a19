package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/leads/alerts"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
)

// TestNoAlertIsLost kills the program repeatedly while it compares a new home with saved searches
// and sends their mails. Every search gets one mail, which has one Message-ID; a kill repeats at
// most the mail that was being sent. ESTATE_ALERT_KILLS sets the number of kills.
func TestNoAlertIsLost(t *testing.T) {
	t.Parallel()
	kills := fromEnv(t, "ESTATE_ALERT_KILLS", 3)
	saved := 5 * (kills + 1)
	mails := startMail(t)
	n := newNode(t, fastDelivery(mails)+"alert_delay = \"20ms\"\n")
	if err := n.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() { n.Kill() }()
	place, err := alerts.OpenStore(t.Context(), alerts.Place{Path: filepath.Join(n.data, "leads.db")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer place.Close()
	service := alerts.New(alerts.Config{Store: place})
	for i := range saved {
		problem, err := service.Subscribe(t.Context(), alerts.Request{Lang: i18n.LangEN, Mail: fmt.Sprintf("ana%d@example.org", i), Kind: search.KindProperties, Query: "s_type=15"})
		if problem != "" || err != nil {
			t.Fatal(problem, err)
		}
	}
	all, err := place.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		if ok, err := service.Confirm(t.Context(), a.Token); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	compared := func() bool {
		status, err := place.Status(t.Context())
		return err == nil && status.Compared > 0
	}
	for deadline := time.Now().Add(time.Minute); !compared() || len(mails.Mails()) < saved; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d confirmations were sent", len(mails.Mails()), saved)
		}
	}
	n.Kill()
	publish(t, filepath.Join(n.data, "estate.db"))

	told := func() (ids map[string]map[string]int, sent int) {
		ids = map[string]map[string]int{}
		for _, mail := range mails.Mails() {
			m, err := mail.Read()
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(m.Header.Get("Subject"), "Villa of the kills") {
				continue
			}
			sent++
			to := m.Header.Get("To")
			if ids[to] == nil {
				ids[to] = map[string]int{}
			}
			ids[to][m.Header.Get("Message-ID")]++
		}
		return ids, sent
	}
	for kill := range kills {
		if err := n.start(t.Context()); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
			if ids, _ := told(); len(ids) >= 5*(kill+1) || time.Now().After(deadline) {
				break
			}
		}
		n.Kill()
	}
	if err := n.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		status, err := place.Status(t.Context())
		if ids, _ := told(); err == nil && len(ids) == saved && status.Mails == 0 {
			break
		}
		if time.Now().After(deadline) {
			ids, _ := told()
			t.Fatalf("%d of %d searches were told, %+v (%v)", len(ids), saved, status, err)
		}
	}
	n.Kill()
	ids, sent := told()
	for to, messages := range ids {
		if len(messages) != 1 {
			t.Errorf("%s has mails %v, want one Message-ID", to, messages)
		}
	}
	if sent > saved+kills {
		t.Errorf("%d mails for %d searches after %d kills", sent, saved, kills)
	}
	t.Logf("%d searches, %d kills: %d mails, %d repeated", saved, kills, sent, sent-saved)
}

// publish writes a new villa into the content of a site that does not run.
func publish(t *testing.T, path string) {
	t.Helper()
	st, err := store.Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	now := time.Now().UTC()
	villa := &content.Property{
		Head:      content.Head{ID: 990001, Type: content.TypeProperty, Slug: "villa-of-the-kills", Status: content.StatusPublish, Date: now, Modified: now, Link: "/properties/villa-of-the-kills/"},
		Reference: "ZRE9999P", Title: i18n.Text{i18n.LangEN: "Villa of the kills"}, Price: content.Price{Amount: 3_000_000, Currency: "EUR", Mode: content.PriceSale},
		Placing: content.Placing{Offers: []int{3}, Types: []int{15}},
	}
	if err := st.Write(t.Context(), func(b *store.Batch) error { return b.Put(villa) }); err != nil {
		t.Fatal(err)
	}
}
