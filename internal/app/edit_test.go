package app

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"estate/internal/content/i18n"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
	"estate/internal/studio/edit"
)

// A saved telephone number is on the next page, and a preview shows it before: nobody else sees it there.
func TestATelephoneNumberIsPreviewedAndSaved(t *testing.T) {
	a, server := startSite(t, nil)
	owner := &account.User{ID: "u1", Name: "Olga", Lang: i18n.LangEN, Role: account.RoleOwner}
	changes := []change.Change{{Path: "phone_1", From: json.RawMessage(`"+34 952 000 100"`), To: json.RawMessage(`"+34 952 765 432"`)}}
	shows := func(page string) bool { return strings.Contains(page, "952 765 432") }

	if err := a.edit.PutPreview(t.Context(), owner, "session", "token", edit.SettingsRef, changes, "/es/"); err != nil {
		t.Fatal(err)
	}
	source, link, err := a.edit.Preview(t.Context(), owner, "session", "token")
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	if err := a.preview(w, httptest.NewRequest("GET", "/studio/api/preview/token", nil), source, link); err != nil {
		t.Fatal(err)
	}
	if !shows(w.Body.String()) || !strings.Contains(w.Body.String(), `lang="es"`) {
		t.Errorf("the preview does not show the number: %.300s", w.Body)
	}
	for name, want := range map[string]string{"Cache-Control": "no-store", "X-Robots-Tag": "noindex"} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'self'") || !strings.Contains(policy, "sandbox allow-same-origin") {
		t.Errorf("policy %q", policy)
	}
	if _, page := get(t, server, "/es/"); shows(page) {
		t.Error("a visitor sees the preview")
	}
	if _, err := a.edit.Save(t.Context(), owner, edit.SettingsRef, edit.Request{Changes: changes, Key: "k"}); err != nil {
		t.Fatal(err)
	}
	for _, link := range []string{"/", "/es/"} {
		if _, page := get(t, server, link); !shows(page) {
			t.Errorf("%s does not show the saved number", link)
		}
	}
}
