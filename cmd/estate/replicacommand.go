package main

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

	"estate/internal/replica"
)

// replicaCommand looks after the copy of a CMS.
type replicaCommand struct {
	Status  replicaStatus  `cmd:"" help:"Tell how the copy is."`
	Accept  replicaAccept  `cmd:"" help:"Confirm that content which has disappeared in numbers may be deleted here."`
	Compare replicaCompare `cmd:"" help:"Compare everything now, and try again what failed."`
	Adopt   replicaAdopt   `cmd:"" help:"Make the store follow the CMS that is set, whatever it followed before."`
}

// adminFlags find the running site's admin address.
type adminFlags struct {
	flags
	AdminAddr string `name:"admin-addr" help:"Admin address of the running site." placeholder:"HOST:PORT"`
}

// ask calls the running site on its admin address, with its token.
func (f adminFlags) ask(ctx context.Context, method, path string, form url.Values) ([]byte, error) {
	settings, err := f.load("", f.AdminAddr)
	if err != nil {
		return nil, err
	}
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

type replicaStatus struct{ adminFlags }

// Run is called by kong.
func (c *replicaStatus) Run(ctx context.Context) error {
	body, err := c.ask(ctx, http.MethodGet, "/status.json", nil)
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

type replicaAccept struct {
	adminFlags
	List string `arg:"" optional:"" help:"List that may be deleted from, such as properties; all of them without."`
}

// Run is called by kong.
func (c *replicaAccept) Run(ctx context.Context) error {
	body, err := c.ask(ctx, http.MethodPost, "/do/accept", url.Values{"what": {c.List}})
	fmt.Print(string(body))
	return err
}

type replicaCompare struct{ adminFlags }

// Run is called by kong.
func (c *replicaCompare) Run(ctx context.Context) error {
	body, err := c.ask(ctx, http.MethodPost, "/do/compare", nil)
	fmt.Print(string(body))
	return err
}

type replicaAdopt struct{ flags }

// Run is called by kong. The site must not run meanwhile.
func (c *replicaAdopt) Run(ctx context.Context) error {
	settings, err := c.load("", "")
	if err != nil {
		return err
	}
	if !settings.CMS.isReplica() {
		return errors.New("no CMS is set to follow: name it with --cms-url")
	}
	st, err := openToWrite(ctx, settings)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }() // everything is committed by then
	if err := replica.Adopt(ctx, st, settings.CMS.name()); err != nil {
		return err
	}
	fmt.Printf("%s follows %s from its next start\n", st.Name(), settings.CMS.name())
	return nil
}
