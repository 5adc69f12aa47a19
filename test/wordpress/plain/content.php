<?php
/**
 * Fills the WordPress of plain/site.php with the content of an agency: Faro Blanco Realty in Tarifa.
 *
 *   php content.php SITE_FOLDER
 *
 * The content is the same in every run. Neighbouring entries have their fields in different shapes.
 */

declare(strict_types=1);

namespace Estate\Tests\Plain;

$_SERVER += ['HTTP_HOST' => 'localhost', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_METHOD' => 'GET'];
require $argv[1] . '/wp-config.php';
require_once ABSPATH . 'wp-admin/includes/image.php';
kses_remove_filters();
wp_set_current_user(990001);
$GLOBALS['wpdb']->query('SET autocommit = 0');

/** @param array<string, mixed> $post */
function insert(array $post, array $fields = [], array $meta = [], array $terms = []): int {
	$id = wp_insert_post(wp_slash($post + ['post_status' => 'publish', 'post_author' => $GLOBALS['writers'][0], 'post_content' => '', 'comment_status' => 'closed']), true);
	if (is_wp_error($id)) {
		fwrite(STDERR, $id->get_error_message() . "\n");
		exit(1);
	}
	if ($fields !== []) {
		$meta['fields'] = wp_slash(wp_json_encode($fields, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES));
	}
	foreach ($meta as $name => $value) {
		update_post_meta($id, $name, $value);
	}
	foreach ($terms as $taxonomy => $ids) {
		wp_set_object_terms($id, $ids, $taxonomy);
	}
	return $id;
}

/** Chooses one of a list. */
function turn(int $i, array $choices) {
	return $choices[$i % count($choices)];
}

// People.
$GLOBALS['writers'] = array_map(static fn(array $one): int => wp_insert_user([
	'user_login' => $one[0], 'user_nicename' => $one[0], 'display_name' => $one[1], 'role' => 'author', 'user_pass' => wp_generate_password(),
	'user_email' => $one[0] . '@faroblanco.example', 'description' => $one[1] . ' knows every street between Tarifa and Conil.',
]), [['ines-lobato', 'Inés Lobato'], ['owen-hale', 'Owen Hale']]);

// Terms. Offers and types have the ids of the former site.
function term(int $id, string $taxonomy, string $name, string $slug, int $parent = 0, string $language = ''): void {
	global $wpdb;
	$wpdb->insert($wpdb->terms, ['term_id' => $id, 'name' => $name, 'slug' => $slug]);
	$wpdb->insert($wpdb->term_taxonomy, ['term_taxonomy_id' => $id, 'term_id' => $id, 'taxonomy' => $taxonomy, 'description' => '', 'parent' => $parent]);
	if ($language !== '') {
		add_term_meta($id, 'language', $language);
	}
}
foreach ([3 => ['For Sale', 'for-sale'], 10 => ['For Rent', 'for-rent'], 12 => ['For Holidays', 'for-holidays']] as $id => [$name, $slug]) {
	term($id, 's_offer', $name, $slug);
}
foreach ([7 => ['Apartments', 'apartments'], 15 => ['Villas', 'villas'], 81 => ['Houses', 'houses'], 100 => ['Country Properties', 'country-properties'], 45 => ['Plots and Lands', 'plots-and-lands']] as $id => [$name, $slug]) {
	term($id, 's_type', $name, $slug);
}
foreach ([201 => 'Exclusive', 202 => 'Featured', 203 => 'New', 204 => 'Sold'] as $id => $name) {
	term($id, 's_category', $name, 'cat-' . strtolower($name));
}
foreach ([59 => 'Exclusive', 55 => 'Featured'] as $id => $name) {
	term($id, 's_categories', $name, strtolower($name));
}
$places = [25 => ['Cádiz', 'cadiz', 0], 2101 => ['Tarifa', 'tarifa', 25], 2102 => ['Vejer de la Frontera', 'vejer-de-la-frontera', 25], 2103 => ['Conil de la Frontera', 'conil-de-la-frontera', 25], 2111 => ['Bolonia', 'bolonia', 2101], 2112 => ['El Palmar', 'el-palmar', 2102]];
foreach ($places as $id => [$name, $slug, $parent]) {
	term($id, 's_location', $name, $slug, $parent);
}
$categories = ['en' => [2201 => ['Wind and beach', 'wind-and-beach'], 2202 => ['Buying', 'buying']], 'es' => [2203 => ['Viento y playa', 'viento-y-playa'], 2204 => ['Comprar', 'comprar-casa']]];
$tags       = ['en' => [2211 => ['Kitesurf', 'kitesurf'], 2212 => ['White villages', 'white-villages']], 'es' => [2213 => ['Kitesurf', 'kitesurf-es'], 2214 => ['Pueblos blancos', 'pueblos-blancos']]];
foreach (['en', 'es'] as $language) {
	foreach (['category' => $categories, 'post_tag' => $tags] as $taxonomy => $lists) {
		foreach ($lists[$language] as $id => [$name, $slug]) {
			term($id, $taxonomy, $name, $slug, 0, $language);
		}
	}
}
foreach (array_merge(array_keys(TAXONOMIES), ['category', 'post_tag']) as $taxonomy) {
	delete_option("{$taxonomy}_children");
}
wp_cache_flush();

// Media: pictures, a logo with transparency, a brochure.
$folder = wp_upload_dir('2025/03');
function attachment(string $file, string $title, string $mime, string $alt = ''): int {
	$id = wp_insert_attachment(['post_title' => $title, 'post_mime_type' => $mime, 'post_status' => 'inherit', 'post_date' => '2025-03-01 10:00:00'], $file);
	wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $file));
	update_post_meta($id, '_wp_attachment_image_alt', $alt);
	return $id;
}
$pictures = [];
for ($i = 1; $i <= 12; $i++) {
	$image = imagecreatetruecolor(1280, 853);
	for ($y = 0; $y < 853; $y += 3) {
		imagefilledrectangle($image, 0, $y, 1280, $y + 3, (int) imagecolorallocate($image, 90 + (int) ($y / 7), 120 + (15 * $i) % 90, 215 - (int) ($y / 6)));
	}
	imagefilledellipse($image, 100 * $i, 420, 360, 360, (int) imagecolorallocate($image, 245, 236, 214));
	$file = $folder['path'] . "/levante-$i.jpg";
	imagejpeg($image, $file, 72);
	$pictures[] = attachment($file, "Levante $i", 'image/jpeg', $i % 4 ? "View $i of the strait" : '');
}
$image = imagecreatetruecolor(480, 160);
imagesavealpha($image, true);
imagefill($image, 0, 0, (int) imagecolorallocatealpha($image, 0, 0, 0, 127));
imagefilledrectangle($image, 20, 60, 460, 100, (int) imagecolorallocate($image, 250, 250, 250));
imagepng($image, $folder['path'] . '/faro-blanco.png');
$logo = attachment($folder['path'] . '/faro-blanco.png', 'Faro Blanco', 'image/png');
file_put_contents($folder['path'] . '/brochure.pdf', "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
$brochure = attachment($folder['path'] . '/brochure.pdf', 'Brochure', 'application/pdf');

/** @return array<string, mixed> a picture as the return format "Image Array" of ACF */
function image_array(int $id): array {
	$url = (string) wp_get_attachment_url($id);
	return ['ID' => $id, 'id' => $id, 'title' => get_the_title($id), 'url' => $url, 'alt' => (string) get_post_meta($id, '_wp_attachment_image_alt', true), 'width' => 1280, 'height' => 853, 'mime_type' => 'image/jpeg', 'sizes' => ['thumbnail' => $url, 'thumbnail-width' => 150, 'thumbnail-height' => 150]];
}

/** A picture in one of the shapes of ACF: an id, an id as text, an object, an address. */
function picture(int $i, int $id) {
	return turn($i, [$id, (string) $id, image_array($id), wp_get_attachment_url($id)]);
}

/** @param int[] $ids */
function gallery(int $i, array $ids) {
	return turn($i, [
		$ids, array_map('strval', $ids), array_map(__NAMESPACE__ . '\image_array', $ids), array_map('wp_get_attachment_url', $ids),
		implode(',', $ids), (object) ['row-0' => $ids[0], 'row-1' => $ids[1], 'row-2' => $ids[2]], false, '',
	]);
}

$paragraphs = [
	'en' => ['Four hundred metres from the beach of Valdevaqueros, out of the wind.', 'Lime-washed walls, chestnut beams and a courtyard with a lemon tree.', 'Sold furnished; the well is registered and the roof is from 2021.'],
	'es' => ['A cuatrocientos metros de la playa de Valdevaqueros, a resguardo del viento.', 'Muros encalados, vigas de castaño y un patio con un limonero.', 'Se vende amueblada; el pozo está registrado y el tejado es de 2021.'],
];
$text = static fn(string $language): string => '<!-- wp:paragraph --><p>' . implode("</p><!-- /wp:paragraph -->\n\n<!-- wp:paragraph --><p>", $paragraphs[$language]) . '</p><!-- /wp:paragraph -->';

// Properties: price, size and gallery change their shape from one to the next. number is what a visitor must read.
$prices = [
	['€ 1.480.000', 1480000], ['750.000 €', 750000], ['1 250 000', 1250000], ['450k', 450000], ['1,2 M', 1200000], ['385000', 385000], [620000, 620000], ["1'150'000 €", 1150000], ['', 0],
];
$rents  = [['€ 1.800', '/mes', 1800], ['2.400 €/mes', '', 2400], ['950', 'mensual', 950], ['1.200 €', 'semana', 1200]];
$sizes  = [['690 m2', 690], ['2.000 m2', 2000], ['120,50 m²', 120], ['85', 85], [240, 240], ['1.002,50', 1002], ['', 0]];
$names  = ['Casa del Viento', 'Villa Poniente', 'Cortijo Almadraba', 'Casa Caracol', 'Villa Estrecho', 'Patio Azul', 'Torre de la Peña'];
$types  = [[15, 'Villa', 'Villa'], [81, 'House', 'Casa'], [7, 'Apartment', 'Apartamento'], [100, 'Finca', 'Finca'], [45, 'Plot', 'Parcela']];
for ($i = 0; $i < 40; $i++) {
	[$type, $kind, $tipo] = turn($i, $types);
	$place                = turn($i, [2101, 2102, 2103, 2111, 2112]);
	$rent                 = $i % 8 === 5;
	[$price, $amount]     = turn($i, $prices);
	$mode                 = turn($i, ['', 'Venta', false]);
	if ($rent) {
		[$price, $mode, $amount] = turn(intdiv($i, 8), $rents);
	}
	[$built, $area] = turn($i, $sizes);
	[$plot]         = turn($i + 2, $sizes);
	$name           = turn($i, $names) . ' ' . ($i + 1);
	$rooms          = 1 + $i % 6;
	$badges         = ['sold' => $i % 17 === 16, 'new_property' => $i % 6 === 0, 'exclusive' => $i % 7 === 0, 'featured' => $i % 5 === 0];
	$ids            = [turn($i, $pictures), turn($i + 3, $pictures), turn($i + 7, $pictures), turn($i + 8, $pictures)];
	$fields         = [
		'reference' => sprintf('FB-%03d', $i + 1), 'title_en' => "$kind $name", 'title_es' => $i % 9 === 8 ? '' : "$tipo $name",
		'subtitle_en' => '', 'subtitle_es' => '', 'description_en' => '<p>' . implode(' ', $paragraphs['en']) . '</p>', 'description_es' => '<p>' . implode(' ', $paragraphs['es']) . '</p>',
		'price' => $price, 'price_mode' => $mode, 'price_on_ask' => $price === '' ? '1' : turn($i, ['', '0', false]), 'price_previous' => '', 'currency' => turn($i, ['', 'EUR', '€']),
		'bedrooms' => $type === 45 ? '' : turn($i, [(string) $rooms, $rooms, "$rooms dorm."]), 'bathrooms' => $type === 45 ? '' : turn($i, [(string) $rooms, $rooms . ',5', $rooms]),
		'built_size' => $built, 'plot_size' => $plot, 'terrace_size' => turn($i, ['', '35 m2', false, '40,00']), 'badges' => turn($i, [$badges, array_keys(array_filter($badges)), $badges]),
		'gallery' => gallery($i, $ids), 'plans' => turn($i, ['', false, [$pictures[11]]]), 'htmls' => turn($i, ['', false]), 'extra' => turn($i, [['video' => '', 'pdf' => $brochure], ['video' => false, 'pdf' => ''], false]),
		'features' => turn($i, [['Sea views', 'Piscina', 'Chimenea de leña'], 'Sea views', '', false]), 'energy' => turn($i, [['consumption' => 'D', 'consumption_value' => '143,2', 'emissions' => 'E', 'emissions_value' => '31'], '', false]),
		'location' => turn($i, [['address' => 'Tarifa', 'lat' => (string) (36.01 + $i / 900), 'lng' => (string) (-5.6 - $i / 900)], '', ['lat' => '36,05', 'lng' => '-5,65'], false]),
		's_offer' => turn($i, [false, [$rent ? 10 : 3]]), 'promo_name' => '', 'registration_number' => '', 'agent' => false, 'search_bar' => '',
	];
	$terms = ['s_offer' => [$rent ? 10 : 3], 's_type' => [$type], 's_location' => array_merge([$place], get_ancestors($place, 's_location', 'taxonomy')), 's_category' => array_keys(array_filter([201 => $badges['exclusive'], 202 => $badges['featured'], 203 => $badges['new_property'], 204 => $badges['sold']]))];
	insert(
		['post_type' => 'properties', 'post_title' => "$kind $name", 'post_name' => sanitize_title("$kind $name"), 'post_date' => gmdate('Y-m-d H:i:s', 1740000000 + $i * 90000), 'post_content' => $text('en')],
		$fields,
		['reference' => $fields['reference'], 'price' => (string) $amount, 'beds' => (string) $rooms, 'baths' => (string) $rooms] + (in_array($i % 8, [3, 4], true) ? [] : ['_thumbnail_id' => $ids[0]]),
		$terms
	);
}
// One of which nothing is known: every field is empty.
insert(['post_type' => 'properties', 'post_title' => 'House without fields', 'post_name' => 'house-without-fields'], array_fill_keys(array_keys($fields), ''), [], ['s_offer' => [3], 's_type' => [81], 's_location' => [25, 2101]]);

// Developments: a repeater whose rows have keys, as ACF sends it with some plugins.
for ($i = 0; $i < 30; $i++) {
	$place = turn($i, [2101, 2102, 2103]);
	$units = [
		'row-0' => ['name' => 'A1', 'type' => 'Apartment', 'floor' => '1', 'beds' => '2', 'baths' => '2', 'built' => '96 m2', 'terrace' => '14,50 m2', 'price' => '€ 310.000', 'availability' => 'available'],
		'row-1' => ['name' => 'A2', 'type' => 'Apartment', 'floor' => '2', 'beds' => '3', 'baths' => '2', 'built' => '118 m2', 'terrace' => '', 'price' => '365k', 'availability' => 'Reserved'],
		'row-2' => ['name' => 'B1', 'type' => 'Penthouse', 'floor' => '', 'beds' => '3', 'baths' => '3', 'built' => '1.040,00', 'terrace' => '80', 'price' => '0,5 M', 'availability' => ''],
	];
	insert(
		['post_type' => 'developments', 'post_title' => 'Residencial Duna ' . ($i + 1), 'post_name' => 'residencial-duna-' . ($i + 1), 'post_date' => gmdate('Y-m-d H:i:s', 1741000000 + $i * 90000), 'post_content' => $text('en')],
		[
			'reference' => 'FBD-' . ($i + 1), 'title_en' => 'Residencial Duna ' . ($i + 1), 'title_es' => 'Residencial Duna ' . ($i + 1), 'description_en' => '', 'description_es' => '<p>' . $paragraphs['es'][0] . '</p>',
			'price_from' => turn($i, ['€ 310.000', '310k', '']), 'price_to' => turn($i, ['0,5 M', '', '500.000']), 'price_on_ask' => '', 'units' => turn($i, [$units, array_values($units), false]),
			'delivery_en' => 'Spring 2028', 'delivery_es' => 'Primavera de 2028', 'phases' => turn($i, ['', false, ['row-0' => ['en' => 'Structure finished', 'es' => 'Estructura terminada']]]),
			'gallery' => gallery($i, array_slice($pictures, $i % 9, 4)), 'badges' => '', 'features' => '', 'energy' => '', 'location' => '', 'extra' => ['video' => '', 'pdf' => wp_get_attachment_url($brochure)], 'htmls' => '',
		],
		['reference' => 'FBD-' . ($i + 1), 'price' => '310000', '_thumbnail_id' => turn($i, $pictures)],
		['s_offer' => [3], 's_type' => [7], 's_location' => array_merge([$place], get_ancestors($place, 's_location', 'taxonomy')), 's_categories' => [turn($i, [59, 55])]]
	);
}

/** Inserts an entry in both languages and returns its ids. */
function pair(array $en, array $es, array $fields = [[], []], array $meta = [], array $terms = [[], []]): array {
	$ids = [insert($en, $fields[0], $meta + ['language' => 'en'], $terms[0]), insert($es, $fields[1], $meta + ['language' => 'es'], $terms[1])];
	update_post_meta($ids[0], 'translation', $ids[1]);
	update_post_meta($ids[1], 'translation', $ids[0]);
	return $ids;
}

// ESTATE_WORDPRESS_PLAIN_MORE=1: 30 posts and pages in each language. The journeys open fewer.
$more = getenv('ESTATE_WORDPRESS_PLAIN_MORE') === '1';

// Posts with a picture, a file and a link to another page in their text.
for ($i = 1; $i <= ($more ? 30 : 15); $i++) {
	$id     = turn($i, $pictures);
	$blocks = '<!-- wp:image {"id":' . $id . ',"sizeSlug":"large"} --><figure class="wp-block-image size-large"><a href="' . wp_get_attachment_url($id) . '"><img src="' . wp_get_attachment_image_url($id, 'large') . '" alt="" class="wp-image-' . $id . '"/></a></figure><!-- /wp:image -->'
		. '<!-- wp:file {"id":' . $brochure . '} --><div class="wp-block-file"><a href="' . wp_get_attachment_url($brochure) . '">Brochure</a></div><!-- /wp:file -->';
	$link   = static fn(string $path, string $words): string => '<p><a href="' . WP_HOME . $path . '">' . $words . '</a></p>';
	$date   = gmdate('Y-m-d H:i:s', 1735700000 + $i * 1300000);
	pair(
		['post_type' => 'post', 'post_title' => "Where the wind rests, part $i", 'post_name' => "where-the-wind-rests-$i", 'post_date' => $date, 'post_author' => turn($i, $GLOBALS['writers']), 'post_content' => $text('en') . $blocks . $link('/about-us/', 'About us')],
		['post_type' => 'post', 'post_title' => "Donde descansa el viento, parte $i", 'post_name' => "donde-descansa-el-viento-$i", 'post_date' => $date, 'post_author' => turn($i, $GLOBALS['writers']), 'post_content' => $text('es') . $blocks . $link('/es/quienes-somos/', 'Quiénes somos')],
		[$i % 3 ? [] : ['subtitle' => "Part $i", 'header_image' => picture($i, $id)], $i % 3 ? [] : ['subtitle' => "Parte $i", 'header_image' => picture($i, $id)]],
		$i % 4 ? ['_thumbnail_id' => $id] : [],
		[['category' => [turn($i, array_keys($categories['en']))], 'post_tag' => [turn($i, array_keys($tags['en']))]], ['category' => [turn($i, array_keys($categories['es']))], 'post_tag' => [turn($i, array_keys($tags['es']))]]]
	);
}

// Pages. Slugs differ between the languages; sections have their fields in several shapes.
$page  = static fn(string $title, string $slug, string $content = '', int $parent = 0): array => ['post_type' => 'page', 'post_title' => $title, 'post_name' => $slug, 'post_parent' => $parent, 'post_date' => '2025-02-01 09:00:00', 'post_content' => $content];
$shown = get_posts(['post_type' => 'properties', 'posts_per_page' => 6, 'orderby' => 'ID', 'order' => 'ASC', 'fields' => 'ids']);
$call  = static fn(string $url, string $title): array => ['url' => WP_HOME . $url, 'title' => $title, 'target' => ''];
$home  = static function (string $language) use ($pictures, $shown): array {
	$words = static fn(string $en, string $es): string => $language === 'es' ? $es : $en;
	$path  = static fn(string $en, string $es): string => WP_HOME . ($language === 'es' ? '/es' . $es : $en);
	return ['header_type' => 'home', 'header_image' => false, 'sections' => [
		['acf_fc_layout' => 'home', 'claim' => $words('Houses where Europe ends', 'Casas donde acaba Europa'), 'text' => '', 'picture' => $pictures[0], 'film' => '', 'search' => '1'],
		['acf_fc_layout' => 'properties', 'title' => $words('From this week', 'De esta semana'), 'text' => '', 'homes' => ['ids' => array_map('strval', array_slice($shown, 0, 3)), 'filter' => ''], 'more' => ''],
		['acf_fc_layout' => 'locations', 'title' => $words('Three towns', 'Tres pueblos'), 'text' => false, 'tiles' => [
			'row-0' => ['location' => '2101', 'name' => 'Tarifa', 'link' => $path('/for-sale/', '/en-venta/'), 'picture' => image_array($pictures[1])],
			'row-1' => ['location' => 2102, 'name' => 'Vejer de la Frontera', 'link' => $path('/for-sale/', '/en-venta/'), 'picture' => $pictures[2]],
			'row-2' => ['location' => get_term(2103), 'name' => 'Conil', 'link' => ['url' => $path('/for-sale/', '/en-venta/'), 'title' => 'Conil', 'target' => ''], 'picture' => false],
		]],
		['acf_fc_layout' => 'banner', 'title' => $words('Selling in Tarifa?', '¿Vende en Tarifa?'), 'text' => '', 'picture' => (string) $pictures[3], 'film' => '', 'call' => ['text' => $words('Talk to us', 'Hable con nosotros'), 'link' => $path('/contact-us/', '/contacto/')]],
		['acf_fc_layout' => 'blog-section', 'title' => $words('From the journal', 'Del diario'), 'category' => '', 'limit' => '3', 'more' => false],
	]];
};
$front  = pair($page('Welcome', 'welcome'), $page('Bienvenidos', 'bienvenidos'), [$home('en'), $home('es')]);
$blog   = pair($page('The lighthouse journal', 'blog', '<p>Letters from the strait, every second Sunday.</p>'), $page('El diario del faro', 'blog', '<p>Cartas desde el estrecho, cada dos domingos.</p>'), [['subtitle' => 'Wind, tides and houses'], ['subtitle' => 'Viento, mareas y casas']]);
$GLOBALS['wpdb']->update($GLOBALS['wpdb']->posts, ['post_name' => 'blog'], ['ID' => $blog[1]]);
clean_post_cache($blog[1]);
$about  = static fn(string $title, string $more, array $link): array => ['title' => '', 'subtitle' => '', 'header_type' => '', 'header_image' => turn(strlen($more), [$pictures[4], image_array($pictures[4])]), 'sections' => [
	['acf_fc_layout' => 'about', 'title' => $title, 'html' => '<p>' . $more . '</p>', 'picture' => $pictures[5], 'figures' => ['row-0' => ['value' => 12, 'label' => $more]], 'call' => ''],
	['acf_fc_layout' => 'gallery', 'title' => '', 'pictures' => array_map('strval', array_slice($pictures, 6, 3))],
	['acf_fc_layout' => 'image', 'picture' => wp_get_attachment_url($pictures[9]), 'caption' => ''],
	['acf_fc_layout' => 'slider', 'title' => '', 'slides' => ['row-0' => ['picture' => $pictures[10], 'title' => '', 'text' => '', 'link' => ''], 'row-1' => ['picture' => image_array($pictures[11]), 'title' => '', 'text' => '', 'link' => $link]], 'seconds' => ''],
	['acf_fc_layout' => 'services', 'title' => $title, 'text' => '', 'items' => [['title' => 'Faro', 'text' => $more, 'link' => $link, 'picture' => $pictures[2]], ['title' => 'Duna', 'text' => $more, 'link' => '', 'picture' => false]]],
	['acf_fc_layout' => 'shortlinks', 'title' => '', 'links' => [['text' => 'Tarifa', 'link' => $link]]],
	['acf_fc_layout' => 'intro', 'title' => '', 'html' => ''],
]];
pair($page('About us', 'about-us'), $page('Quiénes somos', 'quienes-somos'), [$about('Twelve people in a white town', 'years by the strait', $call('/contact-us/', 'Contact')), $about('Doce personas en un pueblo blanco', 'años junto al estrecho', $call('/es/contacto/', 'Contacto'))]);
pair($page('Contact us', 'contact-us'), $page('Contacto', 'contacto'), [['header_image' => '', 'sections' => [['acf_fc_layout' => 'contact', 'title' => 'By the harbour', 'text' => '', 'form' => '1', 'map' => '']]], ['header_image' => '', 'sections' => [['acf_fc_layout' => 'contact', 'title' => 'Junto al puerto', 'text' => '', 'form' => '1', 'map' => '']]]]);
$legal = pair($page('Legal', 'legal', $text('en')), $page('Aviso legal', 'aviso-legal', $text('es')));
pair($page('Cookie policy', 'cookie-policy', $text('en'), $legal[0]), $page('Política de cookies', 'politica-de-cookies', $text('es'), $legal[1]));
pair($page('Privacy policy', 'privacy-policy', $text('en')), $page('Política de privacidad', 'politica-de-privacidad', $text('es')));
pair($page('Sell with us', 'sell-with-us', $text('en')), $page('Venda con nosotros', 'venda-con-nosotros', $text('es')), [['header_image' => $pictures[7]], ['header_image' => (string) $pictures[7]]]);
$offer = static fn($value): array => ['property_filter' => ['s_offer' => $value, 's_type' => false, 's_location' => false]];
pair($page('For sale', 'for-sale'), $page('En venta', 'en-venta'), [$offer([get_term(3)]), $offer([get_term(3)])]);
pair($page('For rent', 'for-rent'), $page('En alquiler', 'en-alquiler'), [$offer(['10']), $offer(10)]);
for ($i = 1; $i <= ($more ? 20 : 0); $i++) {
	$hood   = turn($i, ['Bolonia', 'El Palmar', 'Zahora', 'Atlanterra', 'La Peña']) . " $i";
	$place  = turn($i, [2101, 2102, 2103, 2111, 2112]);
	$fields = static function (string $language, string $title) use ($i, $pictures, $place, $call, $paragraphs): array {
		$lead = $paragraphs[$language][$i % 3];
		return turn($i, [
			['header_image' => picture($i, $pictures[$i % 12]), 'sections' => [
				['acf_fc_layout' => 'banner', 'title' => $title, 'text' => $lead, 'picture' => picture($i + 1, $pictures[($i + 1) % 12]), 'film' => false, 'call' => $call('/contact-us/', $title)],
				['acf_fc_layout' => 'gallery', 'title' => "$title & <2>", 'pictures' => gallery($i % 6, array_slice($pictures, $i % 8, 4))],
			]],
			['title' => "$title &amp; more", 'subtitle' => $lead, 'header_image' => ['url' => wp_get_attachment_url($pictures[$i % 12])], 'sections' => false],
			['title' => '', 'sections' => (object) ['row-0' => ['acf_fc_layout' => 'intro', 'title' => $title, 'html' => "<p>$lead</p>"], 'row-1' => ['acf_fc_layout' => 'image', 'picture' => picture($i, $pictures[$i % 12]), 'caption' => $title]]],
			['property_filter' => ['s_offer' => turn($i, ['3', 3, [3]]), 's_type' => turn($i, ['15', [get_term(7)], 81, '']), 's_location' => turn($i, [$place, (string) $place, [get_term($place)]])], 'sections' => [['acf_fc_layout' => 'shortlinks', 'title' => $title, 'links' => (object) ['row-0' => ['text' => $title, 'link' => $call('/for-sale/', $title)]]]]],
			['sections' => [
				['acf_fc_layout' => 'services', 'title' => $title, 'text' => $lead, 'items' => (object) ['row-0' => ['title' => "$title 1", 'text' => $lead, 'link' => false, 'picture' => picture($i, $pictures[$i % 12])]]],
				['acf_fc_layout' => 'slider', 'title' => '', 'slides' => [['picture' => picture($i + 2, $pictures[($i + 2) % 12]), 'title' => $title, 'text' => $lead, 'link' => '']], 'seconds' => '6'],
				['acf_fc_layout' => 'about', 'title' => $title, 'html' => "<p>$lead</p>", 'picture' => (string) $pictures[$i % 12], 'figures' => [['value' => (string) (10 * $i), 'label' => $title]], 'call' => false],
			]],
		]);
	};
	pair($page("Life in $hood", 'life-in-' . sanitize_title($hood), $text('en')), $page("Vivir en $hood", 'vivir-en-' . sanitize_title($hood), $text('es')), [$fields('en', "Life in $hood"), $fields('es', "Vivir en $hood")]);
}
$alone = insert($page('Only in English', 'only-in-english', $text('en')), [], ['language' => 'en']);

// Options, as ACF's options page has them.
$target = static fn(string $en, string $es): array => ['en' => WP_HOME . $en, 'es' => WP_HOME . $es];
$entry  = static fn(string $key, string $en, string $es, array $columns = []): array => ['link' => $key, 'label_en' => $en, 'label_es' => $es, 'columns' => $columns ?: false];
$column = ['acf_fc_layout' => 'column', 'title_en' => 'By town', 'title_es' => 'Por pueblo', 'description_en' => '', 'description_es' => '', 'link' => 'sale', 'btn_label_en' => '', 'btn_label_es' => '', 'bg' => $pictures[8], 'items' => [['link' => 'about', 'text' => 'Tarifa']]];
$menu   = ['menu' => ['main' => [
	'helper' => ['sale' => $target('/for-sale/', '/es/en-venta/'), 'rent' => $target('/for-rent/', '/es/en-alquiler/'), 'blog' => $target('/blog/', '/es/blog/'), 'about' => $target('/about-us/', '/es/quienes-somos/'), 'contact' => $target('/contact-us/', '/es/contacto/'), 'brochure' => $target('/wp-content/uploads/2025/03/brochure.pdf', '/wp-content/uploads/2025/03/brochure.pdf')],
	'items'  => [$entry('sale', 'For sale', 'En venta', [$column]), $entry('rent', 'For rent', 'En alquiler'), $entry('blog', 'Journal', 'Diario'), $entry('about', 'About us', 'Quiénes somos'), $entry('brochure', 'Brochure', 'Folleto'), $entry('contact', 'Contact', 'Contacto')],
]]];
update_option('agency_options', wp_json_encode([
	'web_info'   => ['logo_light_2' => $logo], 'logo_light_mobile' => (string) $logo, 'logo_dark_mobile' => false,
	'contact'    => ['phone_1' => '+34 956 000 111', 'phone_2' => '', 'mail_1' => 'hola@faroblanco.example', 'mail_2' => false, 'address' => "Calle del Faro 3\r\n11380 Tarifa"],
	'social'     => [['name' => 'Instagram', 'url' => ['url' => 'https://instagram.example/faroblanco', 'title' => '', 'target' => '_blank']], ['name' => 'Facebook', 'url' => '']],
	'sell_link'  => $target('/sell-with-us/', '/es/venda-con-nosotros/'), 'info_popup' => '', 'menu_json' => wp_json_encode($menu),
]), false);
update_option('show_on_front', 'page');
update_option('page_on_front', $front[0]);
update_option('page_for_posts', $blog[0]);
update_option('front_en', $front[0]);
update_option('front_es', $front[1]);
update_option('blog_es', $blog[1]);
foreach (get_taxonomies() as $taxonomy) {
	$ids = get_terms(['taxonomy' => $taxonomy, 'hide_empty' => false, 'fields' => 'tt_ids']);
	if (is_array($ids) && $ids !== []) {
		wp_update_term_count_now($ids, $taxonomy);
	}
}
$GLOBALS['wp_rewrite']->init();
flush_rewrite_rules(false);
$GLOBALS['wpdb']->query('COMMIT');
echo "content of the plain site loaded\n";
