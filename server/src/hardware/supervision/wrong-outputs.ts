import type { DeviceReading, Wiring } from '@allclear/adapters';
import type { UnitExpectation } from './supervision.store.ts';

/** Ms after the end of a play in which a device may still be heard. */
const soundGraceMs = 10_000;

/** What a unit does other than it should. */
export interface WrongOutputs {
  /** In words for people: what is on that should be off. */
  readonly stuck: readonly string[];
  /** Its light should be on and is off. */
  readonly isDark: boolean;
  /** Outputs of relays that were switched on and are off, as after a restart of the device. */
  readonly offRelays: readonly string[];
  /** Its light is on and should be off. */
  readonly isLit: boolean;
}

/**
 * Compares what a unit does with what it should; null while that is not settled, as commands wait or a test runs. What
 * the unit cannot say, or nobody switched, is not judged.
 *
 * @param wall the wall clock, epoch ms, when it was read
 */
export function wrongOutputs(
  reading: DeviceReading,
  expected: UnitExpectation,
  { light = null }: Partial<Wiring>,
  wall: number,
): WrongOutputs | null {
  if (expected.isBusy || expected.isTested) return null;
  const shouldBeLit = expected.signal?.kind === 'warning';
  const stuck: string[] = [];
  const offRelays: string[] = [];
  const maySound = expected.soundsUntil !== null && expected.soundsUntil + soundGraceMs > wall;
  if (reading.sounding === true && !maySound) stuck.push('It sounds although nothing asked it to');
  const isLit = light !== null && reading.lit === true && !shouldBeLit;
  if (isLit) stuck.push('Its light is on and should be off');
  for (const { name, output, on, limitSeconds, state, endedAt } of expected.relays) {
    if (endedAt === null || (state !== 'confirmed' && state !== 'sent')) continue;
    const isOver = limitSeconds !== null && endedAt + limitSeconds * 1_000 + soundGraceMs < wall;
    if ((!on || isOver) && reading.relays[output] === true)
      stuck.push(`Its relay ${name} is on and should be off`);
    if (on && !isOver && reading.relays[output] === false) offRelays.push(output);
  }
  return { stuck, offRelays, isLit, isDark: light !== null && shouldBeLit && reading.lit === false };
}
