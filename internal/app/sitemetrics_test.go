package app

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"estate/internal/agency/channels"
	"estate/internal/agency/feeds/engine"
	"estate/internal/agency/leads"
	"estate/internal/platform/certificates"
)

// scrape is the text that Prometheus gets of a collector.
func scrape(t *testing.T, metrics prometheus.Collector) string {
	t.Helper()
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(metrics)
	w := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

func TestMetricsTellWhatAnOperatorWatches(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	metrics := siteMetrics{func(context.Context) siteStatus {
		return siteStatus{
			At: now, Enquiries: map[string]int{"waiting": 2},
			Backlogs:     []leads.Backlog{{Channel: "mail", Waiting: 2, Failed: 1, Oldest: now.Add(-time.Hour)}},
			Feeds:        []engine.Status{{Name: "crm", Properties: 7, State: engine.State{Success: now, Failures: 1, Report: engine.Report{Skipped: 3}}}},
			Channels:     []channelState{{LeftOut: 4, Status: channels.Status{Name: "portal", Sent: 9, Held: "half"}}},
			Certificates: []certificates.Expiry{{Domain: "a.example", End: now.AddDate(0, 2, 0)}},
			Disks:        []diskState{{Path: "/data", Free: 1 << 20, Size: 1 << 30}},
		}
	}}
	want := `
estate_deliveries_oldest_seconds{channel="mail"} 3600
estate_deliveries_failed{channel="mail"} 1
estate_enquiries{state="waiting"} 2
estate_feed_skipped{feed="crm"} 3
estate_channel_left_out{channel="portal"} 4
estate_channel_held{channel="portal"} 1
estate_disk_free_bytes{path="/data"} 1.048576e+06
estate_problem{kind="disk"} 1
estate_problem{kind="mail"} 1
estate_problem{kind="rendering"} 0
`
	text := scrape(t, metrics)
	for line := range strings.Lines(want) {
		if line = strings.TrimSpace(line); !strings.Contains(text, line) {
			t.Errorf("the metrics lack %q", line)
		}
	}
}

func TestRequestsAreCountedByKindAndStatus(t *testing.T) {
	app, server := startSite(t, nil)
	for _, path := range []string{"/", "/nothing-is-here/", "/_view/", "/robots.txt", "/healthz"} {
		get(t, server, path)
	}
	text := scrape(t, app.requests)
	for _, want := range []string{
		`count{kind="page",status="2xx"} 1`, `count{kind="page",status="4xx"} 1`, `count{kind="view",status="2xx"} 1`, `count{kind="crawler",status="2xx"} 1`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the metrics lack %q:\n%s", want, text)
		}
	}
}

// TestRulesAndDashboardNameMetricsThatExist reads the files of the package. A metric of a replica, a
// backup or saved searches exists only where the site has one.
func TestRulesAndDashboardNameMetricsThatExist(t *testing.T) {
	source := ""
	for _, file := range []string{"metrics.go", "sitemetrics.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source += string(text)
	}
	name := regexp.MustCompile(`\bestate_([a-z_]+)`)
	for _, file := range []string{"estate.rules.yml", "grafana-dashboard.json"} {
		text, err := os.ReadFile("../../packaging/monitoring/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, ".json") && !json.Valid(text) {
			t.Errorf("%s is no JSON", file)
		}
		found := name.FindAllStringSubmatch(string(text), -1)
		if len(found) < 10 {
			t.Errorf("%s names %d metrics", file, len(found))
		}
		for _, m := range found {
			metric := m[1]
			for _, suffix := range []string{"_bucket", "_count"} {
				metric = strings.TrimSuffix(metric, suffix)
			}
			if !strings.Contains(source, `"`+metric+`"`) && !strings.Contains(source, `replicaDesc("`+strings.TrimPrefix(metric, "replica_")+`"`) {
				t.Errorf("%s names estate_%s, which is no metric of the site", file, metric)
			}
		}
	}
	rules, err := os.ReadFile("../../packaging/monitoring/estate.rules.yml")
	if err != nil {
		t.Fatal(err)
	}
	runbook, err := os.ReadFile("../../docs/runbook.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`runbook\.md#([a-z-]+)`).FindAllStringSubmatch(string(rules), -1) {
		heading := "\n## " + strings.ReplaceAll(m[1], "-", " ") + "\n"
		if !strings.Contains(strings.ToLower(string(runbook)), heading) {
			t.Errorf("the runbook has no heading %q", strings.TrimSpace(heading))
		}
	}
}
