package app

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"estate/internal/agency/feeds"
	"estate/internal/agency/feeds/csvfeed"
	"estate/internal/agency/feeds/engine"
	"estate/internal/agency/feeds/kyero"
	"estate/internal/agency/feeds/resales"
	"estate/internal/app/config"
	"estate/internal/app/operator"
	"estate/internal/platform/backoff"
	"estate/internal/store"
)

// openFeeds prepares the feeds. They need a store: live mode has none. Without configured feeds there
// is an engine only while properties of a former one wait for a decision.
func (a *App) openFeeds(ctx context.Context, s config.Settings) error {
	if a.store == nil {
		return nil
	}
	feeds, err := newFeeds(s, a.store, "", a.log)
	if err != nil {
		return err
	}
	former, err := feeds.Former(ctx)
	if err != nil {
		return err
	}
	for _, f := range former {
		a.log.WarnContext(ctx, "a feed is no longer configured; its properties stay as they are until `estate feeds forget` ends it", "feed",
			f.Name, "properties", f.Properties)
	}
	if len(s.Feeds) > 0 || len(former) > 0 {
		a.feeds = feeds
	}
	return nil
}

// newFeeds creates the engine of the configured feeds. suffix names the copies of files, so that a
// command does not share them with the running site.
func newFeeds(s config.Settings, st *store.Store, suffix string, log *slog.Logger) (*engine.Engine, error) {
	cfg := engine.Config{
		Terms: s.FeedTermsFile(), Originals: s.OriginalsDir(), Log: log,
		// A property that WordPress publishes belongs to WordPress (docs/adr/0018-feeds.md).
		Adopt: !s.CMS.IsReplica(), Rates: s.CMS.Rates,
	}
	for _, f := range s.Feeds {
		source, err := newSource(s, f, suffix)
		if err != nil {
			return nil, fmt.Errorf("feed %s: %w", f.Name, err)
		}
		feed := engine.Feed{
			Name: f.Name, Kind: f.Kind, Source: source, Every: time.Duration(f.Every), FullEvery: time.Duration(f.FullEvery),
			OwnOnly: f.OwnOnly, Shared: f.Shared, MinPrice: f.MinPrice, Towns: f.Towns, Exact: f.ExactPositions, NoPictures: f.NoPictures,
			PrivateHost: f.PrivateHosts, MaxRemoved: f.MaxRemoved,
		}
		for _, mode := range f.Modes {
			feed.Modes = append(feed.Modes, feeds.Mode(mode))
		}
		if u, err := url.Parse(f.Address); err == nil {
			feed.Host = u.Host
		}
		cfg.Feeds = append(cfg.Feeds, feed)
	}
	return engine.New(cfg, st)
}

// newSource creates the source of a feed.
func newSource(s config.Settings, f config.Feed, suffix string) (feeds.Source, error) {
	file := feeds.Download{
		Address: f.Address, User: string(f.User), Password: string(f.Password), Folder: s.FeedsDir(), Name: f.Name + suffix + ".copy",
	}
	switch f.Kind {
	case config.FeedKyero:
		return kyero.Source{File: file, Mode: feeds.Mode(f.Mode)}, nil
	case config.FeedCSV:
		return csvfeed.Source{File: file, Mode: feeds.Mode(f.Mode)}, nil
	case config.FeedResales:
		return resales.New(resalesConfig(f))
	}
	return nil, fmt.Errorf("the kind %q is unknown", f.Kind)
}

func resalesConfig(f config.Feed) resales.Config {
	return resales.Config{
		Address: f.Address, Agent: string(f.User), Key: string(f.Password), Filters: f.Filters, OwnFilters: f.OwnFilters,
		NewDevelopments: f.NewDevelopments, Languages: f.Languages, Sandbox: f.Sandbox, PerSecond: f.PerSecond,
		Mode: feeds.Mode(f.Mode),
	}
}

// followFeeds follows the feeds. With a replica it waits for the first full sync, which brings the
// agency's terms.
func (a *App) followFeeds(ctx context.Context) error {
	for a.replica != nil && !a.replica.Ready() && ctx.Err() == nil {
		_ = backoff.Sleep(ctx, 2*time.Second)
	}
	return a.feeds.Follow(ctx)
}

// feedActions are the operator's actions for feeds.
func (a *App) feedActions() map[string]func(string) string {
	actions := map[string]func(string) string{}
	if a.feeds == nil {
		return actions
	}
	ask := func(accept bool, message string) func(string) string {
		return func(name string) string {
			if err := a.feeds.Ask(context.Background(), name, accept); err != nil {
				return err.Error()
			}
			return message
		}
	}
	actions["feed-run"] = ask(false, "A run of the feed starts within seconds.")
	actions["feed-accept"] = ask(true, "Confirmed; a run of the feed starts within seconds.")
	forget := func(withdraw bool) func(string) string {
		return func(name string) string {
			n, err := a.feeds.Forget(context.Background(), name, withdraw)
			if err != nil {
				return nothingChanged + err.Error()
			}
			return forgotten(name, n, withdraw)
		}
	}
	actions[forgetAction] = forget(false)
	actions[withdrawAction] = forget(true)
	decide := func(do func(context.Context, string, string) (string, error)) func(string) string {
		return func(both string) string {
			first, second, _ := strings.Cut(both, operator.PairSeparator)
			message, err := do(context.Background(), first, second)
			if err != nil {
				return nothingChanged + err.Error()
			}
			return message
		}
	}
	actions[joinAction] = decide(a.feeds.Join)
	actions[keepApartAction] = decide(a.feeds.KeepApart)
	return actions
}

// Actions on two properties. The form field has both, separated by operator.PairSeparator.
const (
	joinAction      = "feed-join"
	keepApartAction = "feed-keep-apart"
	forgetAction    = "feed-forget"
	withdrawAction  = "feed-withdraw"
	nothingChanged  = "Nothing was changed: " // begins the message of a refused decision
)

// errNoFeeds is returned by commands without configured feeds.
var errNoFeeds = errors.New("no feed is configured: add [[feeds]] to the file of --config")

// forgotten is the message after a feed was forgotten.
func forgotten(name string, properties int, withdraw bool) string {
	if withdraw {
		return fmt.Sprintf("The feed %s is forgotten: its %d properties are off the site, but those that another feed has too.", name, properties)
	}
	return fmt.Sprintf("The feed %s is forgotten: its %d properties stay and belong to the editors.", name, properties)
}

// ForgetFeed ends a feed that is no longer configured: see engine.Forget.
func ForgetFeed(ctx context.Context, s config.Settings, name string, withdraw bool) error {
	action := forgetAction
	if withdraw {
		action = withdrawAction
	}
	message, done, err := callSite(ctx, s, action, name)
	switch {
	case done && err == nil && strings.HasPrefix(message, nothingChanged):
		return errors.New(message)
	case done:
		fmt.Println(message)
		return err
	}
	return withEngine(ctx, s, true, func(e *engine.Engine) error {
		n, err := e.Forget(ctx, name, withdraw)
		if err == nil {
			fmt.Println(forgotten(name, n, withdraw))
		}
		return err
	})
}

// withFeeds is withEngine for commands that need a configured feed.
func withFeeds(ctx context.Context, s config.Settings, write bool, do func(*engine.Engine) error) error {
	if len(s.Feeds) == 0 {
		return errNoFeeds
	}
	return withEngine(ctx, s, write, do)
}

// withEngine calls do with the engine on a store that the running site may use too.
func withEngine(ctx context.Context, s config.Settings, write bool, do func(*engine.Engine) error) error {
	open := openStoreToWrite
	if !write {
		open = func(ctx context.Context, s config.Settings) (*store.Store, error) {
			return openStoreToRead(ctx, s, nil)
		}
	}
	st, err := open(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // all writes are committed
	feeds, err := newFeeds(s, st, ".command", slog.Default())
	if err != nil {
		return err
	}
	return do(feeds)
}

// PrintFeeds prints the state of the feeds, with a name also the problems of one.
func PrintFeeds(ctx context.Context, s config.Settings, name string) error {
	return withEngine(ctx, s, false, func(e *engine.Engine) error {
		list, err := e.Status(ctx)
		if err != nil {
			return err
		}
		former, err := e.Former(ctx)
		if err != nil {
			return err
		}
		if len(list)+len(former) == 0 {
			return errNoFeeds
		}
		proposals, err := e.Proposals(ctx)
		if err != nil {
			return err
		}
		joined, err := e.Joined(ctx)
		if err != nil {
			return err
		}
		if name == "" {
			err := printFeeds(os.Stdout, list)
			for _, f := range former {
				fmt.Printf("\n%s is no longer configured; its %d properties stay as they are until you decide:\n"+
					"  keep them:               estate feeds forget %s --keep\n  take them off the site:  estate feeds forget %s --withdraw\n", f.Name,
					f.Properties, f.Name, f.Name)
			}
			printPairs(os.Stdout, proposals, joined)
			return err
		}
		for _, status := range list {
			if status.Name == name {
				status.Report.Same = nil // the proposals are complete
				printFeed(os.Stdout, status)
				printPairs(os.Stdout,
					slices.DeleteFunc(proposals, func(p engine.Proposal) bool { return p.Keep.Feed != name && p.Other.Feed != name }),
					slices.DeleteFunc(joined, func(p engine.Pair) bool { return p.Keep.Feed != name && p.Other.Feed != name }))
				return nil
			}
		}
		return engine.ErrUnknownFeed
	})
}

// printPairs prints the properties that are perhaps the same, with the commands to decide, and those
// that a person has joined.
func printPairs(out io.Writer, proposals []engine.Proposal, joined []engine.Pair) {
	if len(proposals) > 0 {
		fmt.Fprintf(out, "\nperhaps the same property: %d; decide on each by one of its two commands\n", len(proposals))
	}
	for _, p := range proposals {
		table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintf(table, "\n%s\n", p.Why)
		for _, one := range []engine.Proposed{p.Keep, p.Other} {
			from := one.Feed
			if from == "" {
				from = "no feed"
			}
			if one.Shared {
				from += ", another agency's"
			}
			fmt.Fprintf(table, "  %s\t%s\t%s\t%s\n", printable(one.Reference), printable(one.Title), from, one.Link)
		}
		_ = table.Flush()
		fmt.Fprintf(
			out,
			"  the same, the first one stays: estate feeds join %d %d\n  two properties:                estate feeds keep-apart %d %d\n",
			p.Keep.ID, p.Other.ID, p.Keep.ID, p.Other.ID,
		)
	}
	if len(joined) > 0 {
		fmt.Fprintln(out, "\njoined by a person:")
	}
	for _, p := range joined {
		fmt.Fprintf(out, "  %s (%d) is %s (%d) since %s; to undo it: estate feeds keep-apart %d %d\n", printable(p.Other.Reference), p.Other.ID,
			printable(p.Keep.Reference), p.Keep.ID, formatTime(p.At), p.Keep.ID, p.Other.ID)
	}
}

// JoinProperties makes two properties one, KeepPropertiesApart records that they are two: see
// engine.Join and engine.KeepApart.
func JoinProperties(ctx context.Context, s config.Settings, keep, other string) error {
	return decideOnPair(ctx, s, joinAction, keep, other, (*engine.Engine).Join)
}

// KeepPropertiesApart records that two properties are not the same.
func KeepPropertiesApart(ctx context.Context, s config.Settings, a, b string) error {
	return decideOnPair(ctx, s, keepApartAction, a, b, (*engine.Engine).KeepApart)
}

func decideOnPair(
	ctx context.Context, s config.Settings, action, first, second string,
	do func(*engine.Engine, context.Context, string, string) (string, error),
) error {
	message, done, err := callSite(ctx, s, action, first+operator.PairSeparator+second)
	if done && strings.HasPrefix(message, nothingChanged) {
		return errors.New(message)
	}
	if done {
		fmt.Println(message)
		return err
	}
	return withFeeds(ctx, s, true, func(e *engine.Engine) error {
		message, err := do(e, ctx, first, second)
		if err == nil {
			fmt.Println(message)
		}
		return err
	})
}

func printFeeds(out io.Writer, list []engine.Status) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "FEED\tKIND\tPROPERTIES\tLAST SUCCESS\tSTATE")
	for _, f := range list {
		state := "ok"
		switch {
		case f.Alarm != nil:
			state = fmt.Sprintf("%d of %d are missing: estate feeds accept %s", f.Alarm.Missing, f.Alarm.Had, f.Name)
		case len(f.Jumps) > 0:
			state = fmt.Sprintf("%d prices wait: estate feeds accept %s", len(f.Jumps), f.Name)
		case f.Error != "":
			state = f.Error
		case f.Success.IsZero():
			state = "not read yet"
		case f.Report.Skipped > 0:
			state = fmt.Sprintf("%d could not be read: estate feeds status %s", f.Report.Skipped, f.Name)
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\t%s\n", f.Name, f.Kind, f.Properties, timeOrNever(f.Success), printable(state))
	}
	return table.Flush()
}

func printFeed(out io.Writer, f engine.Status) {
	fmt.Fprintf(out, "feed: %s (%s %s)\nproperties: %d\nlast success: %s\nlast complete run: %s\n", f.Name, f.Kind, f.Host, f.Properties,
		timeOrNever(f.Success), timeOrNever(f.Full))
	if f.Error != "" {
		fmt.Fprintf(out, "last error: %s (%d runs have failed)\n", printable(f.Error), f.Failures)
	}
	if f.Alarm != nil {
		fmt.Fprintf(out, "held back: %d of %d properties are missing since %s; `estate feeds accept %s` removes them\n", f.Alarm.Missing,
			f.Alarm.Had, formatTime(f.Alarm.Since), f.Name)
	}
	for _, key := range slices.Sorted(maps.Keys(f.Jumps)) {
		jump := f.Jumps[key]
		if !jump.Accepted {
			fmt.Fprintf(out, "held back: the price of %s from %d to %d since %s; `estate feeds accept %s` publishes it\n", printable(jump.Reference),
				jump.From, jump.To, formatTime(jump.Since), f.Name)
		}
	}
	printFeedNotes(out, f.Report)
	printFeedReport(out, f.Report)
}

// printFeedNotes prints what a person must know first: columns that are missing, prices, values that are hardly true, then
// what repeats.
func printFeedNotes(out io.Writer, r engine.Report) {
	for _, p := range r.Problems {
		if p.Columns {
			fmt.Fprintf(out, "no column for: %s\n", printable(p.Field))
		}
	}
	for _, isPrice := range []bool{true, false} {
		for _, p := range r.Problems {
			if p.Warning && (p.Field == "price") == isPrice {
				fmt.Fprintf(out, "warning: %s\n", problemText(p))
			}
		}
	}
	for _, again := range r.Repeated {
		what := ""
		switch {
		case again.Skipped:
			what = "; left out"
		case !again.Warning:
			what = "; ignored"
		}
		places := make([]string, len(again.Places))
		for i, place := range again.Places {
			places[i] = printable(place.String())
		}
		where := strings.Join(places, ", ")
		if again.N > len(places) && where != "" {
			where += " …"
		}
		if where != "" {
			where = " (" + where + ")"
		}
		fmt.Fprintf(out, "%d × %s%s%s\n", again.N, problemText(again.Problem), what, where)
	}
	for _, kind := range slices.Sorted(maps.Keys(r.Unknown)) {
		words := r.Unknown[kind]
		list := slices.SortedFunc(maps.Keys(words), func(a, b string) int { return cmp.Or(cmp.Compare(words[b], words[a]), cmp.Compare(a, b)) })
		for _, word := range list[:min(len(list), maxUnknownWords)] {
			fmt.Fprintf(out, "%d × %s “%s” has no term\n", words[word], kind, printable(word))
		}
		fmt.Fprintf(out, "unknown %ss: %d; `estate feeds terms` lists them\n", kind, len(words))
	}
}

// maxUnknownWords bounds the words of a kind that are printed with a report.
const maxUnknownWords = 20

// problemText is a problem with its place: line 3, KEY, field “value”: reason.
func problemText(p feeds.Problem) string {
	var where []string
	if p.Line > 0 {
		where = append(where, fmt.Sprintf("line %d", p.Line))
	}
	if p.Key != "" {
		where = append(where, printable(p.Key))
	}
	field := printable(p.Field)
	if p.Value != "" {
		field = strings.TrimSpace(field + " “" + printable(p.Value) + "”")
	}
	if field != "" {
		where = append(where, field)
	}
	if len(where) == 0 {
		return printable(p.Reason)
	}
	return strings.Join(where, ", ") + ": " + printable(p.Reason)
}

func printFeedReport(out io.Writer, r engine.Report) {
	fmt.Fprintf(out, "listed: %d, added: %d, changed: %d, unchanged: %d, removed: %d\n", r.Listed, r.Added, r.Changed, r.Unchanged, r.Removed)
	for _, each := range []struct {
		n    int
		text string
	}{
		{r.Held, "removals are held back; a person must accept them"},
		{r.HeldPrice, "changes of prices are held back; a person must accept them"},
		{r.Unwanted, "are left out by the settings of the feed"},
		{r.Linked, "belong to another feed or to WordPress"},
		{r.Skipped, "could not be read"},
		{r.Waiting, "pictures could not be fetched; the next run retries"},
	} {
		if each.n > 0 {
			fmt.Fprintf(out, "%d %s\n", each.n, each.text)
		}
	}
	for _, same := range r.Same {
		fmt.Fprintf(out, "perhaps the same: %s and %d (%s): %s\n", printable(same.Reference), same.ID, printable(same.Other), same.Why)
	}
	for _, p := range r.Problems {
		switch {
		case p.Columns || p.Warning: // printed first
		case p.Skipped:
			fmt.Fprintf(out, "left out: %s\n", problemText(p))
		default:
			fmt.Fprintf(out, "ignored: %s\n", problemText(p))
		}
	}
}

// RunFeed reads a feed now: the running site does it if it has an admin address, else this
// process.
func RunFeed(ctx context.Context, s config.Settings, name string, full bool) error {
	if done, err := askSite(ctx, s, "feed-run", name); done {
		return err
	}
	return withFeeds(ctx, s, true, func(e *engine.Engine) error {
		report, err := e.Run(ctx, name, engine.Options{Full: full})
		printFeedNotes(os.Stdout, report)
		printFeedReport(os.Stdout, report)
		return err
	})
}

// PreviewFeed prints what a run would change, and changes nothing.
func PreviewFeed(ctx context.Context, s config.Settings, name string) error {
	return withFeeds(ctx, s, false, func(e *engine.Engine) error {
		report, err := e.Run(ctx, name, engine.Options{Preview: true, Full: true})
		printPreview(os.Stdout, report)
		return err
	})
}

func printPreview(out io.Writer, report engine.Report) {
	printFeedNotes(out, report)
	for _, c := range report.Changes {
		fmt.Fprintln(out,
			strings.TrimSpace(fmt.Sprintf("%s %s %s %s", c.Action, printable(c.Key), printable(c.Title), strings.Join(c.Fields, ", "))))
	}
	printFeedReport(out, report)
	fmt.Fprintln(out, "nothing was changed")
}

// AcceptFeed confirms the removals and the prices of a feed that are held back.
func AcceptFeed(ctx context.Context, s config.Settings, name string) error {
	if done, err := askSite(ctx, s, "feed-accept", name); done {
		return err
	}
	return withFeeds(ctx, s, true, func(e *engine.Engine) error {
		held, err := e.Accept(ctx, name)
		switch {
		case err != nil:
			return err
		case !held:
			fmt.Println("there is nothing to confirm")
		default:
			fmt.Println("confirmed; the next run carries it out")
		}
		return nil
	})
}

// askSite sends an action to the running site and prints its message. done is false without an admin
// address or when no site answers there.
func askSite(ctx context.Context, s config.Settings, action, what string) (done bool, err error) {
	message, done, err := callSite(ctx, s, action, what)
	if done {
		fmt.Println(message)
	}
	return done, err
}

func callSite(ctx context.Context, s config.Settings, action, what string) (message string, done bool, err error) {
	if s.AdminAddr == "" {
		return "", false, nil
	}
	body, err := callAdmin(ctx, s, http.MethodPost, "/do/"+action, url.Values{"what": {what}})
	if errors.Is(err, syscall.ECONNREFUSED) {
		return "", false, nil
	}
	return strings.TrimSpace(string(body)), true, err
}

// PrintFeedTerms prints the words without a term as rows of the agency's table.
func PrintFeedTerms(ctx context.Context, s config.Settings) error {
	return withFeeds(ctx, s, false, func(e *engine.Engine) error {
		list, err := e.Status(ctx)
		if err != nil {
			return err
		}
		return writeTerms(os.Stdout, list)
	})
}

func writeTerms(out io.Writer, list []engine.Status) error {
	rows := csv.NewWriter(out)
	rows.Comma = ';'
	all := [][]string{{"kind", "term", "means", "en", "es"}}
	seen := map[string]bool{}
	for _, status := range list {
		for _, kind := range slices.Sorted(maps.Keys(status.Report.Unknown)) {
			for _, word := range slices.Sorted(maps.Keys(status.Report.Unknown[kind])) {
				if !seen[kind+word] {
					all = append(all, []string{kind, engine.QuoteFormula(word), "", "", ""})
				}
				seen[kind+word] = true
			}
		}
	}
	return rows.WriteAll(all)
}

// WriteFeedTemplate writes a spreadsheet for a feed of kind csv.
func WriteFeedTemplate(file string) error {
	if file == stdStream {
		return csvfeed.Template(os.Stdout)
	}
	out, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644) //nolint:gosec // it has no data
	if err != nil {
		return err
	}
	return errors.Join(csvfeed.Template(out), out.Close())
}
