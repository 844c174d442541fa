import { expect, test } from 'vitest';
import { later } from './calls.ts';
import { isStrict } from './config.ts';
import { measureMemory, type ServerMemory } from './measures/memory.ts';
import type { Attacked } from './under-attack.ts';

const maxHealthMs = 250;

/** What must hold after all parts, and what was measured during them. */
export function checkAfterwards(attacked: Attacked): void {
  test('/healthz answers within 250 ms', () => {
    const { notes } = attacked();
    expect(notes.reduce((sum, { health }) => sum + health.count, 0)).toBeGreaterThan(0);
    const slow = notes.flatMap(({ part, health, idle }) => {
      // Beside other work the machine itself may be late, and an empty server on it is late as often.
      const isLate = isStrict ? health.max > maxHealthMs : health.p99 > maxHealthMs + idle.p99;
      const isWrong = isLate || health.failures > 0;
      return isWrong ? [`${part}: ${JSON.stringify(health)}, an empty server ${JSON.stringify(idle)}`] : [];
    });
    expect(slow).toEqual([]);
  });

  test('the processes are those that were started, and logged no fault and no secret', () => {
    const { main, second, secrets } = attacked();
    for (const server of [main, second]) {
      expect(server.child.exitCode).toBeNull();
      const lines = server.output().split('\n');
      expect(lines.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
      expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
    }
  });

  test('its memory comes back', async () => {
    const { warm, main, inspector } = attacked();
    // The organizations that the attacks made stay, with their places, stations and lists.
    const maxGrowth = 1.5;
    let after = await measureMemory(main.url, inspector);
    // What throttles and caches keep of the attacks runs out.
    for (let tries = 0; after.live / warm.live >= maxGrowth && tries < 12; tries++) {
      await later(5_000);
      after = await measureMemory(main.url, inspector);
    }
    const inMb = ({ live, resident }: ServerMemory) =>
      [live, resident].map((bytes) => `${(bytes / 1024 / 1024).toFixed(0)} MB`).join(' of ');
    console.log(`live of resident memory: ${inMb(warm)} before, ${inMb(after)} afterwards`);
    expect(after.live / warm.live).toBeLessThan(maxGrowth);
    // What grows outside of the heap is only in this one.
    expect(after.resident / warm.resident).toBeLessThan(2);
  }, 150_000);
}
