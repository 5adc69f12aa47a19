<?php
/**
 * The filters of properties and developments.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Content\PostTypes;
use Estate\Properties\Area;
use Estate\Properties\Filter;
use Estate\Properties\Query;
use Estate\Properties\Table;
use Estate\Language\Languages;
use Estate\Language\Links;
use Estate\Language\Request;
use Estate\Module;
use Estate\Redirects\Table as Redirects;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Applies the filters of the site to properties and developments. With a filter, sold ones are
 * omitted. Without one, a list has everything that is published, as a replica needs it.
 * redirectRef finds the property of an old reference.
 */
final class PropertyFilters implements Module {

	private const MAX_REFERENCE_LENGTH = 40;

	public function register(): void {
		foreach (PostTypes::PROPERTY_TYPES as $type) {
			add_filter("rest_{$type}_query", [$this, 'query'], 10, 2);
			add_filter("rest_{$type}_collection_params", [$this, 'parameters']);
		}
		add_filter('posts_clauses', [Query::class, 'clauses'], 10, 2);
		add_filter('posts_search', [Query::class, 'search'], 20, 2);
		add_filter('rest_request_after_callbacks', [$this, 'oldReference'], 10, 3);
	}

	/**
	 * Refuses an area or a circle that cannot be read: without it the response would have every property.
	 *
	 * @param array<string, mixed> $params
	 * @return array<string, mixed>
	 */
	public function parameters(array $params): array {
		$check = static fn(callable $read, string $text): callable => static fn($value) => !is_string($value) || $value !== '' && $read($value) === null ? new WP_Error('rest_invalid_param', $text) : true;
		return $params + [
			's_area' => ['validate_callback' => $check([Area::class, 'rings'], __('It must be encoded polylines of precision 5 with three points or more, joined by commas.', 'estate'))],
			's_near' => ['validate_callback' => $check([Area::class, 'near'], __('It must be lat,lng,km with at most 200 km.', 'estate'))],
		];
	}

	/**
	 * Adds the filter to the query of a list.
	 *
	 * @param array<string, mixed> $args
	 * @return array<string, mixed>
	 */
	public function query(array $args, WP_REST_Request $request): array {
		$type = (string) ($args['post_type'] ?? '');
		$old  = self::reference($request);
		if ($old !== '') {
			return ['post__in' => [Table::byReference($type, $old) ?: 0]] + $args;
		}
		if (!Filter::isAsked($request)) {
			return $args;
		}
		$filter = Filter::of($request, $type);
		if (mb_strlen($filter->reference) > self::MAX_REFERENCE_LENGTH) {
			return ['post__in' => [0]] + $args;
		}
		return Query::with($args, $filter, !isset($request->get_query_params()['orderby']));
	}

	/**
	 * Looks up a reference that no property has in the redirect table.
	 *
	 * @param mixed $response
	 * @return mixed
	 */
	public function oldReference($response, array $handler, WP_REST_Request $request) {
		$reference = self::reference($request);
		if ($reference === '' || !$response instanceof WP_REST_Response || $response->get_data() !== []
			|| preg_match('#^/wp/v2/(properties|developments)$#', $request->get_route()) !== 1) {
			return $response;
		}
		$folder = Request::language() === Languages::FALLBACK ? '/propertie/' : Languages::prefix(Request::language()) . '/propiedad/';
		$pair   = Redirects::find($folder . $reference . '/');
		if ($pair === null) {
			return $response;
		}
		$response->set_data([['id' => 0, 'type' => 'redirect', 'link' => Links::absolute($pair['to']), 'reference' => $reference]]);
		$response->header('X-WP-Total', '1');
		$response->header('X-WP-TotalPages', '1');
		return $response;
	}

	private static function reference(WP_REST_Request $request): string {
		$reference = $request->get_param('redirectRef');
		return is_string($reference) ? mb_substr(trim($reference), 0, self::MAX_REFERENCE_LENGTH + 1) : '';
	}
}
