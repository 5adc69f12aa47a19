package mail_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	leadmail "estate/internal/agency/leads/mail"
	"estate/internal/content/i18n"
)

func TestAFolderGetsMailsThatAPersonCanRead(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "mails")
	agency, err := leadmail.NewAgency(leadmail.Config{
		Folder: folder, From: "Estate <web@localhost>", To: []string{"office@localhost"}, SiteURL: "https://www.example.com",
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // a second attempt replaces the file
		if err := agency.Deliver(t.Context(), lead(i18n.LangEN)); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.eml"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, error %v; want one", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"To: <office@localhost>", "Ana Gómez", "https://www.example.com/properties/villa-azul/"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the mail lacks %q:\n%s", want, text)
		}
	}
}

func TestAMailServerAndAFolderAreOneTooMany(t *testing.T) {
	_, err := leadmail.NewAgency(leadmail.Config{Folder: "mails", Host: "mail.example.com", From: "web@example.com", To: []string{"office@example.com"}})
	if err == nil || !strings.Contains(err.Error(), "smtp.folder") {
		t.Errorf("error %v, want one about smtp.folder", err)
	}
}
