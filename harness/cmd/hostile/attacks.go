package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// attack is what one client, or some that work together, do for some seconds.
type attack struct {
	name string
	// path is the address of the n-th request. An attack with text opens connections
	// instead, sends the text and waits.
	path func(n int64) string
	text string
	// form is the body of the n-th request, json the one of a request with JSON; nil for requests without one.
	form func(n int64) url.Values
	json func(n int64) string
	// addresses is the number of addresses that it comes from; 0 means one.
	addresses int
	// proof is run beside the attack until ctx ends, and tells what visitors or strangers notice; nil for none.
	proof func(ctx context.Context, t *target) (string, error)
}

const (
	attackers   = 32    // connections of an attack with requests
	maxRate     = 600   // requests a second
	maxParallel = 250   // connections of an attack from many addresses
	connections = 1_100 // of an attack that opens connections
	attackerIP  = "203.0.113.66"
)

// from is the address of the n-th request.
func (a attack) from(n int64) string {
	if a.addresses == 0 {
		return attackerIP
	}
	n %= int64(a.addresses)
	return fmt.Sprintf("203.%d.113.%d", n/200, 1+n%200)
}

var attacks = []attack{
	{name: "new filters", path: func(n int64) string { return fmt.Sprintf("/properties/?price_to=%d", 100_000_000+n) }},
	{name: "Views of new filters", path: func(n int64) string { return fmt.Sprintf("/_view/properties/?price_to=%d", 200_000_000+n) }},
	{name: "pages that do not exist", path: func(n int64) string { return fmt.Sprintf("/no-such-page-%d/", n) }},
	{name: "REST lists with _embed", path: func(n int64) string {
		return fmt.Sprintf("/wp-json/wp/v2/properties?_embed&per_page=100&page=%d", 1+n%100)
	}},
	{name: "REST text searches", path: func(n int64) string { return textSearch("/wp-json/wp/v2/properties?per_page=20&search=", n) }},
	{name: "text searches", path: func(n int64) string { return textSearch("/?s=", n) }},
	{name: "near references", path: func(n int64) string { return fmt.Sprintf("/_view/properties/?search_reference=ZRQ%dX", n) }},
	{name: "sitemaps", path: func(n int64) string { return fmt.Sprintf("/sitemap/properties-en-%d.xml", 1+n%10) }},
	{name: "maps", path: func(n int64) string { return fmt.Sprintf("/_map/properties/?price_to=%d", 300_000_000+n) }},
	{name: "suggestions", path: func(n int64) string { return fmt.Sprintf("/_suggest/search/?q=%d+bed+villa+in+mar", n) }},
	{name: "drawn areas", addresses: 250, path: func(n int64) string { return "/_view/properties/?s_area=" + star(n) }},
	{name: "maps of drawn areas", addresses: 250, path: func(n int64) string { return "/_map/properties/?s_area=" + star(n) }},
	{name: "forms", addresses: 500, path: func(int64) string { return "/enquiry/" }, form: mixedForm, proof: enquiriesArrive},
	{
		name: "mails to a stranger", addresses: 500, path: func(int64) string { return "/enquiry/alert/" },
		form: searchForStranger, proof: fewMails,
	},
	{name: "sign-ins at the studio", addresses: 250, path: func(int64) string { return "/studio/api/session/password" }, json: wrongSignIn},
	{name: "invalid preview credentials", path: func(n int64) string {
		return fmt.Sprintf("/properties/?preview=true&frontity_source_auth=Bearer+%d", n)
	}},
	{name: "silent connections", text: "GET / HTTP/1.1\r\nHost: x\r\n"},
	{name: "pages without their body", text: "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"},
	{
		name: "forms without their body",
		text: "POST /enquiry/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n",
	},
}

// owner is a user of the studio.
const owner = "owner@example.com"

// wrongSignIn guesses a password, of the owner and of people who have no account.
func wrongSignIn(n int64) string {
	mail := owner
	if n%2 == 0 {
		mail = fmt.Sprintf("nobody%d@example.com", n)
	}
	return fmt.Sprintf(`{"mail":%q,"password":"a guess of number %d"}`, mail, n)
}

// textSearch is an address that nobody has asked for. Every second one finds a quarter of the properties.
func textSearch(address string, n int64) string {
	if n%2 == 0 {
		return fmt.Sprintf("%svilla&page=%d", address, 1+n/2%1_000)
	}
	return fmt.Sprintf("%sword%d", address, n)
}

// load counts the requests of an attack.
type load struct{ sent, refused atomic.Int64 }

func (l *load) perSecond(d time.Duration) float64 { return float64(l.sent.Load()) / d.Seconds() }

func (l *load) refusedPercent() float64 {
	return 100 * float64(l.refused.Load()) / float64(max(1, l.sent.Load()))
}

// run attacks until ctx ends.
func (a attack) run(ctx context.Context, address string) *load {
	if a.path == nil {
		return a.connect(ctx, address)
	}
	l := &load{}
	parallel := max(attackers, min(a.addresses, maxParallel))
	client := &http.Client{
		Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: parallel},
		CheckRedirect: noRedirect,
	}
	defer client.CloseIdleConnections()
	ticks := time.NewTicker(time.Second / maxRate)
	defer ticks.Stop()
	var n atomic.Int64
	var running sync.WaitGroup
	for range parallel {
		running.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case <-ticks.C:
				}
				i := n.Add(1)
				status, err := a.send(ctx, client, address, i)
				if err == nil {
					l.sent.Add(1)
				}
				if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
					l.refused.Add(1)
				}
			}
		})
	}
	running.Wait()
	return l
}

// send sends the n-th request.
func (a attack) send(ctx context.Context, client *http.Client, address string, n int64) (status int, err error) {
	switch {
	case a.form != nil:
		return post(ctx, client, address+a.path(n), a.from(n), formType, a.form(n).Encode())
	case a.json != nil:
		return post(ctx, client, address+a.path(n), a.from(n), "application/json", a.json(n))
	default:
		return get(ctx, client, address+a.path(n), a.from(n))
	}
}

// connect opens connections, as many a second as other attacks send requests, and keeps them until ctx ends.
func (a attack) connect(ctx context.Context, address string) *load {
	l := &load{}
	ticks := time.NewTicker(time.Second / maxRate)
	defer ticks.Stop()
	var dialer net.Dialer
	for range connections {
		select {
		case <-ctx.Done():
			return l
		case <-ticks.C:
		}
		c, err := dialer.DialContext(ctx, "tcp", strings.TrimPrefix(address, "http://"))
		if err != nil {
			l.refused.Add(1)
			continue
		}
		defer func() { _ = c.Close() }() // the site may have closed it
		l.sent.Add(1)
		_, _ = io.WriteString(c, a.text) // the site may have closed it
	}
	<-ctx.Done()
	return l
}
