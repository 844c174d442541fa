import type { AuditCheck } from '@allclear/contract';
import { wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import type { GetSigningKey } from './signing-key.ts';
import { type ChainReport, nothingVerified, verifyChain } from './verify-chain.ts';

/** How long a request waits for a first check. */
const waitForFirstMs = 3_000;
const wholeEveryMs = 24 * 3_600_000;

interface State {
  /** The newest check; null before the first one ended. */
  last: { readonly report: ChainReport; readonly checkedAt: number } | null;
  wholeAt: number | null;
  running: Promise<void> | null;
}

export interface ChainChecks {
  /** What is known of a chain now. Adds the entries since the last time to what was verified. */
  check(chain: string): Promise<AuditCheck>;
}

/**
 * Checks chains for the page, remembering per process how far each was verified. The first question after the start
 * of the process, and the first after a day, reads the whole chain; the others read what was added since, and that
 * the last verified entry is the same. So a change of an older entry is noticed within a day, and by `npm run
 * audit:verify` at once. A fault stays until the chain is read whole again. Whole chains are read one after another.
 */
export function openChainChecks(
  db: Database,
  key: GetSigningKey,
  { now = wallNow, waitMs = waitForFirstMs }: { now?: () => number; waitMs?: number } = {},
): ChainChecks {
  const states = new Map<string, State>();
  let wholeChecks: Promise<unknown> = Promise.resolve();

  const verify = async (chain: string, state: State, isWhole: boolean) => {
    const checkedAt = now();
    const from = isWhole ? nothingVerified : (state.last?.report.verified ?? nothingVerified);
    const report = await verifyChain(db, chain, { key: await key(), from });
    state.last = { report, checkedAt };
    if (isWhole) state.wholeAt = checkedAt;
  };
  const start = (chain: string, state: State) => {
    const isWhole = state.wholeAt === null || now() - state.wholeAt >= wholeEveryMs;
    // A fault does not go away by what is added.
    if (!isWhole && state.last?.report.fault) return Promise.resolve();
    const work = isWhole ? wholeChecks.then(() => verify(chain, state, true)) : verify(chain, state, false);
    if (isWhole) wholeChecks = work.catch(() => {});
    return work;
  };

  return {
    async check(chain) {
      const state = states.get(chain) ?? { last: null, wholeAt: null, running: null };
      states.set(chain, state);
      state.running ??= start(chain, state).finally(() => {
        state.running = null;
      });
      // Who does not wait for its end is told by the next question.
      state.running.catch(() => {});
      await Promise.race([state.running, pause(waitMs)]);
      return present(state, now());
    },
  };
}

function present({ last, wholeAt }: State, now: number): AuditCheck {
  if (!last)
    return {
      ...{ isWhole: null, entries: 0, throughSequence: 0, checkedAt: isoTime(now), wholeCheckedAt: null },
      ...{ firstFault: null, newestHead: null },
    };
  const { verified, fault, entries, newestHead } = last.report;
  return {
    ...{ isWhole: fault === null, entries, throughSequence: verified.sequence, firstFault: fault },
    ...{ checkedAt: isoTime(last.checkedAt), wholeCheckedAt: isoTime(wholeAt) },
    newestHead: newestHead && {
      ...{ sequence: newestHead.sequence, hash: newestHead.hash, signedAt: newestHead.signedAt },
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
