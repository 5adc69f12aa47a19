// Command testservers runs a server of another author for the tests of Estate, on a port of
// loopback: a certificate authority, an S3 server or an FTP server.
//
//	testservers acme -http 5002 -tls 5001
//	testservers s3 -bucket estate -access-key KEY -secret-key KEY
//	testservers ftp -folder DIR -user NAME -password PASSWORD [-tls]
//
// The first line of its output is a testserver.Info. It ends when its standard input closes, so
// that it does not outlive the test that started it. Package internal/tests/testserver starts it.
package main

import (
	"bufio"
	"encoding/json"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"os"

	"estate/internal/tests/testserver"
)

// A server is started by its arguments. It returns what a client must know, and what a line of the
// standard input does (nil: nothing).
type server func(args []string) (testserver.Info, func(line string) error, error)

var servers = map[string]server{"acme": serveACME, "s3": serveS3, "ftp": serveFTP}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "testservers:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 || servers[args[0]] == nil {
		return errors.New("name a server: acme, s3 or ftp")
	}
	info, obey, err := servers[args[0]](args[1:])
	if err != nil {
		return fmt.Errorf("start %s: %w", args[0], err)
	}
	out := json.NewEncoder(os.Stdout)
	if err := out.Encode(info); err != nil {
		return err
	}
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		if obey == nil {
			return fmt.Errorf("%s takes no commands, and got %q", args[0], input.Text())
		}
		if err := obey(input.Text()); err != nil {
			return err
		}
		if err := out.Encode(info); err != nil { // done
			return err
		}
	}
	return input.Err()
}

// inPEM encodes a certificate or a key.
func inPEM(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

func newFlags(name string) *flag.FlagSet { return flag.NewFlagSet(name, flag.ContinueOnError) }
