package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

// report is the table that a run ends with.
type report struct {
	rows   [][4]string
	broken int
}

// promise notes what was promised, what came, and whether that holds.
func (r *report) promise(part, what, came string, holds bool) {
	verdict := "kept"
	if !holds {
		verdict = "BROKEN"
		r.broken++
	}
	r.rows = append(r.rows, [4]string{part, what, came, verdict})
	fmt.Printf("%s: %s: %s (%s)\n", part, what, came, verdict)
}

func (r *report) print(out io.Writer) {
	fmt.Fprintln(out)
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "part\tpromise\tcame\t")
	for _, row := range r.rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", row[0], row[1], row[2], row[3])
	}
	_ = w.Flush() // a table that cannot be printed is seen to be missing
}

// quantile is the share'th of sorted times.
func quantile(times []time.Duration, share float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return times[min(len(times)-1, int(share*float64(len(times))))]
}

func round(d time.Duration) string {
	if d < time.Second {
		return d.Round(time.Millisecond).String()
	}
	return d.Round(10 * time.Millisecond).String()
}
