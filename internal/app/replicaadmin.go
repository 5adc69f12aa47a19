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

	"estate/internal/config"
	"estate/internal/replica"
)

// askSite calls the running site on its admin address, with its token.
func askSite(ctx context.Context, settings config.Settings, method, path string, form url.Values) ([]byte, error) {
	switch {
	case settings.AdminAddr == "":
		return nil, errors.New("the running site has no admin address: set admin_addr, or --admin-addr, for both")
	case settings.Admin.Token == "":
		return nil, errors.New("no token is set: write the site's into [admin] token, or ESTATE_ADMIN_TOKEN")
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, "http://"+settings.AdminAddr+path, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Authorization", bearer+string(settings.Admin.Token))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("the site does not answer at its admin address: %w; start it, and give the admin_addr that it was started with", err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, 16<<20))
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the site says: %s", strings.TrimSpace(string(body)))
	}
	return body, nil
}

// tellReplica prints the state of the running site's copy.
func ReplicaStatus(ctx context.Context, s config.Settings) error {
	body, err := askSite(ctx, s, http.MethodGet, "/status.json", nil)
	if err != nil {
		return err
	}
	var told siteStatus
	if err := json.Unmarshal(body, &told); err != nil {
		return fmt.Errorf("something else answers at admin_addr: %w; give the address that the site was started with", err)
	}
	if told.Replica == nil {
		return fmt.Errorf("the site runs in %s mode and has no copy; start it with --cms-url, and without --cms-mode live, to keep one", told.Mode)
	}
	printReplica(os.Stdout, *told.Replica)
	return nil
}

func printReplica(out io.Writer, s replica.Status) {
	fmt.Fprintf(out, "cms: %s\ncopied: %v\nequal to the CMS: %s\ncompared as a whole: %s\nlast webhook: %s\n",
		s.Address, s.Ready, orNever(s.LastSuccess), orNever(s.ReconciledAt), orNever(s.LastWebhook))
	if s.LastError != "" {
		fmt.Fprintf(out, "last error: %s\n", s.LastError)
	}
	for _, alarm := range s.Alarms {
		fmt.Fprintf(out, "disappeared: %d of %d %s; estate replica accept %s deletes them here\n", alarm.Missing, alarm.Had, alarm.List, alarm.List)
	}
	for _, failed := range s.Failed {
		fmt.Fprintf(out, "not taken: %s %d: %s\n", failed.Type, failed.ID, failed.Reason)
	}
}

func orNever(at time.Time) string {
	if at.IsZero() {
		return "never"
	}
	return stamp(at)
}

// acceptDeletions confirms what disappeared from a list, or from all of them.
func AcceptDeletions(ctx context.Context, s config.Settings, list string) error {
	body, err := askSite(ctx, s, http.MethodPost, "/do/accept", url.Values{"what": {list}})
	fmt.Print(string(body))
	return err
}

// compareReplica has the running site compare everything now.
func CompareReplica(ctx context.Context, s config.Settings) error {
	body, err := askSite(ctx, s, http.MethodPost, "/do/compare", nil)
	fmt.Print(string(body))
	return err
}

// adoptReplica makes the store follow the CMS that is set. The site must not run meanwhile.
func AdoptReplica(ctx context.Context, settings config.Settings) error {
	if !settings.CMS.IsReplica() {
		return errors.New("no CMS is set to follow: name it with --cms-url")
	}
	st, err := openToWrite(ctx, settings)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // everything is committed by then
	if err := replica.Adopt(ctx, st, settings.CMS.Name()); err != nil {
		return err
	}
	fmt.Printf("%s follows %s from its next start\n", st.Name(), settings.CMS.Name())
	return nil
}
