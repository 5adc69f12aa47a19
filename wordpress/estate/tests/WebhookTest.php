<?php
/**
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Tests;

use Estate\Webhook\Changes;
use Estate\Webhook\Sender;
use Estate\Webhook\Signature;

/** Webhook notices. */
final class WebhookTest extends Check {

	/** @var array<int, array{string, array<string, mixed>}> */
	private array $sent = [];

	private int $status = 202;

	public function begin(): void {
		parent::begin();
		Changes::drain();
		update_option('estate_settings', ['site_url' => 'https://site.test']);
		delete_option(Sender::WAITING);
		Changes::drain();
		add_filter('pre_http_request', [$this, 'answer'], 10, 3);
	}

	public function end(): void {
		remove_filter('pre_http_request', [$this, 'answer']);
		Changes::drain();
		parent::end();
	}

	public function answer($result, array $request, string $address) {
		$this->sent[] = [$address, $request];
		return ['response' => ['code' => $this->status], 'headers' => [], 'body' => '', 'cookies' => []];
	}

	public function testANoticeHasTypeAndId(): void {
		$id = $this->make('properties', [], ['bedrooms' => 2]);
		(new Sender())->sendOnShutdown();
		[$address, $request] = $this->sent[0];
		$body = json_decode($request['body'], true);
		$this->same($address, 'https://site.test/_cms/changed', 'address');
		$this->holds(in_array(['type' => 'properties', 'id' => $id], $body['changes'], true), 'no notice of the property: ' . $request['body']);
		$signature = $request['headers']['X-Estate-Signature'];
		$time      = (int) substr($signature, strlen('t='));
		$this->holds(abs(time() - $time) < 60, "the time of the signature is the present: $signature");
		$want = Signature::headers(\Estate\Settings\Settings::secret(), Signature::WEBHOOK, $request['body'], $time);
		$this->same($signature, $want['X-Estate-Signature'], 'signature');
	}

	/** The test of internal/platform/signature has the same constant. */
	public function testSignatureOfAKnownMessage(): void {
		$this->same(
			Signature::headers('a secret of sixteen or more', Signature::WEBHOOK, '{"changes":[]}', 1770000000),
			['X-Estate-Signature' => 't=1770000000,v1=8b61237ef6e41d6a3b13fd4425fbb7bc422a134f242557062dc033fc73576022'],
			'signature'
		);
	}

	public function testEveryKindOfChangeIsNoticed(): void {
		$post = $this->make('post', ['post_name' => 'changed']);
		$property = $this->make('properties');
		$term = wp_insert_term('Changed', 's_type')['term_id'];
		$cat  = wp_insert_term('Changed too', 'category')['term_id'];
		$user = wp_insert_user(['user_login' => 'changed', 'user_pass' => 'x', 'user_email' => 'changed@example.test']);
		Changes::drain();
		foreach ([
			'picture of a property' => [static fn() => update_post_meta($property, '_thumbnail_id', 7), "properties $property"],
			'term of a property'      => [static fn() => wp_set_object_terms($property, [$term], 's_type'), "properties $property"],
			'a trashed post'        => [static fn() => wp_trash_post($post), "posts $post"],
			'a deleted post'        => [static fn() => wp_delete_post($post, true), "posts $post"],
			'a term\'s name'        => [static fn() => wp_update_term($term, 's_type', ['name' => 'Other']), "s_type $term"],
			'a term\'s translation' => [static fn() => update_term_meta($term, '_estate_name_es', 'Otro'), "s_type $term"],
			'a deleted category'    => [static fn() => wp_delete_term($cat, 'category'), "categories $cat"],
			'a user'              => [static fn() => wp_update_user(['ID' => $user, 'display_name' => 'Changed']), "users $user"],
			'settings'              => [static fn() => update_option('estate_options', ['phone_1' => '1' . microtime()]), 'options 0'],
			'old links'             => [static fn() => update_option('estate_redirects', [['from' => '/a' . microtime(true) . '/', 'to' => '/b/']]), 'redirects 0'],
			'the feed'              => [static fn() => update_option('estate_instagram', [['id' => microtime()]]), 'instagram 0'],
		] as $name => [$change, $want]) {
			$change();
			$changes = array_map(static fn(array $one): string => "{$one['type']} {$one['id']}", Changes::drain());
			$this->holds(in_array($want, $changes, true), "$name: got " . implode(', ', $changes) . ", want $want");
		}
	}

	public function testReadingMakesNoNotice(): void {
		$this->make('properties');
		Changes::drain();
		$this->ids('/wp/v2/properties');
		$this->same(Changes::drain(), [], 'changes of a list');
	}

	public function testAChangedFieldSetsTheModificationTime(): void {
		global $wpdb;
		$id = $this->make('properties');
		Changes::drain();
		$wpdb->update($wpdb->posts, ['post_modified_gmt' => '2020-01-01 00:00:00'], ['ID' => $id]);
		clean_post_cache($id);
		update_post_meta($id, '_estate_bedrooms', 5);
		Changes::drain();
		$this->holds(get_post($id)->post_modified_gmt > '2024', 'the modification time is now');
	}

	public function testFailedNoticesAreRetried(): void {
		$this->status = 500;
		Changes::add('posts', 1);
		(new Sender())->sendOnShutdown();
		$this->same(Sender::waiting(), [['type' => 'posts', 'id' => 1]], 'pending after a failure');
		$this->holds(wp_next_scheduled(Sender::HOOK) !== false, 'a retry is scheduled');
		$this->status = 202;
		Changes::add('posts', 2);
		Changes::add('posts', 1);
		(new Sender())->sendOnShutdown();
		$this->same(json_decode(end($this->sent)[1]['body'], true)['changes'], [['type' => 'posts', 'id' => 1], ['type' => 'posts', 'id' => 2]], 'sent with the next change, each once');
		$this->same(Sender::waiting(), [], 'pending after success');
	}

	public function testManyChangesAreSentInSeveralRequests(): void {
		for ($id = 1; $id <= 1100; $id++) {
			Changes::add('posts', $id);
		}
		(new Sender())->sendOnShutdown();
		$this->same(array_map(static fn(array $one): int => count(json_decode($one[1]['body'], true)['changes']), $this->sent), [500, 500, 100], 'changes per request');
		foreach ($this->sent as [, $request]) {
			$this->holds(strlen($request['body']) <= 64 * 1024, 'a request has at most 64 KB');
		}
	}
}
