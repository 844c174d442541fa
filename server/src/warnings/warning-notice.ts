import {
  type Notice,
  type NoticeText,
  noticeText,
  type PlaceHold,
  recipientsOf,
  type WarningNoticeKind,
  type WarningState,
  type WeatherKind,
  withDutyLine,
} from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { LightningLive } from '../lightning/index.ts';
import { readAddressees, withheldAllClears, writeNotice } from '../notifications/index.ts';
import { timeZoneOf } from '../organizations/index.ts';
import { systemActor } from '../platform/actor.ts';
import { type AuditRecord, appendAudit } from '../platform/audit/audit.store.ts';
import type { Database } from '../platform/database/database.ts';
import { answerForPlace } from './answer-for-place.ts';
import { type AskNeeds, askingOf, askRecipients } from './ask-for-warning.ts';
import { namedOnDuty } from './duties/on-duty.ts';
import { launchPlaceClear } from './launch-place-clear.ts';
import { outerZonesFor } from './place-zones.ts';
import { addressedPolicyOf, limitOf, type PolicyWatch } from './policy-watches.ts';
import type { Step } from './step-warning.ts';
import {
  clearedUserIds,
  noteNotified,
  notifiedUserIds,
  placeClearWithinMs,
  raiseRevision,
  type StoredWarning,
  setAwaitsPlaceClear,
  type WarningDetails,
  warningsAwaitingPlaceClear,
} from './store.ts';

const actor = systemActor('warning-notice');

/** An all clear is proved wrong by thunder that is heard within so long after it, ms of product time. */
const wrongClearWithinMs = 2 * 3_600_000;

export interface NoticeNeeds extends AskNeeds {
  readonly live: LightningLive;
  /** The host of the installation: who sends its CAP messages. */
  readonly sender: string;
  /** Lines with the id of the warning, which its notices and deliveries carry as their correlation id. */
  readonly log?: FastifyBaseLogger;
}

export interface WarningNotice {
  readonly step: Pick<Step, 'watch' | 'follows' | 'followed' | 'endingIds'>;
  readonly row: StoredWarning;
  readonly state: WarningState;
  readonly facts: WarningDetails;
  readonly notice: Notice;
  readonly withdrawnFor?: 'report-taken-back' | 'not-observed';
}

/**
 * Writes a notice to its recipients, in the transaction of `needs.db`, unless the policy does not ask for it. Returns
 * its entry for the audit, which the caller adds at the end of the transaction (`auditNotices`); null without a notice.
 *
 * An all clear is of the place: while anything else holds it, the end of the warning is announced as that, and
 * its people wait for the all clear of the place together with those of the warning that ends last.
 */
export async function writeWarningNotice(
  needs: NoticeNeeds,
  { step, row, state, facts, notice, withdrawnFor }: WarningNotice,
  now: number,
): Promise<AuditRecord | null> {
  const { watch } = step;
  const action = watch.policy.actions.find(({ allClear }) => allClear === (notice === 'all-clear'));
  // Everyone who was notified of the warning is notified of its withdrawal, also when the policy notifies
  // nobody any more.
  if ((!action && notice !== 'withdrawn') || state.kind !== 'open') return null;
  const additionalText = action?.message ?? '';
  if (notice !== 'all-clear') {
    const words = {
      ...{ watch, row, state, facts, notice, additionalText, follows: step.follows },
      ...(withdrawnFor ? { withdrawnFor } : {}),
    };
    return write(needs, { ...words, holds: [], recipientsFrom: [row.id] }, now);
  }
  if (step.followed) return awaitPlaceClear(needs.db, row, true);
  const { endingIds = [] } = step;
  const { holds } = await answerForPlace(needs.db, needs.live, watch.place, now, endingIds);
  if (holds.length === 0 && endingIds.length > 0) return awaitPlaceClear(needs.db, row, true);
  if (holds.length > 0) {
    // A place without lightning data never becomes clear by itself.
    const mayClear = holds.some(({ kind }) => kind !== 'no-lightning-data');
    await awaitPlaceClear(needs.db, row, mayClear);
    const words = { watch, row, state, facts, notice: 'ended', additionalText, holds } as const;
    return write(needs, { ...words, recipientsFrom: [row.id] }, now);
  }
  const { warningIds, userIds } = await takeAwaitingClear(needs.db, watch.place.id, now);
  const words = { watch, row, state, facts, notice, additionalText, holds } as const;
  return write(needs, { ...words, recipientsFrom: [row.id, ...warningIds], alsoTo: userIds }, now);
}

/** Without a notice now. */
async function awaitPlaceClear(transaction: Database, { id }: StoredWarning, awaits: boolean): Promise<null> {
  await setAwaitsPlaceClear(transaction, actor, [id], awaits);
  return null;
}

/** Adds the entries of notices to the audit. Call it last in the transaction: it locks the newest entry. */
export async function auditNotices(
  transaction: Database,
  records: readonly (AuditRecord | null)[],
): Promise<void> {
  for (const record of records) if (record) await appendAudit(transaction, actor, record);
}

/**
 * Who gets the all clear of a place besides the people of the warning that ends: those of warnings that ended
 * while something else held it, who wait no longer, and those whose last all clear was withheld at sending.
 */
async function takeAwaitingClear(transaction: Database, placeId: string, now: number) {
  const waiting = await warningsAwaitingPlaceClear(transaction, now, [placeId]);
  const warningIds = waiting.map(({ id }) => id);
  await setAwaitsPlaceClear(transaction, actor, warningIds, false);
  const withheld = await withheldAllClears(transaction, now - placeClearWithinMs, placeId);
  return { warningIds, userIds: withheld.map(({ userId }) => userId) };
}

/**
 * The all clear of a place for the people of warnings that ended while something else held it, and for those whose
 * all clear was withheld, once nothing holds it. `row` is an ended warning of `watch`, which announces it.
 */
export async function writePlaceClear(
  needs: NoticeNeeds,
  { watch, row: before }: { watch: PolicyWatch; row: StoredWarning },
  now: number,
): Promise<void> {
  await needs.db.transaction().execute(async (transaction) => {
    const { holds } = await answerForPlace(transaction, needs.live, watch.place, now);
    if (before.state.kind !== 'open' || holds.length > 0) return;
    // An all clear of this revision may have been written, and withheld.
    const row = await raiseRevision(transaction, actor, before);
    if (row?.state.kind !== 'open') return;
    const { warningIds, userIds } = await takeAwaitingClear(transaction, watch.place.id, now);
    const action = watch.policy.actions.find(({ allClear }) => allClear);
    const words = { watch, row, state: row.state, facts: row.facts as WarningDetails, holds } as const;
    const said = { notice: 'all-clear', additionalText: action?.message ?? '', endedBefore: true } as const;
    const to = { recipientsFrom: warningIds, alsoTo: userIds };
    const record = await write({ ...needs, db: transaction }, { ...words, ...said, ...to }, now);
    const { subject } = noticeWords(needs.weather, { ...words, ...said }, now);
    await launchPlaceClear(transaction, row, subject, now);
    await auditNotices(transaction, [record]);
  });
}

interface NoticeToSay {
  readonly watch: PolicyWatch;
  readonly row: StoredWarning;
  readonly state: Extract<WarningState, { kind: 'open' }>;
  readonly facts: WarningDetails;
  readonly notice: WarningNoticeKind;
  readonly additionalText: string;
  readonly holds: readonly PlaceHold[];
  readonly follows?: string | undefined;
  readonly endedBefore?: boolean;
  readonly withdrawnFor?: 'report-taken-back' | 'not-observed';
  /** The warnings whose people it goes to, where it goes to the people of a warning. */
  readonly recipientsFrom: readonly string[];
  /** Further people. */
  readonly alsoTo?: readonly string[];
}

/** What is said about a warning, whoever reads it. */
export type NoticeToWord = Omit<NoticeToSay, 'recipientsFrom' | 'alsoTo'>;

/** The texts of a notice of a warning. `now` is the product clock, epoch ms. */
export function noticeWords(weather: WeatherKind, said: NoticeToWord, now: number): NoticeText {
  const { watch, state, facts, notice } = said;
  const { policy, place, type } = watch;
  return noticeText({
    notice,
    policyName: policy.name || type.displayName,
    ...limitOf(policy, type),
    value: state.value,
    locationName: place.name,
    at: notice === 'started' || notice === 'reminder' ? state.evidenceAt : now,
    startedAt: state.startedAt,
    heldSince: state.heldSince,
    allClearMinutes: policy.allClearMinutes,
    timeZone: timeZoneOf(place),
    additionalText: said.additionalText,
    holds: said.holds,
    isTest: false,
    weather,
    event: facts.event ?? null,
    follows: said.follows ?? null,
    endedBefore: said.endedBefore ?? false,
    ...(facts.distanceMiles === undefined ? {} : { distanceMiles: facts.distanceMiles }),
    ...(facts.compass === undefined ? {} : { compass: facts.compass }),
    ...(facts.thunder ? { thunder: true } : {}),
    ...(said.withdrawnFor ? { withdrawnFor: said.withdrawnFor } : {}),
  });
}

async function write(needs: NoticeNeeds, said: NoticeToSay, now: number): Promise<AuditRecord | null> {
  const { watch, row, state, facts, notice } = said;
  const { policy, place, type } = watch;
  const recipients = await recipientsOfNotice(needs.db, said, now);
  if (recipients.length === 0) return null;
  const timeZone = timeZoneOf(place);
  const words = noticeWords(needs.weather, said, now);
  const onDuty = await namedOnDuty(needs.db, policy.organizationId, place, now);
  const asking = await askingOf(needs.db, said);
  const written = await writeNotice(needs.db, actor, {
    organizationId: policy.organizationId,
    warningId: row.id,
    warningRevision: row.revision,
    kind: notice,
    eventType: type.threatType,
    correlationId: row.id,
    organizationLocationId: row.organizationLocationId,
    ...(onDuty === null ? words : withDutyLine(words, onDuty.names)),
    // Names are for people: programs of others do not get them.
    programText: words.text,
    timeZone,
    facts: {
      ...facts,
      policyId: policy.id,
      policyType: type.shortName,
      threshold: policy.threshold,
      unit: type.unit,
      value: state.value,
      location: place.name,
      weather: needs.weather,
      holds: said.holds,
      ...(asking === null ? {} : { responseRequestId: asking.requestId }),
    },
    // So that the names go when a person is erased.
    namedPeople: onDuty?.people ?? {},
    at: now,
    recipients,
  });
  if (!written) return null;
  if (asking !== null)
    await askRecipients(needs, actor, asking, { watch, row, noticeId: written.id, recipients }, now);
  if (notice === 'started' || notice === 'in-effect' || notice === 'reminder')
    await noteNotified(needs.db, actor, row.id, now);
  const muted = recipients.filter((one) => one.muted !== null).length;
  return {
    ...{ chain: policy.organizationId, action: 'warning.noticed', recordId: row.id, now },
    after: {
      ...{ noticeId: written.id, kind: notice, policyId: policy.id, organizationLocationId: place.id },
      ...{ recipients: recipients.length, muted, weather: needs.weather },
      ...(asking === null ? {} : { responseRequestId: asking.requestId }),
    },
  };
}

async function recipientsOfNotice(
  transaction: Database,
  { watch, notice, facts, recipientsFrom, alsoTo = [] }: NoticeToSay,
  now: number,
) {
  const { policy, place } = watch;
  const { people, groups } = await readAddressees(transaction, policy.organizationId);
  // Thunder after an all clear proves that clear wrong: whoever got it is told.
  const wronglyCleared = facts.thunder
    ? await clearedUserIds(transaction, place.id, now - wrongClearWithinMs)
    : new Set<string>();
  const notified =
    notice === 'started'
      ? new Set<string>()
      : new Set([...(await notifiedUserIds(transaction, recipientsFrom)), ...alsoTo]);
  const everyone = recipientsOf({
    policy: addressedPolicyOf(watch),
    organizationLocation: place,
    outerZones: await outerZonesFor(transaction, place, people),
    notice,
    people,
    groups,
    notified,
    wronglyCleared,
    now,
  });
  // Recipients who are still muted are notified once nothing mutes them.
  return notice === 'in-effect' ? everyone.filter(({ muted }) => muted === null) : everyone;
}
