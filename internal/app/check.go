package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"estate/internal/audit"
	"estate/internal/config"
	"estate/internal/index"
	"estate/internal/redirect"
	"estate/internal/resolve"
	"estate/internal/route"
	"estate/internal/ssr"
	"estate/internal/store"
)

// check prints the settings and the findings; all lists every one of them.
func Check(ctx context.Context, settings config.Settings, all bool) error {
	fmt.Println("# Every setting in force, as a configuration file would say it.")
	if err := toml.NewEncoder(os.Stdout).Encode(settings.WithoutSecrets()); err != nil {
		return fmt.Errorf("print settings: %w", err)
	}
	table, err := route.NewTable(settings.RouteConfig())
	if err != nil {
		return fmt.Errorf("permalink table: %w", err)
	}
	fmt.Println()
	if node, version, err := ssr.FindNode(settings.Node, nearProgram()); err != nil {
		fmt.Println("node: none;", err)
	} else {
		fmt.Printf("node: %s (%s)\n", node, version)
	}
	return checkContent(ctx, settings, table, all)
}

// checkContent looks through the store, which the site may be using meanwhile.
func checkContent(ctx context.Context, s config.Settings, table *route.Table, all bool) error {
	if s.CMS.IsLive() {
		fmt.Printf("content: it comes from %s and is checked there\n", s.CMS.Address().Redacted())
		return nil
	}
	if !s.HasStore() {
		fmt.Printf("store: %s is not there yet; the first start makes it with the demo agency\n", s.StoreFile())
		return nil
	}
	st, err := openToRead(ctx, s, nil)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // nothing was written
	most := fewFindings
	if all {
		most = 0
	}
	report, err := auditStore(ctx, s, st, table, most)
	if err != nil {
		return fmt.Errorf("check the content: %w", err)
	}
	fmt.Printf("store: %s, %d published\n", st.Name(), report.Checked)
	printReport(os.Stdout, report)
	if n := report.Total(); n > 0 {
		return fmt.Errorf("findings in the content: %d", n)
	}
	return nil
}

// fewFindings are as many of a group as anybody reads at once.
const fewFindings = 10

// auditStore asks the very resolver and redirects that answer visitors.
func auditStore(ctx context.Context, s config.Settings, st *store.Store, table *route.Table, most int) (*audit.Report, error) {
	quiet := slog.New(slog.DiscardHandler)
	redirects, err := redirect.New(redirect.Config{Rules: s.LinkRules(), Results: table.IsResults, Hosts: s.OwnHosts()})
	if err != nil {
		return nil, err
	}
	f := &follower{store: st, index: index.New(index.Config{Rows: st.Rows}), redirects: redirects, log: quiet}
	if err := f.start(ctx); err != nil {
		return nil, err
	}
	st.UseSearcher(f.index)
	config := s.ResolveConfig(quiet)
	config.Catalog = newCatalogs(st, st.Generation).of
	resolver, err := resolve.New(config, st, table)
	if err != nil {
		return nil, err
	}
	var progress ticker
	defer progress.done()
	return audit.Run(ctx, audit.Config{
		Resolver: resolver, Redirects: redirects, Hosts: s.OwnHosts(), HasPicture: func(path string) bool { return hasPicture(s, path) }, MaxFindings: most,
		Progress: func(checked int) { progress.tell("checked %d", checked) },
	}, st)
}

// hasPicture reports whether the original behind a site path is on disk.
func hasPicture(s config.Settings, path string) bool {
	name := filepath.FromSlash(strings.TrimPrefix(path, "/media/"))
	if !filepath.IsLocal(name) {
		return false
	}
	_, err := os.Stat(filepath.Join(s.OriginalsDir(), name))
	return err == nil
}

// printReport tells the findings by group, each with its remedy, and in the last
// line all counts, for programs to read.
func printReport(w io.Writer, report *audit.Report) {
	summary := fmt.Sprintf("findings=%d", report.Total())
	for _, group := range audit.Groups {
		count := report.Count[group.Group]
		summary += fmt.Sprintf(" %s=%d", group.Group, count)
		if count == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s: %d\n", group.Title, count)
		for _, finding := range report.Findings {
			if finding.Group == group.Group {
				fmt.Fprintf(w, "  %s: %s\n", finding.Where, finding.Text)
				count--
			}
		}
		if count > 0 {
			fmt.Fprintf(w, "  and %d more; estate check --all lists them\n", count)
		}
		fmt.Fprintf(w, "  What to do: %s.\n", group.Remedy)
	}
	fmt.Fprintf(w, "\n%s\n", summary)
}
