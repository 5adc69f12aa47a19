// Package s3test starts S3 servers for tests: GoFakeS3, the server of `rclone serve s3`, with its
// bucket in memory, or with ESTATE_S3_SERVER=versitygw VersityGW, a server for production, over a
// temporary folder. The first build of the latter takes a minute.
package s3test
