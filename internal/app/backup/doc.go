// Package backup writes snapshots of databases and folders into a repository while they are
// in use, and restores them as of a point in time.
//
// A repository (repository.go) is a folder or a bucket (storage.go). All its files are encrypted (key.go). It has
// objects, each a compressed chunk of data under the HMAC of its content, and manifests, one a
// snapshot, which name objects. A chunk that an earlier snapshot has is not written again, so a snapshot costs what
// changed. The manifest is written last, so a snapshot exists as a whole or not at all. Every chunk is checked when
// it is read.
//
// Sources are SQLite files (sqlite.go), PostgreSQL databases (postgres.go) and folders
// (folder.go). Which of them make up a site is decided by internal/app. Start with Take,
// Restore and Runner.
package backup
