package server

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"time"

	"estate/internal/platform/clientaddr"
	"estate/internal/platform/fairqueue"
)

// workQueues bound the uncached requests of one client that are worked on at the same time, so
// that one client cannot use all processors. Its other requests wait for their turn. Each
// kind has a queue of its own: a visitor's page never waits for a text search.
type workQueues struct{ pages, rest, text, sitemap *fairqueue.Queue }

// remoteAtOnce is the number of pages of one client that may wait for a remote CMS.
const remoteAtOnce = 16

// maxAdmissionWait bounds the time that a request waits for the client's other requests.
const maxAdmissionWait = 8 * time.Second

func newWorkQueues(remote bool) workQueues {
	half := max(1, runtime.GOMAXPROCS(0)/2)
	pages := half
	if remote {
		pages = remoteAtOnce // they wait for the CMS, which package resilience protects
	}
	perClient := func(n int) *fairqueue.Queue { return fairqueue.New(fairqueue.Config{PerClient: n}) }
	return workQueues{pages: perClient(pages), rest: perClient(half), text: perClient(1), sitemap: perClient(1)}
}

// admit charges an uncached request and waits for its turn. The request and the writer that it
// returns replace those of the caller: the request knows its ticket, and the writer ends the
// turn when the response begins, so that a slow reader holds nothing. The caller calls end in
// any case. If the request is refused, it is answered and ok is false.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, work work) (_ http.ResponseWriter, _ *http.Request, end func(), ok bool) {
	client := s.clientAddress(r)
	if fairqueue.TicketOf(r.Context()) != (fairqueue.Ticket{}) || clientaddr.In(s.cfg.Work.Exempt, client) {
		return w, r, func() {}, true // it was admitted by its route, or has no limits
	}
	class := s.classOf(r, client)
	switch err := s.chargeRequest(r, client, work.cost); {
	case errors.Is(err, errTooMany):
		s.refused(r, "too many uncached requests")
		refuse(w, http.StatusTooManyRequests, "Too many requests. Retry in ten seconds.")
		return nil, nil, nil, false
	case err != nil: // the client closed the connection
		return nil, nil, nil, false
	}
	ticket := fairqueue.Ticket{Client: clientaddr.Prefix(client), Class: class}
	ctx, cancel := context.WithTimeout(r.Context(), maxAdmissionWait)
	defer cancel()
	end, err := work.queue.Acquire(ctx, ticket)
	switch {
	case errors.Is(err, fairqueue.ErrOverloaded):
		s.refused(r, "too many uncached requests at the same time")
		refuse(w, http.StatusTooManyRequests, "Too many requests at the same time. Retry in ten seconds.")
		return nil, nil, nil, false
	case err != nil: // the client closed the connection
		return nil, nil, nil, false
	}
	return &turnWriter{w, end}, r.WithContext(fairqueue.WithTicket(r.Context(), ticket)), end, true
}

// refuse answers a request that may be repeated later.
func refuse(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Retry-After", "10")
	plainError(w, status, text)
}

// admitted is admit as middleware of routes whose every request is work.
func (s *Server) admitted(workOf func(*http.Request) work) middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w, r, end, ok := s.admit(w, r, workOf(r))
			if !ok {
				return
			}
			defer end()
			next.ServeHTTP(w, r)
		})
	}
}

// ticket is the ticket of a request that is not charged.
func (s *Server) ticket(r *http.Request) fairqueue.Ticket {
	client := s.clientAddress(r)
	if clientaddr.In(s.cfg.Work.Exempt, client) {
		return fairqueue.Ticket{}
	}
	return fairqueue.Ticket{Client: clientaddr.Prefix(client), Class: s.classOf(r, client)}
}

// classOf is the class of a request. A client that has used up half of its tokens behaves like
// a crawler.
func (s *Server) classOf(r *http.Request, client netip.Addr) fairqueue.Class {
	switch {
	case isCrawler(r.UserAgent()), s.work.isHalfEmpty(client, s.cfg.Now()):
		return fairqueue.Crawler
	case isPrefetch(r.Header):
		return fairqueue.Prefetch
	}
	return fairqueue.Visitor
}

// isPrefetch reports whether a browser asks before its visitor does: by itself (Sec-Purpose),
// or by a script of the site (Purpose), which cannot set the other header.
func isPrefetch(h http.Header) bool {
	return strings.Contains(h.Get("Sec-Purpose"), "prefetch") || h.Get("Purpose") == "prefetch"
}

// turnWriter ends the turn of a request when its response begins.
type turnWriter struct {
	http.ResponseWriter
	end func()
}

// WriteHeader ends the turn.
func (w *turnWriter) WriteHeader(status int) {
	w.end()
	w.ResponseWriter.WriteHeader(status)
}

// Write ends the turn.
func (w *turnWriter) Write(p []byte) (int, error) {
	w.end()
	return w.ResponseWriter.Write(p)
}

// Unwrap is for http.ResponseController.
func (w *turnWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
