package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"estate/internal/app/config"
	"estate/internal/cms/wordpress"
	"estate/internal/find/index"
	"estate/internal/media"
	"estate/internal/site/audit"
	"estate/internal/site/redirect"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
	"estate/internal/site/server"
	"estate/internal/site/ssr"
	"estate/internal/store"
)

// Check prints the settings in effect and the findings in the content. With all it
// lists every finding. It returns an error if there are findings.
func Check(ctx context.Context, s config.Settings, all bool) error {
	fmt.Println("# The settings in effect, in the form of a configuration file.")
	if err := printSettings(os.Stdout, s); err != nil {
		return fmt.Errorf("print settings: %w", err)
	}
	table, err := route.NewTable(s.RouteConfig())
	if err != nil {
		return fmt.Errorf("permalink table: %w", err)
	}
	fmt.Println()
	if node, version, err := ssr.FindNode(s.Node, searchDirs()); err != nil {
		fmt.Println("node: none;", err)
	} else {
		fmt.Printf("node: %s (%s)\n", node, version)
	}
	printPolicy(os.Stdout, s)
	return errors.Join(printStudio(ctx, s), checkCMS(ctx, os.Stdout, s), checkContent(ctx, s, table, all))
}

// printPolicy prints what chat and analytics widen in the content security policy of all pages.
func printPolicy(w io.Writer, s config.Settings) {
	cfg := s.ServerConfig("", "", slog.New(slog.DiscardHandler))
	widened := strings.Split(server.ContentSecurityPolicy(&cfg), "; ")
	if len(cfg.ChatSources)+len(cfg.AnalyticsSources) == 0 {
		return
	}
	cfg.ChatSources, cfg.AnalyticsSources = nil, nil
	alone := strings.Split(server.ContentSecurityPolicy(&cfg), "; ")
	fmt.Fprintln(w, "content security policy: [chat] and [analytics] widen it on all pages")
	for _, directive := range widened {
		if !slices.Contains(alone, directive) {
			fmt.Fprintln(w, "  allowed:", directive)
		}
	}
	for _, directive := range alone {
		name, _, _ := strings.Cut(directive, " ")
		if !slices.ContainsFunc(widened, func(other string) bool { return strings.HasPrefix(other, name+" ") }) {
			fmt.Fprintln(w, "  no longer enforced:", directive)
		}
	}
}

// unset matches a line of a setting without a value: what has a default has it by then.
var unset = regexp.MustCompile(`^\s*\w+ = (""|0|0\.0|"0s"|\[\])$`)

// meansZero are the settings whose zero is a value.
var meansZero = regexp.MustCompile(`^\s*(min_pictures|max_drop|max_removed) = `)

// printSettings prints the settings that have a value, in the form of the file.
func printSettings(w io.Writer, s config.Settings) error {
	var text strings.Builder
	if err := toml.NewEncoder(&text).Encode(s.Effective().WithoutSecrets()); err != nil {
		return err
	}
	table := "" // the heading of a table, until a line of it is printed
	for line := range strings.Lines(text.String()) {
		switch line = strings.TrimRight(line, "\n"); {
		case line == "" || unset.MatchString(line) && !meansZero.MatchString(line):
		case strings.HasPrefix(strings.TrimSpace(line), "["):
			if strings.HasPrefix(table, "[[") && !strings.HasPrefix(line, "[") {
				fmt.Fprintf(w, "\n%s\n", table) // a table within an element of a list
			}
			table = line
		default:
			if table != "" {
				fmt.Fprintf(w, "\n%s\n", table)
				table = ""
			}
			fmt.Fprintln(w, line)
		}
	}
	return nil
}

// checkCMS reads the root of the CMS's API and prints under which name it knows itself. Its error
// names the address and the remedy.
func checkCMS(ctx context.Context, w io.Writer, s config.Settings) error {
	if s.CMS.Address() == nil {
		return nil
	}
	config := s.WordPressConfig()
	config.CacheKey = cacheKey(s)
	client, err := wordpress.New(config)
	if err != nil {
		return err
	}
	identity, err := client.Identity(ctx)
	if err != nil {
		return fmt.Errorf("the WordPress cannot be read: %w", err)
	}
	if _, err := client.About(ctx); err != nil {
		return fmt.Errorf("the WordPress cannot be read: %w", err)
	}
	fmt.Fprintf(w, "wordpress: %s\n", s.CMSURL())
	printProblems(w, client.Problems())
	if identity.Zone != nil {
		fmt.Fprintf(w, "  time zone %s\n", identity.Zone)
	}
	return nil
}

// checkContent audits the store. The site may run at the same time.
func checkContent(ctx context.Context, s config.Settings, table *route.Table, all bool) error {
	if s.CMS.IsLive() {
		fmt.Printf("content: read from %s, not checked here\n", s.CMS.Address().Redacted())
		return checkProblems(ctx, os.Stdout, s, nil)
	}
	if !s.HasStore() {
		fmt.Printf("store: %s does not exist; the first start creates it with the demo agency\n", s.StoreFile())
		return checkProblems(ctx, os.Stdout, s, nil)
	}
	st, err := openStoreToRead(ctx, s, nil)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // read only
	limit := maxFindings
	if all {
		limit = 0
	}
	report, err := auditStore(ctx, s, st, table, limit)
	if err != nil {
		return fmt.Errorf("check the content: %w", err)
	}
	fmt.Printf("store: %s, %d published entities\n", st.Name(), report.Checked)
	problems := checkProblems(ctx, os.Stdout, s, st)
	printReport(os.Stdout, report, all)
	if n := report.Total(); n > 0 {
		return errors.Join(problems, fmt.Errorf("findings in the content: %d", n))
	}
	return problems
}

// maxFindings is the default maximum of printed findings of a group.
const maxFindings = 10

// auditStore audits the store with the resolver and redirects of the site. A limit of
// 0 means no limit of findings.
func auditStore(ctx context.Context, s config.Settings, st *store.Store, table *route.Table, limit int) (*audit.Report, error) {
	noLog := slog.New(slog.DiscardHandler)
	redirects, err := redirect.New(redirect.Config{Rules: s.LinkRules(), Results: table.IsResults, Hosts: s.OwnHosts()})
	if err != nil {
		return nil, err
	}
	if err := redirectReader(st, redirects, noLog)(ctx); err != nil {
		return nil, err
	}
	searcher := index.New(index.Config{Rows: st.Rows})
	if err := searcher.Build(ctx); err != nil {
		return nil, err
	}
	st.UseSearcher(searcher)
	config := s.ResolveConfig(noLog)
	config.Catalog, config.Listings = newCatalogCache(st, st.Generation).get, newListingCache(st, st.Generation).get
	config.Zone = zoneOf(st)
	resolver, err := resolve.New(config, st, table)
	if err != nil {
		return nil, err
	}
	sanitizer, err := s.Sanitizer()
	if err != nil {
		return nil, err
	}
	unreadable, closePictures, err := openPicturesToRead(s)
	if err != nil {
		return nil, err
	}
	defer closePictures()
	var progress progressLine
	defer progress.clear()
	return audit.Run(ctx, audit.Config{
		Resolver: resolver, Redirects: redirects, Hosts: s.OwnHosts(), HasPicture: func(path string) bool { return hasPicture(s, path) },
		MaxFindings: limit, Law: s.Legal.Law(), Sanitizer: sanitizer, Unreadable: unreadable,
		Progress: func(checked int) { progress.printf("checked %d", checked) },
	}, st)
}

// openPicturesToRead opens the picture library without workers. unreadable is nil on a machine that
// has no pictures yet.
func openPicturesToRead(s config.Settings) (unreadable func(address string) string, closeLibrary func(), err error) {
	for _, folder := range []string{s.OriginalsDir(), s.RenditionsDir()} {
		if _, err := os.Stat(folder); err != nil {
			return nil, func() {}, nil
		}
	}
	hosts, private := s.PictureHosts()
	library, err := media.New(media.Config{
		Originals: s.OriginalsDir(), Cache: s.RenditionsDir(), Hosts: hosts, PrivateHosts: private, CMS: s.CMSURL(),
		CacheBytes: math.MaxInt64, Log: slog.New(slog.DiscardHandler), // nothing is evicted
	})
	if err != nil {
		return nil, nil, err
	}
	return library.Unreadable, func() { _ = library.Close() }, nil
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

// maxExamples is the number of findings of a group that is printed as one line.
const maxExamples = 3

// printExamples prints a group as one line: its number of findings with some of them.
func printExamples(w io.Writer, title string, report *audit.Report, group audit.Group) {
	var examples []string
	for _, finding := range report.Findings {
		if finding.Group == group && len(examples) < maxExamples {
			examples = append(examples, finding.Where+": "+finding.Text)
		}
	}
	fmt.Fprintf(w, "\n%s: %d, such as %s; `estate check --all` lists them\n", title, report.Count[group], strings.Join(examples, "; "))
}

// printReport prints the findings by group, with the remedy of the group. The last
// line has all counts for programs.
func printReport(w io.Writer, report *audit.Report, all bool) {
	summary := fmt.Sprintf("findings=%d", report.Total())
	for _, group := range audit.Groups {
		count := report.Count[group.Group]
		summary += fmt.Sprintf(" %s=%d", group.Group, count)
		if count == 0 {
			continue
		}
		if group.Group == audit.GroupPictures && !all { // often a thousand: one line
			printExamples(w, group.Title, report, group.Group)
			fmt.Fprintf(w, "  What to do: %s.\n", group.Remedy)
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
			fmt.Fprintf(w, "  and %d more; `estate check --all` lists them\n", count)
		}
		fmt.Fprintf(w, "  What to do: %s.\n", group.Remedy)
	}
	fmt.Fprintf(w, "\n%s\n", summary)
}
