import type { Satellite } from './satellite.ts';
import { type Stage, waitUntil } from './stage.ts';

type ZoneState = { readonly state: string };
type DelayRow = {
  readonly locationId: string;
  readonly delay: { readonly observedThrough: string; readonly zones: readonly ZoneState[] } | null;
};

export function satelliteOf({ satellite }: Pick<Stage, 'satellite'>): Satellite {
  if (!satellite) throw new Error('This stage has no satellite.');
  return satellite;
}

export async function zonesOf(stage: Stage): Promise<readonly (DelayRow & { readonly states: string[] })[]> {
  const rows = await stage.ask<DelayRow[]>('GET', 'location/Delay');
  return rows.map((row) => ({ ...row, states: row.delay?.zones.map(({ state }) => state) ?? [] }));
}

/**
 * Lightning at the first place, so that its delay runs through the fault, while other places are clear: without both a
 * round shows nothing.
 */
export async function beginStorm(stage: Stage): Promise<void> {
  const [place] = stage.locations;
  if (!place) throw new Error('No place is watched.');
  const { flashes } = satelliteOf(stage);
  flashes.push({ at: stage.wallNow(), latitude: place.latitude, longitude: place.longitude });
  const seen = await waitUntil(async () => {
    const rows = await zonesOf(stage).catch(() => []);
    const isDelayed = rows.some(
      ({ locationId, states }) => locationId === place.id && states.includes('delay'),
    );
    return isDelayed && rows.some(({ states }) => states.includes('clear'));
  }, 120_000);
  if (seen === null) throw new Error('Before the fault there was no delay beside clear places.');
}

/** What is wrong when lightning is not observed again as it was before, a sentence each. */
export async function observedAgain(stage: Stage, withinMs: number): Promise<string[]> {
  const since = stage.wallNow();
  const isObserved = async () => {
    const rows = await zonesOf(stage).catch(() => []);
    return rows.some(
      ({ delay, states }) =>
        states.includes('delay') && Date.parse(delay?.observedThrough ?? '') >= since - 60_000,
    );
  };
  const tookMs = await waitUntil(isObserved, withinMs);
  return tookMs === null ? [`lightning was not observed again within ${withinMs / 1_000} s`] : [];
}
