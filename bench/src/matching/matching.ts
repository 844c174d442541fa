/**
 * Strikes against locations: the packed grid of `domain/`, flatbush with a box per location, PostGIS, Redis and a naive
 * haversine, in one run, on the same strikes, with the same answer. PostGIS and Redis take part where they are
 * installed (Debian: `postgresql-15-postgis-3`, `redis-server`), and are named as skipped elsewhere. What is counted of
 * them is what they need themselves, without a client. Tile38 is no package of Debian and is left out.
 */
import { loadavg } from 'node:os';
import { emptyMatches, haversineMiles, packLocations } from '@allclear/domain';
import { present, printed } from '../measure.ts';
import { flatbushOf } from './flatbush.ts';
import { matchByPostgis } from './postgis.ts';
import { NotStarted } from './private-process.ts';
import { matchByRedis } from './redis.ts';
import { isSame, type Match, type Outcome, type Scene, sceneOf, timed } from './scene.ts';

const rounds = 5;

interface Size {
  readonly locations: number;
  readonly strikes: number;
  /** Of those the first ones, which the slower methods match. */
  readonly databaseStrikes: number;
}

type Run = (limit: number) => Outcome;

function runGridOf({ locations, strikes }: Scene): { run: Run; bytes: number } {
  const grid = packLocations(locations);
  const matches = emptyMatches();
  const match: Match = (latitude, longitude, hit) => {
    grid.match(latitude, longitude, matches);
    for (let i = 0; i < matches.count; i++) hit(matches.ids[i] ?? -1);
  };
  return { run: (limit) => timed(strikes, limit, match), bytes: grid.bytes };
}

function runNaive({ locations, strikes }: Scene, limit: number): Outcome {
  return timed(strikes, limit, (latitude, longitude, hit) => {
    for (let id = 0; id < locations.length; id++) {
      const location = present(locations[id]);
      if (
        haversineMiles(location.latitude, location.longitude, latitude, longitude) <=
        location.outerRadiusMiles
      )
        hit(id);
    }
  });
}

/** Warms both up, then alternates and keeps the best of five of each: other load affects both alike. */
function fastestOf(runs: readonly [Run, Run], limit: number): [Outcome, Outcome] {
  const best: [Outcome, Outcome] = [runs[0](limit), runs[1](limit)];
  for (let round = 0; round < rounds; round++)
    for (const index of [0, 1] as const) {
      const outcome = runs[index](limit);
      if (outcome.strikesPerSecond > best[index].strikesPerSecond) best[index] = outcome;
    }
  return best;
}

/** A method of the machine, or why it is skipped. */
async function ofSystem(work: () => Promise<Outcome>): Promise<Outcome | string> {
  return work().catch((error: unknown) => {
    if (error instanceof NotStarted) return `skipped: ${error.message}`;
    throw error;
  });
}

async function compare({ locations: count, strikes: strikeCount, databaseStrikes }: Size) {
  const scene = sceneOf(count, strikeCount);
  const { run: runGrid, bytes } = runGridOf(scene);
  const matchTree = flatbushOf(scene.locations);
  const runTree: Run = (limit) => timed(scene.strikes, limit, matchTree);

  const naiveStrikes = Math.min(strikeCount, Math.max(20, Math.round(4_000_000 / count)));
  const naive = runNaive(scene, naiveStrikes);
  const [grid, tree] = fastestOf([runGrid, runTree], strikeCount);
  checkSame(grid, tree);
  checkSame(naive, runGrid(naiveStrikes));
  const expected = runGrid(databaseStrikes);
  const described = async (work: () => Promise<Outcome>) => {
    const outcome = await ofSystem(work);
    if (typeof outcome === 'string') return outcome;
    checkSame(outcome, expected);
    return {
      strikes: databaseStrikes,
      strikesPerSecond: Math.round(outcome.strikesPerSecond * 10) / 10,
      ratio: Math.round(grid.strikesPerSecond / outcome.strikesPerSecond),
    };
  };
  return {
    locations: count,
    strikes: strikeCount,
    matchesPerStrike: Math.round(grid.matches / strikeCount),
    gridStrikesPerSecond: Math.round(grid.strikesPerSecond),
    flatbushStrikesPerSecond: Math.round(tree.strikesPerSecond),
    ratioToFlatbush: Math.round((grid.strikesPerSecond / tree.strikesPerSecond) * 100) / 100,
    postgis: await described(() => matchByPostgis(scene, databaseStrikes)),
    redis: await described(() => matchByRedis(scene, databaseStrikes)),
    naiveStrikesPerSecond: Math.round(naive.strikesPerSecond * 10) / 10,
    ratioToNaive: Math.round(grid.strikesPerSecond / naive.strikesPerSecond),
    bytesPerLocation: Math.round(bytes / count),
    equalAnswers: true,
  };
}

function checkSame(one: Outcome, other: Outcome): void {
  if (!isSame(one, other)) throw new Error('The methods do not agree on which locations the strikes reach.');
}

export async function runMatching(): Promise<unknown> {
  const load = Math.round((loadavg()[0] ?? Number.NaN) * 100) / 100;
  return {
    matching: {
      load,
      sizes: [
        await compare({ locations: 10_000, strikes: 100_000, databaseStrikes: 20_000 }),
        await compare({ locations: 100_000, strikes: 100_000, databaseStrikes: 2_000 }),
        await compare({ locations: 1_000_000, strikes: 10_000, databaseStrikes: 200 }),
      ],
    },
  };
}

await printed(import.meta, runMatching);
