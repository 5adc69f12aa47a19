<?php

declare(strict_types=1);

namespace EstateFixture;

/** Reads the lines of an export. */
final class Lines {

	/** @var array<string, array<int, array<string, mixed>>> */
	private array $byKind = [];

	private int $count = 0;

	public function __construct(string $file) {
		$in = fopen($file, 'rb');
		if ($in === false) {
			fwrite(STDERR, "cannot open $file\n");
			exit(1);
		}
		while (($text = fgets($in)) !== false) {
			$line = json_decode($text, true);
			if (!is_array($line) || ($line['kind'] ?? 'estate') === 'estate') {
				continue;
			}
			$this->byKind[$line['kind']][] = $line;
			$this->count++;
		}
		fclose($in);
	}

	public function count(): int {
		return $this->count;
	}

	/** @return array<int, array<string, mixed>> the data of all lines of a kind */
	public function of(string $kind): array {
		return array_column($this->byKind[$kind] ?? [], 'data');
	}

	/** @return array<string, array<string, mixed>> the settings by language */
	public function settings(): array {
		return array_column($this->byKind['settings'] ?? [], 'data', 'lang');
	}

	/** @return array<int, array<string, mixed>> the revisions with the id of what they revise */
	public function revisions(): array {
		return array_map(static fn(array $line): array => ['id' => $line['id']] + $line['data'], $this->byKind['revision'] ?? []);
	}
}
