import {
  closureEntries,
  commandEntry,
  dutyEntries,
  enabledEntry,
  faultEntries,
  MINUTE_MS,
  massMessageEntry,
  mergeTimeline,
  noticeEntry,
  placeEntries,
  radiusEntries,
  reportEntries,
  rollCallEntries,
  type TimelineEntry,
  type TimelineSpan,
  testEntry,
  warningEntries,
} from '@allclear/domain';
import { actionText } from '../hardware/index.ts';
import type { LightningLive } from '../lightning/index.ts';
import type { Database } from '../platform/database/database.ts';
import { rollCallsWithin } from '../roll-call/index.ts';
import { dutiesOf, enabledChangesOf, placeVersionsOf, radiiOf, testsOf } from './changes.store.ts';
import { lightningRecord } from './lightning-record.ts';
import {
  closuresOf,
  commandsOf,
  faultsOf,
  massMessagesOf,
  noticesOf,
  type PlaceKey,
  reportsOf,
  warningsOf,
} from './store.ts';

/** Reports of before the span may hold its zones: more than the longest timer. */
const reportLeadMs = 70 * MINUTE_MS;

export interface MadeTimeline {
  readonly radiiMiles: readonly number[];
  readonly allClearMinutes: number;
  readonly entries: readonly TimelineEntry[];
}

/** Everything that is stored of a place in a span. `now` is product time, epoch ms; `sentInGroupOf` limits mass messages. */
export async function makeTimeline(
  needs: { readonly db: Database; readonly live: Pick<LightningLive, 'lightningIndex'> },
  place: PlaceKey & { readonly latitude: number; readonly longitude: number; readonly timeZone: string },
  span: TimelineSpan,
  { now, sentInGroupOf }: { readonly now: number; readonly sentInGroupOf: string | null },
): Promise<MadeTimeline> {
  const { db } = needs;
  const reports = await reportsOf(db, place, { ...span, from: span.from - reportLeadMs });
  const counting = reports.filter(({ recordedOnly }) => !recordedOnly);
  const lightning = await lightningRecord(needs, place, counting, span, now);
  const warnings = await warningsOf(db, place, span);
  const duties = await dutiesOf(db, place, span.to);
  const sources = [
    ...lightning.entries,
    reports.flatMap(reportEntries),
    warnings.flatMap(warningEntries),
    dutyEntries({
      ...{ versions: duties.versions, warnings, timeZone: place.timeZone, now },
      nameOf: (userId) => duties.names.get(userId) || 'somebody who was removed',
    }),
    placeEntries(await placeVersionsOf(db, place, span)),
    radiusEntries(await radiiOf(db, place, span)),
    (await testsOf(db, place, span)).map(testEntry),
    (await enabledChangesOf(db, place, span)).map(enabledEntry),
    (await closuresOf(db, place, span)).flatMap((closure) => closureEntries(closure, now)),
    (await rollCallsWithin(db, place, span, now)).flatMap(rollCallEntries),
    (await commandsOf(db, place, span)).map(({ content, ...command }) =>
      commandEntry({ ...command, action: actionText(content) }),
    ),
    (await faultsOf(db, place, span)).flatMap(faultEntries),
    (await noticesOf(db, place, span)).map(noticeEntry),
    (await massMessagesOf(db, place, span, sentInGroupOf)).map(massMessageEntry),
  ];
  const { radiiMiles, allClearMinutes } = lightning;
  return { radiiMiles, allClearMinutes, entries: mergeTimeline(sources, span) };
}
