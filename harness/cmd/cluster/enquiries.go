package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"estate/harness/command"
)

// enquiries sends enquiries and keeps those that were acknowledged.
type enquiries struct {
	visitors *visitors

	mu           sync.Mutex
	sent         int
	acknowledged map[string]time.Time // by message
}

// send sends enquiries until ctx ends.
func (e *enquiries) send(ctx context.Context, rate float64) {
	everySecond(ctx, rate, func() {
		e.mu.Lock()
		e.sent++
		message := fmt.Sprintf("message %d", e.sent)
		e.mu.Unlock()
		form := url.Values{
			"kind": {"contact"}, "page": {"/contact/"}, "name": {"Ana"}, "mail": {"ana@example.org"}, "message": {message}, "privacy": {"yes"},
		}
		const link = "/enquiry/"
		code, body, err := e.visitors.do(ctx, http.MethodPost, link, false, func(ctx context.Context) (int, []byte, error) {
			request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.visitors.address+link, strings.NewReader(form.Encode()))
			if err != nil {
				return 0, nil, err
			}
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			request.Header.Set("Accept", "application/json")
			return send(e.visitors.client, request)
		})
		if err == nil && code == http.StatusOK && bytes.Contains(body, []byte(`"ok":true`)) {
			e.mu.Lock()
			defer e.mu.Unlock()
			e.acknowledged[message] = time.Now()
		}
	})
}

// copyTimeout bounds the time until an enquiry of a node is shown by the others.
const copyTimeout = time.Minute

// checkEnquiries looks for every acknowledged enquiry, once, in estate leads of every node.
func (r *run) checkEnquiries(ctx context.Context) error {
	begin := time.Now()
	for {
		missing, twice, err := r.missingEnquiries(ctx)
		if err != nil {
			return err
		}
		took := time.Since(begin)
		if missing == 0 || took > copyTimeout {
			r.report.Check("enquiries", "estate leads export on every node has every acknowledged enquiry once",
				fmt.Sprintf("%d sent, %d acknowledged, %d missing, %d twice, after %s", r.enquiries.sent, len(r.enquiries.acknowledged), missing, twice,
					command.Round(took)),
				missing == 0 && twice == 0 && len(r.enquiries.acknowledged) > 0)
			return nil
		}
	}
}

func (r *run) missingEnquiries(ctx context.Context) (missing, twice int, err error) {
	for _, n := range r.nodes {
		file := filepath.Join(r.folder, n.name+".jsonl")
		if err := r.estate(ctx, "leads", "export", file, "--config", n.config, "--data", n.data, "--db", r.server.url); err != nil {
			return 0, 0, err
		}
		stored, err := messages(file)
		if err != nil {
			return 0, 0, err
		}
		for message := range r.enquiries.acknowledged {
			switch stored[message] {
			case 0:
				missing++
			case 1:
			default:
				twice++
			}
		}
	}
	return missing, twice, nil
}

// messages counts the messages of an export.
func messages(file string) (map[string]int, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	found := map[string]int{}
	for line := range bytes.Lines(text) {
		var lead struct {
			Message string `json:"message"`
		}
		if err := json.Unmarshal(line, &lead); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		found[lead.Message]++
	}
	return found, nil
}
