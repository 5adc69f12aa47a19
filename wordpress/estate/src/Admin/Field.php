<?php
/**
 * A field of a form.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Admin;

/** Describes one field: name, kind of control, label and options. */
final class Field {

	public const TEXT = 'text';
	public const URL = 'url';
	public const LINK = 'link';
	public const FILM = 'film';
	public const DOCUMENT = 'document';
	public const NUMBER = 'number';
	public const DECIMAL = 'decimal';
	public const AREA = 'area';
	public const HOURS = 'hours';
	public const DAYS = 'days';
	public const HTML = 'html';
	public const CHOICE = 'choice';
	public const CHECKS = 'checks';
	public const FLAG = 'flag';
	public const LINES = 'lines';
	public const FEATURES = 'features';
	public const EMBEDS = 'embeds';
	public const PICTURE = 'picture';
	public const PICTURES = 'pictures';
	public const USER = 'user';
	public const POST = 'post';
	public const TERM = 'term';
	public const ROWS = 'rows';

	/**
	 * @param array<int|string, mixed> $options the choices by value, the columns of rows, or the post type or taxonomy to choose from
	 */
	public function __construct(
		public string $name,
		public string $kind,
		public string $label,
		public string $help = '',
		public array $options = [],
		public string $unit = ''
	) {
	}
}
