import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/serve.ts';
import { administersAllWidgets, recordWidgetsOpened, type WidgetScope } from './widgets.store.ts';

/**
 * Whose widgets a person may read and change: those of all organizations (null) for a full widget admin, which is a
 * Super Admin of an organization that operators gave the widgets of all (the claim WIDGET_ADMIN); else the own.
 */
export async function reachOf(
  db: Database,
  { organizationId, role }: Pick<Principal, 'organizationId' | 'role'>,
): Promise<WidgetScope> {
  return role === 'super-admin' && (await administersAllWidgets(db, organizationId)) ? null : organizationId;
}

/** Somebody who looks at lists again and again leaves an entry as often as this, real ms. */
const againMs = 3_600_000;
const maxKept = 10_000;

/** Leaves an entry in the chain of an organization whose widgets a person of another one opens. */
export class OpenedByAdmins {
  readonly #context: { readonly db: Database; readonly clock: Clock };
  readonly #noted = new Map<string, number>();

  constructor(context: { readonly db: Database; readonly clock: Clock }) {
    this.#context = context;
  }

  async note(principal: Principal, organizationIds: readonly string[]): Promise<void> {
    const { db, clock } = this.#context;
    for (const id of new Set(organizationIds)) {
      if (id === principal.organizationId) continue;
      const key = `${principal.userId} ${id}`;
      const last = this.#noted.get(key);
      if (last !== undefined && performance.now() - last < againMs) continue;
      await recordWidgetsOpened(db, actorOf(principal), id, clock.now());
      this.#noted.delete(key);
      this.#noted.set(key, performance.now());
      const [oldest] = this.#noted.keys();
      if (this.#noted.size > maxKept && oldest !== undefined) this.#noted.delete(oldest);
    }
  }
}
