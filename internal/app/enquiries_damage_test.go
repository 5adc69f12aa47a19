package app

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/app/config"
)

// A leads.db that is no database, or damaged in its middle, is set aside: the site takes enquiries, and tells it.
func TestADamagedFileOfEnquiriesDoesNotStopTheSite(t *testing.T) {
	for name, damage := range map[string]func([]byte){
		"another file": func(file []byte) { copy(file, bytes.Repeat([]byte("no database "), 20)) },
		"in its middle": func(file []byte) {
			for i := 4096; i < len(file); i++ {
				file[i] = byte(i * 7)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, "leads.db")
			before, _ := startSite(t, in(folder))
			before.Close()
			file, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			damage(file)
			if err := os.WriteFile(path, file, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err = leads.OpenStore(t.Context(), path, nil)
			if err == nil || !strings.Contains(err.Error(), "damaged") || strings.Contains(err.Error(), "writable") {
				t.Errorf("a command says %v, want the cause and its remedy", err)
			}
			app, server := startSite(t, in(folder))
			if response, _ := post(t, server, "/enquiry/", fields("after the damage")); response.StatusCode != http.StatusSeeOther {
				t.Errorf("an enquiry gets status %d, want 303", response.StatusCode)
			}
			app.lookForProblems(t.Context())
			problems := app.watched.Load().FoundProblems()
			aside := leads.FilesSetAside(path)
			if len(aside) != 1 || !hasProblem(problems, kindEnquiries, aside[0]) {
				t.Errorf("set aside %v, problems %+v; want one file and a problem that names it", aside, problems)
			}
		})
	}
}

// The mirror has what a damaged leads.db had: the new file takes it over and delivers it.
func TestEnquiriesOfADamagedFileComeBackFromTheMirror(t *testing.T) {
	folder, second := t.TempDir(), filepath.Join(t.TempDir(), "mirror.db")
	settings := func(s *config.Settings) {
		s.Data, s.Enquiries.Mirror, s.Enquiries.Takeover = folder, config.Database(second), config.Duration(time.Second)
	}
	before, server := startSite(t, settings)
	if response, _ := post(t, server, "/enquiry/", fields("before the damage")); response.StatusCode != http.StatusSeeOther {
		t.Fatalf("an enquiry gets status %d, want 303", response.StatusCode)
	}
	before.Close()
	path := filepath.Join(folder, "leads.db")
	if err := os.WriteFile(path, bytes.Repeat([]byte("no database "), 2000), 0o600); err != nil {
		t.Fatal(err)
	}
	after, _ := startSite(t, settings)
	go func() { _ = after.leadService.Run(t.Context()) }() // it ends with the test
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		for lead, err := range after.leadStore.Leads(t.Context(), leads.Selection{}) {
			if err != nil {
				t.Fatal(err)
			}
			if lead.Message == "before the damage" {
				return
			}
		}
	}
	t.Error("the enquiry of before the damage is not in the new file after 30 s")
}

// While enquiries cannot be stored, /readyz and the operator's page say so, until they can.
func TestEnquiriesThatCannotBeStoredAreAProblem(t *testing.T) {
	app, server := startSite(t, nil)
	app.lookForProblems(t.Context())
	if _, body := get(t, server, "/readyz"); strings.Contains(body, kindEnquiries) {
		t.Errorf("/readyz before: %s", body)
	}
	app.closeLeadStore(t)
	post(t, server, "/enquiry/", fields("lost?"))
	app.lookForProblems(t.Context())
	if _, body := get(t, server, "/readyz"); !strings.Contains(body, `"`+kindEnquiries+`"`) || !strings.Contains(body, "degraded") {
		t.Errorf("/readyz while enquiries cannot be stored: %s", body)
	}
}

func hasProblem(problems []siteProblem, kind, text string) bool {
	for _, p := range problems {
		if p.Kind == kind && strings.Contains(p.Text, text) {
			return true
		}
	}
	return false
}

// On a full disk SQLite tells of an I/O error, and other files of a missing right to write.
func TestAStartOnAFullDiskSaysSo(t *testing.T) {
	failed := errors.New("disk I/O error (4874)")
	if got := explainFullDisk([]diskState{{Path: "/", Free: 5 << 30}, {Path: "/srv/estate", Free: 0}}, failed).Error(); !strings.HasPrefix(got,
		"the disk of /srv/estate is full; free some space") {
		t.Errorf("on a full disk: %s", got)
	}
	if got := explainFullDisk([]diskState{{Path: "/", Free: 5 << 30}}, failed); got.Error() != failed.Error() {
		t.Errorf("on another disk: %s", got)
	}
}
