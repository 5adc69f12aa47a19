package main

import (
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// admin serves metrics and profiles, on an address that visitors do not reach.
func (all *site) admin() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	gauge := func(name, help string, value func() float64) {
		registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "estate", Name: name, Help: help}, value))
	}
	gauge("content_generation", "Number of the last change of content; in live mode of the slice of time.", func() float64 { return float64(all.origin.generation()) })
	if workers := all.workers(); workers != nil {
		gauge("render_workers_up", "Render workers that answer.", func() float64 { return float64(workers().Up) })
		gauge("render_queue", "Views that wait for a render worker.", func() float64 { return float64(workers().Queue) })
		gauge("render_restarts", "Restarts of render workers since the start.", func() float64 { return float64(workers().Restarts) })
	}
	gauge("pages_bytes", "Memory of finished pages.", func() float64 { return float64(all.pages.Status().Bytes) })

	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}
