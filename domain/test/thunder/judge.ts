import type { Said } from './run.ts';
import { type Press, tickMs, type World } from './world.ts';

/**
 * What had to be said, from the world alone and without the machines: no clear under a report, a closure or a strike that
 * was seen, no report lost, nothing ended by a person, and nothing held by a report that was taken back.
 */
export function judge(world: World, said: readonly Said[]): string[] {
  const faults: string[] = [];
  for (const [tick, { zones, answer, notices, isWarned }] of said.entries()) {
    const fault = (what: string) => faults.push(`tick ${tick}: ${what}`);
    const closed = isClosedAt(world, tick);
    if (closed && answer === 'clear') fault('clear while closed');
    if (!closed && !world.isCovered && answer === 'clear') fault('clear where nobody looks');
    for (const [number, radius] of world.radii.entries()) {
      const state = zones[number] ?? 'none';
      const thunder = lastThunder(world, tick, radius);
      const strike = lastStrike(world, tick, radius);
      const isThunder = thunder !== null && tick < thunder + world.quiet;
      const isStrike = world.isCovered && strike !== null && tick < strike + world.quiet;
      if (isThunder && state !== 'report' && state !== 'strike')
        fault(`zone ${number} is ${state} under a report`);
      if (isStrike && state === 'clear') fault(`zone ${number} is clear after a strike`);
      if (isStrike && state === 'observing') fault(`zone ${number} lost its strike`);
      if ((isThunder || isStrike) && answer === 'clear') fault('the place is clear under it');
      if (thunder === null && state === 'report') fault(`zone ${number} is held by no report`);
    }
    judgeWarning(world, tick, { notices, isWarned }, fault);
  }
  return faults;
}

/** The warning of the outer radius: started by what is on, and cleared only after the full time. */
function judgeWarning(
  world: World,
  tick: number,
  { notices, isWarned }: Pick<Said, 'notices' | 'isWarned'>,
  fault: (what: string) => void,
): void {
  const radius = world.radii[1];
  const starts = [lastThunder(world, tick, radius), world.isCovered ? lastStrike(world, tick, radius) : null];
  const last = Math.max(...starts.map((start) => start ?? Number.NEGATIVE_INFINITY));
  const isOn = tick < last + world.quiet;
  if (isOn && !isWarned) fault('no warning under it');
  if (isOn && notices.includes('all-clear')) fault('an all clear under it');
  if (isOn && notices.includes('not-observed')) fault('ended as not observed under it');
  if (notices.includes('all-clear') && !world.isCovered) fault('an all clear where nobody looks');
  if (notices.includes('report-taken-back') && !world.presses.some((press) => isBackBy(press, tick)))
    fault('withdrawn for a report that stands');
}

/** The last tick at which thunder was heard, of the reports that count at a tick. */
function lastThunder(world: World, tick: number, radius: number): number | null {
  const counted = world.presses.flatMap((press) => {
    const thunder = countsFrom(press);
    const isNear = press.distanceMiles === null || press.distanceMiles <= radius;
    return thunder !== null && isNear && press.sentAt <= tick && !isBackBy(press, tick) ? [thunder] : [];
  });
  return counted.length === 0 ? null : Math.max(...counted);
}

/** The tick from which a report counts, null for one that is only recorded, or none. */
function countsFrom({ at, sentAt, clockStepMs, knewOffset }: Press): number | null {
  const trueAge = (sentAt - at) * tickMs;
  const isStepSeen = knewOffset && Math.abs(clockStepMs) > 30_000;
  if (isStepSeen) return sentAt;
  const saidAge = trueAge + clockStepMs;
  if (saidAge < -1_000 || saidAge >= 3_600_000) return null;
  return sentAt - Math.max(0, saidAge) / tickMs;
}

function isBackBy({ takenBackAt }: Press, tick: number): boolean {
  return takenBackAt !== null && takenBackAt <= tick;
}

/** The last strike within a radius that was seen by a tick: its batch comes with the next one, unless it is lost. */
function lastStrike(world: World, tick: number, radius: number): number | null {
  const seen = world.strikes.flatMap(({ at, miles }) =>
    miles < radius - 0.05 && at < tick && !world.isLost[at] ? [at] : [],
  );
  return seen.length === 0 ? null : Math.max(...seen);
}

function isClosedAt(world: World, tick: number): boolean {
  return world.closures.some(
    ({ from, until, openedAt }) =>
      tick >= from && (until === null || tick < until) && (openedAt === null || tick < openedAt),
  );
}
