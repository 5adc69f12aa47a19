package main

import (
	"net/http/httptest"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/store"
)

func TestAnOperatorConfirmsACollapseOnTheAdminAddress(t *testing.T) {
	c := newCMS(t)
	var cfg settings
	all, _ := startReplica(t, c, func(s *settings) { s.Admin.Token = "a token of the test"; cfg = *s })
	eventually(t, "everything is copied", all.replica.Ready)
	handler, err := all.admin(cfg)
	if err != nil {
		t.Fatal(err)
	}
	admin := httptest.NewServer(handler)
	defer admin.Close()
	flags := adminFlags{AdminAddr: strings.TrimPrefix(admin.URL, "http://")}
	flags.AdminToken, flags.Data = cfg.Admin.Token, t.TempDir()

	posts, err := c.all.store.Stamps(t.Context(), content.TypePost)
	if err != nil || len(posts) < 12 {
		t.Fatalf("%d posts, %v; want enough for a collapse", len(posts), err)
	}
	write(t, c.all.store, func(b *store.Batch) error {
		for _, post := range posts[:len(posts)-2] {
			if err := b.Delete(content.Ref{Type: content.TypePost, ID: post.ID}); err != nil {
				return err
			}
		}
		return nil
	})
	if err := (&replicaCompare{flags}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the alarm is raised", func() bool { return len(all.replica.Status().Alarms) == 1 })
	if _, body := get(t, admin, "/metrics"); !strings.Contains(body, "estate_replica_alarms 1") || !strings.Contains(body, `estate_replica_entities{type="posts"}`) {
		t.Error("the metrics do not tell of the alarm")
	}
	var out strings.Builder
	printReplica(&out, all.replica.Status())
	if !strings.Contains(out.String(), "estate replica accept posts") {
		t.Errorf("the status says\n%s\nwithout the remedy", out.String())
	}
	if err := (&replicaAccept{adminFlags: flags, List: "posts"}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the posts are gone", func() bool {
		left, err := all.store.Stamps(t.Context(), content.TypePost)
		return err == nil && len(left) == 2
	})
	flags.AdminToken = "not the token at all"
	if err := (&replicaStatus{flags}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "token") {
		t.Errorf("a wrong token gives %v", err)
	}
}
