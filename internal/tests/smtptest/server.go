package smtptest

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/mail"
	"net/textproto"
	"strings"
	"sync"
)

// Mail is a mail that the server accepted.
type Mail struct {
	From string
	To   []string
	Data []byte
}

// Read parses the mail.
func (m Mail) Read() (*mail.Message, error) { return mail.ReadMessage(bytes.NewReader(m.Data)) }

// Server is a running SMTP server.
type Server struct {
	listener net.Listener
	wait     sync.WaitGroup

	mu    sync.Mutex
	fail  func(command string) string
	mails []Mail
	conns map[net.Conn]bool
}

// Start serves on listener until Close.
func Start(listener net.Listener) *Server {
	s := &Server{listener: listener, conns: map[net.Conn]bool{}}
	s.wait.Go(s.accept)
	return s
}

// Port is the TCP port of the server.
func (s *Server) Port() int { return s.listener.Addr().(*net.TCPAddr).Port }

// Fail sets the response to each command line, and to the end of the data as ".": "" means
// success, "drop" closes the connection, anything else is sent as it is.
func (s *Server) Fail(decide func(command string) string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = decide
}

// Mails returns the mails accepted so far.
func (s *Server) Mails() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Mail(nil), s.mails...)
}

// Close stops the server and closes its connections.
func (s *Server) Close() {
	_ = s.listener.Close() // an error does not matter to a test
	s.mu.Lock()
	for conn := range s.conns {
		_ = conn.Close()
	}
	s.mu.Unlock()
	s.wait.Wait()
}

func (s *Server) accept() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		s.conns[conn] = true
		s.mu.Unlock()
		s.wait.Go(func() {
			s.serve(conn)
			_ = conn.Close()
			s.mu.Lock()
			delete(s.conns, conn)
			s.mu.Unlock()
		})
	}
}

var errDrop = errors.New("connection dropped")

// respond sends the response of the test, by default success.
func (s *Server) respond(w *textproto.Writer, command, success string) (failed bool, err error) {
	if failed, err := s.refuse(w, command); failed {
		return true, err
	}
	return false, w.PrintfLine("%s", success)
}

// refuse sends the response of the test to a command that fails.
func (s *Server) refuse(w *textproto.Writer, command string) (failed bool, err error) {
	s.mu.Lock()
	decide := s.fail
	s.mu.Unlock()
	if decide == nil {
		return false, nil
	}
	switch response := decide(command); response {
	case "":
		return false, nil
	case "drop":
		return true, errDrop
	default:
		return true, w.PrintfLine("%s", response)
	}
}

func (s *Server) serve(conn net.Conn) {
	r, w := textproto.NewReader(bufio.NewReader(conn)), textproto.NewWriter(bufio.NewWriter(conn))
	if err := w.PrintfLine("220 test mail server"); err != nil {
		return
	}
	var m Mail
	for {
		line, err := r.ReadLine()
		if err != nil {
			return
		}
		verb, rest, _ := strings.Cut(line, " ")
		switch strings.ToUpper(verb) {
		case "EHLO", "HELO":
			_, err = s.respond(w, line, "250-test\r\n250 8BITMIME")
		case "MAIL":
			m = Mail{From: address(rest)}
			_, err = s.respond(w, line, "250 ok")
		case "RCPT":
			var failed bool
			if failed, err = s.respond(w, line, "250 ok"); !failed {
				m.To = append(m.To, address(rest))
			}
		case "DATA":
			err = s.data(r, w, line, &m)
		case "QUIT":
			_ = w.PrintfLine("221 bye") // the client closes the connection anyway
			return
		default: // RSET, NOOP
			_, err = s.respond(w, line, "250 ok")
		}
		if err != nil {
			return
		}
	}
}

func (s *Server) data(r *textproto.Reader, w *textproto.Writer, line string, m *Mail) error {
	failed, err := s.respond(w, line, "354 send the mail")
	if failed || err != nil {
		return err
	}
	if m.Data, err = io.ReadAll(r.DotReader()); err != nil {
		return err
	}
	if failed, err := s.refuse(w, "."); failed {
		return err
	}
	// The mail is stored before the response, as by a real server.
	s.mu.Lock()
	s.mails = append(s.mails, *m)
	s.mu.Unlock()
	return w.PrintfLine("250 accepted")
}

// address returns the text between the angle brackets of "FROM:<a@b> SIZE=1".
func address(text string) string {
	_, text, _ = strings.Cut(text, "<")
	text, _, _ = strings.Cut(text, ">")
	return text
}
