<?php
/**
 * The route of the pickers.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Content\Picker;
use Estate\Language\Languages;
use Estate\Module;
use WP_REST_Request;
use WP_REST_Response;

/** Answers the pickers of the editor's forms: entries by search, or the names of chosen ones. */
final class PickerRoute implements Module {

	private const MAX_INCLUDED = 100;

	public function register(): void {
		add_action('rest_api_init', static function (): void {
			register_rest_route('estate/v1', '/picker', [
				'methods'             => 'GET',
				'callback'            => [self::class, 'answer'],
				'permission_callback' => static fn(): bool => current_user_can('edit_posts'),
				'args'                => [
					'kind'     => ['type' => 'string', 'required' => true, 'enum' => Picker::KINDS],
					'search'   => ['type' => 'string', 'default' => '', 'maxLength' => 100],
					'include'  => ['type' => 'string', 'default' => '', 'maxLength' => 10_000],
					'language' => ['type' => 'string', 'default' => '', 'enum' => array_merge([''], array_keys(Languages::DECLARED))],
				],
			]);
		});
	}

	/** @return WP_REST_Response a list of {value, label, note} */
	public static function answer(WP_REST_Request $request): WP_REST_Response {
		$kind   = (string) $request['kind'];
		$chosen = array_slice(array_filter(array_map('trim', explode(',', (string) $request['include'])), static fn(string $value): bool => $value !== ''), 0, self::MAX_INCLUDED);
		$list   = $chosen !== [] ? Picker::named($kind, $chosen) : Picker::search($kind, trim((string) $request['search']), (string) $request['language']);
		$answer = new WP_REST_Response($list);
		$answer->header('Cache-Control', 'no-store, private');
		return $answer;
	}
}
