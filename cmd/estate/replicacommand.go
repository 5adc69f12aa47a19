package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/config"
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
	config.Flags
	AdminAddr string `name:"admin-addr" help:"Admin address of the running site." placeholder:"HOST:PORT"`
}

type replicaStatus struct{ adminFlags }

// Run is called by kong.
func (c *replicaStatus) Run(ctx context.Context) error {
	settings, err := c.Load("", c.AdminAddr)
	if err != nil {
		return err
	}
	return app.ReplicaStatus(ctx, settings)
}

type replicaAccept struct {
	adminFlags
	List string `arg:"" optional:"" help:"List that may be deleted from, such as properties; all of them without."`
}

// Run is called by kong.
func (c *replicaAccept) Run(ctx context.Context) error {
	settings, err := c.Load("", c.AdminAddr)
	if err != nil {
		return err
	}
	return app.AcceptDeletions(ctx, settings, c.List)
}

type replicaCompare struct{ adminFlags }

// Run is called by kong.
func (c *replicaCompare) Run(ctx context.Context) error {
	settings, err := c.Load("", c.AdminAddr)
	if err != nil {
		return err
	}
	return app.CompareReplica(ctx, settings)
}

type replicaAdopt struct{ config.Flags }

// Run is called by kong.
func (c *replicaAdopt) Run(ctx context.Context) error {
	settings, err := c.Load("", "")
	if err != nil {
		return err
	}
	return app.AdoptReplica(ctx, settings)
}
