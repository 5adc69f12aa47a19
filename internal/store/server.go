package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// How long a database server may keep the site waiting. A read is asked again
// while the server restarts; once it has been away for longer than that, every
// read is tried once, so that visitors do not pile up.
const (
	readPatience  = 10 * time.Second // until the first row
	writePatience = time.Minute
	retryFor      = 5 * time.Second
	firstPause    = 50 * time.Millisecond
	longestPause  = 500 * time.Millisecond
)

// errNoAnswer reports a server that keeps a question to itself.
var errNoAnswer = errors.New("the database gave no answer in time")

// server is what is known of the database server's health.
type server struct{ lostAt atomic.Int64 } // Unix nanoseconds; 0 while it answers

// noted takes in the outcome of a question and returns it.
func (v *server) noted(err error) error {
	if v == nil {
		return err
	}
	if err != nil && isOutage(err) {
		v.lostAt.CompareAndSwap(0, time.Now().UnixNano())
	} else if err == nil {
		v.lostAt.Store(0)
	}
	return err
}

// lostFor is how long the server has not answered, 0 while it does.
func (v *server) lostFor() time.Duration {
	if at := v.lostAt.Load(); at != 0 {
		return max(time.Since(time.Unix(0, at)), time.Nanosecond)
	}
	return 0
}

// patiently bounds the time until a question's first answer.
func patiently(ctx context.Context, patience time.Duration, ask func(context.Context) error) error {
	bounded, cancel := context.WithCancel(ctx)
	defer cancel()
	timer := time.AfterFunc(patience, cancel)
	defer timer.Stop()
	err := ask(bounded)
	if err != nil && ctx.Err() == nil && bounded.Err() != nil {
		return fmt.Errorf("%w (%v): %w", errNoAnswer, patience, err)
	}
	return err
}

// eachOfServer asks a server. In a transaction it asks once; a pool asks again on
// another connection when the server went away before it answered.
func (s *statements) eachOfServer(ctx context.Context, st *statement, args []any, scan func(*sql.Rows) error) error {
	began, pause := time.Now(), firstPause
	for {
		answered, err := s.askServer(ctx, st, args, scan)
		if answered || err == nil || s.server == nil || !isOutage(err) || ctx.Err() != nil {
			return err
		}
		if time.Since(began)+pause > retryFor || s.server.lostFor() > retryFor {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
		pause = min(2*pause, longestPause)
	}
}

// askServer asks once; answered tells that the answer had begun.
func (s *statements) askServer(ctx context.Context, st *statement, args []any, scan func(*sql.Rows) error) (answered bool, err error) {
	// The rows live as long as the context they were asked under, so patience ends
	// with the first of them and the context stays.
	bounded, cancel := context.WithCancel(ctx)
	defer cancel()
	timer := time.AfterFunc(readPatience, cancel)
	rows, err := st.query(bounded, s.on, args)
	late := !timer.Stop()
	if err != nil {
		if late && ctx.Err() == nil {
			err = fmt.Errorf("%w (%v): %w", errNoAnswer, readPatience, err)
		}
		return false, s.server.noted(err)
	}
	defer rows.Close()
	_ = s.server.noted(nil)
	return true, scanAll(rows, scan)
}

// storable makes texts of any origin fit for a server that insists on UTF-8
// without zero bytes: visitors choose some of what is looked up.
func storable(args []any) []any {
	for i, arg := range args {
		text, ok := arg.(string)
		if !ok || utf8.ValidString(text) && !strings.Contains(text, "\x00") {
			continue
		}
		args[i] = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
	}
	return args
}

// Healthy reports a database server that does not answer now; pages that are known
// go out all the same.
func (s *Store) Healthy() error {
	if s.server == nil {
		return nil
	}
	if lost := s.server.lostFor(); lost > 0 {
		return fmt.Errorf("the database has not answered for %v", lost.Round(time.Second))
	}
	return nil
}
