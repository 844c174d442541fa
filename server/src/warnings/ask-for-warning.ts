import { randomUUID } from 'node:crypto';
import {
  noticeAsks,
  type Recipient,
  recipientIsAsked,
  type WarningNoticeKind,
  type WeatherKind,
} from '@allclear/domain';
import type { Actor } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { askFurtherPeople, joinEvent, requestOfEvent, writeResponseRequest } from '../responses/index.ts';
import type { PolicyWatch } from './policy-watches.ts';
import type { StoredWarning } from './store.ts';

export interface AskNeeds {
  readonly db: Database;
  readonly secrets: Pick<SecretBox, 'digests'>;
  readonly weather: WeatherKind;
}

interface NoticeThatAsks {
  readonly watch: PolicyWatch;
  readonly row: StoredWarning;
  readonly notice: WarningNoticeKind;
  readonly follows?: string | undefined;
}

/** The request by which a notice asks. */
export interface Asking {
  readonly requestId: string;
  /** The event has asked already: further people are added. */
  readonly hasAsked: boolean;
}

/** By which request a notice of a warning asks for a response, before it is written; null where it asks for none. */
export async function askingOf(
  db: Database,
  { watch: { policy, place, type }, row, notice, follows = undefined }: NoticeThatAsks,
): Promise<Asking | null> {
  if (!policy.asksResponse || !noticeAsks(notice)) return null;
  const earlier = await requestOfEvent(db, {
    ...{ id: row.id, organizationId: policy.organizationId, policyId: policy.id },
    ...{
      organizationLocationId: place.id,
      isLightning: type.evidence === 'lightning',
      follows: follows ?? null,
    },
  });
  return { requestId: earlier ?? randomUUID(), hasAsked: earlier !== null };
}

/**
 * Asks the recipients of a notice that was written, in its transaction. Weather that is not live asks as a drill does:
 * marked, and through nobody's quiet hours.
 */
export async function askRecipients(
  { db, secrets, weather }: AskNeeds,
  actor: Actor,
  { requestId, hasAsked }: Asking,
  {
    watch: { policy },
    row,
    noticeId,
    recipients,
  }: Pick<NoticeThatAsks, 'watch' | 'row'> & {
    readonly noticeId: string;
    readonly recipients: readonly Recipient[];
  },
  now: number,
): Promise<void> {
  const userIds = recipients.flatMap(({ userId, muted }) => (recipientIsAsked(muted) ? userId : []));
  const isDrill = weather !== 'live';
  if (hasAsked) await askFurtherPeople(db, actor, secrets, requestId, userIds, { now, wallNow: wallNow() });
  else
    await writeResponseRequest(db, actor, secrets, {
      ...{ id: requestId, organizationId: policy.organizationId, noticeId, isDrill, ofWarning: true },
      ...{ lifeSafety: policy.lifeSafety && !isDrill, groupId: null, userIds },
      ...{ askedAt: now, wallNow: wallNow() },
    });
  await joinEvent(db, actor, row.id, requestId);
}
