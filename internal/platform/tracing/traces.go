package tracing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Config sets the collector.
type Config struct {
	// Endpoint is the base URL of a collector that takes OTLP over HTTP, such as
	// http://127.0.0.1:4318; traces are sent to /v1/traces below it. "" means no traces.
	Endpoint string
	// Authorization is the header of that name, "" for none.
	Authorization string
	// Sample is the share of the requests that are traced, from 0 to 1. A trusted proxy decides
	// for the requests whose trace it began.
	Sample float64
	// Version is the build of the program.
	Version string
	Log     *slog.Logger
}

// Validate returns all errors of the configuration, joined.
func (c Config) Validate() error {
	if c.Endpoint == "" {
		return nil
	}
	var errs []error
	if u, err := url.Parse(c.Endpoint); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil ||
		u.RawQuery != "" {
		errs = append(
			errs,
			errors.New("traces.endpoint must be the URL of a collector, such as http://127.0.0.1:4318; credentials belong into "+
				"ESTATE_TRACES_AUTHORIZATION"),
		)
	}
	if c.Sample < 0 || c.Sample > 1 {
		errs = append(errs, fmt.Errorf("traces.sample is %g; it must be from 0 to 1", c.Sample))
	}
	return errors.Join(errs...)
}

// The collector never slows down a visitor: spans wait in a bounded queue, and what does not fit
// or cannot be sent in time is dropped.
const (
	maxQueue      = 4096
	maxBatch      = 512
	batchInterval = 5 * time.Second
	exportTimeout = 10 * time.Second
)

const scope = "estate"

// Tracer begins the traces of requests. nil traces nothing.
type Tracer struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
}

// New returns the Tracer of a configuration, nil without an endpoint. It makes no request.
func New(ctx context.Context, c Config) (*Tracer, error) {
	if c.Endpoint == "" {
		return nil, nil //nolint:nilnil // a nil Tracer is valid
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	options := []otlptracehttp.Option{
		otlptracehttp.WithEndpointURL(strings.TrimRight(c.Endpoint, "/") + "/v1/traces"), otlptracehttp.WithTimeout(exportTimeout),
		otlptracehttp.WithCompression(otlptracehttp.GzipCompression),
	}
	if c.Authorization != "" {
		options = append(options, otlptracehttp.WithHeaders(map[string]string{"Authorization": c.Authorization}))
	}
	exporter, err := otlptracehttp.New(ctx, options...)
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(&reporter{SpanExporter: exporter, log: c.Log}, sdktrace.WithMaxQueueSize(maxQueue),
			sdktrace.WithMaxExportBatchSize(maxBatch), sdktrace.WithBatchTimeout(batchInterval), sdktrace.WithExportTimeout(exportTimeout)),
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(c.Sample))),
		sdktrace.WithResource(resource.NewSchemaless(attribute.String("service.name", "estate"), attribute.String("service.version", c.Version))),
	)
	return &Tracer{provider, provider.Tracer(scope)}, nil
}

// reporter logs the first of a series of failed exports. The error is not printed as a whole: it
// may repeat the answer of the collector.
type reporter struct {
	sdktrace.SpanExporter
	log     *slog.Logger
	failing bool // exports do not run at the same time
}

// ExportSpans is called by the batcher.
func (r *reporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	err := r.SpanExporter.ExportSpans(ctx, spans)
	switch {
	case err != nil && !r.failing:
		r.log.WarnContext(ctx, "the collector of traces does not take them; traces are dropped", "kind", fmt.Sprintf("%T", err))
	case err == nil && r.failing:
		r.log.InfoContext(ctx, "the collector of traces takes them again")
	}
	r.failing = err != nil
	return nil // reported
}

// Close sends what is left.
func (t *Tracer) Close() error {
	if t == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return t.provider.Shutdown(ctx)
}

// Request begins the span of a request. With isTrusted it continues the trace of a proxy
// (traceparent). The caller calls end with the status of the response; end is nil for a request
// that is not traced.
func (t *Tracer) Request(r *http.Request, isTrusted bool) (ctx context.Context, end func(status int)) {
	ctx = r.Context()
	if t == nil {
		return ctx, nil
	}
	if isTrusted {
		ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
	}
	ctx, span := t.tracer.Start(ctx, r.Method, trace.WithSpanKind(trace.SpanKindServer))
	if !span.IsRecording() {
		return ctx, nil
	}
	span.SetAttributes(attribute.String("http.request.method", r.Method), attribute.String("url.path", r.URL.Path),
		attribute.String("estate.request_id", RequestID(ctx)))
	return ctx, func(status int) {
		span.SetAttributes(attribute.Int("http.response.status_code", status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

// Step begins a span below that of the context. Outside a sampled trace it costs next to nothing.
func Step(ctx context.Context, name string, attributes ...attribute.KeyValue) (inner context.Context, end func(error)) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, func(error) {}
	}
	ctx, span := parent.TracerProvider().Tracer(scope).Start(ctx, name, trace.WithAttributes(attributes...))
	return ctx, func(err error) {
		if err != nil {
			span.SetStatus(codes.Error, kindOf(err))
		}
		span.End()
	}
}

// kindOf names an error without its text, which may hold what a visitor or the CMS wrote.
func kindOf(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, context.Canceled):
		return "canceled"
	}
	return fmt.Sprintf("%T", err)
}

// Transport records the requests to another host as steps.
func Transport(name string, next http.RoundTripper) http.RoundTripper { return transport{name, next} }

type transport struct {
	name string
	next http.RoundTripper
}

// RoundTrip is called by net/http.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, end := Step(r.Context(), t.name, attribute.String("http.request.method", r.Method), attribute.String("url.path", r.URL.Path))
	response, err := t.next.RoundTrip(r.WithContext(ctx))
	end(err)
	return response, err
}
