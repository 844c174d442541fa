import { isDeepStrictEqual } from 'node:util';
import { nextRelay, type RelayEvidence, type RelayInput } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { LightningLive } from '../../lightning/index.ts';
import { systemActor } from '../../platform/actor.ts';
import type { ChangeBus } from '../../platform/change-feed/change-bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Loop } from '../../platform/subject.ts';
import { LivePlaceAnswers } from '../../warnings/index.ts';
import { askDevice, type DeviceContext } from '../devices/open-device.ts';
import { type AutomatedRelay, excludedRelays, relaysAtWork, writeRelayStep } from './relay-states.store.ts';
import { isAutomated, warningOf } from './resume-now.ts';

const actor = systemActor('automate-relays');
/** Between two rounds, real ms. */
const restMs = 1_000;

interface RelayNeeds {
  readonly db: Database;
  readonly clock: Clock;
  readonly live: LightningLive;
  readonly changes: ChangeBus;
  readonly devices: DeviceContext;
  readonly log: FastifyBaseLogger;
}

/** Switches the relays that follow a policy; runs in the engine. */
export function relayLoop(needs: RelayNeeds): Loop {
  const { db, clock, live, changes, log } = needs;
  return {
    name: 'hardware-relays',
    async run(signal) {
      const answers = new LivePlaceAnswers({
        ...{ db, live, organizationIds: async () => null, onRead: () => {} },
        onError: (error) =>
          log.warn({ err: error }, 'places could not be read for relays; none resumes meanwhile'),
      });
      const unsubscribe = changes.subscribe((change) => answers.apply(change));
      /** A unit that hangs delays only its own relays. */
      const following = new Map<string, Promise<void>>();
      try {
        while (!signal.aborted) {
          try {
            const relays = await relaysAtWork(db);
            if (relays.length > 0) await answers.refresh();
            for (const relay of relays) {
              if (following.has(relay.id)) continue;
              const step = follow(needs, answers, relay, signal)
                .catch((error: unknown) => log.error({ err: error }, 'a relay could not be followed'))
                .finally(() => following.delete(relay.id));
              following.set(relay.id, step);
            }
          } catch (error) {
            log.error({ err: error }, 'relays could not be read; they are read again');
          }
          await clock.sleep(restMs * clock.speed, signal);
        }
      } finally {
        unsubscribe();
        await Promise.all(following.values());
      }
    },
  };
}

async function follow(
  { db, clock, devices }: RelayNeeds,
  answers: LivePlaceAnswers,
  relay: AutomatedRelay,
  signal: AbortSignal,
): Promise<void> {
  const { placeId } = relay.unit;
  const at = placeId === null ? null : (answers.at(clock.now(), new Set([placeId]))?.[0] ?? null);
  const isFollowing = isAutomated(relay);
  const warning = isFollowing ? warningOf(relay, at?.open ?? null) : 'unknown';
  const excluded = await excludedRelays(db, relay);
  const evidence: RelayEvidence = {
    ...{ warning, placeHolds: at?.answer.holds ?? [{ kind: 'checking' }] },
    isExcludedOn: mayGoOn(relay, warning) ? await isOn(devices, excluded, signal) : null,
  };
  const input = inputOf(relay, evidence);
  const now = clock.now();
  const step = nextRelay(relay, relay.state, input, now);
  if (step.effects.length === 0 && isDeepStrictEqual(step.state, relay.state)) return;
  await writeRelayStep(db, actor, { relay, excluded, step, details: null, now });
}

function inputOf(relay: AutomatedRelay, evidence: RelayEvidence): RelayInput {
  const isFollowing = isAutomated(relay);
  if (!isFollowing && (relay.state.phase !== 'idle' || !relay.unit.enabled)) return { kind: 'withdrawn' };
  return isFollowing && relay.isResumeDropped ? { kind: 'resume-dropped' } : { kind: 'evidence', evidence };
}

/** Whether the next step may switch it on: only then it is asked whether another one is. */
function mayGoOn(
  { state, onAtStart, onAtClear }: AutomatedRelay,
  warning: RelayEvidence['warning'],
): boolean {
  if (state.phase !== 'active' && warning === 'open') return onAtStart;
  if (state.wanted !== null) return state.wanted.on;
  return state.phase !== 'idle' && onAtClear && warning === 'none';
}

/** Whether one of some relays is on, as their devices say now; null where one does not say. */
export async function isOn(
  devices: DeviceContext,
  relays: readonly AutomatedRelay[],
  signal: AbortSignal,
): Promise<boolean | null> {
  const states = await Promise.all(
    relays.map(async ({ unit, output }) => {
      const outcome = await askDevice(devices, unit, signal);
      if ('refused' in outcome || outcome.kind !== 'reading') return null;
      return outcome.reading.relays[output] ?? null;
    }),
  );
  if (states.includes(true)) return true;
  return states.includes(null) ? null : false;
}
