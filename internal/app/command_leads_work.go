package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/agency/leads/alerts"
	"estate/internal/app/config"
	"estate/internal/studio/inbox"
)

// ShowLeads prints all fields of the enquiries with the given ids.
func ShowLeads(ctx context.Context, s config.Settings, ids []string) error {
	return withLeads(ctx, s, func(files leads.Files) error { return showLeads(ctx, os.Stdout, files, ids) })
}

func showLeads(ctx context.Context, w io.Writer, files leads.Files, ids []string) error {
	found := map[string]*leads.Lead{}
	for _, id := range ids {
		found[id] = nil
	}
	for _, spam := range []bool{false, true} {
		for lead, err := range files.All(ctx, leads.Selection{Spam: spam}, tellMissing) {
			if err != nil {
				return err
			}
			if _, wanted := found[lead.Label()]; wanted {
				found[lead.Label()] = lead
			}
		}
	}
	missing := 0
	for i, id := range ids {
		lead := found[id]
		if lead == nil {
			missing++
			continue
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := showLead(w, lead); err != nil {
			return err
		}
	}
	return missingLeads(missing)
}

// missingLeads is the error of ids that no enquiry has, nil for 0.
func missingLeads(n int) error {
	if n <= 0 {
		return nil
	}
	return fmt.Errorf("%d of the ids do not exist; `estate leads list` lists enquiries, with `--spam` those classified as spam", n)
}

func showLead(w io.Writer, lead *leads.Lead) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(table, "%s\t%s\n", name, printable(value))
		}
	}
	line("enquiry", lead.Label())
	line("received", day(lead.Created))
	line("state", lead.State())
	line("spam", lead.Spam)
	if lead.Flood {
		line("flood", "yes: no confirmation was sent")
	}
	line("answered", day(lead.Answered))
	line("kind", string(lead.Kind))
	line("language", string(lead.Lang))
	line("name", lead.Name)
	line("mail", lead.Mail)
	line("telephone", lead.Phone)
	line("reference", lead.Reference)
	line("page", lead.Page)
	if lead.Viewing != nil {
		for _, home := range lead.Viewing.Properties {
			line("home", strings.TrimSpace(home.Reference+" "+home.Title+" "+home.Link))
		}
		line("way", string(lead.Viewing.Way))
		for _, wish := range lead.Viewing.Wishes {
			line("wish", wish.Local().Format("2006-01-02 15:04"))
		}
	}
	if lead.Source != nil {
		line("source", lead.Source.System+" "+lead.Source.Key)
	}
	line("campaign", lead.Campaign)
	line("agreed to", day(lead.Consent)+", policy "+policyCell(lead))
	for _, d := range lead.Deliveries {
		at := d.Done
		if d.State == leads.Waiting {
			at = d.Next
		}
		line("delivery", strings.TrimSuffix(deliveryText(d)+", "+day(at), ", -"))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if lead.Message == "" {
		return nil
	}
	_, err := fmt.Fprintf(w, "\n%s\n", printableLines(lead.Message))
	return err
}

// printableLines is printable for a text of several lines.
func printableLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = printable(line)
	}
	return strings.Join(lines, "\n")
}

// AnswerLeads marks enquiries of this node as answered, or with reopen as not answered.
func AnswerLeads(ctx context.Context, s config.Settings, ids []string, reopen bool) error {
	var numbers []int64
	for _, id := range ids {
		if node, _, foreign := strings.Cut(id, ":"); foreign {
			return fmt.Errorf("%s is on the disk of the node %s: run the command there", id, node)
		}
		number, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			return fmt.Errorf("%q is no id of an enquiry; `estate leads list` lists them", id)
		}
		numbers = append(numbers, number)
	}
	return withLeads(ctx, s, func(files leads.Files) error {
		n, err := files.Answer(ctx, !reopen, numbers...)
		if err != nil {
			return err
		}
		state := inbox.StateAnswered
		if reopen {
			state = inbox.StateOpen
		}
		err = withInbox(s, func(store *inbox.Store) error { return store.SetState(ctx, state, keysOf(ctx, files, ids)...) })
		if err != nil {
			return fmt.Errorf("%s marked as %s, but not in the studio; repeat the command when its database is back: %w",
				enquiryCount(n), state, err)
		}
		flush(ctx, files)
		fmt.Printf("%s marked as %s\n", enquiryCount(n), state)
		return missingLeads(len(ids) - n)
	})
}

// EraseAddresses erases everything that the site keeps of mail addresses: enquiries of all nodes
// with the mails that wait, and saved searches. It prints what remains elsewhere.
func EraseAddresses(ctx context.Context, s config.Settings, addresses []string) error {
	for i, text := range addresses {
		address, err := addressFlag(text)
		if err != nil {
			return err
		}
		addresses[i] = address
	}
	return withLeads(ctx, s, func(files leads.Files) error {
		saved, err := alerts.OpenStore(ctx, alertPlace(s), nil)
		if err != nil {
			return err
		}
		err = withInbox(s, func(store *inbox.Store) error {
			for _, address := range addresses {
				if err := eraseAddress(ctx, os.Stdout, files, saved, store, address); err != nil {
					return err
				}
			}
			return nil
		})
		if err := errors.Join(err, saved.Close()); err != nil {
			return err
		}
		printRemaining(os.Stdout, s)
		return nil
	})
}

// withInbox opens what the office does about enquiries for one command. leads.db exists by then.
func withInbox(s config.Settings, use func(*inbox.Store) error) error {
	store := inbox.NewStore(inboxPlace(s), nil)
	return errors.Join(use(store), store.Close())
}

// keysOf are the keys of the enquiries that exist.
func keysOf(ctx context.Context, files leads.Files, labels []string) (keys []leads.Key) {
	for _, label := range labels {
		if key, found, err := files.KeyOf(ctx, label); err == nil && found {
			keys = append(keys, key)
		}
	}
	return keys
}

func eraseAddress(ctx context.Context, w io.Writer, files leads.Files, saved *alerts.Store, store *inbox.Store, address string) error {
	erased, err := inbox.Erase(ctx, files, saved, store, address)
	if err != nil {
		return fmt.Errorf("%s and %d saved searches of %s erased, but not the copies on other nodes; "+
			"repeat the command when the mirror is back: %w",
			enquiryCount(erased.Enquiries), erased.Searches, address, err)
	}
	fmt.Fprintf(w, "%s: %s and %d saved searches erased, with the mails that waited\n", address, enquiryCount(erased.Enquiries),
		erased.Searches)
	if len(erased.Mentions) > 0 {
		fmt.Fprintf(w, "  The address is also in the message of other visitors: %s. Read them (`estate leads show`), "+
			"and delete them if they are of the same person.\n",
			strings.Join(erased.Mentions, ", "))
	}
	return nil
}

// printRemaining says where the site has sent personal data, from where this program cannot
// erase it.
func printRemaining(w io.Writer, s config.Settings) {
	fmt.Fprintln(w, "Erase by hand what the site has passed on:")
	if s.SendsMail() {
		fmt.Fprintf(w, "  the mails in the mailboxes of smtp.to (%s)\n", strings.Join(s.SMTP.To, ", "))
	}
	if s.CallsWebhook() {
		fmt.Fprintln(w, "  what the receiver of [webhook] has stored")
	}
	for _, f := range s.Feeds {
		if f.Kind == config.FeedResales && f.RegisterLeads {
			fmt.Fprintf(w, "  the leads registered at Resales (feed %s)\n", f.Name)
		}
	}
	switch {
	case s.Backup.To != "" && s.Backup.Keep.Forever:
		fmt.Fprintln(w, "  nothing in the backup, which keeps its encrypted snapshots; after restoring one, erase the address again")
	case s.Backup.To != "":
		fmt.Fprintf(w, "  nothing in the backup: its snapshots of before are deleted after %s; after restoring one, erase the address again\n",
			s.Backup.Keep)
	default:
		fmt.Fprintln(w, "  your backups; after restoring one, erase the address again")
	}
}

// deliveryText is one delivery in words.
func deliveryText(d leads.Delivery) string {
	text := d.Channel + " " + string(d.State)
	if d.State != leads.Delivered && d.Attempts > 0 {
		text += fmt.Sprintf(" after %d attempts: %s", d.Attempts, printable(d.Error))
	}
	return text
}

// maxMessageCell is the number of characters of a message in a list.
const maxMessageCell = 60

// messageCell is the beginning of a message on one line.
func messageCell(text string) string {
	runes := []rune(printable(strings.Join(strings.Fields(text), " ")))
	if len(runes) > maxMessageCell {
		return string(runes[:maxMessageCell-1]) + "…"
	}
	return string(runes)
}

// answeredCell is the day of an answer.
func answeredCell(at time.Time) string {
	if at.IsZero() {
		return "-"
	}
	return at.Local().Format(time.DateOnly)
}
