<?php
/**
 * Publishes a page with one heading and prints its id.
 *
 *   php make-page.php SITE_FOLDER TITLE HEADING
 */

declare(strict_types=1);

$_SERVER += ['HTTP_HOST' => '127.0.0.1', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_METHOD' => 'GET'];
require $argv[1] . '/wp-config.php';
$page = wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_title' => $argv[2]]);
Estate\Fields\Meta::set($page, 'sections', wp_json_encode([['acf_fc_layout' => 'intro', 'title' => $argv[3]]]));
wp_update_post(['ID' => $page]); // tells the site of the sections
echo $page, "\n";
