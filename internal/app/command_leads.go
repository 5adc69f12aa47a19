package app

import (
	"cmp"
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
	"unicode"

	"estate/internal/agency/leads"
	"estate/internal/agency/leads/mirror"
	"estate/internal/app/config"
	"estate/internal/studio/inbox"
)

// withLeads opens the enquiries for one command.
func withLeads(ctx context.Context, s config.Settings, use func(leads.Files) error) error {
	place, mirrored := s.MirrorConfig()
	if _, err := os.Stat(s.LeadsFile()); errors.Is(err, fs.ErrNotExist) && !mirrored {
		return fmt.Errorf("%s does not exist: this data folder has no enquiries; set another with --data", s.LeadsFile())
	}
	if err := s.MakeDataDir(); err != nil {
		return err
	}
	store, err := leads.OpenStore(ctx, s.LeadsFile(), nil)
	if err != nil {
		return err
	}
	if !mirrored {
		return errors.Join(use(leads.Files{Store: store}), store.Close())
	}
	second := mirror.New(place)
	return errors.Join(use(leads.Files{Store: store, Mirror: second}), second.Close(), store.Close())
}

// tellMissing says on stderr that a list lacks the enquiries of other nodes.
func tellMissing(err error) {
	fmt.Fprintln(os.Stderr, "estate: enquiries of other nodes are missing in this list:", err)
}

// flush copies the changes of a command to the mirror. The running site does it too, so an error is only told.
func flush(ctx context.Context, files leads.Files) {
	if err := files.Flush(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "estate: the mirror of the enquiries is not up to date:", err)
	}
}

// ListLeads prints the selected enquiries.
func ListLeads(ctx context.Context, s config.Settings, which LeadFilter) error {
	return withLeads(ctx, s, func(store leads.Files) error {
		return printLeads(ctx, os.Stdout, store, which)
	})
}

func printLeads(ctx context.Context, w io.Writer, store leads.Files, which LeadFilter) error {
	selected, err := which.from(ctx, store)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tRECEIVED\tSTATE\tKIND\tREFERENCE\tNAME\tMAIL\tPHONE\tANSWERED\tPOLICY\tMESSAGE\tDELIVERY")
	n := 0
	for lead, err := range selected {
		if err != nil {
			return err
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", lead.Label(),
			lead.Created.Local().Format("2006-01-02 15:04"),
			lead.State(), lead.Kind, lead.Reference, lead.Name, lead.Mail, lead.Phone,
			answeredCell(lead.Answered), policyCell(lead), messageCell(lead.Message), deliveryLine(lead))
		n++
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, enquiryCount(n))
	return err
}

// printable replaces control characters, which a mail server may send and a terminal obeys.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

func policyCell(lead *leads.Lead) string {
	if lead.Policy == nil {
		return "-"
	}
	return lead.Policy.Short()
}

func enquiryCount(n int) string {
	if n == 1 {
		return "1 enquiry"
	}
	return fmt.Sprintf("%d enquiries", n)
}

// deliveryLine describes the deliveries of an enquiry, or why it is spam.
func deliveryLine(lead *leads.Lead) string {
	if lead.Spam != "" {
		return lead.Spam
	}
	var parts []string
	for _, d := range lead.Deliveries {
		parts = append(parts, deliveryText(d))
	}
	return strings.Join(parts, "; ")
}

// ExportLeads writes the selected enquiries to a file. Its extension sets the format, .csv or .jsonl.
func ExportLeads(ctx context.Context, s config.Settings, file string, which LeadFilter) error {
	write := leads.WriteCSV
	switch strings.ToLower(filepath.Ext(file)) {
	case ".csv":
	case ".jsonl":
		write = leads.WriteJSONL
	default:
		return fmt.Errorf("%s: the file name must end with .csv or .jsonl", file)
	}
	return withLeads(ctx, s, func(store leads.Files) error {
		selected, err := which.from(ctx, store)
		if err != nil {
			return err
		}
		n := 0
		err = writeAtomically(file, func(w io.Writer) (err error) {
			n, err = write(w, selected)
			return err
		})
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		fmt.Printf("%s in %s\n", enquiryCount(n), file)
		return nil
	})
}

// PrintPolicies lists the privacy policies that visitors agreed to, or with the beginning
// of a version prints its text.
func PrintPolicies(ctx context.Context, s config.Settings, version string) error {
	return withLeads(ctx, s, func(store leads.Files) error {
		return printPolicies(ctx, os.Stdout, store, version)
	})
}

func printPolicies(ctx context.Context, w io.Writer, store leads.Files, version string) error {
	found, err := store.Policies(ctx, version)
	if err != nil {
		return err
	}
	if version == "" {
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "VERSION\tFIRST ENQUIRY\tPAGE CHANGED\tENQUIRIES\tLINK")
		for _, p := range found {
			fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%s\n", p.Short(), day(p.Recorded), day(p.Modified), p.Enquiries, p.Link)
		}
		return table.Flush()
	}
	if len(found) != 1 {
		return fmt.Errorf("%d privacy policies have a version that begins with %s; `estate leads policy` lists all", len(found), version)
	}
	p := found[0]
	text := cmp.Or(p.Text, "(The site could not read the text of this policy.)")
	_, err = fmt.Fprintf(w, "version  %s\nlink     %s\nchanged  %s\nfirst enquiry %s, enquiries %d\n\n%s\n\n%s\n",
		p.Version, p.Link, day(p.Modified), day(p.Recorded), p.Enquiries, p.Title, text)
	return err
}

// day prints a time, "-" when it is unknown.
func day(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Local().Format("2006-01-02 15:04")
}

// RetryLeads queues enquiries for delivery by the running site: the given ids, or all
// that failed or were stored without a channel.
func RetryLeads(ctx context.Context, s config.Settings, ids []int64) error {
	return withLeads(ctx, s, func(store leads.Files) error {
		channels, err := openChannels(s, nil)
		if err != nil {
			return err
		}
		if len(channels) == 0 {
			return errors.New("no delivery is configured: set [smtp] or [webhook] in the file of --config")
		}
		n, err := store.Retry(ctx, channels, ids...)
		flush(ctx, store)
		fmt.Printf("%s queued; the running site delivers within 30 seconds\n", enquiryCount(n))
		return err
	})
}

// DeleteLeads deletes the enquiries with the given ids, or those received before a day
// (YYYY-MM-DD), from this node and from the mirror. An id such as a1b2c3d4:12 is that of an
// enquiry of another node, which deletes it from its disk.
func DeleteLeads(ctx context.Context, s config.Settings, ids []string, before string) error {
	if (len(ids) == 0) == (before == "") {
		return errors.New("give either ids of enquiries or a day with --before")
	}
	end, err := dayFlag("--before", before)
	if err != nil {
		return err
	}
	return withLeads(ctx, s, func(store leads.Files) (err error) {
		n := 0
		if before != "" {
			n, err = store.DeleteBefore(ctx, end)
		} else {
			err = withInbox(s, func(inbox *inbox.Store) (err error) {
				n, err = deleteLabels(ctx, store, inbox, ids)
				return err
			})
		}
		flush(ctx, store)
		fmt.Printf("%s deleted\n", enquiryCount(n))
		if err == nil {
			err = missingLeads(len(ids) - n)
		}
		return err
	})
}

// deleteLabels deletes enquiries with their answers, by the ids that `estate leads list` prints.
func deleteLabels(ctx context.Context, files leads.Files, store *inbox.Store, labels []string) (deleted int, err error) {
	for _, label := range labels {
		key, found, err := files.KeyOf(ctx, label)
		if err == nil && found {
			if found, err = files.DeleteKey(ctx, key); err == nil {
				err = store.Forget(ctx, key)
			}
		}
		if found {
			deleted++
		}
		if err != nil {
			return deleted, err
		}
	}
	return deleted, nil
}
