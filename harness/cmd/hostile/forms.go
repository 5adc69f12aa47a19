package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/twpayne/go-polyline"

	"estate/internal/tests/program"
	"estate/internal/tests/smtptest"
)

// target is the attacked site.
type target struct {
	site  *program.Program
	floor *program.Program // the baseline, which is not attacked
	mails *smtptest.Server
}

// star is an area that nobody has drawn, of 600 points.
func star(n int64) string {
	const points = 600
	coords := make([][]float64, points)
	for i := range coords {
		angle, radius := 2*math.Pi*float64(i)/points, 0.3
		if i%2 == 1 {
			radius = 0.1
		}
		coords[i] = []float64{36.5 + float64(n%1_000)/1e4 + radius*math.Sin(angle), -4.9 + float64(n/1_000)/1e4 + radius*math.Cos(angle)}
	}
	return url.QueryEscape(string(polyline.EncodeCoords(coords)))
}

// enquiry is a valid form.
func enquiry(mail string) url.Values {
	return url.Values{
		"kind": {"enquiry"}, "page": {"/contact/"}, "name": {"Ana Ruiz"}, "mail": {mail}, "message": {"I am looking for a villa."},
		"privacy": {"1"},
	}
}

// mixedForm is empty, without consent, or valid.
func mixedForm(n int64) url.Values {
	form := enquiry(fmt.Sprintf("flood%d@example.org", n))
	switch n % 3 {
	case 0:
		return url.Values{}
	case 1:
		form.Del("privacy")
	}
	return form
}

// realInterval is the time between two enquiries of visitors during a flood.
const realInterval = 50 * time.Millisecond

// errForms is the error of forms that a flood keeps from visitors, or of mails that it sends to a stranger.
var errForms = errors.New("the forms serve an attacker")

// enquiriesArrive sends enquiries of visitors, each from an address of its own.
func enquiriesArrive(ctx context.Context, t *target) (string, error) {
	client := &http.Client{Timeout: 30 * time.Second, CheckRedirect: noRedirect}
	defer client.CloseIdleConnections()
	var sent, thanked atomic.Int64
	var running sync.WaitGroup
	ticks := time.NewTicker(realInterval)
	defer ticks.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-ticks.C:
			n := sent.Add(1)
			running.Go(func() {
				from, form := fmt.Sprintf("198.51.%d.%d", 101+n/200, 1+n%200), enquiry(fmt.Sprintf("visitor%d@example.net", n))
				// Not ctx: the last ones end.
				status, err := post(context.WithoutCancel(ctx), client, t.site.Address+"/enquiry/", from, formType, form.Encode())
				if err == nil && status == http.StatusSeeOther {
					thanked.Add(1)
				}
			})
		}
	}
	running.Wait()
	text := fmt.Sprintf("%d of %d enquiries of visitors are stored", thanked.Load(), sent.Load())
	if thanked.Load() < sent.Load() || sent.Load() == 0 {
		return text, errForms
	}
	return text, nil
}

// phishing are words that no mail of the agency may carry.
const phishing = "your account is locked"

// searchForStranger saves a search for somebody else, with the attacker's words and another spelling of one mailbox.
func searchForStranger(n int64) url.Values {
	return url.Values{
		"kind": {"properties"}, "search": {"/properties/?s=" + url.QueryEscape(fmt.Sprintf("%s, see https://evil.example/%d", phishing, n))},
		"mail": {fmt.Sprintf("%s+%d@gmail.com", []string{"stranger", "s.tranger", "str.anger"}[n%3], n)},
	}
}

// maxMails is how many mails a stranger gets, whatever is asked for in their name.
const maxMails = 3

// fewMails counts the mails of an attack.
func fewMails(ctx context.Context, t *target) (string, error) {
	<-ctx.Done()
	time.Sleep(time.Second) // the last ones arrive
	mails, quoted := 0, 0
	for _, mail := range t.mails.Mails() {
		if !strings.Contains(strings.ReplaceAll(strings.Join(mail.To, " "), ".", ""), "stranger") {
			continue
		}
		mails++
		if bytes.Contains(mail.Data, []byte(phishing)) || bytes.Contains(mail.Data, []byte("evil")) {
			quoted++
		}
	}
	text := fmt.Sprintf("%d mails to the stranger, %d with words of the attacker", mails, quoted)
	if mails > maxMails || quoted > 0 {
		return text, errForms
	}
	return text, nil
}

func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

const formType = "application/x-www-form-urlencoded"

// post sends a body for a client behind a proxy.
func post(ctx context.Context, client *http.Client, address, from, contentType, body string) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", contentType)
	return send(client, request, from)
}
