import {
  type CapNotice,
  capDocument,
  capMessage,
  capRenewBeforeMs,
  measureKind,
  type PlaceHold,
} from '@allclear/domain';
import { timeZoneOf } from '../../organizations/index.ts';
import { systemActor } from '../../platform/actor.ts';
import type { PlaceShare } from '../../platform/engine/place-share.ts';
import { listPolicyPlaces, policyOfRecord } from '../../policies/index.ts';
import { answerForPlace } from '../answer-for-place.ts';
import { limitOf, type PolicyWatch, watchOf } from '../policy-watches.ts';
import { placeClearWithinMs, placeIdOf, type StoredWarning, type WarningDetails } from '../store.ts';
import { type NoticeNeeds, noticeWords, type WarningNotice } from '../warning-notice.ts';
import { dueWarnings, earlierMessages, insertMessage } from './cap-messages.store.ts';

const actor = systemActor('cap-messages');

interface Message {
  readonly watch: PolicyWatch;
  readonly row: StoredWarning;
  readonly notice: CapNotice;
  readonly holds: readonly PlaceHold[];
  readonly follows?: string | undefined;
  readonly endedBefore?: boolean;
}

/**
 * Writes the CAP message of a notice, in the transaction of `needs.db`. It does not depend on whether the policy
 * notifies anybody: programs read it.
 *
 * As for people, an all clear is of the place: while anything else holds it, the message says what has ended and what
 * is still in effect. The warnings that ended before get their all clear together with the one that ends last.
 */
export async function writeCapNotice(
  needs: NoticeNeeds,
  { step, row, notice }: Pick<WarningNotice, 'step' | 'row' | 'notice'>,
  now: number,
): Promise<void> {
  const { watch, follows, followed = false, endingIds = [] } = step;
  if (notice !== 'all-clear') return writeMessage(needs, { watch, row, notice, holds: [], follows }, now);
  const { holds } = await answerForPlace(needs.db, needs.live, watch.place, now, endingIds);
  if (holds.length > 0) return writeMessage(needs, { watch, row, notice: 'ended', holds }, now);
  // The last warning that ends in this round speaks for all.
  if (followed || endingIds.length > 0) return;
  await writeMessage(needs, { watch, row, notice, holds }, now);
  const ended = { expireBefore: 0, endedAfter: now - placeClearWithinMs, placeId: watch.place.id };
  for (const waiting of await dueWarnings(needs.db, ended)) {
    if (waiting.row.endedAt === null || waiting.row.id === row.id || isMoved(waiting.row, watch)) continue;
    const policy = await policyOfRecord(needs.db, waiting.row.policyId);
    if (!policy) continue;
    const of = { watch: watchOf(policy, watch.place), row: waiting.row };
    await writeMessage(needs, { ...of, notice, holds, endedBefore: true }, now);
  }
}

/**
 * Writes what is due without a step of a warning, each in its own transaction: an open warning's message before the
 * last one expires, and the all clear of a place at which nothing holds any more what had ended. To be called about
 * every minute.
 */
export async function renewCapMessages(
  needs: NoticeNeeds,
  share: PlaceShare,
  watchOfRow: (row: StoredWarning) => PolicyWatch | undefined,
  now: number,
): Promise<void> {
  const due = await dueWarnings(needs.db, {
    expireBefore: now + capRenewBeforeMs,
    endedAfter: now - placeClearWithinMs,
  });
  for (const { row, newest } of due) {
    if (!share.holds(placeIdOf(row))) continue;
    const watch = watchOfRow(row) ?? (row.endedAt === null ? undefined : await watchOfEnded(needs, row));
    // An open warning without a watch is withdrawn by the next round.
    if (!watch || row.state.kind !== 'open' || isMoved(row, watch)) continue;
    await needs.db.transaction().execute(async (transaction) => {
      const inTransaction = { ...needs, db: transaction };
      if (row.endedAt === null) {
        const notice = row.state.kind === 'open' && row.state.heldSince !== null ? 'held' : 'in-effect';
        return writeMessage(inTransaction, { watch, row, notice, holds: [] }, now);
      }
      const { holds } = await answerForPlace(transaction, needs.live, watch.place, now);
      if (holds.length === 0)
        return writeMessage(
          inTransaction,
          { watch, row, notice: 'all-clear', holds, endedBefore: newest?.notice === 'ended' },
          now,
        );
      // A place without lightning data never becomes clear by itself: its last message expires.
      const mayClear = holds.some(({ kind }) => kind !== 'no-lightning-data');
      if (mayClear && (newest?.notice !== 'ended' || newest.expiresAt < now + capRenewBeforeMs))
        await writeMessage(inTransaction, { watch, row, notice: 'ended', holds }, now);
    });
  }
}

/** A warning's words are about where its place was. */
function isMoved({ latitude, longitude }: StoredWarning, { place }: PolicyWatch): boolean {
  return latitude !== place.latitude || longitude !== place.longitude;
}

/** The policy, perhaps deleted, and the place of a warning that ended. */
async function watchOfEnded({ db }: NoticeNeeds, row: StoredWarning): Promise<PolicyWatch | undefined> {
  const policy = await policyOfRecord(db, row.policyId);
  const place = (await listPolicyPlaces(db, row.organizationId)).find(
    ({ id }) => id === row.organizationLocationId,
  );
  return policy && place && watchOf(policy, place);
}

async function writeMessage(needs: NoticeNeeds, said: Message, now: number): Promise<void> {
  const { watch, row, notice, holds } = said;
  const { policy, place, type } = watch;
  if (row.state.kind !== 'open') return;
  const { organizationName, earlier, sequence } = await earlierMessages(needs.db, row);
  // Nothing is withdrawn that was never said.
  if (notice === 'withdrawn' && earlier.length === 0) return;
  const action = policy.actions.find(({ allClear }) => allClear === (notice === 'all-clear'));
  const facts = row.facts as WarningDetails;
  const words = { ...said, state: row.state, facts, additionalText: action?.message ?? '' };
  const kind = measureKind(type.shortName);
  const message = capMessage({
    notice,
    identifier: `${row.id}.${sequence}`,
    sender: needs.sender,
    senderName: organizationName,
    // The clock never goes back, but messages of two engines may be written in another order.
    sentAt: Math.max(now, earlier.at(-1)?.sentAt ?? 0),
    weather: needs.weather,
    earlier,
    warning: {
      typeShortName: type.shortName,
      lifeSafety: policy.lifeSafety,
      event: facts.event ?? null,
      policyName: policy.name || type.displayName,
      radiusMiles: kind === 'lightning' ? policy.threshold : 0,
      limit: kind === 'reading' ? limitOf(policy, type) : null,
      startedAt: row.state.startedAt,
      heldSince: row.state.heldSince,
    },
    words: noticeWords(needs.weather, words, now),
    holds,
    place,
    timeZone: timeZoneOf(place),
  });
  await insertMessage(needs.db, actor, row, sequence, notice, message, capDocument(message));
}
