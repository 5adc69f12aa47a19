<?php
/**
 * Adds edge cases to the content of WordPress.
 *
 *   php edgecases.php SITE_FOLDER      prints the ids by name, as JSON
 */

declare(strict_types=1);

namespace EstateFixture;

$_SERVER += ['HTTP_HOST' => 'localhost', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_METHOD' => 'GET'];
require $argv[1] . '/wp-config.php';
require_once ABSPATH . 'wp-admin/includes/user.php';
wp_set_current_user(990001);
kses_remove_filters();
\Estate\Webhook\Changes::pause();

/** Creates a post. */
function make(string $slug, array $post = [], array $fields = []): int {
	$id = wp_insert_post(wp_slash($post + ['post_type' => 'post', 'post_status' => 'publish', 'post_title' => $slug, 'post_name' => $slug, 'post_content' => '<p>Text.</p>']), true);
	if (is_wp_error($id)) {
		fwrite(STDERR, $slug . ': ' . $id->get_error_message() . "\n");
		exit(1);
	}
	foreach ($fields as $name => $value) {
		\Estate\Fields\Meta::set($id, $name, $value);
	}
	return $id;
}

/** Creates a picture in the media library, without a file. */
function picture(string $slug, int $parent = 0): int {
	$id = make($slug, ['post_type' => 'attachment', 'post_status' => 'inherit', 'post_mime_type' => 'image/jpeg', 'post_parent' => $parent]);
	update_post_meta($id, '_wp_attached_file', "media/$slug.jpg");
	update_post_meta($id, '_wp_attachment_metadata', ['width' => 800, 'height' => 600, 'file' => "media/$slug.jpg"]);
	return $id;
}

$writer = wp_insert_user(['user_login' => 'gone-writer', 'user_pass' => wp_generate_password(), 'user_email' => 'gone@example.test', 'role' => 'author']);
$lost   = picture('lost-picture');
$hidden = make('hidden-parent', ['post_status' => 'draft']);
$first  = make('first-parent', ['post_type' => 'page']);
$second = make('second-parent', ['post_type' => 'page']);
$long   = '<!-- wp:paragraph --><p>' . str_repeat('A long line about the coast, with “quotes” & signs. ', 4000) . "</p><!-- /wp:paragraph -->";
$ids    = [
	'draft'            => make('hard-draft', ['post_status' => 'draft']),
	'private'          => make('hard-private', ['post_status' => 'private']),
	'future'           => make('hard-future', ['post_status' => 'future', 'post_date' => '2099-01-01 10:00:00', 'post_date_gmt' => '2099-01-01 09:00:00']),
	'trashed'          => make('hard-trashed'),
	'pending'          => make('hard-pending', ['post_status' => 'pending']),
	'password'         => make('hard-password', ['post_password' => 'secret', 'post_content' => '<p>Only with the word.</p>']),
	'emoji'            => make('hard-emoji', ['post_title' => 'Sun 🌞 and sea 🌊', 'post_content' => '<p>👨‍👩‍👧 at the beach</p>']),
	'entities'         => make('hard-entities', ['post_title' => 'Caf&eacute; &amp; &lt;bar&gt; &#8211; &quot;best&quot;']),
	'broken_html'      => make('hard-broken', ['post_content' => '<div><p>Never closed <b>bold <table><tr><td>cell</p><script>alert(1)</script><img src=x onerror=alert(1)>']),
	'long'             => make('hard-long', ['post_content' => $long]),
	'empty'            => make('hard-empty', ['post_title' => ' ', 'post_content' => '', 'post_excerpt' => ' ']),
	'no_author'        => make('hard-no-author', ['post_author' => $writer]),
	'no_picture'       => make('hard-no-picture', [], []),
	'draft_picture'    => make('hard-draft-picture'),
	'under_first'      => make('same-slug', ['post_type' => 'page', 'post_parent' => $first]),
	'under_second'     => make('same-slug', ['post_type' => 'page', 'post_parent' => $second]),
	'shortcode'        => make('hard-shortcode', ['post_content' => '[gallery ids="1,2"] [unknown] text']),
	'bad_sections'     => make('hard-sections', ['post_type' => 'page'], ['sections' => '[{"acf_fc_layout":"intro","title":5,"html":{"a":1}},{"acf_fc_layout":"nonsense"},"text",null]']),
	'cut_sections'     => make('hard-cut-sections', ['post_type' => 'page'], ['sections' => '[{"acf_fc_layout":"intro","title":"cut']),
	'bad_numbers'      => make('hard-numbers', ['post_type' => 'properties'], ['bedrooms' => 'several', 'price_amount' => '1.250.000 €', 'built_size' => '-5', 'lat' => 'north', 'gallery' => 'none', 'agent' => '999999', 'badges' => 'sold']),
	'bare_home'        => make('hard-bare', ['post_type' => 'properties', 'post_content' => '']),
	'bare_development' => make('hard-bare-development', ['post_type' => 'developments'], ['units' => 'none', 'phases' => [['en' => ['a']]]]),
];
update_post_meta($ids['no_picture'], '_thumbnail_id', $lost);
wp_delete_attachment($lost, true);
update_post_meta($ids['draft_picture'], '_thumbnail_id', picture('picture-of-a-draft', $hidden));
wp_delete_user($writer, 990001);
$GLOBALS['wpdb']->update($GLOBALS['wpdb']->posts, ['post_author' => $writer], ['ID' => $ids['no_author']]);
wp_trash_post($ids['trashed']);
\Estate\Properties\TableUpdater::flush();
echo wp_json_encode($ids), "\n";
