package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"

	"estate/internal/site/compose"
	"estate/internal/site/ssr"
	"estate/internal/site/view"
)

// busyRenderer has no free worker.
type busyRenderer struct{}

func (busyRenderer) Render(ctx context.Context, _ []byte) (ssr.Rendering, error) {
	<-ctx.Done()
	return ssr.Rendering{}, ssr.ErrTimeout
}

func TestPagesDoNotWaitForRendering(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Server{assets: &assets{}, parts: Parts{Renderer: busyRenderer{}}}
		s.cfg.fillDefaults()
		s.log = s.cfg.Log
		answer := httptest.NewRecorder()
		began := s.cfg.Now()
		s.handler(func(w http.ResponseWriter, r *http.Request) error {
			return s.writePrivate(w, r, &compose.Encoded{View: &view.View{Lang: "en", Status: http.StatusOK}, JSON: []byte("{}")})
		}).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/properties/", nil))
		if took := s.cfg.Now().Sub(began); answer.Code != http.StatusOK || took != s.cfg.RenderWait {
			t.Errorf("status %d after %s, want 200 after %s", answer.Code, took, s.cfg.RenderWait)
		}
	})
}
