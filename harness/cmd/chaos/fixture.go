package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"estate/harness/command"
)

// The credentials of the fixture (test/wordpress).
const (
	fixtureUser     = "admin"
	fixturePassword = "EstateAdminPassword0001"
	fixtureSecret   = "estate-test-secret-0001"
)

// fixture is the real WordPress.
type fixture struct {
	options
	state   string
	address string
}

// script runs a script of test/wordpress and returns its output.
func (f *fixture) script(ctx context.Context, name string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, filepath.Join(f.scripts, name), args...)
	command.Env = append(os.Environ(), "ESTATE_WORDPRESS_STATE="+f.state, fmt.Sprintf("ESTATE_SITE_URL=http://127.0.0.1:%d", f.port))
	command.Stderr = os.Stderr
	return command.Output()
}

// up starts the WordPress, or the parts of it that do not run.
func (f *fixture) up(ctx context.Context) error {
	if _, err := f.script(ctx, "up.sh", strconv.Itoa(f.cmsPort)); err != nil {
		return fmt.Errorf("start WordPress: %w", err)
	}
	return nil
}

// down stops WordPress and removes its files.
func (f *fixture) down() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, _ = f.script(ctx, "down.sh", "--purge") // it prints its own errors
}

// kill kills a part of WordPress: web or db.
func (f *fixture) kill(part string) error {
	text, err := os.ReadFile(filepath.Join(f.state, part+".pid"))
	if err != nil {
		return err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || pid <= 1 {
		return fmt.Errorf("%s.pid has %q", part, text)
	}
	return syscall.Kill(-pid, syscall.SIGKILL)
}

// fill imports the demo agency with further properties and posts into WordPress.
func (f *fixture) fill(ctx context.Context, folder string) error {
	data, file := filepath.Join(folder, "seed"), filepath.Join(folder, "seed.jsonl")
	for _, args := range [][]string{
		{"demo", "--data", data, "--properties", strconv.Itoa(f.properties)},
		{"export", "--data", data, file},
	} {
		if output, err := exec.CommandContext(ctx, f.program, args...).CombinedOutput(); err != nil {
			return fmt.Errorf("estate %s: %w\n%s", args[0], err, output)
		}
	}
	if err := multiplyPosts(file, f.posts); err != nil {
		return err
	}
	begin := time.Now()
	load := exec.CommandContext(ctx, "php", "-d", "memory_limit=1024M", filepath.Join(f.scripts, "load.php"), filepath.Join(f.state, "site"),
		file)
	if output, err := load.CombinedOutput(); err != nil {
		return fmt.Errorf("load.php: %w\n%s", err, output)
	}
	fmt.Printf("WordPress filled in %s\n", command.Round(time.Since(begin)))
	return nil
}

// publishedPosts are the published posts of an export.
func publishedPosts(export []byte) ([]map[string]any, error) {
	var posts []map[string]any
	lines := bufio.NewScanner(bytes.NewReader(export))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var line struct {
			Kind string          `json:"kind"`
			Data json.RawMessage `json:"data"`
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return nil, err
		}
		if line.Kind != "post" {
			continue
		}
		var post map[string]any
		if err := json.Unmarshal(line.Data, &post); err != nil {
			return nil, err
		}
		if post["status"] == "publish" {
			posts = append(posts, post)
		}
	}
	return posts, lines.Err()
}

// multiplyPosts adds copies of the posts to an export, with different ids, slugs and links,
// until it has count posts.
func multiplyPosts(file string, count int) error {
	export, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	posts, err := publishedPosts(export)
	if err != nil {
		return fmt.Errorf("posts of %s: %w", file, err)
	}
	if len(posts) == 0 {
		return fmt.Errorf("no posts in %s", file)
	}
	out := bytes.NewBuffer(export)
	for n := len(posts); n < count; n++ {
		post := maps.Clone(posts[n%len(posts)])
		slug := fmt.Sprintf("%v-%d", post["slug"], n)
		prefix := ""
		if post["lang"] == "es" {
			prefix = "/es"
		}
		post["id"], post["slug"], post["link"] = 500_000+n, slug, prefix+"/"+slug+"/"
		delete(post, "alternative_links")
		line, err := json.Marshal(map[string]any{"kind": "post", "data": post})
		if err != nil {
			return err
		}
		out.Write(append(line, '\n'))
	}
	return os.WriteFile(file, out.Bytes(), 0o600)
}
