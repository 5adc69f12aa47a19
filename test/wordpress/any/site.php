<?php
/**
 * Plugin Name: A WordPress as other agencies have it
 *
 * Switches the Estate plugin off and changes what any.txt beside it names, a word each: "clip" sends 7 entries on each page
 * whatever is asked for; "homes" has the post type property of a theme with its fields in property_meta; "closed" has
 * no posts in the REST API. Without any.txt it does nothing. TestSiteBeforeARealWordPressOfOthers installs it
 * as a must-use plugin.
 */

declare(strict_types=1);

namespace Estate\Tests\Any;

if (!is_file(__DIR__ . '/any.txt')) {
	return;
}
$words = explode(' ', trim((string) file_get_contents(__DIR__ . '/any.txt')));

add_filter('option_active_plugins', static fn(): array => []);
// The stored rules have those of the plugin. They are made anew for each request and not stored.
add_filter('option_rewrite_rules', static fn(): string => '');
add_filter('pre_update_option_rewrite_rules', static fn($new, $old) => $old, 10, 2);
if (in_array('clip', $words, true)) {
	add_action('pre_get_posts', static fn($query) => $query->set('posts_per_page', 7));
}
if (in_array('closed', $words, true)) {
	add_filter('register_post_type_args', static fn(array $args, string $name): array => $name === 'post' ? ['show_in_rest' => false] + $args : $args, 10, 2);
}
add_action('init', static function () use ($words): void {
	if (in_array('homes', $words, true)) {
		register_post_type('property', ['public' => true, 'show_in_rest' => true, 'supports' => ['title', 'editor', 'thumbnail']]);
	}
});
add_action('rest_api_init', static function (): void {
	register_rest_field('property', 'property_meta', ['get_callback' => static fn(array $object) => get_post_meta($object['id'])]);
});
