import { expect } from '../journey.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

/** A simulated station computes its past day after the start. */
export async function untilPastDay(server: ServerUnderTest, stationId: string): Promise<void> {
  await expect
    .poll(
      async () =>
        (await server.api<unknown[]>('GET', `Observations/Historical/${stationId}?hours=24`)).length,
      { timeout: 60_000 },
    )
    .toBeGreaterThan(93);
}
