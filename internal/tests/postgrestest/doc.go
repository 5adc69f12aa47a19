// Package postgrestest gives a test an empty schema on the PostgreSQL server that
// ESTATE_TEST_POSTGRES names (URL), or a server of its own that the test may stop
// (Server). Tests are skipped where there is none.
package postgrestest
