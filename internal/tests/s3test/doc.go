// Package s3test starts S3 servers for tests: GoFakeS3, the server of `rclone serve s3`, in this
// process, or with ESTATE_S3_SERVER=versitygw VersityGW, a server for production, over a temporary
// folder. The module of the latter is tools/s3; its first build takes a minute.
package s3test
