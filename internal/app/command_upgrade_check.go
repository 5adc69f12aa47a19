package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"estate/internal/agency/leads"
	"estate/internal/app/config"
	"estate/internal/platform/sqldb"
	"estate/internal/site/ssr"
	"estate/internal/store"
	"estate/web"
)

// UpgradeCheck prints what a start of this program does to the data of another version. The
// error joins everything that prevents the start. It changes nothing.
func UpgradeCheck(ctx context.Context, w io.Writer, s config.Settings) error {
	fmt.Fprintln(w, "settings: understood")
	problems := []error{upgradeContent(ctx, w, s), upgradeLeads(ctx, w, s), upgradeAccounts(ctx, w, s)}
	if node, version, err := ssr.FindNode(s.Node, searchDirs()); err != nil {
		problems = append(problems, fmt.Errorf("node: %w", err))
	} else {
		fmt.Fprintf(w, "node: %s (%s)\n", node, version)
	}
	if _, err := web.ServerBundle(); err != nil {
		problems = append(problems, fmt.Errorf("front end: %w (%w)", errNotBuilt, err))
	}
	return errors.Join(problems...)
}

func upgradeContent(ctx context.Context, w io.Writer, s config.Settings) error {
	switch {
	case s.CMS.IsLive():
		fmt.Fprintln(w, "content: read from the CMS")
		return nil
	case !s.HasStore():
		fmt.Fprintln(w, "content: none yet")
		return nil
	}
	content, err := openStoreToRead(ctx, s, nil)
	if err == nil {
		fmt.Fprintln(w, "content: the schema is that of this program")
		return content.Close()
	}
	if schema, ok := errors.AsType[*store.SchemaError](err); ok && schema.Have < schema.Want {
		printUpgrade(w, "content", schema.Have, schema.Want)
		return nil
	}
	return fmt.Errorf("content: %w", err)
}

func upgradeLeads(ctx context.Context, w io.Writer, s config.Settings) error {
	if _, err := os.Stat(s.LeadsFile()); errors.Is(err, os.ErrNotExist) {
		fmt.Fprintln(w, "enquiries: none yet")
		return nil
	}
	have, want, err := leads.SchemaVersions(ctx, s.LeadsFile())
	switch {
	case err != nil:
		return fmt.Errorf("enquiries: %w", err)
	case have > want:
		return fmt.Errorf("enquiries: the schema has version %d, written by a newer program; this one knows %d: install the newer program", have,
			want)
	case have < want:
		printUpgrade(w, "enquiries", have, want)
	default:
		fmt.Fprintln(w, "enquiries: the schema is that of this program")
	}
	return nil
}

func upgradeAccounts(ctx context.Context, w io.Writer, s config.Settings) error {
	const what = "users of the studio"
	_, err := countUsers(ctx, s)
	schema, isSchema := errors.AsType[*sqldb.SchemaError](err)
	switch {
	case s.Studio.Off:
		return nil
	case err == nil:
		fmt.Fprintf(w, "%s: the schema is that of this program\n", what)
	case isSchema && schema.Have < schema.Want:
		printUpgrade(w, what, schema.Have, schema.Want)
	default:
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

func printUpgrade(w io.Writer, what string, have, want int64) {
	fmt.Fprintf(
		w,
		"%s: the first start changes the schema from version %d to %d; an older program cannot read it afterwards, so make a backup before\n",
		what, have, want,
	)
}
