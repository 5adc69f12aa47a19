#!/usr/bin/env bash
# Starts a real WordPress with the plugin of this repository activated.
#
#   up.sh [PORT]    prints the address on standard output, progress on standard error;
#                   port 0 selects a free port
#   up.sh --can     exits with 0 if a WordPress can be started on this machine
#
# ESTATE_WORDPRESS_STATE  state folder (default /tmp/estate-wordpress); its path must be short
# ESTATE_WORDPRESS_FRESH  1 installs everything again
# ESTATE_WORDPRESS_PLAIN  1 starts the site of an agency that never had the plugin, with its content, see plain/
# ESTATE_WORDPRESS_PLAIN_MORE  1 adds posts and pages to it, 30 of each in each language
# ESTATE_SITE_URL         address of the Estate that receives previews and notices
# WORKERS                 PHP processes (default 4)
#
# Application passwords, fixed for tests:
#   admin:EstateAdminPassword0001  reader:EstateReaderPassword001
# Sign-in at wp-login.php: admin / admin-pass, editor / editor-pass. Shared secret: estate-test-secret-0001
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
port=${1:-8091}
workers=${WORKERS:-4}

ready() {
	[[ -f $core/wp-settings.php ]] && command -v mariadbd >/dev/null && command -v curl >/dev/null && command -v php >/dev/null &&
		php -r 'exit(array_filter(["mysqli", "gd", "xml", "mbstring", "curl"], fn($e) => !extension_loaded($e)) ? 1 : 0);'
}

if [[ ${1:-} = --can ]]; then
	ready || { [[ $(id -u) = 0 ]] && command -v apt-get >/dev/null; }
	exit
fi

install_packages() {
	[[ $(id -u) = 0 ]] || die "missing packages, which only root can install: ${packages[*]}"
	note "installing ${packages[*]}"
	# Packaged services must not start: this script starts its own.
	local policy=/usr/sbin/policy-rc.d mine=
	if [[ ! -e $policy ]]; then
		mine=1
		printf '#!/bin/sh\nexit 101\n' >"$policy"
		chmod +x "$policy"
	fi
	local apt=(apt-get -y -q -o DPkg::Lock::Timeout=600)
	export DEBIAN_FRONTEND=noninteractive
	{ "${apt[@]}" install --no-install-recommends "${packages[@]}" apache2- ||
		{ "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "${packages[@]}" apache2-; }; } >"$state/apt.log" 2>&1 || {
		[[ -z $mine ]] || rm -f "$policy"
		die "the packages cannot be installed, see $state/apt.log"
	}
	[[ -z $mine ]] || rm -f "$policy"
}

# A running instance keeps its port.
free_port() {
	if running web; then
		cut -d' ' -f1 "$state/web.conf"
	else
		php -r '$s = stream_socket_server("tcp://127.0.0.1:0"); echo substr(strrchr(stream_socket_get_name($s, false), ":"), 1);'
	fi
}

start_database() {
	running db && sql -e 'SELECT 1' >/dev/null 2>&1 && return
	stop db
	((${#socket} < 100)) || die "the path of the state folder is too long for a socket: $state"
	cat >"$state/db.cnf" <<-CNF
		[mariadbd]
		datadir=$state/db
		socket=$socket
		pid-file=$state/mariadbd.pid
		log-error=$state/db.log
		tmpdir=$state
		user=$(id -un)
		skip-networking
		skip-log-bin
		performance_schema=OFF
		character-set-server=utf8mb4
		collation-server=utf8mb4_unicode_520_ci
		innodb_flush_log_at_trx_commit=0
		innodb_doublewrite=0
		innodb_buffer_pool_size=128M
		innodb_log_file_size=32M
		max_connections=80
	CNF
	if [[ ! -d $state/db/mysql ]]; then
		note "creating the database"
		rm -rf "$state/db"
		mkdir -p "$state/db"
		mariadb-install-db --defaults-file="$state/db.cnf" --auth-root-authentication-method=normal --skip-test-db --user="$(id -un)" \
			>"$state/db-install.log" 2>&1 || die "mariadb-install-db failed, see $state/db-install.log"
	fi
	setsid mariadbd --defaults-file="$state/db.cnf" >>"$state/db.log" 2>&1 </dev/null 9>&- &
	echo $! >"$state/db.pid"
	await 30 sql -e 'SELECT 1' || die "the database does not answer, see $state/db.log"
	sql -e "CREATE DATABASE IF NOT EXISTS wp CHARACTER SET utf8mb4;
		CREATE USER IF NOT EXISTS wp@localhost IDENTIFIED BY 'wp'; GRANT ALL ON wp.* TO wp@localhost"
}

# The site has copies of the entry points of WordPress, because they read wp-config.php in
# their own folder, and a link to the library of the package.
create_site() {
	mkdir -p "$site/wp-content/plugins" "$site/wp-content/themes/bare" "$site/wp-content/uploads" "$site/wp-content/languages"
	if [[ ! -d $site/wp-admin ]]; then
		cp -rL "$core/wp-admin" "$site/wp-admin"
		find "$core" -maxdepth 1 -name '*.php' ! -name 'wp-config*' -exec cp {} "$site/" \;
	fi
	ln -sfn "$core/wp-includes" "$site/wp-includes"
	if [[ ${ESTATE_WORDPRESS_PLAIN:-} = 1 ]]; then
		rm -f "$site/wp-content/plugins/estate"
	else
		ln -sfn "$plugin" "$site/wp-content/plugins/estate"
	fi
	printf '/* Theme Name: Bare */\n' >"$site/wp-content/themes/bare/style.css"
	cat >"$site/wp-content/themes/bare/index.php" <<-'PHP'
		<!doctype html><title><?php wp_title(''); ?></title><?php while (have_posts()) { the_post(); the_title('<h1>', '</h1>'); the_content(); }
	PHP
	rm -rf "$site/wp-content/mu-plugins"
	if [[ ${ESTATE_WORDPRESS_PLAIN:-} = 1 ]]; then
		mkdir -p "$site/wp-content/mu-plugins"
		cp "$here/plain/site.php" "$site/wp-content/mu-plugins/site.php"
	fi
	cat >"$site/wp-config.php" <<-PHP
		<?php
		define('DB_NAME', 'wp'); define('DB_USER', 'wp'); define('DB_PASSWORD', 'wp'); define('DB_HOST', 'localhost:$socket');
		define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
		define('WP_HOME', '$address'); define('WP_SITEURL', '$address');
		define('WP_ENVIRONMENT_TYPE', 'local'); define('WP_DEFAULT_THEME', 'bare');
		define('WP_DEBUG', true); define('WP_DEBUG_DISPLAY', false); define('WP_DEBUG_LOG', '$state/debug.log');
		define('DISABLE_WP_CRON', true); define('AUTOMATIC_UPDATER_DISABLED', true);
		define('WP_HTTP_BLOCK_EXTERNAL', true); define('WP_ACCESSIBLE_HOSTS', '127.0.0.1,localhost');
		define('ESTATE_SECRET', 'estate-test-secret-0001');
		foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as \$key) {
			define(\$key, hash('sha256', 'the test fixture has no secrets' . \$key));
		}
		\$table_prefix = 'wp_';
		if (!defined('ABSPATH')) { define('ABSPATH', __DIR__ . '/'); }
		require ABSPATH . 'wp-settings.php';
	PHP
}

install_wordpress() {
	local stamp
	stamp=$(cat "$here/install.php" "$here"/plain/*.php "$plugin/src/Content/Catalogue.php" "$plugin/src/Setup.php" "$plugin/src/Properties/Table.php" - <<<"$address ${ESTATE_WORDPRESS_PLAIN:-} ${ESTATE_WORDPRESS_PLAIN_MORE:-}" | sha256sum | cut -c1-16)
	[[ -f $state/stamp && $(<"$state/stamp") = "$stamp" ]] && sql wp -e 'SELECT 1 FROM wp_options LIMIT 1' >/dev/null 2>&1 && return
	note "installing WordPress"
	sql -e 'DROP DATABASE IF EXISTS wp; CREATE DATABASE wp CHARACTER SET utf8mb4; GRANT ALL ON wp.* TO wp@localhost'
	rm -rf "$site/wp-content/uploads"
	mkdir -p "$site/wp-content/uploads"
	php_run "$here/install.php" "$site" "${ESTATE_SITE_URL:-}" >&2 || die "the installation failed"
	if [[ ${ESTATE_WORDPRESS_PLAIN:-} = 1 ]]; then
		php_run "$here/plain/content.php" "$site" >&2 || die "the content of the plain site cannot be loaded"
	fi
	mariadb-dump --no-defaults --socket="$socket" --user=root --skip-comments wp >"$state/fresh.sql"
	echo "$stamp" >"$state/stamp"
}

start_web() {
	if running web && [[ $(<"$state/web.conf") != "$port $workers" ]]; then
		stop web
	fi
	if ! running web; then
		echo "$port $workers" >"$state/web.conf"
		PHP_CLI_SERVER_WORKERS=$workers setsid php -q -d opcache.enable_cli=1 -d opcache.revalidate_freq=0 -d memory_limit=256M \
			-d expose_php=0 -d upload_max_filesize=32M -d post_max_size=40M -S "127.0.0.1:$port" -t "$site" "$here/router.php" \
			>"$state/web.log" 2>&1 </dev/null 9>&- &
		echo $! >"$state/web.pid"
	fi
	await 30 curl -fsS -m 10 -o /dev/null "$address/wp-json/wp/v2/types" || die "$address does not answer, see $state/web.log and $state/debug.log"
}

mkdir -p "$state"
exec 9>"$state/lock"
flock -w 300 9 || die "another up.sh is running in $state"
ready || install_packages
if [[ ${ESTATE_WORDPRESS_FRESH:-} = 1 ]]; then
	stop web
	stop db
	rm -rf "$state/db" "$site" "$state/stamp"
fi
[[ $port != 0 ]] || port=$(free_port)
address=http://127.0.0.1:$port
start_database
create_site
install_wordpress
start_web
note "up at $address, state in $state"
echo "$address"
