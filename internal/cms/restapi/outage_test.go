package restapi_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"estate/internal/cms/restapi"
	"estate/internal/content"
	"estate/internal/content/i18n"
)

// troubled is a source whose lists fail, or never come.
type troubled struct {
	restapi.Source
	err error
}

func (s troubled) List(ctx context.Context, _ i18n.Lang, _ content.ListQuery) (*content.Archive, error) {
	if s.err == nil {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return nil, s.err
}

// TestOutagesTellNothing: the error goes to the log only, and a request has a timeout.
func TestOutagesTellNothing(t *testing.T) {
	for _, tt := range []struct {
		name    string
		err     error
		timeout time.Duration
		status  int
		code    string
	}{
		{"failure", errors.New("disk /secret/path is full"), time.Minute, http.StatusInternalServerError, "internal_server_error"},
		{"no answer", nil, time.Millisecond, http.StatusServiceUnavailable, "rest_timeout"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var log strings.Builder
			served, err := restapi.New(restapi.Config{
				SiteURL: site, Timeout: tt.timeout, Log: slog.New(slog.NewTextHandler(&log, nil)),
			}, troubled{err: tt.err})
			if err != nil {
				t.Fatal(err)
			}
			got := api{served}.ask(t, v2+"posts")
			if got.status != tt.status || got.at("code") != tt.code || strings.Contains(got.text, "secret") {
				t.Errorf("got %d %s, want %d %s", got.status, got.text, tt.status, tt.code)
			}
			if logged := strings.Contains(log.String(), "secret"); logged != (tt.err != nil) {
				t.Errorf("log: %q", log.String())
			}
		})
	}
}
