package app

import (
	"net/http/httptest"
	"strings"
	"testing"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/store"
)

func TestOperatorConfirmsDeletionsOnTheAdminAddress(t *testing.T) {
	c := newCMS(t)
	var cfg config.Settings
	app, _ := startReplica(t, c, func(s *config.Settings) { s.Admin.Token = "a token of the test"; cfg = *s })
	eventually(t, "the first sync is complete", app.replica.Ready)
	handler, err := app.admin(cfg)
	if err != nil {
		t.Fatal(err)
	}
	admin := httptest.NewServer(handler)
	defer admin.Close()
	s := settingsFor(t, t.TempDir())
	s.Admin.Token, s.AdminAddr = cfg.Admin.Token, strings.TrimPrefix(admin.URL, "http://")

	posts, err := c.app.store.Stamps(t.Context(), content.TypePost)
	if err != nil || len(posts) < 12 {
		t.Fatalf("%d posts, %v; want at least 12", len(posts), err)
	}
	write(t, c.app.store, func(b *store.Batch) error {
		for _, post := range posts[:len(posts)-2] {
			if err := b.Delete(content.Ref{Type: content.TypePost, ID: post.ID}); err != nil {
				return err
			}
		}
		return nil
	})
	if err := CompareReplica(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the alarm is raised", func() bool { return len(app.replica.Status().Alarms) == 1 })
	if _, body := get(t, admin, "/metrics"); !strings.Contains(body, "estate_replica_alarms 1") || !strings.Contains(body, `estate_replica_entities{type="posts"}`) {
		t.Error("the metrics do not show the alarm")
	}
	var out strings.Builder
	printReplicaStatus(&out, app.replica.Status())
	if !strings.Contains(out.String(), "estate replica accept posts") {
		t.Errorf("the status lacks the remedy:\n%s", out.String())
	}
	if err := AcceptDeletions(t.Context(), s, "posts"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the posts are deleted", func() bool {
		left, err := app.store.Stamps(t.Context(), content.TypePost)
		return err == nil && len(left) == 2
	})
	s.Admin.Token = "not the token at all"
	if err := PrintReplicaStatus(t.Context(), s); err == nil || !strings.Contains(err.Error(), "token") {
		t.Errorf("wrong token: %v", err)
	}
}
