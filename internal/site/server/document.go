package server

import (
	"context"
	"slices"

	"estate/internal/platform/tracing"
	"estate/internal/site/compose"
	"estate/internal/site/document"
	"estate/internal/site/ssr"
	"estate/internal/site/view"
)

// document returns the page of a View. Without a worker in time it is the fallback document:
// the browser renders the view, and a visitor without a script reads a summary.
func (s *Server) document(ctx context.Context, composed *compose.Encoded) (doc []byte, rendered bool) {
	d := s.documentOf(ctx, composed)
	return d.Bytes(), d.Rendering.HTML != nil
}

func (s *Server) documentOf(ctx context.Context, composed *compose.Encoded) *document.Document {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.RenderWait)
	defer cancel()
	inner, end := tracing.Step(ctx, "render")
	rendering, err := s.parts.Renderer.Render(inner, composed.JSON)
	end(err)
	if err != nil {
		s.log.WarnContext(ctx, "page sent without rendered HTML", "screen", composed.View.Screen, "err", err)
		rendering = ssr.Rendering{}
	}
	d := document.Document{
		View: composed.View, JSON: composed.JSON, Rendering: rendering, Files: s.filesFor(sources(composed.View)),
		Theme: s.theme, SearchFeed: searchFeedLink(composed.View),
	}
	if rendering.HTML != nil {
		d.JSON = ssr.WithoutHead(composed.JSON)
	}
	return &d
}

// sources are the source files whose chunks a view needs first: the dictionary of its
// language and its first sections.
func sources(v *view.View) []string {
	sources := append(make([]string, 0, view.EarlySections+1), "src/i18n/"+string(v.Lang)+".ts")
	for _, section := range v.Content {
		kind := string(section.SectionKind())
		source := "src/sections/" + kind + "/" + kind + ".tsx"
		if slices.Contains(sources, source) {
			continue
		}
		if len(sources) > view.EarlySections {
			break
		}
		sources = append(sources, source)
	}
	return sources
}
