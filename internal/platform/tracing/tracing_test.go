package tracing

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

func TestLogLinesOfARequestHaveItsID(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(LogHandler(slog.NewTextHandler(&out, nil))).With("node", 1)
	ctx := WithRequest(t.Context(), "")
	log.InfoContext(ctx, "first")
	log.InfoContext(ctx, "second")
	log.InfoContext(WithRequest(t.Context(), "proxy-7f3a"), "third")
	log.InfoContext(t.Context(), "fourth")
	lines := strings.Split(out.String(), "\n")
	id := RequestID(ctx)
	if len(id) != 12 || !strings.Contains(lines[0], "request="+id) || !strings.Contains(lines[1], "request="+id) {
		t.Errorf("the lines of one request have not its id %q:\n%s", id, out.String())
	}
	if !strings.Contains(lines[2], "request=proxy-7f3a") || strings.Contains(lines[3], "request=") {
		t.Errorf("third and fourth line:\n%s", out.String())
	}
}

func TestAnIDThatIsNoneIsReplaced(t *testing.T) {
	for _, given := range []string{"a b", "x\nlevel=ERROR", strings.Repeat("a", 65), "<script>", "é"} {
		if id := RequestID(WithRequest(t.Context(), given)); len(id) != 12 {
			t.Errorf("%q became %q", given, id)
		}
	}
}

// receiver is a collector that keeps the spans.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	auth   string
	spans  []*tracepb.Span
	status int
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	c := &receiver{status: http.StatusOK}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.status != http.StatusOK {
			http.Error(w, "broken", c.status)
			return
		}
		var in io.Reader = r.Body
		if r.Header.Get("Content-Encoding") == "gzip" {
			unzipped, err := gzip.NewReader(r.Body)
			if err != nil {
				t.Error(err)
				return
			}
			in = unzipped
		}
		body, err := io.ReadAll(in)
		message := &collector.ExportTraceServiceRequest{}
		if err := errors.Join(err, proto.Unmarshal(body, message)); err != nil || r.URL.Path != "/v1/traces" {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		c.auth = r.Header.Get("Authorization")
		for _, resource := range message.GetResourceSpans() {
			for _, scoped := range resource.GetScopeSpans() {
				c.spans = append(c.spans, scoped.GetSpans()...)
			}
		}
	}))
	t.Cleanup(c.Close)
	return c
}

// traced sends a request through a site with two steps.
func traced(t *testing.T, tracer *Tracer, header string, isTrusted bool) {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/properties/?s_near=36.5,-4.9,2&name=Ann", nil)
	r.Header.Set("Traceparent", header)
	r = r.WithContext(WithRequest(r.Context(), "proxy-1"))
	ctx, end := tracer.Request(r, isTrusted)
	inner, endResolve := Step(ctx, "resolve")
	_, endCMS := Step(inner, "cms")
	endCMS(errors.New("the visitor's secret"))
	endResolve(nil)
	if end != nil {
		end(http.StatusBadGateway)
	}
}

func TestTracesReachACollector(t *testing.T) {
	c := newReceiver(t)
	tracer, err := New(t.Context(), Config{Endpoint: c.URL + "/", Authorization: "Bearer key", Sample: 1, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	traced(t, tracer, "", false)
	if err := tracer.Close(); err != nil {
		t.Fatal(err)
	}
	if c.auth != "Bearer key" || len(c.spans) != 3 {
		t.Fatalf("%d spans with authorization %q", len(c.spans), c.auth)
	}
	cms, resolve, request := c.spans[0], c.spans[1], c.spans[2]
	if cms.GetName() != "cms" || !bytes.Equal(cms.GetParentSpanId(), resolve.GetSpanId()) || !bytes.Equal(resolve.GetParentSpanId(), request.GetSpanId()) {
		t.Errorf("the spans are no chain: %v", c.spans)
	}
	if text := request.String(); !strings.Contains(text, "proxy-1") || !strings.Contains(text, "502") {
		t.Errorf("the span of the request has no id or no status: %s", text)
	}
	for _, span := range c.spans {
		if text := span.String(); strings.Contains(text, "Ann") || strings.Contains(text, "36.5") || strings.Contains(text, "secret") {
			t.Errorf("a span has what the visitor wrote: %s", text)
		}
	}
}

func TestOnlyATrustedProxyDecidesAboutATrace(t *testing.T) {
	const sampled = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	for isTrusted, want := range map[bool]int{true: 3, false: 0} {
		c := newReceiver(t)
		tracer, err := New(t.Context(), Config{Endpoint: c.URL, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		traced(t, tracer, sampled, isTrusted)
		if err := tracer.Close(); err != nil {
			t.Fatal(err)
		}
		if len(c.spans) != want {
			t.Errorf("trusted %v: %d spans, want %d", isTrusted, len(c.spans), want)
		}
	}
}

func TestWithoutACollectorNothingIsTraced(t *testing.T) {
	tracer, err := New(t.Context(), Config{})
	if err != nil || tracer != nil {
		t.Fatal(tracer, err)
	}
	traced(t, tracer, "", false)
	if err := tracer.Close(); err != nil {
		t.Error(err)
	}
}

func TestABrokenCollectorIsLoggedOnce(t *testing.T) {
	c := newReceiver(t)
	c.status = http.StatusBadRequest // not retried
	var out bytes.Buffer
	tracer, err := New(t.Context(), Config{Endpoint: c.URL, Sample: 1, Log: slog.New(slog.NewTextHandler(&out, nil))})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		traced(t, tracer, "", false)
		if err := tracer.provider.ForceFlush(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(out.String(), "does not take them"); n != 1 {
		t.Errorf("logged %d times:\n%s", n, out.String())
	}
	_ = tracer.Close()
}

// TestIdentityOfARequestIsOneAllocation: every request has one, cached pages too.
func TestIdentityOfARequestIsOneAllocation(t *testing.T) {
	ctx := t.Context()
	var made context.Context
	if got := testing.AllocsPerRun(100, func() { made = WithRequest(ctx, "") }); got > 1 {
		t.Errorf("%v allocations, want 1", got)
	}
	inner, cancel := context.WithCancel(context.WithValue(made, "key", "value")) //nolint:staticcheck // any key
	defer cancel()
	if id := RequestID(inner); len(id) != 12 || id != RequestID(made) {
		t.Errorf("the id is %q below the request and %q at it", id, RequestID(made))
	}
}
