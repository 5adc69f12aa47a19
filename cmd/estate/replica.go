package main

import (
	"context"

	"estate/internal/app"
	"estate/internal/app/config"
)

// replicaCommand shows and controls the replica of a CMS.
type replicaCommand struct {
	Status  replicaStatus  `cmd:"" help:"Print the state of the replica."`
	Accept  replicaAccept  `cmd:"" help:"Confirm the deletion of content that disappeared from the CMS in large numbers."`
	Compare replicaCompare `cmd:"" help:"Start a reconciliation now and retry what failed."`
	Adopt   replicaAdopt   `cmd:"" help:"Make the store follow the configured CMS instead of another one."`
}

// adminFlags locate the admin address of the running site.
type adminFlags struct {
	config.Flags
	AdminAddr string `name:"admin-addr" help:"Admin address of the running site." placeholder:"HOST:PORT"`
}

type replicaStatus struct{ adminFlags }

// Run is called by kong.
func (c *replicaStatus) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{AdminAddr: c.AdminAddr})
	if err != nil {
		return err
	}
	return app.PrintReplicaStatus(ctx, settings)
}

type replicaAccept struct {
	adminFlags
	List string `arg:"" optional:"" help:"List to confirm, such as properties (default: all lists)."`
}

// Run is called by kong.
func (c *replicaAccept) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{AdminAddr: c.AdminAddr})
	if err != nil {
		return err
	}
	return app.AcceptDeletions(ctx, settings, c.List)
}

type replicaCompare struct{ adminFlags }

// Run is called by kong.
func (c *replicaCompare) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{AdminAddr: c.AdminAddr})
	if err != nil {
		return err
	}
	return app.CompareReplica(ctx, settings)
}

type replicaAdopt struct{ config.Flags }

// Run is called by kong.
func (c *replicaAdopt) Run(ctx context.Context) error {
	settings, err := load(c.Flags, config.Addresses{})
	if err != nil {
		return err
	}
	return app.AdoptReplica(ctx, settings)
}
