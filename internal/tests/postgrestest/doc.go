// Package postgrestest gives tests a PostgreSQL: an empty schema of their own on the
// server that ESTATE_TEST_POSTGRES names (URL), or a server of their own that they
// may stop (Server). Tests are skipped where there is none.
package postgrestest
