/**
 * A small extract of a street map, as PMTiles 3: land everywhere, and one street through a place from west to
 * east, in the tile of every zoom level.
 */
export function streetExtract(lat: number, lng: number): Buffer {
  const tiles = Array.from({ length: 15 }, (_, z) => {
    const { x, y, row } = tileOf(lat, lng, z);
    return { id: tileID(z, x, y), data: Buffer.from(streetTile(row)) };
  });
  const metadata = Buffer.from(JSON.stringify({ attribution: "© OpenStreetMap of the test" }));
  const directory = Buffer.from(directoryOf(tiles.map(({ id, data }) => [id, data.length])));
  const data = Buffer.concat(tiles.map((tile) => tile.data));
  const header = Buffer.alloc(127);
  header.write("PMTiles", "latin1");
  header.writeUInt8(3, 7);
  const metadataAt = header.length + directory.length;
  const dataAt = metadataAt + metadata.length;
  const count = tiles.length;
  [
    [header.length, directory.length],
    [metadataAt, metadata.length],
    [dataAt, 0], // no leaf directories
    [dataAt, data.length],
    [count, count],
    [count],
  ]
    .flat()
    .forEach((value, index) => {
      header.writeBigUInt64LE(BigInt(value), 8 + 8 * index);
    });
  header.set([1, 1, 1, 1, 0, 14], 96); // clustered, not compressed twice, vector tiles, zoom levels
  [lng - 0.01, lat - 0.01, lng + 0.01, lat + 0.01].forEach((degrees, index) => {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index);
  });
  header.writeUInt8(12, 118);
  header.writeInt32LE(Math.round(lng * 1e7), 119);
  header.writeInt32LE(Math.round(lat * 1e7), 123);
  return Buffer.concat([header, directory, metadata, data]);
}

/** The units along the side of a tile. */
const EXTENT = 4096;

/** The tile of a place, and the place's row in it. */
function tileOf(lat: number, lng: number, z: number) {
  const sin = Math.sin((lat * Math.PI) / 180);
  const x = (lng / 360 + 0.5) * 2 ** z;
  const y = (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * 2 ** z;
  return { x: Math.floor(x), y: Math.floor(y), row: Math.round((y % 1) * EXTENT) };
}

/** The number of a tile along the Hilbert curves of all zoom levels. */
function tileID(z: number, column: number, row: number): number {
  let [x, y, id] = [column, row, (4 ** z - 1) / 3];
  for (let side = 2 ** z / 2; side >= 1; side /= 2) {
    const [right, low] = [(x & side) > 0 ? 1 : 0, (y & side) > 0 ? 1 : 0];
    id += side * side * ((3 * right) ^ low);
    if (low === 0) {
      if (right === 1) [x, y] = [side - 1 - (x & (side - 1)), side - 1 - (y & (side - 1))];
      [x, y] = [y, x];
    }
  }
  return id;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

/** The directory of tiles that follow each other: ids, run lengths, lengths, offsets. */
function directoryOf(tiles: readonly (readonly [number, number])[]): number[] {
  const ids = tiles.map(([id], index) => id - (tiles[index - 1]?.[0] ?? 0));
  const lengths = tiles.map(([, length]) => length);
  const runs = tiles.map(() => 1);
  const offsets = tiles.map((_, index) => (index === 0 ? 1 : 0));
  return [tiles.length, ...ids, ...runs, ...lengths, ...offsets].flatMap(varint);
}

/** A field of a protocol buffer: bytes, or a number. */
const field = (number: number, value: number | readonly number[]): number[] =>
  typeof value === "number"
    ? [number * 8, ...varint(value)]
    : [number * 8 + 2, ...varint(value.length), ...value];

const text = (value: string): number[] => [...Buffer.from(value)];
const zigzag = (value: number): number[] => varint(value < 0 ? -2 * value - 1 : 2 * value);

/** A vector tile with land and a street at a row. */
function streetTile(row: number): number[] {
  // Commands: 9 moves once, 10 and 26 draw one line and three, 15 closes a ring.
  const land = [
    9,
    ...[0, 0].flatMap(zigzag),
    26,
    ...[EXTENT, 0, 0, EXTENT, -EXTENT, 0].flatMap(zigzag),
    15,
  ];
  const street = [9, ...[0, row].flatMap(zigzag), 10, ...[EXTENT, 0].flatMap(zigzag)];
  const layer = (name: string, kind: string, type: number, geometry: number[]) =>
    field(3, [
      ...field(15, 2),
      ...field(1, text(name)),
      ...field(2, [...field(2, [0, 0]), ...field(3, type), ...field(4, geometry)]),
      ...field(3, text("kind")),
      ...field(4, field(1, text(kind))),
      ...field(5, EXTENT),
    ]);
  return [...layer("earth", "earth", 3, land), ...layer("roads", "major_road", 2, street)];
}
