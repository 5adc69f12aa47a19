package wordpress

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"estate/internal/content"
)

// maxRetryAfter bounds how long a Retry-After is obeyed.
const maxRetryAfter = time.Hour

// BusyError reports that the CMS answers 429: this site sends too many requests. Until then no request
// is sent. It is content.ErrUnreachable.
type BusyError struct {
	Address string
	Until   time.Time // zero where the CMS names no time
}

func (e *BusyError) Error() string {
	wait := ""
	if !e.Until.IsZero() {
		wait = ", and no request before " + e.Until.UTC().Format(time.RFC3339)
	}
	return fmt.Sprintf("%s answers 429: the CMS demands fewer requests%s; lower cms.per_second, or raise the limit for this site",
		e.Address, wait)
}

// Unwrap returns content.ErrUnreachable.
func (e *BusyError) Unwrap() error { return content.ErrUnreachable }

// noteBusy keeps the Retry-After of a 429 and returns its error, nil for another status.
func (c *Client) noteBusy(address string, received *http.Response) error {
	if received.StatusCode != http.StatusTooManyRequests || !c.config.Adapt {
		return nil
	}
	busy := &BusyError{Address: address, Until: retryAfter(received.Header.Get("Retry-After"), c.config.Now())}
	c.busy.Store(busy)
	return busy
}

// busyError returns the error of a 429 whose time has not passed.
func (c *Client) busyError() error {
	if busy := c.busy.Load(); busy != nil && c.config.Now().Before(busy.Until) {
		return busy
	}
	return nil
}

// retryAfter reads seconds or a date, the zero time for neither.
func retryAfter(text string, now time.Time) time.Time {
	until, err := http.ParseTime(text)
	if seconds, failure := strconv.Atoi(text); failure == nil && seconds > 0 {
		until, err = now.Add(min(time.Duration(min(seconds, 1<<20))*time.Second, maxRetryAfter)), nil
	}
	if err != nil {
		return time.Time{}
	}
	if latest := now.Add(maxRetryAfter); until.After(latest) {
		return latest
	}
	return until
}
