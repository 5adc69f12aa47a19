package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// Main is the end of a command's main function: it runs the command until it ends or
// is interrupted, says what went wrong, and exits with 1 then. Of told, the command
// has told itself.
func Main(name string, run func(context.Context) error, told error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	if err == nil {
		return
	}
	if told == nil || !errors.Is(err, told) {
		fmt.Fprintln(os.Stderr, name+":", err)
	}
	os.Exit(1)
}
