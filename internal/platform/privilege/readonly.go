package privilege

import (
	"errors"
	"fmt"
	"syscall"
)

// ExplainReadOnly adds the remedy to the error of writing in a folder that the service manager keeps read-only.
func ExplainReadOnly(err error, folder string) error {
	if !errors.Is(err, syscall.EROFS) {
		return err
	}
	return fmt.Errorf("%w; if systemd keeps the folder from the site: `systemctl edit estate` (estate@NAME) with the lines [Service] and "+
		"ReadWritePaths=%s, then restart it", err, folder)
}
