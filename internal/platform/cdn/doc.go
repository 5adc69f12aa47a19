// Package cdn names the surrogate keys of responses and purges them at a content delivery
// network when content changes: at least once, with retries. It knows no store; internal/app
// tells what changed. Start with Purger.
package cdn
