import { expect, test } from 'vitest';
import { later } from './calls.ts';
import { isLong, isStrict } from './config.ts';
import { type Attacked, residentBytes } from './under-attack.ts';

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
    const { notes, warm, main } = attacked();
    await later(isLong ? 60_000 : 10_000);
    let after = await residentBytes(main.url);
    // Collected memory is given back step by step while the process has little to do.
    for (let tries = 0; !isLong && after / warm >= 1.25 && tries < 45; tries++) {
      await later(2_000);
      after = await residentBytes(main.url);
    }
    const largest = Math.max(...notes.map(({ resident }) => resident));
    const inMb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
    console.log(`resident memory: ${inMb(warm)} before, at most ${inMb(largest)}, ${inMb(after)} afterwards`);
    expect(after / warm).toBeLessThan(isLong ? 1.1 : 1.25);
  }, 150_000);
}
