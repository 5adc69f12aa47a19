package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"time"
)

// trial is one thing that goes wrong, how it begins and how it ends.
type trial struct {
	name  string
	begin func(ctx context.Context) error
	end   func(ctx context.Context) error
}

// trials are all that goes wrong, one after the other.
func (r *run) trials() []trial {
	proxied := func(name string, f fault) trial {
		return trial{
			name:  name,
			begin: func(context.Context) error { r.proxy.set(f); return nil },
			end:   func(context.Context) error { r.proxy.set(nil); return nil },
		}
	}
	killed := func(name, part string) trial {
		return trial{
			name:  name,
			begin: func(context.Context) error { return r.bed.kill(part) },
			end:   r.bed.up,
		}
	}
	return []trial{
		{"well", func(context.Context) error { return nil }, func(context.Context) error { return nil }},
		killed("killed", "web"),
		proxied("hung", hang),
		proxied("answers HTML", answerHTML),
		proxied("cut in mid-body", cut),
		proxied("slowed to 20 s", slow(20*time.Second)),
		killed("database stopped", "db"),
		proxied("clock 6 h late", shiftClock(-6*time.Hour)),
		proxied("clock 6 h early", shiftClock(6*time.Hour)),
	}
}

// hang takes a request and never answers it.
func hang(_ http.ResponseWriter, r *http.Request, _ http.Handler) { <-r.Context().Done() }

// answerHTML is what a maintenance page or a captive portal says.
func answerHTML(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
	w.Header().Set("Content-Type", "text/html")
	_, _ = fmt.Fprint(w, "<!doctype html><title>Maintenance</title><h1>Back soon</h1>") // the client may have left
}

// cut sends half of an answer.
func cut(w http.ResponseWriter, r *http.Request, behind http.Handler) {
	whole := httptest.NewRecorder()
	behind.ServeHTTP(whole, r)
	for name, values := range whole.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(whole.Code)
	body := whole.Body.Bytes()
	_, _ = w.Write(body[:len(body)/2]) // the client may have left
	panic(http.ErrAbortHandler)
}

func slow(by time.Duration) fault {
	return func(w http.ResponseWriter, r *http.Request, behind http.Handler) {
		select {
		case <-r.Context().Done():
		case <-time.After(by):
			behind.ServeHTTP(w, r)
		}
	}
}

var modifiedField = regexp.MustCompile(`("modified(?:_gmt)?":")(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(")`)

// shiftClock has WordPress believe that it is another time.
func shiftClock(by time.Duration) fault {
	const form = "2006-01-02T15:04:05"
	return func(w http.ResponseWriter, r *http.Request, behind http.Handler) {
		whole := httptest.NewRecorder()
		behind.ServeHTTP(whole, r)
		for name, values := range whole.Header() {
			w.Header()[name] = values
		}
		body := modifiedField.ReplaceAllFunc(whole.Body.Bytes(), func(field []byte) []byte {
			parts := modifiedField.FindSubmatch(field)
			at, err := time.Parse(form, string(parts[2]))
			if err != nil {
				return field
			}
			return []byte(string(parts[1]) + at.Add(by).Format(form) + string(parts[3]))
		})
		w.Header().Set("Date", time.Now().Add(by).UTC().Format(http.TimeFormat))
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		w.WriteHeader(whole.Code)
		_, _ = w.Write(body) // the client may have left
	}
}
