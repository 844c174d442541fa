/**
 * Strikes against locations: the packed grid of `domain/`, flatbush with a box per location, and a naive
 * haversine, in one run, on the same strikes, with the same answer. 40 storms over the contiguous United
 * States; each location has up to four radii of at most 50 miles. PostGIS takes part when `--postgis=URL`
 * names a database that has it.
 */
import {
  cosineOfMiles,
  EARTH_RADIUS_MILES,
  emptyMatches,
  haversineMiles,
  MILES_PER_DEGREE,
  packLocations,
} from '@allclear/domain';
import Flatbush from 'flatbush';
import pg from 'pg';
import { present, printed, random } from './measure.ts';

interface BenchLocation {
  latitude: number;
  longitude: number;
  outerRadiusMiles: number;
}

function scene(count: number, strikeCount: number): { sites: BenchLocation[]; strikes: Float64Array } {
  const next = random(20_261_121);
  const sites = Array.from({ length: count }, () => ({
    latitude: 25 + next() * 24,
    longitude: -125 + next() * 58,
    outerRadiusMiles: Math.max(...Array.from({ length: 1 + Math.floor(next() * 4) }, () => 1 + next() * 49)),
  }));
  const storms = Array.from({ length: 40 }, () => ({
    latitude: 26 + next() * 22,
    longitude: -124 + next() * 56,
  }));
  const strikes = new Float64Array(strikeCount * 2);
  for (let i = 0; i < strikeCount; i++) {
    const storm = present(storms[Math.floor(next() * storms.length)]);
    strikes[i * 2] = storm.latitude + (next() + next() - 1) * 0.3;
    strikes[i * 2 + 1] = storm.longitude + (next() + next() - 1) * 0.3;
  }
  return { sites, strikes };
}

/** Order-independent fingerprint of (strike, location) pairs: equal pairs, equal sum. */
const mix = (strike: number, site: number) =>
  Math.imul(strike + 1, 0x9e3779b1) ^ Math.imul(site + 1, 0x85ebca6b);

interface Outcome {
  strikesPerSecond: number;
  matches: number;
  fingerprint: number;
}

type Match = (strike: number, latitude: number, longitude: number, hit: (site: number) => void) => void;

function timed(strikes: Float64Array, count: number, match: Match): Outcome {
  let matches = 0;
  let fingerprint = 0;
  let strike = 0;
  const hit = (site: number) => {
    matches++;
    fingerprint = (fingerprint + mix(strike, site)) | 0;
  };
  const started = performance.now();
  for (strike = 0; strike < count; strike++)
    match(strike, strikes[strike * 2] ?? Number.NaN, strikes[strike * 2 + 1] ?? Number.NaN, hit);
  return { strikesPerSecond: (count / (performance.now() - started)) * 1000, matches, fingerprint };
}

async function postgis(
  sites: readonly BenchLocation[],
  strikes: Float64Array,
  count: number,
): Promise<Outcome | string> {
  // PostGIS uses its own sphere radius: the same angle is a different distance on it.
  const postgisSphereM = 6_371_008.771415059;
  const url = process.argv.find((argument) => argument.startsWith('--postgis='))?.slice('--postgis='.length);
  if (!url) return 'left out (name a database that has it with --postgis=URL)';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      'create temp table site (id int, at geography(point, 4326), reach float8); create temp table strike (id int, at geography(point, 4326))',
    );
    await client.query(
      'insert into site select i - 1, st_point(lon, lat)::geography, r from unnest($1::float8[], $2::float8[], $3::float8[]) with ordinality t(lat, lon, r, i)',
      [
        sites.map((s) => s.latitude),
        sites.map((s) => s.longitude),
        sites.map((s) => (s.outerRadiusMiles / EARTH_RADIUS_MILES) * postgisSphereM),
      ],
    );
    const some = Array.from({ length: count }, (_, i) => i);
    await client.query(
      'insert into strike select i - 1, st_point(lon, lat)::geography from unnest($1::float8[], $2::float8[]) with ordinality t(lat, lon, i)',
      [some.map((i) => strikes[i * 2]), some.map((i) => strikes[i * 2 + 1])],
    );
    await client.query('create index on site using gist (at); analyze site; analyze strike');
    const started = performance.now();
    const { rows } = await client.query(
      'select strike.id as strike, site.id as site from strike join site on st_dwithin(site.at, strike.at, site.reach, false)',
    );
    const seconds = (performance.now() - started) / 1000;
    return {
      strikesPerSecond: count / seconds,
      matches: rows.length,
      fingerprint: rows.reduce((sum, row) => (sum + mix(row.strike, row.site)) | 0, 0),
    };
  } finally {
    await client.end();
  }
}

/** Flatbush with a box per location, whose candidates are checked by the cosine of the distance. */
function flatbushOf(sites: readonly BenchLocation[]): Match {
  const tree = new Flatbush(sites.length);
  const vectors = new Float64Array(sites.length * 4);
  for (const [id, site] of sites.entries()) {
    const high = site.outerRadiusMiles / MILES_PER_DEGREE;
    const wide = high / Math.cos(((Math.abs(site.latitude) + high) * Math.PI) / 180);
    tree.add(site.longitude - wide, site.latitude - high, site.longitude + wide, site.latitude + high);
    const phi = (site.latitude * Math.PI) / 180;
    const lambda = (site.longitude * Math.PI) / 180;
    vectors.set(
      [
        Math.cos(phi) * Math.cos(lambda),
        Math.cos(phi) * Math.sin(lambda),
        Math.sin(phi),
        cosineOfMiles(site.outerRadiusMiles) - 1e-15,
      ],
      id * 4,
    );
  }
  tree.finish();
  /** NaN, which matches nothing, for a missing value. */
  const part = (index: number) => vectors[index] ?? Number.NaN;
  return (_strike, latitude, longitude, hit) => {
    const phi = (latitude * Math.PI) / 180;
    const lambda = (longitude * Math.PI) / 180;
    const x = Math.cos(phi) * Math.cos(lambda);
    const y = Math.cos(phi) * Math.sin(lambda);
    const z = Math.sin(phi);
    for (const id of tree.search(longitude, latitude, longitude, latitude)) {
      const at = id * 4;
      if (x * part(at) + y * part(at + 1) + z * part(at + 2) >= part(at + 3)) hit(id);
    }
  };
}

async function compare(count: number, strikeCount: number): Promise<Record<string, unknown>> {
  const { sites, strikes } = scene(count, strikeCount);

  const grid = packLocations(sites);
  const matches = emptyMatches();
  const runGrid = (limit: number) =>
    timed(strikes, limit, (_strike, latitude, longitude, hit) => {
      grid.match(latitude, longitude, matches);
      for (let i = 0; i < matches.count; i++) hit(matches.ids[i] ?? -1);
    });

  const matchTree = flatbushOf(sites);
  const runTree = (limit: number) => timed(strikes, limit, matchTree);

  const few = Math.min(strikeCount, Math.max(20, Math.round(4_000_000 / count)));
  const naive = timed(strikes, few, (_strike, latitude, longitude, hit) => {
    for (let id = 0; id < count; id++) {
      const site = present(sites[id]);
      if (haversineMiles(site.latitude, site.longitude, latitude, longitude) <= site.outerRadiusMiles)
        hit(id);
    }
  });
  const gridFew = runGrid(few);
  const database = await postgis(sites, strikes, few);

  // Warms both up, then alternates and keeps the best of five of each: other load affects both alike.
  let gridBest = runGrid(strikeCount);
  let treeBest = runTree(strikeCount);
  for (let round = 0; round < 5; round++) {
    const g = runGrid(strikeCount);
    const t = runTree(strikeCount);
    if (g.strikesPerSecond > gridBest.strikesPerSecond) gridBest = g;
    if (t.strikesPerSecond > treeBest.strikesPerSecond) treeBest = t;
  }
  const equal =
    gridBest.fingerprint === treeBest.fingerprint &&
    gridBest.matches === treeBest.matches &&
    gridFew.fingerprint === naive.fingerprint &&
    gridFew.matches === naive.matches;
  if (!equal) throw new Error('The methods do not agree on which locations the strikes reach.');
  return {
    locations: count,
    strikes: strikeCount,
    matchesPerStrike: Math.round(gridBest.matches / strikeCount),
    gridStrikesPerSecond: Math.round(gridBest.strikesPerSecond),
    flatbushStrikesPerSecond: Math.round(treeBest.strikesPerSecond),
    naiveStrikesPerSecond: Math.round(naive.strikesPerSecond * 10) / 10,
    postgis:
      typeof database === 'string'
        ? database
        : {
            strikesPerSecond: Math.round(database.strikesPerSecond * 10) / 10,
            ratio: Math.round(gridBest.strikesPerSecond / database.strikesPerSecond),
            equalAnswers:
              database.fingerprint === gridFew.fingerprint && database.matches === gridFew.matches,
          },
    bytesPerLocation: Math.round(grid.bytes / count),
    ratioToFlatbush: Math.round((gridBest.strikesPerSecond / treeBest.strikesPerSecond) * 100) / 100,
    ratioToNaive: Math.round(gridBest.strikesPerSecond / naive.strikesPerSecond),
    equalAnswers: equal,
  };
}

export async function runMatching(): Promise<unknown> {
  return {
    matching: [
      await compare(10_000, 100_000),
      await compare(100_000, 100_000),
      await compare(1_000_000, 10_000),
    ],
  };
}

await printed(import.meta, runMatching);
