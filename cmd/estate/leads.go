package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"estate/internal/leads"
)

// leadsCommand looks after the enquiries of a data folder. It may run beside the site.
type leadsCommand struct {
	List   leadsList   `cmd:"" help:"Show enquiries and how far they got."`
	Export leadsExport `cmd:"" help:"Write enquiries to a file: .csv or .jsonl."`
	Retry  leadsRetry  `cmd:"" help:"Send enquiries again: those that failed, or the named ones."`
	Delete leadsDelete `cmd:"" help:"Delete enquiries for good: named ones, or those before a date."`
}

// withLedger opens the enquiries for one command.
func (f flags) withLedger(ctx context.Context, use func(settings, *leads.Ledger) error) error {
	s, err := f.load("", "")
	if err != nil {
		return err
	}
	if _, err := os.Stat(s.leadsFile()); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is not there: no enquiry was ever stored in this data folder; name another with --data", s.leadsFile())
	}
	ledger, err := leads.OpenLedger(ctx, s.leadsFile(), nil)
	if err != nil {
		return err
	}
	return errors.Join(use(s, ledger), ledger.Close())
}

type leadsList struct {
	flags
	Spam bool `help:"Show those that a trap caught."`
}

// Run is called by kong.
func (c *leadsList) Run(ctx context.Context) error {
	return c.withLedger(ctx, func(_ settings, ledger *leads.Ledger) error {
		return c.print(ctx, os.Stdout, ledger)
	})
}

func (c *leadsList) print(ctx context.Context, w io.Writer, ledger *leads.Ledger) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tRECEIVED\tSTATE\tKIND\tREFERENCE\tNAME\tMAIL\tPHONE\tDELIVERY")
	n := 0
	for lead, err := range ledger.Leads(ctx, leads.Selection{Spam: c.Spam}) {
		if err != nil {
			return err
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", lead.ID, lead.Created.Local().Format("2006-01-02 15:04"),
			lead.State(), lead.Kind, lead.Reference, lead.Name, lead.Mail, lead.Phone, deliveryLine(lead))
		n++
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, counted(n))
	return err
}

func counted(n int) string {
	if n == 1 {
		return "1 enquiry"
	}
	return fmt.Sprintf("%d enquiries", n)
}

func deliveryLine(lead *leads.Lead) string {
	if lead.Spam != "" {
		return lead.Spam
	}
	var parts []string
	for _, d := range lead.Deliveries {
		part := d.Channel + " " + string(d.State)
		if d.State != leads.Delivered && d.Attempts > 0 {
			part += fmt.Sprintf(" after %d attempts: %s", d.Attempts, d.Error)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}

type leadsExport struct {
	flags
	File string `arg:"" help:"File to write; its ending says how: .csv or .jsonl."`
	Spam bool   `help:"Write those that a trap caught."`
}

// Run is called by kong.
func (c *leadsExport) Run(ctx context.Context) error {
	write := leads.WriteCSV
	switch strings.ToLower(filepath.Ext(c.File)) {
	case ".csv":
	case ".jsonl":
		write = leads.WriteJSONL
	default:
		return fmt.Errorf("%s: end the name with .csv or .jsonl", c.File)
	}
	return c.withLedger(ctx, func(_ settings, ledger *leads.Ledger) error {
		n := 0
		err := writePrivately(c.File, func(w io.Writer) (err error) {
			n, err = write(w, ledger.Leads(ctx, leads.Selection{Spam: c.Spam}))
			return err
		})
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		fmt.Printf("%s in %s\n", counted(n), c.File)
		return nil
	})
}

// writePrivately writes a file that only this user may read, and puts it in place
// only when it is whole.
func writePrivately(name string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), ".leads-*") // made with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // does nothing once the file has its name
	buffered := bufio.NewWriter(file)
	if err := errors.Join(write(buffered), buffered.Flush(), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

type leadsRetry struct {
	flags
	IDs []int64 `arg:"" optional:"" name:"id" help:"Enquiries to send again; none means all that failed, and those stored while nothing delivered them."`
}

// Run is called by kong.
func (c *leadsRetry) Run(ctx context.Context) error {
	return c.withLedger(ctx, func(s settings, ledger *leads.Ledger) error {
		channels, err := s.channels()
		if err != nil {
			return err
		}
		if len(channels) == 0 {
			return errors.New("there is nowhere to send enquiries: set [smtp] or [webhook], and name the file with --config")
		}
		n, err := ledger.Retry(ctx, channels, c.IDs...)
		fmt.Printf("%s to go out again; the running site sends within half a minute\n", counted(n))
		return err
	})
}

type leadsDelete struct {
	flags
	IDs    []int64 `arg:"" optional:"" name:"id" help:"Enquiries to delete."`
	Before string  `help:"Delete every enquiry from before this day." placeholder:"YYYY-MM-DD"`
}

// Run is called by kong.
func (c *leadsDelete) Run(ctx context.Context) error {
	if (len(c.IDs) == 0) == (c.Before == "") {
		return errors.New("name enquiries to delete, or a day with --before; not both")
	}
	var before time.Time
	if c.Before != "" {
		var err error
		if before, err = time.ParseInLocation(time.DateOnly, c.Before, time.Local); err != nil {
			return fmt.Errorf("--before is %q; write the day as 2026-01-31", c.Before)
		}
	}
	return c.withLedger(ctx, func(_ settings, ledger *leads.Ledger) (err error) {
		n := 0
		if c.Before != "" {
			n, err = ledger.DeleteBefore(ctx, before)
		} else {
			n, err = ledger.Delete(ctx, c.IDs...)
		}
		fmt.Printf("%s deleted\n", counted(n))
		if err == nil && n < len(c.IDs) {
			err = fmt.Errorf("%d of them were not there; `estate leads list` shows those there are, `--spam` those that a trap caught", len(c.IDs)-n)
		}
		return err
	})
}
