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
)

// Of the bed, fixed for tests.
const (
	bedUser     = "admin"
	bedPassword = "EstateAdminPassword0001"
	bedSecret   = "estate-test-secret-0001"
)

// bed is the real WordPress.
type bed struct {
	options
	state   string
	address string
}

func (b *bed) script(ctx context.Context, name string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, filepath.Join(b.scripts, name), args...)
	command.Env = append(os.Environ(), "ESTATE_WORDPRESS_STATE="+b.state, fmt.Sprintf("ESTATE_SITE_URL=http://127.0.0.1:%d", b.port))
	command.Stderr = os.Stderr
	return command.Output()
}

// up brings it up; what runs already stays.
func (b *bed) up(ctx context.Context) error {
	if _, err := b.script(ctx, "up.sh", strconv.Itoa(b.bedPort)); err != nil {
		return fmt.Errorf("the WordPress bed does not come up: %w", err)
	}
	return nil
}

func (b *bed) down() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, _ = b.script(ctx, "down.sh", "--purge") // it says itself what is wrong
}

// kill ends a part of the bed at once: web or db.
func (b *bed) kill(part string) error {
	text, err := os.ReadFile(filepath.Join(b.state, part+".pid"))
	if err != nil {
		return err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || pid <= 1 {
		return fmt.Errorf("%s.pid holds %q", part, text)
	}
	return syscall.Kill(-pid, syscall.SIGKILL)
}

// fill loads the demo agency with many homes and posts.
func (b *bed) fill(ctx context.Context, folder string) error {
	data, file := filepath.Join(folder, "seed"), filepath.Join(folder, "seed.jsonl")
	for _, args := range [][]string{
		{"demo", "--data", data, "--properties", strconv.Itoa(b.properties)},
		{"export", "--data", data, file},
	} {
		if output, err := exec.CommandContext(ctx, b.program, args...).CombinedOutput(); err != nil {
			return fmt.Errorf("estate %s: %w\n%s", args[0], err, output)
		}
	}
	if err := multiplyPosts(file, b.posts); err != nil {
		return err
	}
	begin := time.Now()
	command := exec.CommandContext(ctx, "php", "-d", "memory_limit=1024M", filepath.Join(b.scripts, "load.php"), filepath.Join(b.state, "site"), file)
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("load.php: %w\n%s", err, output)
	}
	fmt.Printf("WordPress filled in %s\n", round(time.Since(begin)))
	return nil
}

// publishedPosts are the posts of an export that visitors see.
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

// multiplyPosts adds copies of the posts of an export, each with a number, a slug
// and a link of its own, until there are so many.
func multiplyPosts(file string, most int) error {
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
	for n := len(posts); n < most; n++ {
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
