package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"time"
)

// scenario is a fault of WordPress with its start and its end.
type scenario struct {
	name  string
	begin func(ctx context.Context) error
	end   func(ctx context.Context) error
}

// scenarios are all faults, in order.
func (r *run) scenarios() []scenario {
	withProxy := func(name string, f fault) scenario {
		return scenario{
			name:  name,
			begin: func(context.Context) error { r.proxy.set(f); return nil },
			end:   func(context.Context) error { r.proxy.set(nil); return nil },
		}
	}
	killed := func(name, part string) scenario {
		return scenario{
			name:  name,
			begin: func(context.Context) error { return r.fixture.kill(part) },
			end:   r.fixture.up,
		}
	}
	return []scenario{
		{"without a fault", func(context.Context) error { return nil }, func(context.Context) error { return nil }},
		killed("killed", "web"),
		withProxy("hung", hang),
		withProxy("answers HTML", answerHTML),
		withProxy("truncated in the body", truncate),
		withProxy("slowed to 20 s", slow(20*time.Second)),
		killed("database stopped", "db"),
		withProxy("clock 6 h late", shiftClock(-6*time.Hour)),
		withProxy("clock 6 h early", shiftClock(6*time.Hour)),
	}
}

// hang never answers a request.
func hang(_ http.ResponseWriter, r *http.Request, _ http.Handler) { <-r.Context().Done() }

// answerHTML answers like a maintenance page or a captive portal.
func answerHTML(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
	w.Header().Set("Content-Type", "text/html")
	_, _ = fmt.Fprint(w, "<!doctype html><title>Maintenance</title><h1>Back soon</h1>") // the client may have disconnected
}

// truncate sends half of the body and closes the connection.
func truncate(w http.ResponseWriter, r *http.Request, wordpress http.Handler) {
	recorder := httptest.NewRecorder()
	wordpress.ServeHTTP(recorder, r)
	for name, values := range recorder.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(recorder.Code)
	body := recorder.Body.Bytes()
	_, _ = w.Write(body[:len(body)/2]) // the client may have disconnected
	panic(http.ErrAbortHandler)
}

// slow delays each request.
func slow(by time.Duration) fault {
	return func(w http.ResponseWriter, r *http.Request, wordpress http.Handler) {
		select {
		case <-r.Context().Done():
		case <-time.After(by):
			wordpress.ServeHTTP(w, r)
		}
	}
}

var modifiedField = regexp.MustCompile(`("modified(?:_gmt)?":")(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(")`)

// shiftClock shifts the clock of WordPress in its responses.
func shiftClock(by time.Duration) fault {
	const form = "2006-01-02T15:04:05"
	return func(w http.ResponseWriter, r *http.Request, wordpress http.Handler) {
		recorder := httptest.NewRecorder()
		wordpress.ServeHTTP(recorder, r)
		for name, values := range recorder.Header() {
			w.Header()[name] = values
		}
		body := modifiedField.ReplaceAllFunc(recorder.Body.Bytes(), func(field []byte) []byte {
			parts := modifiedField.FindSubmatch(field)
			at, err := time.Parse(form, string(parts[2]))
			if err != nil {
				return field
			}
			return []byte(string(parts[1]) + at.Add(by).Format(form) + string(parts[3]))
		})
		w.Header().Set("Date", time.Now().Add(by).UTC().Format(http.TimeFormat))
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		w.WriteHeader(recorder.Code)
		_, _ = w.Write(body) // the client may have disconnected
	}
}
