// Package bucket reads and writes objects of a store that speaks the API of Amazon S3. Backups
// and the originals of pictures may lie there. Start with ParseAddress and Open.
package bucket
