/**
 * Redis of the system, on a socket in a temporary folder, without persistence. It holds points, not circles: GEOSEARCH
 * gets the points within the largest radius of all, and each is then checked against its own radius. Counted is only
 * the time that Redis itself spent on GEOSEARCH (`INFO commandstats`), not that of the socket, of reading its answer
 * or of the check.
 */
import { EARTH_RADIUS_MILES, haversineMiles } from '@allclear/domain';
import { present } from '../measure.ts';
import { runProgram, withPrivateFolder, withServer } from './private-process.ts';
import { answerOf, type Outcome, type Scene } from './scene.ts';

/** Redis has a sphere of its own: the same angle is another distance on it. */
const sphereM = 6_372_797.560856;
/** Redis stores a point in 52 bits, which moves it by less than a meter. */
const roundingM = 2;
const locationsPerCommand = 500;

/** Matches the first `count` strikes; rejects where Redis is not installed or does not start. */
export async function matchByRedis({ locations, strikes }: Scene, count: number): Promise<Outcome> {
  return withPrivateFolder(async (at) => {
    const socket = `${at.folder}/redis.sock`;
    const ask = (input: string) => runProgram(at, 'redis-cli', ['-s', socket, '--csv'], input);
    const server = {
      program: 'redis-server',
      args: ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', at.folder],
      isReady: () => runProgram(at, 'redis-cli', ['-s', socket, 'ping']),
    };
    return withServer(at, server, async () => {
      await ask(fillCommands(locations));
      const found = await ask(searchCommands({ locations, strikes }, count));
      const { matches, fingerprint } = answerIn({ locations, strikes }, found);
      const stats = await runProgram(at, 'redis-cli', ['-s', socket, 'info', 'commandstats']);
      const usedUs = Number(present(/cmdstat_geosearch:calls=\d+,usec=(\d+)/.exec(stats)?.[1]));
      return { matches, fingerprint, strikesPerSecond: (count / usedUs) * 1_000_000 };
    });
  });
}

function fillCommands(locations: Scene['locations']): string {
  const commands: string[] = [];
  for (let from = 0; from < locations.length; from += locationsPerCommand) {
    const some = locations.slice(from, from + locationsPerCommand);
    const points = some.map(({ latitude, longitude }, index) => `${longitude} ${latitude} ${from + index}`);
    commands.push(`geoadd locations ${points.join(' ')}`);
  }
  return commands.join('\n');
}

function searchCommands({ locations, strikes }: Scene, count: number): string {
  const reachMiles = locations.reduce((most, { outerRadiusMiles }) => Math.max(most, outerRadiusMiles), 0);
  const radiusM = (reachMiles / EARTH_RADIUS_MILES) * sphereM + roundingM;
  return Array.from(
    { length: count },
    (_, strike) =>
      `geosearch locations fromlonlat ${strikes[strike * 2 + 1]} ${strikes[strike * 2]} byradius ${radiusM} m`,
  ).join('\n');
}

/** Checks what was found against each location's own radius: a line for each strike, `"7","12"`. */
function answerIn({ locations, strikes }: Scene, found: string) {
  const { add, answer } = answerOf();
  for (const [strike, line] of found.trimEnd().split('\n').entries()) {
    const latitude = strikes[strike * 2] ?? Number.NaN;
    const longitude = strikes[strike * 2 + 1] ?? Number.NaN;
    for (const [, id] of line.matchAll(/"(\d+)"/g)) {
      const location = present(locations[Number(id)]);
      if (
        haversineMiles(location.latitude, location.longitude, latitude, longitude) <=
        location.outerRadiusMiles
      )
        add(strike, Number(id));
    }
  }
  return answer();
}
