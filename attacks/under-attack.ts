import { afterAll, beforeAll, describe } from 'vitest';
import { call, inParallel } from './calls.ts';
import { seed } from './config.ts';
import { measureMemory, openInspector, type ServerMemory } from './measures/memory.ts';
import { addOrganization } from './organizations.ts';
import { openServers, type Servers } from './servers.ts';
import { type Latency, type Watcher, watchHealth } from './watcher.ts';

/** What was measured during one part. */
export interface Note {
  readonly part: string;
  readonly health: Latency;
  /** Of an empty server on the same machine at the same moments. */
  readonly idle: Latency;
}

export interface UnderAttack extends Servers {
  readonly notes: readonly Note[];
  /** Of the first process before the attacks, once all kinds of answers have been given. */
  readonly warm: ServerMemory;
  /** Where the first process listens for `measureMemory`. */
  readonly inspector: string;
  /** What must be in no log. */
  readonly secrets: string[];
}

/** The servers, once they have been started. */
export type Attacked = () => UnderAttack;

/**
 * Starts the servers for the tests of the file that calls this. `part` declares attacks that are measured
 * together.
 */
export function underAttack(): {
  attacked: Attacked;
  part: (name: string, attack: (attacked: Attacked) => void) => void;
} {
  const notes: Note[] = [];
  let servers: UnderAttack | undefined;
  let watcher: Watcher | undefined;
  const attacked: Attacked = () => {
    if (!servers) throw new Error('The servers have not been started.');
    return servers;
  };
  beforeAll(async () => {
    console.log(`ATTACKS_SEED=${seed}`);
    const opened = await openServers();
    const inspector = await openInspector(opened.main);
    await warmUp(opened);
    const warm = await measureMemory(opened.main.url, inspector);
    servers = { ...opened, notes, warm, inspector, secrets: [] };
    watcher = await watchHealth(opened.main.url);
  });
  afterAll(async () => {
    await watcher?.close();
    await servers?.close();
  });
  const part = (name: string, attack: (attacked: Attacked) => void) =>
    describe(name, () => {
      beforeAll(async () => void (await watcher?.take()));
      afterAll(async () => {
        if (!watcher) return;
        const { health, idle } = await watcher.take();
        notes.push({ part: name, health, idle });
        const shown = ({ p50, p99, max }: Latency) => [p50, p99, max].map((ms) => ms.toFixed(0)).join(' / ');
        console.log(
          `${name}: /healthz ${shown(health)} ms (p50 / p99 / max), an empty server ${shown(idle)} ms`,
        );
      });
      attack(attacked);
    });
  return { attacked, part };
}

/**
 * Asks for what needs no sign-in, and for a picture of a simulated camera, which a thread of its own draws, until the code
 * is compiled and the pools are filled.
 */
async function warmUp({ main: { url: origin }, store }: Servers): Promise<void> {
  const { ids, people } = await addOrganization(origin, store, 'qzwarm');
  const { key } = people['super-admin'];
  await call(origin, { method: 'POST', path: `/api/LiveStream/Camera/${ids.camera}/Check`, key });
  const paths = ['/', '/api/status', '/api/location', '/api/docs/json', '/identity/auth', '/nothing'];
  await inParallel(Array.from({ length: 2_000 }), 16, (_, index) =>
    call(origin, { method: 'GET', path: paths[index % paths.length] ?? '/' }),
  );
}
