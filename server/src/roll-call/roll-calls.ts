import type * as contract from '@allclear/contract';
import type { LightningLive } from '../lightning/index.ts';
import { type Clock, wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { notFound } from '../platform/http/errors.ts';
import type { Principal } from '../platform/http/serve.ts';
import { newestCheckIn } from './entries.store.ts';
import { type CountedRollCall, readLiveCount, readUncounted } from './live-count.store.ts';
import { presentRollCall } from './present-roll-call.ts';
import { findRollCall, type StoredRollCall, type Times } from './roll-calls.store.ts';
import { findSeenPlace } from './seen-places.store.ts';
import { SharedReads } from './shared-reads.ts';

/** Roll-calls as their routes read them. */
export class RollCalls {
  readonly db: Database;
  readonly clock: Clock;
  readonly live: LightningLive;
  /** A count reads all entries: wardens who look at it at once share a read. */
  readonly #counts = new SharedReads<CountedRollCall>();

  constructor({ db, clock, live }: { db: Database; clock: Clock; live: LightningLive }) {
    this.db = db;
    this.clock = clock;
    this.live = live;
  }

  times(): Times {
    return { now: this.clock.now(), wallNow: wallNow(), speed: this.clock.speed };
  }

  /** Throws a 404 unless it is of a place that the caller sees. */
  async require(principal: Principal, id: string): Promise<StoredRollCall> {
    const call = await findRollCall(this.db, keyOf(principal, id));
    const place = call && (await findSeenPlace(this.db, principal, call.organizationLocationId));
    if (!call || !place) throw notFound('The roll-call');
    return call;
  }

  async view(principal: Principal, id: string): Promise<contract.RollCall> {
    return this.present(principal, await this.require(principal, id));
  }

  async present(principal: Principal, call: StoredRollCall): Promise<contract.RollCall> {
    const times = this.times();
    const isWarden = principal.permissions.includes('rollcall:write');
    const own = await newestCheckIn(this.db, call.id, { userId: principal.userId });
    // Thousands may have the page open: nothing is counted for those who see no count.
    const counted = isWarden
      ? await this.#counts.read(`${call.id} ${call.hasNames}`, () => readLiveCount(this.db, call, times.now))
      : await readUncounted(this.db, call);
    return presentRollCall(call, counted, own, { isWarden, times });
  }
}
