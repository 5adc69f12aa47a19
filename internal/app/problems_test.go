package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"

	"estate/internal/agency/channels"
	"estate/internal/agency/feeds"
	"estate/internal/agency/feeds/engine"
	"estate/internal/agency/leads"
	"estate/internal/agency/leads/alerts"
	"estate/internal/app/config"
	"estate/internal/platform/certificates"
	"estate/internal/platform/worker"
)

func TestWhatNeedsAPersonIsAProblemWithARemedy(t *testing.T) {
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	feed := func(report engine.Report) []engine.Status {
		return []engine.Status{{Name: "crm", Every: time.Hour, State: engine.State{Success: now.Add(-time.Minute), Report: report}}}
	}
	for name, tt := range map[string]struct {
		status siteStatus
		kind   string // "" for no problem
		remedy string
	}{
		"a quiet site": {siteStatus{
			Enquiries: map[string]int{"delivered": 3, "spam": 2}, Feeds: feed(engine.Report{Listed: 3}),
			Backlogs: []leads.Backlog{{Channel: "mail", Waiting: 1, Retried: 1, Oldest: now.Add(-time.Minute)}}, Mirror: &leads.MirrorStatus{Up: true},
			Backup: &backupState{Since: now.Add(-time.Hour), LastSuccess: now.Add(-10 * time.Second), Every: 5 * time.Second},
			Disks:  []diskState{{Path: "/", Free: 5 << 30, Size: 20 << 30}, {Path: "/mnt", Free: 9 << 30, Size: 250 << 30}}, Certificates: []certificates.Expiry{{Domain: "a.example", End: now.Add(60 * 24 * time.Hour)}},
		}, "", ""},
		"a mail that failed": {siteStatus{Backlogs: []leads.Backlog{{Channel: "mail", Failed: 1, Oldest: now.Add(-time.Minute), Error: "535"}}}, "mail", "estate mail test"},
		"answers that wait":  {siteStatus{Backlogs: []leads.Backlog{{Channel: "answers", Waiting: 1, Retried: 1, Oldest: now.Add(-time.Hour)}}}, "mail", "by themselves"},
		"mails that wait":    {siteStatus{Backlogs: []leads.Backlog{{Channel: "confirmation", Waiting: 1, Retried: 1, Oldest: now.Add(-time.Hour)}}}, "mail", "estate mail test"},
		"no recipient":       {siteStatus{Enquiries: map[string]int{"stored": 2}}, "mail", "[smtp]"},
		"alerts":             {siteStatus{Alerts: &alerts.Status{Mails: 4, Retried: 2}}, "mail", "estate mail test"},
		"a full disk":        {siteStatus{Disks: []diskState{{Path: "/var", Free: 300 << 20, Size: 1 << 30}}}, "disk", "larger"},
		"rows of a feed":     {siteStatus{Feeds: feed(engine.Report{Skipped: 2})}, "feed", "estate feeds status crm"},
		"pictures of a feed": {siteStatus{Feeds: feed(engine.Report{Problems: []feeds.Problem{{Key: "A1", Field: "picture 3", Reason: "404"}}})}, "feed", "estate feeds status crm"},
		"a feed that stands": {siteStatus{Feeds: []engine.Status{{Name: "crm", Every: time.Hour, State: engine.State{Success: now.Add(-5 * time.Hour)}}}}, "feed", ""},
		"a held channel":     {siteStatus{Channels: []channelState{{Status: channels.Status{Name: "portal", Held: "Half is gone."}}}}, "channel", "accept portal"},
		"a failed upload":    {siteStatus{Channels: []channelState{{Status: channels.Status{Name: "portal", UploadError: "530"}}}}, "channel", "530"},
		"a certificate":      {siteStatus{Certificates: []certificates.Expiry{{Domain: "a.example", End: now.Add(5 * 24 * time.Hour)}}}, "certificate", "80 and 443"},
		"a late backup":      {siteStatus{Backup: &backupState{Since: now.Add(-9 * time.Hour), LastSuccess: now.Add(-2 * time.Hour), Every: 5 * time.Second}}, "backup", "mounted"},
		"a failing backup":   {siteStatus{Backup: &backupState{Since: now, Error: "no space"}}, "backup", "no space"},
		"no mirror":          {siteStatus{Mirror: &leads.MirrorStatus{}}, "mirror", "enquiries.mirror"},
		"no workers":         {siteStatus{Running: true, Rendering: &worker.Status{Workers: 2, Up: 1}}, "rendering", "Node"},
		"no database":        {siteStatus{ContentError: "no answer"}, "content", "PostgreSQL"},
	} {
		t.Run(name, func(t *testing.T) {
			tt.status.At = now
			found := tt.status.FoundProblems()
			headline, _ := tt.status.Headline()
			if tt.kind == "" {
				if len(found) > 0 || headline != "No problems" {
					t.Errorf("%q, problems %+v; want none", headline, found)
				}
				return
			}
			if len(found) != 1 || found[0].Kind != tt.kind || !strings.Contains(found[0].Remedy, tt.remedy) || found[0].Remedy == "" || headline != found[0].Text {
				t.Errorf("headline %q, problems %+v; want one of kind %s with a remedy about %q", headline, found, tt.kind, tt.remedy)
			}
		})
	}
}

func TestReadyzAndCheckTellOfMailThatFails(t *testing.T) {
	data := t.TempDir()
	app, server := startSite(t, func(s *config.Settings) {
		s.Data = data
		s.SMTP = config.SMTP{Host: "127.0.0.1", Port: 1, TLS: "none", From: "web@example.com", To: []string{"office@example.com"}}
		s.Enquiries.Attempts = 1
		s.Enquiries.InitialBackoff = config.Duration(time.Millisecond)
	})
	kinds := func() []string {
		app.lookForProblems(t.Context())
		_, body := get(t, server, "/readyz")
		var ready struct{ Problems []string }
		if err := json.Unmarshal([]byte(body), &ready); err != nil {
			t.Fatal(err)
		}
		return ready.Problems
	}
	if found := kinds(); slices.Contains(found, "mail") {
		t.Fatalf("problems before: %v", found)
	}
	if _, err := app.leadService.Submit(t.Context(), leads.Enquiry{Lang: "en", Name: "Ana", Mail: "ana@example.org", Message: "hello", Privacy: true}); err != nil {
		t.Fatal(err)
	}
	go func() { _ = app.leadService.Run(t.Context()) }()
	eventually(t, "the mail fails", func() bool {
		backlogs, err := app.leadStore.Backlogs(t.Context())
		return err == nil && len(backlogs) == 1 && backlogs[0].Failed == 1
	})
	if found := kinds(); !slices.Contains(found, "mail") {
		t.Errorf("problems of /readyz: %v; want mail", found)
	}
	s := settingsFor(t, data)
	s.SiteURL = publicSite
	var out strings.Builder
	if err := checkProblems(t.Context(), &out, s, nil); err == nil || !strings.Contains(out.String(), "mail: ") || !strings.Contains(out.String(), "estate mail test") {
		t.Errorf("check: %v\n%s", err, out.String())
	}
}

func TestCheckTellsOfALateBackup(t *testing.T) {
	data, to := t.TempDir(), t.TempDir()
	app, _ := startSite(t, in(data))
	s := settingsFor(t, data)
	s.Backup.To = to
	if err := Backup(t.Context(), s, to); err != nil {
		t.Fatal(err)
	}
	problemsAt := func(now time.Time) string {
		st, err := openStoreToRead(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = st.Close() }()
		status, err := storedStatus(t.Context(), s, st)
		if err != nil {
			t.Fatal(err)
		}
		status.At = now
		var all []string
		for _, p := range status.FoundProblems() {
			all = append(all, p.Kind+": "+p.Text)
		}
		return strings.Join(all, "\n")
	}
	if text := problemsAt(time.Now()); strings.Contains(text, "backup") {
		t.Errorf("after a backup:\n%s", text)
	}
	later := time.Now().Add(3 * time.Hour)
	if err := os.Chtimes(app.settings.LeadsFile(), later, later); err != nil {
		t.Fatal(err)
	}
	if text := problemsAt(later); !strings.Contains(text, "backup: The backup is late") {
		t.Errorf("three hours of changes after the last snapshot:\n%s", text)
	}
	s.Backup.To = filepath.Join(to, "away")
	if text := problemsAt(later); !strings.Contains(text, "backup: The backup fails") {
		t.Errorf("without the folder:\n%s", text)
	}
}

func TestCheckPrintsTheValuesInEffect(t *testing.T) {
	s := settingsFor(t, t.TempDir())
	s.SiteURL = "https://www.example.com"
	s.SMTP = config.SMTP{Host: "smtp.example.com", From: "web@example.com", To: []string{"office@example.com"}}
	s.Instagram.Token = "0123456789"
	s.Backup.To = "/mnt/backup"
	var out strings.Builder
	if err := printSettings(&out, s); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{"port = 587", `tls = "starttls"`, "posts = 12", `every = "1h"`, `category_base = "category"`, "includeSubDomains", "backup.key"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	for _, zero := range []string{`= ""`, "= 0\n", `"0s"`, "[s3]", "[map]"} {
		if strings.Contains(text, zero) {
			t.Errorf("a value that is not in effect is printed: %q", zero)
		}
	}
	file := filepath.Join(t.TempDir(), "estate.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var again config.Settings
	if _, err := toml.Decode(text, &again); err != nil || t.Failed() {
		t.Errorf("%v:\n%s", err, text)
	}
}
