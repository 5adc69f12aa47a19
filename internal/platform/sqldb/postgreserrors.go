package sqldb

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"estate/internal/platform/backoff"
)

// isOutage reports a server that is away for now: stopped, starting, unreachable
// or full of connections. A retry may help.
func isOutage(err error) bool {
	if known, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch {
		case strings.HasPrefix(known.Code, "57P0"), // shut down, crashed, starting
			strings.HasPrefix(known.Code, "08"), // connection broke
			known.Code == "53300",               // too many connections
			known.Code == "25P03":               // stood still in a transaction
			return true
		}
		return false
	}
	if errors.Is(err, context.Canceled) && !errors.Is(err, errTimeout) {
		return false
	}
	for _, known := range []error{
		errTimeout, driver.ErrBadConn, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed,
		syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.EPIPE,
	} {
		if errors.Is(err, known) {
			return true
		}
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	return pgconn.SafeToRetry(err) // the connection had ended before
}

// isLate reports a server that is there and did not answer in time, or that is starting.
func isLate(err error) bool {
	if known, ok := errors.AsType[*pgconn.PgError](err); ok {
		return known.Code == "57P03"
	}
	return pgconn.Timeout(err) || errors.Is(err, errTimeout)
}

// postgresRemedies are what an operator can do, by the server's error code.
var postgresRemedies = map[string]string{
	"28P01": "the password is wrong, or the user does not exist; correct the address",
	"28000": "the server does not let this user in from here; correct the address, or its pg_hba.conf",
	"3D000": "there is no such database; make it with createdb, or correct the address",
	"3F000": "the schema is not there; create it, or leave search_path out of the address",
	"42501": "the user may not do that; make it the owner of the database or of the schema (GRANT CREATE, USAGE ON SCHEMA public)",
	"25006": "this server only reads: it is a copy; name the one that it copies",
	"42P07": "the database holds tables of another program; name an empty database, or a schema of its own with ?search_path=",
	"53100": "the server's disk is full; free some space",
	"53200": "the server has no memory left",
	"53300": "the server has no connection left; raise its max_connections or run fewer nodes",
	"57P03": "the server is starting or stopping; it answers soon",
	"26000": "a pooler changes connections between queries; name the server itself, or a pool by session",
	"08P01": "a pooler refuses the settings of the connection; name the server itself",
}

// explainPostgres adds the remedy to PostgreSQL's error. While the server is away the
// error wraps backoff.ErrUnreachable.
func explainPostgres(name string, err error) error {
	if known, ok := errors.AsType[*pgconn.PgError](err); ok {
		if remedy := postgresRemedies[known.Code]; remedy != "" {
			err = fmt.Errorf("%w (%s: %s)", err, name, remedy)
		}
	} else if isOutage(err) {
		err = fmt.Errorf("%w (%s: it does not answer; is PostgreSQL running there?)", err, name)
	}
	if isOutage(err) {
		return fmt.Errorf("%w: %w", backoff.ErrUnreachable, err)
	}
	return err
}
