package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// Main runs a command until it ends or is interrupted. It prints an error and exits
// with 1. An error that is printed is not printed again.
func Main(name string, run func(context.Context) error, printed error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	if err == nil {
		return
	}
	if printed == nil || !errors.Is(err, printed) {
		fmt.Fprintln(os.Stderr, name+":", err)
	}
	os.Exit(1)
}
