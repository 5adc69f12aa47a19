<?php
/**
 * The format of what buyers and portals ask for.
 *
 * @package Estate
 */

declare(strict_types=1);

namespace Estate\Rest;

use Estate\Fields\Fields;
use Estate\Properties\Property;
use Estate\Settings\Settings;

/**
 * Lists further fields of a property. Of an address only the public part is sent. Source, locks and private notes are
 * sent only where no other client than the site can reach this WordPress (setting tell_hidden_prices).
 */
final class PropertyFacts {

	/** @return array<string, callable(Property): mixed> */
	public static function fields(): array {
		return [
			'availability'        => static fn(Property $p) => $p->state(),
			'new_build'           => static fn(Property $p) => Fields::flag($p->post->ID, 'new_build'),
			'orientation'         => static fn(Property $p) => self::oneOf($p->text('orientation'), Property::ORIENTATIONS),
			'floor'               => static fn(Property $p) => $p->text('floor'),
			'tenure'              => static fn(Property $p) => self::oneOf($p->text('tenure'), Property::TENURES),
			'costs'               => static fn(Property $p) => [
				'community_fee' => $p->count('community_fee'), 'ibi' => $p->count('ibi'), 'waste_tax' => $p->count('waste_tax'),
			],
			'address'             => [self::class, 'address'],
			'country'             => static fn(Property $p) => preg_match('/^[A-Z]{2}$/', strtoupper($p->text('country'))) === 1 ? strtoupper($p->text('country')) : '',
			'cadastral_reference' => static fn(Property $p) => self::tellsAll() || $p->text('address_visibility') === 'full' ? $p->text('cadastral_reference') : '',
			'information_sheet'   => static fn(Property $p) => self::filled(['document' => $p->text('sheet_document'), 'date' => $p->text('sheet_date')]),
			'syndicate'           => static fn(Property $p) => $p->isOwn(),
			'source'              => [self::class, 'source'],
			'locks'               => static fn(Property $p) => self::tellsAll() ? array_values(array_intersect($p->texts('locks'), Property::LOCKABLE)) : [],
			'private'             => [self::class, 'private'],
		];
	}

	/** @return array<string, string>|false */
	public static function address(Property $p) {
		$address = ['street' => $p->text('street'), 'number' => $p->text('street_number'), 'postcode' => $p->text('postcode')];
		$shown   = self::oneOf($p->text('address_visibility'), ['full', 'street']);
		if (!self::tellsAll() && $shown === '') {
			return false;
		}
		if (!self::tellsAll() && $shown === 'street') {
			$address['number'] = '';
		}
		return array_filter($address) === [] ? false : $address + ['visibility' => $shown === '' ? 'hidden' : $shown];
	}

	/** @return array<string, mixed>|false */
	public static function source(Property $p) {
		if (!self::tellsAll()) {
			return false;
		}
		return self::filled(['system' => $p->text('source_system'), 'key' => $p->text('source_key'), 'shared' => !$p->isOwn()]);
	}

	/** @return array<string, mixed>|false */
	public static function private(Property $p) {
		if (!self::tellsAll()) {
			return false;
		}
		$commission = self::filled([
			'value' => Fields::decimal($p->post->ID, 'commission_value'), 'split' => Fields::decimal($p->post->ID, 'commission_split'),
			'note'  => $p->text('commission_note'),
		]);
		return self::filled(['note' => $p->text('private_note'), 'lister' => $p->text('lister'), 'commission' => $commission]);
	}

	private static function tellsAll(): bool {
		return (bool) Settings::get('tell_hidden_prices', false);
	}

	/** @param string[] $known */
	private static function oneOf(string $value, array $known): string {
		return in_array($value, $known, true) ? $value : '';
	}

	/**
	 * @param array<string, mixed> $values
	 * @return array<string, mixed>|false false when all are empty
	 */
	private static function filled(array $values) {
		return array_filter($values) === [] ? false : $values;
	}
}
