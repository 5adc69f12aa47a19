<?php
/**
 * Prints the sample of an export that record.sh loads: at least 30 entities of each kind in each language.
 *
 *   php sample.php FILE.jsonl
 *
 * The demo has fewer developments and posts. The rest are copies of them with unusual fields: no units, prices
 * without a lower or an upper end, no translation, no picture, entities and scripts in texts.
 */

declare(strict_types=1);

/** Lines of a kind that are kept. A post or a page has one language. */
const MOST = ['property' => 45, 'post' => 60, 'page' => 60];


/** @param array<string, mixed> $data */
function put(string $kind, array $data): void {
	echo json_encode(['kind' => $kind, 'data' => $data], JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR), "\n";
}

/** @return array<int, array<string, mixed>> the units with a field of all of them changed, or removed by null */
function units(array $development, string $field, $value): array {
	return array_map(static fn(array $unit): array => array_filter([$field => $value] + $unit, static fn($v): bool => $v !== null), $development['units']);
}

/** Fields of copies of developments. null removes a field. */
$developments = [
	static fn(array $d): array => ['units' => null, 'phases' => null],
	static fn(array $d): array => ['units' => array_slice($d['units'], 0, 1), 'price' => ['from' => 640000]],
	static fn(array $d): array => ['units' => units($d, 'availability', 'sold')],
	static fn(array $d): array => ['units' => units($d, 'availability', 'reserved'), 'price' => ['from' => 500000, 'to' => 500000]],
	static fn(array $d): array => ['units' => units($d, 'price', null), 'price' => ['on_ask' => true, 'from' => 1200000, 'to' => 1900000]],
	static fn(array $d): array => ['price' => ['to' => 2750000]],
	static fn(array $d): array => ['price' => ['from' => 900000, 'to' => 450000]],
	static fn(array $d): array => ['units' => units($d, 'terrace', null), 'price' => ['from' => 12345678, 'to' => 123456789]],
	static fn(array $d): array => ['units' => units($d, 'beds', 0), 'title' => ['en' => $d['title']['en']]],
	static fn(array $d): array => ['units' => units($d, 'type', ['en' => 'Duplex & loft']), 'title' => ['en' => 'Patios < 5 & "more" than one', 'es' => 'Patios < 5 y «más» de uno']],
	static fn(array $d): array => ['gallery' => null, 'plans' => null, 'extra' => null],
	static fn(array $d): array => ['gallery' => null, 'featured_image' => null],
	static fn(array $d): array => ['gallery' => array_slice($d['gallery'], 0, 1), 'phases' => array_fill(0, 9, ['en' => 'One more phase', 'es' => 'Una fase más'])],
	static fn(array $d): array => ['description' => ['en' => '<p>Only in English.</p>'], 'subtitle' => null, 'delivery' => ['es' => 'Otoño de 2029']],
	static fn(array $d): array => ['description' => null, 'features' => null, 'badges' => null],
	static fn(array $d): array => ['description' => ['en' => '<h2>The sea 🌊</h2><ul><li>Near</li></ul>', 'es' => '<h2>El mar 🌊</h2><ul><li>Cerca</li></ul>'], 'reference' => ''],
	static fn(array $d): array => ['units' => units($d, 'built', 1234), 'badges' => ['new', 'exclusive', 'featured']],
	static fn(array $d): array => ['units' => units($d, 'name', 'Nº 1 · “A” <2º>'), 'phases' => [['en' => 'Ready']]],
	static fn(array $d): array => ['units' => units($d, 'baths', null), 'energy' => null, 'location' => null, 'agent' => null],
	static fn(array $d): array => ['units' => array_merge(...array_fill(0, 6, $d['units']))],
	static fn(array $d): array => ['price' => ['from' => 0, 'to' => 0], 'promo_name' => null, 'collections' => null],
	static fn(array $d): array => ['title' => ['en' => $d['title']['en'], 'es' => ' '], 'units' => units($d, 'price', 0)],
];

$words = ['en' => ['Slow mornings', '<p>A second walk, with the dog.</p>'], 'es' => ['Mañanas sin prisa', '<p>Un segundo paseo, con el perro.</p>']];

/** Fields of copies of posts, by the text of their language. */
$posts = [
	static fn(array $p, array $w): array => ['categories' => null, 'tags' => null],
	static fn(array $p, array $w): array => ['featured_image' => null, 'acf' => null],
	static fn(array $p, array $w): array => ['title' => "$w[0] & <more> 🌅", 'acf' => null],
	static fn(array $p, array $w): array => ['author' => 0, 'excerpt' => ''],
	static fn(array $p, array $w): array => ['content' => '', 'excerpt' => ''],
	static fn(array $p, array $w): array => ['content' => "$w[0] & 5 < 7.\n\nA second line – “quoted”…\n\n<script>alert(1)</script><table><tr><td>1</td><td>2</td></tr></table>"],
	static fn(array $p, array $w): array => ['content' => '<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column">' . $w[1] . '</div><!-- /wp:column --></div><!-- /wp:columns -->' . $p['content']],
	static fn(array $p, array $w): array => ['content' => str_repeat($w[1], 200), 'alternative_links' => null],
	static fn(array $p, array $w): array => ['acf' => ['title' => $w[0] . ': “acf” & co', 'subtitle' => '<em>x</em>'] + ($p['acf'] ?? [])],
	static fn(array $p, array $w): array => ['date' => '2019-12-31T23:30:00Z', 'modified' => '2020-01-01T00:30:00Z'],
];

$seen = [];
foreach (file($argv[1]) as $text) {
	$line = json_decode($text, true, 512, JSON_THROW_ON_ERROR);
	$kind = $line['kind'] ?? '';
	$seen[$kind][] = $line['data'] ?? [];
	if (count($seen[$kind]) <= (MOST[$kind] ?? PHP_INT_MAX)) {
		echo $text;
	}
}

foreach ($developments as $i => $change) {
	$from = $seen['development'][$i % count($seen['development'])];
	$slug = 'sample-' . ($i + 1);
	$copy = $change($from) + ['id' => 3501 + $i, 'slug' => $slug, 'reference' => 'ZRE' . (3501 + $i) . 'P', 'link' => "/developments/$slug/",
		'alternative_links' => ['en' => "/developments/$slug/", 'es' => "/es/developments/$slug/"]] + $from;
	put('development', array_filter($copy, static fn($value): bool => $value !== null));
}

foreach (['en', 'es'] as $half => $lang) {
	$own = array_values(array_filter($seen['post'], static fn(array $post): bool => $post['lang'] === $lang));
	foreach ($posts as $i => $change) {
		$slugs = ['en' => 'sample-post-' . ($i + 1), 'es' => 'articulo-de-muestra-' . ($i + 1)];
		$links = ['en' => "/$slugs[en]/", 'es' => "/es/$slugs[es]/"];
		$copy  = $change($own[$i], $words[$lang]) + ['id' => 2501 + 2 * $i + $half, 'slug' => $slugs[$lang], 'link' => $links[$lang], 'alternative_links' => $links] + $own[$i];
		put('post', array_filter($copy, static fn($value): bool => $value !== null));
	}
}
