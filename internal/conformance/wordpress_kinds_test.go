package conformance

import (
	"context"
	"encoding/json"
	"net/http"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
)

// The kinds of package wordpress.

func runAPI(_ context.Context, raw json.RawMessage) []string {
	var c struct {
		caseHead
		In struct {
			API, Endpoint, Auth string
			Params              map[string]any
		}
		Want any
	}
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	call := wordpress.NewCall(c.In.API, c.In.Endpoint, c.In.Params, content.Credential(c.In.Auth))
	headers := map[string]string{}
	for name := range call.Header {
		headers[name] = call.Header.Get(name)
	}
	return differences("call", asJSON(map[string]any{"url": call.URL, "headers": headers}), c.Want, true)
}

func runAPIError(_ context.Context, raw json.RawMessage) []string {
	var c struct {
		caseHead
		Response struct {
			Status     int
			StatusText string `json:"status_text"`
			Body       any    // a status tells by itself: what is in the body does not count
		}
		Want any
	}
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	var got any
	if failure := wordpress.StatusError(c.Response.Status, c.Response.StatusText); failure != nil {
		got = asJSON(map[string]any{
			"name": "ServerError", "status": failure.Status, "statusText": failure.Detail, "message": failure.Error(),
		})
	}
	return differences("error", got, c.Want, true)
}

func runTotals(_ context.Context, raw json.RawMessage) []string {
	var c struct {
		caseHead
		In struct {
			Headers  map[string]string
			Fallback int
		}
		Want any
	}
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	header := http.Header{}
	for name, value := range c.In.Headers {
		header.Set(name, value)
	}
	total, totalPages := wordpress.Totals(header, c.In.Fallback)
	return differences("totals", asJSON(map[string]int{"total": total, "totalPages": totalPages}), c.Want, true)
}

func runEntityLink(_ context.Context, raw json.RawMessage) []string {
	var c struct {
		caseHead
		In       string
		Settings struct{ Site, URL, Subdirectory string }
		Want     any
	}
	if err := read(raw, &c); err != nil {
		return []string{err.Error()}
	}
	links, err := wordpress.NewLinks(wordpress.Config{
		SiteURL: c.Settings.Site, CMSURL: c.Settings.URL, Subdirectory: c.Settings.Subdirectory,
	})
	if err != nil {
		return []string{err.Error()}
	}
	return differences("link", links.Site(c.In), c.Want, true)
}
