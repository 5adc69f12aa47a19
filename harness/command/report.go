package command

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

// Report is the table of all checks of a run.
type Report struct {
	rows     [][4]string
	failures int
}

// Check records and prints a requirement with its result.
func (r *Report) Check(part, requirement, result string, ok bool) {
	verdict := "ok"
	if !ok {
		verdict = "FAILED"
		r.failures++
	}
	r.rows = append(r.rows, [4]string{part, requirement, result, verdict})
	fmt.Printf("%s: %s: %s (%s)\n", part, requirement, result, verdict)
}

// Failed reports that a check failed, or that there was none.
func (r *Report) Failed() bool { return r.failures > 0 || len(r.rows) == 0 }

// Print prints the table.
func (r *Report) Print(out io.Writer) {
	fmt.Fprintln(out)
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "part\trequirement\tresult\t")
	for _, row := range r.rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", row[0], row[1], row[2], row[3])
	}
	_ = w.Flush() // an error of stdout is visible
}

// Quantile is a quantile of the times; it sorts them.
func Quantile(times []time.Duration, share float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return times[min(len(times)-1, int(share*float64(len(times))))]
}

// Round rounds a duration for a report.
func Round(d time.Duration) string {
	if d < time.Second {
		return d.Round(time.Millisecond).String()
	}
	return d.Round(10 * time.Millisecond).String()
}
