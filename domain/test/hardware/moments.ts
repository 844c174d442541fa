/**
 * What is so in a world at each tick, as far as it can be known then: every strike and every minute of observation is
 * looked at again for each tick, without the machines and without the status and answers of the product.
 */
import type { Strike, World } from './world.ts';

export interface Moment {
  /** What fires the unit: 'lightning', or the ids of open warnings whose data arrive. */
  readonly fires: readonly string[];
  /** Its own lightning has been quiet, and seen, for its whole time. */
  readonly isOwnQuiet: boolean;
  /** Nothing is on, held, unseen or unknown that keeps its light on. */
  readonly isDarkAllowed: boolean;
  readonly isPlaceClear: boolean;
  /** The place is clear, and no place in earshot is in delay. */
  readonly isAllClear: boolean;
  readonly isPageBlind: boolean;
}

/** The last tick up to each at which the unit was disabled or moved; -1 for never. */
export function withdrawals({ ticks, isEnabled, moves }: World): number[] {
  let last = -1;
  return Array.from({ length: ticks }, (_, tick) => {
    const isDisabled = tick > 0 && isEnabled[tick - 1] === true && isEnabled[tick] === false;
    if (isDisabled || moves[tick]) last = tick;
    return last;
  });
}

/** @param since the tick from which strikes count that an edit has put outside of the radius since then */
export function momentOf(world: World, tick: number, since: number): Moment {
  const { quiet, through, isCovered, isBlind } = observedAt(world, tick);
  const isOn = (strike: Strike) => isStrikeOn(world, strike, tick);
  const isOwn = ({ reach }: Strike) => reach === 'near' || (reach === 'far' && tick < world.radiusEditAt);
  const isSeen = !isBlind && isEachMinuteSeen(world, tick, through, quiet);
  const isQuiet = (isOfZone: (strike: Strike) => boolean) =>
    isSeen && !world.strikes.some((strike) => isOfZone(strike) && isOn(strike));
  const isCounted = world.strikes.some(
    (strike) => strike.at + quiet > tick && wasCounted(world, strike, tick, since),
  );
  const isOwnQuiet = isQuiet(isOwn) && !isCounted;
  const isPlaceQuiet =
    isQuiet(({ reach }) => reach === 'near') &&
    (!world.hasOuterZone || isQuiet(() => true)) &&
    !world.isChecking[tick];
  const areRead = world.areWarningsRead[tick] === true;
  const open = world.warnings.filter(({ from, to }) => tick >= from && tick < to);
  const firing = open.filter(({ firesUnit }) => firesUnit);
  const isPlaceClear = isPlaceQuiet && areRead && open.length === 0;
  const isDarkAllowed =
    isOwnQuiet && isPlaceQuiet && areRead && firing.length === 0 && world.earshot[tick] !== null;
  return {
    fires: [
      ...(isCovered && world.strikes.some((strike) => isOwn(strike) && isOn(strike)) ? ['lightning'] : []),
      ...(areRead ? firing : []).flatMap(({ id, heldFrom, heldTo }) =>
        tick >= heldFrom && tick < heldTo ? [] : [id],
      ),
    ],
    ...{ isOwnQuiet, isDarkAllowed, isPlaceClear },
    isAllClear: isDarkAllowed && isPlaceClear && world.earshot[tick] === false,
    isPageBlind: isBlind,
  };
}

function observedAt(world: World, tick: number) {
  const quiet = tick < world.quietEditAt ? world.quiet[0] : world.quiet[1];
  const outage = world.outages.find(({ from, to }) => tick >= from && tick < to);
  const through = outage ? outage.from : tick;
  const isCovered = world.isCovered[tick] === true;
  return { quiet, through, isCovered, isBlind: !isCovered || (tick - through) * world.tickMs > 180_000 };
}

function isStrikeOn(world: World, { reportedAt, at }: Strike, tick: number): boolean {
  const { quiet, through, isBlind } = observedAt(world, tick);
  return reportedAt <= tick && at + quiet > (isBlind ? tick : through);
}

/**
 * A far strike that the running engine saw on while it was within the radius counts on after the radius is smaller, until
 * its delay has ended.
 */
function wasCounted(world: World, strike: Strike, tick: number, since: number): boolean {
  if (strike.reach !== 'far' || tick < world.radiusEditAt) return false;
  for (let at = Math.max(strike.reportedAt, since, 0); at < world.radiusEditAt; at++)
    if (world.isEngineUp[at] && world.isEnabled[at] && world.isCovered[at] && isStrikeOn(world, strike, at))
      return true;
  return false;
}

function isEachMinuteSeen(world: World, tick: number, through: number, quiet: number): boolean {
  for (let minute = through - quiet; minute < through; minute++) {
    const isUnseen = world.outages.some(
      ({ from, to, isFilled }) => minute >= from && minute < to && !(isFilled && to <= tick),
    );
    if (isUnseen) return false;
  }
  return true;
}
