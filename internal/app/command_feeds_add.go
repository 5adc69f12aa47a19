package app

import (
	"fmt"
	"io"
	"os"
	"strings"

	"estate/internal/app/config"
)

// AddFeed appends a feed to a configuration file; with the file "" it prints the table to out. notes
// receives what remains to be done. Neither receives a credential.
func AddFeed(out, notes io.Writer, file string, feed config.Feed) error {
	if file == "" {
		if err := config.CheckNewFeed(feed); err != nil {
			return err
		}
		table, err := feed.PrintedTable()
		if err != nil {
			return err
		}
		fmt.Fprint(out, table)
	} else {
		if err := config.AddFeed(file, feed); err != nil {
			return err
		}
		fmt.Fprintf(notes, "The feed %s is in %s.\n", feed.Name, file)
		if info, err := os.Stat(file); err == nil && info.Mode()&0o004 != 0 && strings.Contains(feed.Address, "?") {
			fmt.Fprintf(notes, "Every user of the machine can read the file. If the address holds a key: chmod o-r %s\n", file)
		}
	}
	if missing := feed.MissingVariables(); len(missing) > 0 {
		fmt.Fprintf(notes, "Set these variables in the environment of the site first; it does not start without them: %s\n",
			strings.Join(missing, ", "))
	}
	at := "FILE"
	if file != "" {
		at = file
	}
	fmt.Fprintf(notes, "What it brings: estate feeds preview %s --config %s. The site follows it after a restart.\n", feed.Name, at)
	return nil
}
