package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"estate/internal/app/config"
	"estate/internal/cms/replica"
	"estate/internal/cms/wordpress"
)

// callAdmin sends a request to the admin address of the running site.
func callAdmin(ctx context.Context, s config.Settings, method, path string, form url.Values) ([]byte, error) {
	switch {
	case s.AdminAddr == "":
		return nil, errors.New("the running site has no admin address: set admin_addr or --admin-addr for the site and for this command")
	case s.Admin.Token == "":
		return nil, errors.New("no admin token is set: set [admin] token or ESTATE_ADMIN_TOKEN to the token of the site")
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, "http://"+s.AdminAddr+path, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Authorization", bearer+string(s.Admin.Token))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil,
			fmt.Errorf("the site does not answer at its admin address: %w; start it, and use the admin_addr that it was started with", err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, 16<<20))
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the site answered: %s", strings.TrimSpace(string(body)))
	}
	return body, nil
}

// PrintReplicaStatus prints the state of the running site's replica.
func PrintReplicaStatus(ctx context.Context, s config.Settings) error {
	body, err := callAdmin(ctx, s, http.MethodGet, "/status.json", nil)
	if err != nil {
		return err
	}
	var status siteStatus
	if err := json.Unmarshal(body, &status); err != nil {
		return fmt.Errorf("another program answers at admin_addr: %w; use the address that the site was started with", err)
	}
	if status.Replica == nil {
		return fmt.Errorf("the site runs in %s mode and has no replica; for a replica start it with --cms-url and without --cms-mode live",
			status.Mode)
	}
	printReplicaStatus(os.Stdout, *status.Replica)
	printProblems(os.Stdout, status.Problems)
	return nil
}

// printProblems prints what is in the way of the CMS's API.
func printProblems(out io.Writer, problems []wordpress.Problem) {
	for _, found := range problems {
		fmt.Fprintf(out, "problem: %s (%s", found.Problem, found.Address)
		if found.Count > 1 {
			fmt.Fprintf(out, ", %d times since %s", found.Count, formatTime(found.Since))
		}
		fmt.Fprintf(out, ")\n  what to do: %s\n", found.Remedy)
	}
}

func printReplicaStatus(out io.Writer, s replica.Status) {
	fmt.Fprintf(out, "cms: %s\nready: %v\nlast success: %s\nlast reconciliation: %s\nlast webhook: %s\n",
		s.Address, s.Ready, timeOrNever(s.LastSuccess), timeOrNever(s.ReconciledAt), timeOrNever(s.LastWebhook))
	if s.LastError != "" {
		fmt.Fprintf(out, "last error: %s\n", s.LastError)
	}
	for _, alarm := range s.Alarms {
		fmt.Fprintf(out, "missing in the CMS: %d of %d %s; `estate replica accept %s` deletes them here\n", alarm.Missing, alarm.Had, alarm.List,
			alarm.List)
	}
	for _, failed := range s.Failed {
		fmt.Fprintf(out, "failed: %s %d: %s\n", failed.Type, failed.ID, failed.Reason)
	}
}

func timeOrNever(at time.Time) string {
	if at.IsZero() {
		return "never"
	}
	return formatTime(at)
}

// AcceptDeletions confirms the deletions from a list, or from all lists if it is "".
func AcceptDeletions(ctx context.Context, s config.Settings, list string) error {
	body, err := callAdmin(ctx, s, http.MethodPost, "/do/accept", url.Values{"what": {list}})
	fmt.Print(string(body))
	return err
}

// CompareReplica starts a reconciliation in the running site.
func CompareReplica(ctx context.Context, s config.Settings) error {
	body, err := callAdmin(ctx, s, http.MethodPost, "/do/compare", nil)
	fmt.Print(string(body))
	return err
}

// AdoptReplica makes the store follow the configured CMS. The site must not run.
func AdoptReplica(ctx context.Context, s config.Settings) error {
	if !s.CMS.IsReplica() {
		return errors.New("no CMS to follow: set --cms-url")
	}
	st, err := openStoreAlone(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // all writes are committed
	if err := replica.Adopt(ctx, st, s.CMS.Name()); err != nil {
		return err
	}
	fmt.Printf("%s follows %s from the next start of the site\n", st.Name(), s.CMS.Name())
	return nil
}
