# Sourced. Starts two WordPress installations and ends them with the shell: $plugin has the plugin, with its site
# in $work/plugin/site, and $plain is that of another agency, without it. $work is a new folder.
work=$(mktemp -d "${TMPDIR:-/tmp}/estate-wp.XXXXXX")
finish() {
	ESTATE_WORDPRESS_STATE=$work/plugin test/wordpress/down.sh
	ESTATE_WORDPRESS_STATE=$work/plain test/wordpress/down.sh
	rm -rf "$work"
}
trap finish EXIT
plugin=$(ESTATE_WORDPRESS_STATE=$work/plugin test/wordpress/up.sh 0)
plain=$(ESTATE_WORDPRESS_STATE=$work/plain ESTATE_WORDPRESS_PLAIN=1 test/wordpress/up.sh 0)
