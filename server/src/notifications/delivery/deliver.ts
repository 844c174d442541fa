import type { DeliveryAdapter, DeliveryOutcome, OutgoingMessage } from '@allclear/adapters';
import type { NoticeKind } from '@allclear/domain';
import { systemActor } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { retryWrites } from '../../platform/jobs/retry-writes.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { Adapters } from './channels.ts';
import { gather } from './gather.ts';
import { attemptsAtOnce, type DeliveryChannelName, queueDeliveries } from './queue-deliveries.ts';
import { responseCodeOf, responseLinkOf, withResponseLink } from './response-link.ts';
import { nextStep } from './retry-policy.ts';
import { createSendingSlots, type SendingSlots } from './sending-slots.ts';
import { type BegunAttempt, beginAttempts, type EndedAttempt, endAttempts, sentElsewhere } from './store.ts';

const actor = systemActor('deliver');

/** When a delivery that another process is sending is checked again. */
const checkAgainMs = 10_000;
/** Attempts that one statement begins or ends at most. */
const maxBatch = 200;
/** Of many attempts, those of so many ms begin and end together. */
const spacingMs = 10;

export interface DeliveryRun {
  readonly db: Database;
  readonly adapters: Adapters;
  /** Where people reach the product. */
  readonly url: string;
  readonly secrets: Pick<SecretBox, 'digests'>;
  /** Whether people may respond by SMS. */
  readonly takesSms: boolean;
  /** The number of the worker lease that makes the attempts. */
  readonly lease: number;
  /** Ends what is being sent. */
  readonly signal: AbortSignal;
  readonly random: () => number;
  /** Called at every end of an attempt, once it is on record. */
  readonly onEnded: (ended: EndedAttempt, begun: BegunAttempt | null) => void;
}

/**
 * Creates the function that runs a job: one attempt of one delivery, read from and recorded in the store. The
 * promise resolves when the outcome is recorded.
 */
export function createDeliver(run: DeliveryRun) {
  const { db, adapters, signal, random, onEnded } = run;
  const inFlight = new Set<string>();
  // An attempt begins when it can be made at once: what it finds out at its begin must not be old when it is sent.
  const slots = {
    push: createSendingSlots(attemptsAtOnce.push),
    sms: createSendingSlots(attemptsAtOnce.sms),
    email: createSendingSlots(attemptsAtOnce.email),
  };
  const { begin, end } = gatherAttempts(run);

  return async (channel: DeliveryChannelName, id: string): Promise<void> => {
    if (signal.aborted) throw new Error('The worker lease is over.');
    if (adapters[channel] === null) {
      const ended: EndedAttempt = {
        id,
        channel,
        number: 0,
        vendor: null,
        detail: 'This installation has no provider for it.',
        result: { kind: 'not-configured' },
      };
      await end(ended);
      return onEnded(ended, null);
    }
    // Two jobs of one delivery: the other one is at work.
    if (inFlight.has(id)) return;
    inFlight.add(id);
    try {
      const made = await inSlot(slots[channel], async () => {
        if (signal.aborted) throw new Error('The worker lease is over.');
        const begun = await begin(id);
        return begun === 'over' || begun === 'elsewhere'
          ? begun
          : { begun, outcome: await attempt(begun, adapters, messageOf(begun, run), signal) };
      });
      if (made === 'over') return;
      if (made === 'elsewhere')
        return await queueDeliveries(db, actor, [{ deliveryId: id, channel, afterMs: checkAgainMs }]);
      const { begun, outcome } = made;
      const step = nextStep(outcome, {
        number: begun.number,
        sinceMs: wallNow() - begun.firstStartedAt,
        hasRest: begun.hasRest,
        jitter: random(),
      });
      const ended: EndedAttempt = {
        id,
        channel,
        number: begun.number,
        vendor: adapters[channel].vendor,
        detail: outcome.kind === 'accepted' ? outcome.detail : outcome.reason,
        result: step.kind !== 'accepted' && signal.aborted ? { kind: 'interrupted' } : step,
      };
      await end(ended);
      onEnded(ended, begun);
    } finally {
      inFlight.delete(id);
    }
  };
}

/** Attempts of the same moment begin by one statement, and end by one. */
function gatherAttempts({ db, lease }: DeliveryRun) {
  const begin = gather(
    maxBatch,
    async (ids: readonly string[]) => {
      const begun = await beginAttempts(db, actor, ids, lease, wallNow());
      const missed = ids.filter((id) => !begun.has(id));
      const elsewhere = missed.length > 0 ? await sentElsewhere(db, missed) : new Set<string>();
      return ids.map(
        (id) => begun.get(id) ?? (elsewhere.has(id) ? ('elsewhere' as const) : ('over' as const)),
      );
    },
    { spacingMs },
  );
  const end = gather(
    maxBatch,
    async (ended: readonly EndedAttempt[]) => {
      // The outcome of a message that a provider accepted must be recorded, even if the store is unavailable
      // for a moment.
      await retryWrites(() => endAttempts(db, actor, ended, wallNow()));
      return ended.map(() => undefined);
    },
    { spacingMs },
  );
  return { begin, end };
}

async function inSlot<T>(slots: SendingSlots, work: () => Promise<T>): Promise<T> {
  await slots.take();
  try {
    return await work();
  } finally {
    slots.release();
  }
}

const impossible = (reason: string): DeliveryOutcome => ({
  kind: 'failed',
  retryable: false,
  reason,
  retryAfterMs: null,
  gone: false,
});

/** Sends to the currently stored target. Without one the attempt fails, and no provider is called. */
async function attempt(
  begun: BegunAttempt,
  adapters: Adapters,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const { channel } = begun;
  if (begun.withheld) return impossible('A warning is in effect there now; this all clear would mislead.');
  if (begun.isActive === false) return impossible('The person is no longer active.');
  const send = <T>(adapter: DeliveryAdapter<T> | null, target: T | null, missing: string) =>
    adapter === null || target === null ? impossible(missing) : adapter.send(message, target, signal);
  switch (channel) {
    case 'push': {
      const { endpoint, p256dh, auth } = begun;
      const target =
        endpoint !== null && p256dh !== null && auth !== null ? { endpoint, keys: { p256dh, auth } } : null;
      return send(adapters.push, target, 'The browser is no longer subscribed.');
    }
    case 'sms':
      return send(
        adapters.sms,
        begun.phoneNumber ? { phoneNumber: begun.phoneNumber } : null,
        'There is no phone number.',
      );
    case 'email': {
      const name = `${begun.firstName ?? ''} ${begun.lastName ?? ''}`.trim();
      if (begun.emailSuppressed) return impossible('The address has refused earlier emails.');
      return send(
        adapters.email,
        begun.email ? { address: begun.email, name } : null,
        'There is no email address.',
      );
    }
  }
}

const messageKinds: Record<NoticeKind, OutgoingMessage['kind']> = {
  started: 'warning',
  reminder: 'warning',
  'in-effect': 'warning',
  'all-clear': 'all-clear',
  ended: 'information',
  held: 'information',
  resumed: 'information',
  withdrawn: 'information',
  test: 'test',
  'proactive-forecast': 'information',
  'daily-forecast': 'information',
  'hardware-fault': 'information',
  'hardware-restored': 'information',
  'mass-message': 'information',
  'response-help': 'warning',
  'response-missing': 'warning',
  'roll-call': 'warning',
};

/** The page of the roll-call that a notice is of; null for other notices. Who opens it signs in. */
function rollCallLinkOf({ facts }: BegunAttempt, url: string): string | null {
  return typeof facts.rollCallId === 'string' ? `${url}/roll-call/${facts.rollCallId}` : null;
}

function messageOf(
  begun: BegunAttempt,
  { url, secrets, takesSms }: Pick<DeliveryRun, 'url' | 'secrets' | 'takesSms'>,
): OutgoingMessage {
  const link = responseLinkOf(begun, url, secrets);
  const rollCall = rollCallLinkOf(begun, url);
  return {
    id: begun.id,
    subject: begun.subject,
    text: begun.text,
    // A text message of somebody has no link of its own.
    short:
      link !== null && begun.channel === 'sms'
        ? withResponseLink(begun.short, link, takesSms ? responseCodeOf(begun, secrets) : null)
        : begun.short,
    // A link is sent whole, whatever stands before it.
    isWritten: begun.kind === 'mass-message' || link !== null,
    url: link ?? rollCall ?? `${url}/`,
    ...(link !== null ? { action: 'Respond' } : rollCall !== null ? { action: 'Check in' } : {}),
    correlationId: begun.correlationId,
    kind: messageKinds[begun.kind],
    sentAt: new Date(begun.at).toISOString(),
    firstAttempt: begun.number === 1,
    startedAt: begun.firstStartedAt,
    facts: { ...begun.facts, notice: begun.kind },
  };
}
