<?php
/**
 * The filters of the collections of homes.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Content\PostTypes;
use Estate\Properties\Filter;
use Estate\Properties\Query;
use Estate\Properties\Table;
use Estate\Language\Languages;
use Estate\Language\Links;
use Estate\Language\Request;
use Estate\Module;
use Estate\Redirects\Table as Redirects;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Answers the agency's filters on properties and developments, which leave sold
 * homes out. Without any, a list holds everything that is published, as a reader
 * of the whole content needs it. redirectRef finds what an old reference named.
 */
final class PropertyFilters implements Module {

	private const MAX_REFERENCE_LENGTH = 40;

	public function register(): void {
		foreach (PostTypes::PROPERTY_TYPES as $type) {
			add_filter("rest_{$type}_query", [$this, 'query'], 10, 2);
		}
		add_filter('posts_clauses', [Query::class, 'clauses'], 10, 2);
		add_filter('rest_request_after_callbacks', [$this, 'oldReference'], 10, 3);
	}

	/**
	 * Narrows the query of a list.
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
	 * Where no home has the reference any more, the table of old links may know it.
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
