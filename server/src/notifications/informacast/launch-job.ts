import type { EmergencyMessaging, MessagingCredential } from '@allclear/adapters';
import type { WeatherKind } from '@allclear/domain';
import { systemActor } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { implementUnrecordedJob, type Job } from '../../platform/jobs/implement-job.ts';
import type { JobWorker } from '../../platform/jobs/job-worker.ts';
import { retryWrites } from '../../platform/jobs/retry-writes.ts';
import { CannotOpen, type SecretBox } from '../../platform/secrets/secret-box.ts';
import { openCredential } from './credential.ts';
import {
  type BegunLaunch,
  beginLaunch,
  endLaunch,
  requeueOrphanedLaunches,
} from './launch-attempts.store.ts';
import { launchJob, queueLaunches } from './launch-queue.ts';
import { type LaunchStep, stepAfterFailedSearch, stepAfterLaunch } from './launch-retries.ts';

const actor = systemActor('launch-scenario');
/** When a launch that another process is at is checked again. */
const checkAgainMs = 10_000;
/** When an all clear is checked again whose place is held as far as this process knows. */
const heldAgainMs = 10_000;
const notClear = 'The place is not clear any more; this would mislead.';

interface OfPlace {
  readonly organizationId: string;
  readonly organizationLocationId: string;
}

export interface LaunchNeeds {
  readonly messaging: EmergencyMessaging;
  readonly secrets: SecretBox;
  readonly weather: WeatherKind;
  /** Whether anything keeps an organization location from being clear at this moment. */
  readonly isHeld: (db: Database, place: OfPlace) => Promise<boolean>;
}

/** Why nothing is launched while the weather is not live and InformaCast is no simulator. */
export const notLive = (weather: WeatherKind) =>
  `The weather is ${weather === 'replay' ? 'replayed' : 'simulated'}: only a simulator of InformaCast is launched.`;

/** By what a launch is found again at InformaCast. */
export const referenceOf = (launchId: string) => `Allclear ${launchId.slice(0, 8)}`;

/** The job that launches scenarios of InformaCast. */
export function scenarioLaunchJob(needs: LaunchNeeds): Job {
  return implementUnrecordedJob(
    launchJob,
    (worker) => {
      const inFlight = new Set<string>();
      return async ({ id }) => {
        if (worker.signal.aborted) throw new Error('The worker lease is over.');
        if (inFlight.has(id)) return;
        inFlight.add(id);
        try {
          await attempt(worker, needs, id);
        } finally {
          inFlight.delete(id);
        }
      };
    },
    requeueOrphanedLaunches,
  );
}

async function attempt(worker: JobWorker, needs: LaunchNeeds, id: string): Promise<void> {
  const { db, lease } = worker;
  const begun = await beginLaunch(db, actor, id, lease, wallNow());
  if (begun === 'over') return;
  if (begun === 'elsewhere') return queueLaunches(db, actor, [id], checkAgainMs);
  const step = await stepOf(worker, needs, begun);
  // What InformaCast launched must be recorded, even if the store is unavailable for a moment.
  await retryWrites(() => endLaunch(db, actor, begun, step, wallNow()));
}

const ended = (state: 'failed' | 'withheld' | 'dropped' | 'unknown', detail: string): LaunchStep => ({
  ...{ kind: 'ended', state, detail },
});

async function stepOf(worker: JobWorker, needs: LaunchNeeds, begun: BegunLaunch): Promise<LaunchStep> {
  const credential = credentialOf(needs, begun);
  if (credential === null)
    return ended(
      'failed',
      'The stored token cannot be read with the key of this installation. Connect again.',
    );
  const found = begun.isUnsure ? await searchStep(worker, needs, begun, credential) : null;
  if (found) return found;
  const refused = await refusal(worker, needs, begun);
  if (refused) return refused;
  const { scenarioId, siteName, text, id } = begun;
  const reference = referenceOf(id);
  const outcome = await needs.messaging.launch(
    { scenarioId, siteName, reference, text: `${text} (${reference})` },
    credential,
    worker.signal,
  );
  return stepAfterLaunch(outcome, timesOf(begun));
}

const timesOf = ({ number, deadlineAt }: BegunLaunch) => ({
  ...{ number, leftMs: deadlineAt - wallNow(), jitter: Math.random() },
});

function credentialOf(
  { secrets }: LaunchNeeds,
  { organizationId, credential }: BegunLaunch,
): MessagingCredential | null {
  try {
    return openCredential(secrets, organizationId, credential);
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

/**
 * Looks for a launch whose answer was lost. Null: it was not made and may be tried again, which only a start is: an
 * all clear goes out at most once.
 */
async function searchStep(
  { signal }: JobWorker,
  { messaging }: LaunchNeeds,
  begun: BegunLaunch,
  credential: MessagingCredential,
): Promise<LaunchStep | null> {
  const { id, scenarioId, triedAt, otherIds } = begun;
  const search = { scenarioId, triedAt, otherIds, reference: referenceOf(id) };
  const answer = await messaging.findLaunch(search, credential, signal);
  if (answer.kind === 'failed') return stepAfterFailedSearch(answer, timesOf(begun));
  if (answer.value !== null)
    return {
      ...{ kind: 'ended', state: 'launched', notificationId: answer.value },
      detail: 'The answer of InformaCast was lost; it says that it launched it.',
    };
  return begun.kind === 'start'
    ? null
    : ended(
        'unknown',
        'The answer of InformaCast was lost, and it names no such launch. It is not repeated.',
      );
}

/** Why nothing is launched now; null when it may be. */
async function refusal(
  { db, signal }: JobWorker,
  { messaging, weather, isHeld }: LaunchNeeds,
  begun: BegunLaunch,
): Promise<LaunchStep | null> {
  const { kind, deadlineAt, isOver, hasOtherWarning } = begun;
  if (wallNow() > deadlineAt) return ended('dropped', 'It came too late.');
  if (isOver) return ended('dropped', 'The warning is over.');
  if (kind === 'test' && hasOtherWarning) return ended('dropped', 'A warning has begun at the place.');
  if (kind === 'all-clear') {
    if (hasOtherWarning) return ended('withheld', notClear);
    // Another process may have given it a moment before this one has the same weather.
    if (await isHeld(db, begun))
      return wallNow() + heldAgainMs > deadlineAt
        ? ended('withheld', notClear)
        : { kind: 'again', afterMs: heldAgainMs, isUnsure: false, detail: notClear };
  }
  if (weather !== 'live' && !(await messaging.isSimulator(signal))) return ended('failed', notLive(weather));
  return null;
}
