package app

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"estate/internal/replica"
)

// metrics are what Prometheus reads on the admin address.
func (a *App) metrics() *prometheus.Registry {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	gauge := func(name, help string, value func() float64) {
		registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "estate", Name: name, Help: help}, value))
	}
	counter := func(name, help string, value func() uint64) {
		registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: "estate", Name: name, Help: help}, func() float64 { return float64(value()) }))
	}
	gauge("content_generation", "Number of the last change of content; in live mode of the slice of time.", func() float64 { return float64(a.origin.generation()) })
	if workers := a.workers(); workers != nil {
		gauge("render_workers_up", "Render workers that answer.", func() float64 { return float64(workers().Up) })
		gauge("render_queue", "Views that wait for a render worker.", func() float64 { return float64(workers().Queue) })
		gauge("render_restarts", "Restarts of render workers since the start.", func() float64 { return float64(workers().Restarts) })
	}
	gauge("pages_bytes", "Memory of finished pages.", func() float64 { return float64(a.pages.Status().Bytes) })
	if a.upstream != nil {
		seen := a.upstream.Status
		counter("cms_requests_total", "Requests sent to the CMS.", func() uint64 { return seen().Sent })
		counter("cms_failures_total", "Requests that the CMS failed to answer.", func() uint64 { return seen().Failed })
		counter("cms_retries_total", "Requests to the CMS sent once more.", func() uint64 { return seen().Retried })
		counter("cms_refused_total", "Requests to the CMS that waited for their turn in vain.", func() uint64 { return seen().Refused })
		gauge("cms_resting", "1 while the CMS is left alone because it failed again and again.", func() float64 { return number(seen().CircuitOpen) })
	}
	if a.replica != nil {
		registry.MustRegister(replicaMetrics{a.replica})
	}
	return registry
}

func number(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// replicaMetrics tells how the replica is; one look gives all of them.
type replicaMetrics struct{ of *replica.Replica }

func replicaDesc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("estate_replica_"+name, help, labels, nil)
}

var (
	replicaReady   = replicaDesc("ready", "1 once everything was copied.")
	replicaLag     = replicaDesc("lag_seconds", "How long ago the store was known to equal the CMS.")
	replicaSuccess = replicaDesc("last_success_timestamp_seconds", "When the store was last known to equal the CMS.")
	replicaErrors  = replicaDesc("errors_total", "Passes and entities that failed since the start.")
	replicaFailed  = replicaDesc("failed_entities", "Entities that cannot be taken at present.")
	replicaAlarms  = replicaDesc("alarms", "Lists of which so much has disappeared that somebody must confirm it.")
	replicaQueue   = replicaDesc("queue", "Changes told by the webhook that wait.")
	replicaToDo    = replicaDesc("to_take", "Entities that the pass under way has yet to take.")
	replicaHas     = replicaDesc("entities", "Published entities.", "type")
)

// Describe is prometheus.Collector's.
func (m replicaMetrics) Describe(out chan<- *prometheus.Desc) { prometheus.DescribeByCollect(m, out) }

// Collect is prometheus.Collector's.
func (m replicaMetrics) Collect(out chan<- prometheus.Metric) {
	s := m.of.Status()
	tell := func(desc *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, kind, value, labels...)
	}
	tell(replicaReady, prometheus.GaugeValue, number(s.Ready))
	tell(replicaLag, prometheus.GaugeValue, s.Lag.Seconds())
	if !s.LastSuccess.IsZero() {
		tell(replicaSuccess, prometheus.GaugeValue, float64(s.LastSuccess.Unix()))
	}
	tell(replicaErrors, prometheus.CounterValue, float64(s.Errors))
	tell(replicaFailed, prometheus.GaugeValue, float64(len(s.Failed)))
	tell(replicaAlarms, prometheus.GaugeValue, float64(len(s.Alarms)))
	tell(replicaQueue, prometheus.GaugeValue, float64(s.Queue))
	tell(replicaToDo, prometheus.GaugeValue, float64(max(0, s.Progress.Total-s.Progress.Done)))
	for name, count := range s.Counts {
		tell(replicaHas, prometheus.GaugeValue, float64(count), name)
	}
}
