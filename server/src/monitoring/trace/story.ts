import type { Database } from '../../platform/database/database.ts';
import {
  findTraced,
  flashesAt,
  type TracedCommand,
  type TracedDelivery,
  type TracedNotice,
  tracedCommands,
  tracedDeliveries,
  tracedNotices,
  tracedWarning,
} from './trace.store.ts';

/** After the end of a warning its devices still signal the all clear, ms of the product clock. */
const afterEndMs = 5 * 60_000;

/**
 * How one warning, notice or command came about and what became of it, as lines: from the flash to the attempts and the
 * commands, each with its ids, in the order of cause. Null when nothing has the id. Times of the weather (of flashes,
 * warnings and notices) are marked `W`, real ones `R`; with live weather they are the same clock.
 */
export async function storyOf(db: Database, id: string): Promise<string[] | null> {
  const traced = await findTraced(db, id);
  if (traced === null) return null;
  if (traced.kind === 'warning') return storyOfWarning(db, traced.id);
  if (traced.kind === 'batch') {
    const stories = await Promise.all(traced.warningIds.map((warningId) => storyOfWarning(db, warningId)));
    return stories.length === 0 ? [`Batch ${traced.id} started no warning.`] : stories.flat();
  }
  if (traced.kind === 'command')
    return (await tracedCommands(db, { commandId: traced.id })).flatMap(commandLines);
  const [notice] = await tracedNotices(db, { noticeId: traced.id });
  if (notice === undefined) return null;
  return [
    ...(notice.warningId === null ? [] : await beginOf(db, notice.warningId)),
    ...(await noticeLines(db, notice)),
  ];
}

async function storyOfWarning(db: Database, id: string): Promise<string[]> {
  const warning = await tracedWarning(db, id);
  if (warning === null) return [];
  const lines = await beginOf(db, id);
  for (const notice of await tracedNotices(db, { warningId: id }))
    lines.push(...(await noticeLines(db, notice)));
  const { placeId, startedAt, endedAt, endReason } = warning;
  if (placeId !== null) {
    // A warning that is open has no end: everything since its begin.
    const to = new Date((endedAt?.getTime() ?? Date.UTC(2200, 0)) + afterEndMs);
    lines.push(...(await tracedCommands(db, { placeId, from: startedAt, to })).flatMap(commandLines));
  }
  lines.push(
    endedAt === null
      ? line(null, `warning ${id} is open`)
      : line(['W', endedAt], `warning ${id} ended: ${endReason ?? 'no reason is stored'}`),
  );
  return lines;
}

/** The flash and the warning that it started. */
async function beginOf(db: Database, warningId: string): Promise<string[]> {
  const warning = await tracedWarning(db, warningId);
  if (warning === null) return [];
  const flashes = await flashesAt(db, warning, warning.startedAt);
  return [
    ...flashes.flatMap(({ at, key, feed, batchId, batchKey, observedFrom, observedTo, receivedAt }) => [
      line(['W', at], `flash ${key} of ${feed}`),
      line(
        ['W', receivedAt],
        `batch ${batchId} (${batchKey}) stored, ${seconds(at, receivedAt)} after the flash; it observed ${observedFrom.toISOString()} to ${observedTo.toISOString()}`,
      ),
    ]),
    line(
      ['W', warning.startedAt],
      `warning ${warning.id} of the policy ${warning.policy}${warning.place === null ? '' : ` at ${warning.place}`}: its first evidence${flashes.length === 0 ? ' (no flash of this instant is stored)' : ''}`,
    ),
    ...(warning.notifiedAt === null
      ? []
      : [line(['W', warning.notifiedAt], `warning ${warning.id} notified first`)]),
  ];
}

async function noticeLines(db: Database, notice: TracedNotice): Promise<string[]> {
  const { id, kind, subject, at, writtenAt, people, muted } = notice;
  const deliveries = await tracedDeliveries(db, id);
  return [
    line(['W', at], `notice ${id} (${kind}): ${subject}`),
    line(
      ['R', writtenAt],
      `notice ${id} written for ${people} people${muted > 0 ? `, ${muted} of them muted` : ''}`,
    ),
    ...deliveries.flatMap((delivery) => deliveryLines(delivery, writtenAt)),
  ];
}

function deliveryLines(
  { id, channel, userId, state, vendor, createdAt, acceptedAt, attempts }: TracedDelivery,
  writtenAt: Date,
): string[] {
  const who = userId === null ? 'nobody of the organization' : `person ${userId}`;
  return [
    line(['R', createdAt], `delivery ${id} by ${channel} to ${who}`),
    ...attempts.map(({ number, startedAt, endedAt, outcome, detail }) =>
      line(
        ['R', new Date(startedAt)],
        `attempt ${number} of ${id}: ${outcome ?? 'no outcome is stored'}${endedAt === null ? '' : ` after ${seconds(new Date(startedAt), new Date(endedAt))}`}${detail ? `. ${detail}` : ''}`,
      ),
    ),
    line(
      ['R', acceptedAt],
      `delivery ${id} is ${state}${vendor === null ? '' : ` (${vendor})`}${acceptedAt === null ? '' : `, ${seconds(writtenAt, acceptedAt)} after its notice was written`}`,
    ),
  ];
}

function commandLines(command: TracedCommand): string[] {
  const { id, unit, action, cause, state, attempts, detail, at, createdAt, begunAt, endedAt } = command;
  return [
    line(['W', at], `command ${id} (${action}, for ${cause}) to ${unit}`),
    ...(begunAt === null
      ? []
      : [line(['R', begunAt], `command ${id} begun, ${seconds(createdAt, begunAt)} after it was stored`)]),
    line(
      ['R', endedAt],
      `command ${id} is ${state} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${detail === '' ? '' : `. ${detail}`}`,
    ),
  ];
}

function line(time: readonly ['W' | 'R', Date | null] | null, text: string): string {
  const at = time?.[1] ?? null;
  return `${at === null ? ' '.repeat(26) : `${at.toISOString()} ${time?.[0]}`}  ${text}`;
}

const seconds = (from: Date, to: Date) => `${((to.getTime() - from.getTime()) / 1_000).toFixed(1)} s`;
