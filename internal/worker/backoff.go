package worker

import (
	"math/rand/v2"
	"time"
)

// pause is how long to wait before the next start after so many lives in a row
// that answered nothing: doubled each time, capped, and spread by half in both
// directions so that workers do not start in step.
func pause(lost int, shortest, longest time.Duration) time.Duration {
	d := shortest
	for range lost {
		if d >= longest/2 {
			d = longest
			break
		}
		d *= 2
	}
	return d/2 + rand.N(d)
}
