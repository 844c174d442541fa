import { haversineMiles, MILES_PER_DEGREE } from '@allclear/domain';
import type { CityRecord } from './city-file.ts';
import { foldName } from './coordinates.ts';

/**
 * Cities sorted by folded name, packed into a few buffers. Names are 'name TAB country TAB admin code',
 * separated by line feeds.
 */
export interface PackedCities {
  readonly names: Uint8Array;
  readonly folded: Uint8Array;
  readonly latitudes: Float32Array;
  readonly longitudes: Float32Array;
  readonly populations: Uint32Array;
}

const LINE_FEED = 10;

/** Sorts and packs cities; those without a usable folded name are skipped. */
export function packCities(cities: Iterable<CityRecord>): PackedCities {
  const named = [...cities]
    .map((city) => ({ city, folded: foldName(city.name) }))
    .filter(({ folded }) => folded !== '');
  named.sort((a, b) =>
    a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : b.city.population - a.city.population,
  );
  return {
    names: Buffer.from(
      named
        .map(({ city }) => `${city.name.replace(/[\t\n]/g, ' ')}\t${city.country}\t${city.adminCode}`)
        .join('\n'),
    ),
    folded: Buffer.from(named.map(({ folded }) => folded).join('\n')),
    latitudes: Float32Array.from(named, ({ city }) => city.latitude),
    longitudes: Float32Array.from(named, ({ city }) => city.longitude),
    populations: Uint32Array.from(named, ({ city }) => city.population),
  };
}

/** Lookups on packed cities, without an object per city. */
export function createCityIndex(packed: PackedCities) {
  const count = packed.latitudes.length;
  const nameStarts = lineStarts(packed.names, count);
  const foldedStarts = lineStarts(packed.folded, count);
  const line = (bytes: Uint8Array, starts: Uint32Array, index: number) =>
    Buffer.from(
      bytes.buffer,
      bytes.byteOffset + (starts[index] ?? 0),
      (starts[index + 1] ?? 0) - 1 - (starts[index] ?? 0),
    ).toString('utf8');
  const foldedAt = (index: number) => line(packed.folded, foldedStarts, index);

  /** The first city whose folded name is not before `text`. Compared by UTF-16 units, like the sort order. */
  function lowerBound(text: string): number {
    let low = 0;
    for (let high = count; low < high; ) {
      const middle = (low + high) >> 1;
      if (foldedAt(middle) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function cityAt(index: number): CityRecord {
    const [name = '', country = '', adminCode = ''] = line(packed.names, nameStarts, index).split('\t');
    const place = {
      latitude: round5(packed.latitudes[index] ?? 0),
      longitude: round5(packed.longitudes[index] ?? 0),
    };
    return { name, country, adminCode, population: packed.populations[index] ?? 0, ...place };
  }

  return {
    /**
     * The cities whose name begins with the folded text and pass `accept`: exact names first, then the most
     * populous.
     */
    withPrefix(folded: string, limit: number, accept: (city: CityRecord) => boolean): CityRecord[] {
      const [first, end] = [lowerBound(folded), lowerBound(`${folded}\uffff`)];
      const exactBytes = Buffer.byteLength(folded);
      const isExact = (index: number) =>
        (foldedStarts[index + 1] ?? 0) - 1 - (foldedStarts[index] ?? 0) === exactBytes;
      const found = Array.from({ length: end - first }, (_, step) => first + step);
      found.sort(
        (a, b) =>
          Number(isExact(b)) - Number(isExact(a)) ||
          (packed.populations[b] ?? 0) - (packed.populations[a] ?? 0),
      );
      const cities: CityRecord[] = [];
      for (const index of found) {
        const city = cityAt(index);
        if (accept(city)) cities.push(city);
        if (cities.length === limit) break;
      }
      return cities;
    },

    /** The city nearest to a point, null beyond `maxMiles`. */
    nearest(latitude: number, longitude: number, maxMiles: number): CityRecord | null {
      let [best, bestMiles] = [-1, maxMiles];
      for (let index = 0; index < count; index++) {
        const north = Math.abs((packed.latitudes[index] ?? 0) - latitude) * MILES_PER_DEGREE;
        if (north > bestMiles) continue;
        const miles = haversineMiles(
          latitude,
          longitude,
          packed.latitudes[index] ?? 0,
          packed.longitudes[index] ?? 0,
        );
        if (miles <= bestMiles) [best, bestMiles] = [index, miles];
      }
      return best < 0 ? null : cityAt(best);
    },
  };
}

export type CityIndex = ReturnType<typeof createCityIndex>;

/** The start of each line, and one past the end. */
function lineStarts(bytes: Uint8Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  let line = 1;
  for (let position = 0; position < bytes.length; position++)
    if (bytes[position] === LINE_FEED) starts[line++] = position + 1;
  starts[count] = bytes.length + 1;
  return starts;
}

/** From 32 bits back to the five decimals of the source. */
function round5(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
