package app

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

	"estate/internal/config"
	"estate/internal/leads"
)

// withLeadStore opens the enquiries for one command.
func withLeadStore(ctx context.Context, s config.Settings, use func(*leads.Store) error) error {
	if _, err := os.Stat(s.LeadsFile()); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is not there: no enquiry was ever stored in this data folder; name another with --data", s.LeadsFile())
	}
	store, err := leads.OpenStore(ctx, s.LeadsFile(), nil)
	if err != nil {
		return err
	}
	return errors.Join(use(store), store.Close())
}

// listLeads prints enquiries, honest ones or spam.
func ListLeads(ctx context.Context, s config.Settings, spam bool) error {
	return withLeadStore(ctx, s, func(store *leads.Store) error {
		return printLeads(ctx, os.Stdout, store, spam)
	})
}

func printLeads(ctx context.Context, w io.Writer, store *leads.Store, spam bool) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tRECEIVED\tSTATE\tKIND\tREFERENCE\tNAME\tMAIL\tPHONE\tDELIVERY")
	n := 0
	for lead, err := range store.Leads(ctx, leads.Selection{Spam: spam}) {
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

// exportLeads writes enquiries to a file; its ending says how.
func ExportLeads(ctx context.Context, s config.Settings, file string, spam bool) error {
	write := leads.WriteCSV
	switch strings.ToLower(filepath.Ext(file)) {
	case ".csv":
	case ".jsonl":
		write = leads.WriteJSONL
	default:
		return fmt.Errorf("%s: end the name with .csv or .jsonl", file)
	}
	return withLeadStore(ctx, s, func(store *leads.Store) error {
		n := 0
		err := writePrivately(file, func(w io.Writer) (err error) {
			n, err = write(w, store.Leads(ctx, leads.Selection{Spam: spam}))
			return err
		})
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		fmt.Printf("%s in %s\n", counted(n), file)
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

// retryLeads has the running site send enquiries again: the named ones, or all that failed.
func RetryLeads(ctx context.Context, s config.Settings, ids []int64) error {
	return withLeadStore(ctx, s, func(store *leads.Store) error {
		channels, err := openChannels(s)
		if err != nil {
			return err
		}
		if len(channels) == 0 {
			return errors.New("there is nowhere to send enquiries: set [smtp] or [webhook], and name the file with --config")
		}
		n, err := store.Retry(ctx, channels, ids...)
		fmt.Printf("%s to go out again; the running site sends within half a minute\n", counted(n))
		return err
	})
}

// deleteLeads deletes the named enquiries, or those from before a day.
func DeleteLeads(ctx context.Context, s config.Settings, ids []int64, day string) error {
	if (len(ids) == 0) == (day == "") {
		return errors.New("name enquiries to delete, or a day with --before; not both")
	}
	var before time.Time
	if day != "" {
		var err error
		if before, err = time.ParseInLocation(time.DateOnly, day, time.Local); err != nil {
			return fmt.Errorf("--before is %q; write the day as 2026-01-31", day)
		}
	}
	return withLeadStore(ctx, s, func(store *leads.Store) (err error) {
		n := 0
		if day != "" {
			n, err = store.DeleteBefore(ctx, before)
		} else {
			n, err = store.Delete(ctx, ids...)
		}
		fmt.Printf("%s deleted\n", counted(n))
		if err == nil && n < len(ids) {
			err = fmt.Errorf("%d of them were not there; `estate leads list` shows those there are, `--spam` those that a trap caught", len(ids)-n)
		}
		return err
	})
}
