package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"estate/internal/agency/leads"
	"estate/internal/cms/replica"
)

// metrics is the Prometheus registry of the admin address.
func (a *App) metrics() *prometheus.Registry {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	gauge := func(name, help string, value func() float64) {
		registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "estate", Name: name, Help: help}, value))
	}
	counter := func(name, help string, value func() uint64) {
		registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: "estate", Name: name, Help: help},
			func() float64 { return float64(value()) }))
	}
	gauge("content_generation", "Generation of the content: the number of its last change; in live mode of the period of freshness.",
		func() float64 { return float64(a.origin.generation()) })
	if workers := a.workerStatus(); workers != nil {
		gauge("render_workers_up", "Render workers that are ready.", func() float64 { return float64(workers().Up) })
		gauge("render_queue", "Views in the queue of the render workers.", func() float64 { return float64(workers().Queue) })
		gauge("render_restarts", "Restarts of render workers since the start of the site.", func() float64 { return float64(workers().Restarts) })
	}
	gauge("pages_bytes", "Size of the page cache in bytes.", func() float64 { return float64(a.pages.Status().Bytes) })
	if a.upstream != nil {
		status := a.upstream.Status
		counter("cms_requests_total", "Requests sent to the CMS.", func() uint64 { return status().Sent })
		counter("cms_failures_total", "Requests to the CMS that failed.", func() uint64 { return status().Failed })
		counter("cms_retries_total", "Retries of requests to the CMS.", func() uint64 { return status().Retried })
		counter("cms_refused_total", "Requests to the CMS rejected because no slot was free in time.", func() uint64 { return status().Refused })
		gauge("cms_resting", "1 while the circuit breaker of the CMS is open.", func() float64 { return boolValue(status().CircuitOpen) })
	}
	if _, ok := a.leadService.MirrorStatus(); ok {
		status := func() leads.MirrorStatus { status, _ := a.leadService.MirrorStatus(); return status }
		gauge("enquiries_mirror_up", "1 while the last exchange with the mirror of the enquiries succeeded.",
			func() float64 { return boolValue(status().Up) })
		gauge("enquiries_uncopied", "Enquiries of this node whose copy in the mirror is missing or out of date.",
			func() float64 { return float64(status().Uncopied) })
		counter("enquiries_one_disk_total", "Enquiries that were acknowledged from one disk while the mirror was away.",
			func() uint64 { return status().OneDisk })
		counter("enquiries_refused_total", "Enquiries that were not acknowledged because the mirror was away.",
			func() uint64 { return status().Refused })
		counter("enquiries_adopted_total", "Enquiries taken over from nodes that have ended.", func() uint64 { return status().Adopted })
	}
	if a.alerts != nil {
		counter("alert_mails_total", "Mails of saved searches that the mail server accepted from this node.", a.alerts.Sent)
		counter("alert_failures_total", "Attempts to send a mail of a saved search that failed.", a.alerts.Failures)
		gauge("alerts", "Confirmed saved searches.", func() float64 {
			status, _ := a.alerts.Status(context.Background())
			return float64(status.Confirmed)
		})
		gauge("alert_mails_waiting", "Mails of saved searches that are to be sent.", func() float64 {
			status, _ := a.alerts.Status(context.Background())
			return float64(status.Mails)
		})
		gauge("alert_changes_waiting", "Changes of the content that are not compared with the saved searches yet.", func() float64 {
			n, _ := a.alerts.Uncompared(context.Background())
			return float64(n)
		})
	}
	if a.backup != nil {
		status := a.backup.Status
		gauge("backup_last_success_timestamp_seconds", "Time of the last successful backup; all changes before it are in it. 0 before the first.",
			func() float64 {
				return unixTime(status().LastSuccess)
			})
		counter("backup_snapshots_total", "Snapshots written since the start of the site.", func() uint64 { return status().Snapshots })
		counter("backup_failures_total", "Failed backups since the start of the site.", func() uint64 { return status().Failures })
		counter("backup_written_bytes_total", "Bytes of new objects written since the start of the site.",
			func() uint64 { return uint64(status().Bytes) })
	}
	if a.mediaSync != nil {
		status := a.mediaSync.Status
		gauge("originals_last_success_timestamp_seconds",
			"Time at which the folder of originals was last equal to its bucket. 0 before the first.", func() float64 {
				return unixTime(status().LastSuccess)
			})
		gauge("originals_failing", "1 while the folder of originals cannot be compared with its bucket.",
			func() float64 { return boolValue(status().Failing) })
		counter("originals_uploaded_total", "Originals sent to the bucket since the start of the site.",
			func() uint64 { return status().Uploaded })
		counter("originals_downloaded_total", "Originals taken from the bucket since the start of the site.",
			func() uint64 { return status().Downloaded })
	}
	registry.MustRegister(siteMetrics{a.lastStatus}, a.requests)
	if a.replica != nil {
		registry.MustRegister(replicaMetrics{a.replica})
	}
	return registry
}

// unixTime is the time in seconds, 0 for the zero time.
func unixTime(t time.Time) float64 {
	if t.IsZero() {
		return 0
	}
	return float64(t.Unix())
}

func boolValue(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// replicaMetrics collects all metrics of the replica from one status.
type replicaMetrics struct{ replica *replica.Replica }

func replicaDesc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("estate_replica_"+name, help, labels, nil)
}

var (
	replicaReady    = replicaDesc("ready", "1 once the first sync is complete.")
	replicaLag      = replicaDesc("lag_seconds", "Seconds since the last successful sync.")
	replicaSuccess  = replicaDesc("last_success_timestamp_seconds", "Time of the last successful sync.")
	replicaErrors   = replicaDesc("errors_total", "Failed syncs and entities since the start of the site.")
	replicaFailed   = replicaDesc("failed_entities", "Entities that failed and are retried.")
	replicaAlarms   = replicaDesc("alarms", "Lists whose deletions wait for a confirmation.")
	replicaQueue    = replicaDesc("queue", "Notices of the webhook in the queue.")
	replicaPending  = replicaDesc("to_take", "Entities that the running sync has still to fetch.")
	replicaEntities = replicaDesc("entities", "Published entities.", "type")
)

// Describe implements prometheus.Collector.
func (m replicaMetrics) Describe(out chan<- *prometheus.Desc) { prometheus.DescribeByCollect(m, out) }

// Collect implements prometheus.Collector.
func (m replicaMetrics) Collect(out chan<- prometheus.Metric) {
	s := m.replica.Status()
	send := func(desc *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, kind, value, labels...)
	}
	send(replicaReady, prometheus.GaugeValue, boolValue(s.Ready))
	send(replicaLag, prometheus.GaugeValue, s.Lag.Seconds())
	if !s.LastSuccess.IsZero() {
		send(replicaSuccess, prometheus.GaugeValue, float64(s.LastSuccess.Unix()))
	}
	send(replicaErrors, prometheus.CounterValue, float64(s.Errors))
	send(replicaFailed, prometheus.GaugeValue, float64(len(s.Failed)))
	send(replicaAlarms, prometheus.GaugeValue, float64(len(s.Alarms)))
	send(replicaQueue, prometheus.GaugeValue, float64(s.Queue))
	send(replicaPending, prometheus.GaugeValue, float64(max(0, s.Progress.Total-s.Progress.Done)))
	for name, count := range s.Counts {
		send(replicaEntities, prometheus.GaugeValue, float64(count), name)
	}
}
