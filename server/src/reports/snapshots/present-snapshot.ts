import type { ConditionSnapshot, SnapshotSchedule } from '@allclear/contract';
import { nextSnapshot, type PracticeTime } from '@allclear/domain';
import { isoTime } from '../../platform/http/iso-time.ts';
import type { StoredSnapshot } from './condition-snapshots.store.ts';
import type { StoredSnapshotSchedule } from './snapshot-schedules.store.ts';

export function presentSnapshot(row: StoredSnapshot): ConditionSnapshot {
  const { id, stationId, at, reason, warningId, scheduleId, cause, note, observedAt, stale } = row;
  return {
    ...{
      id,
      weatherStationId: stationId,
      at: isoTime(at),
      reason,
      warningId,
      scheduleId,
      cause,
      note,
      stale,
    },
    takenBy: row.userId === null ? null : { id: row.userId, name: row.personName },
    observedAt: isoTime(observedAt),
    ageSeconds: observedAt === null ? null : Math.round((at - observedAt) / 1_000),
    values: row.measured,
  };
}

export function presentSchedule(
  { id, stationId, rule, revision }: StoredSnapshotSchedule,
  { timeZone, practices }: { timeZone: string; practices: readonly PracticeTime[] },
  now: number,
): SnapshotSchedule {
  return {
    ...{ id, weatherStationId: stationId, revision },
    rule: rule.kind === 'weekly' ? { ...rule, weekdays: [...rule.weekdays] } : rule,
    nextAt: isoTime(nextSnapshot(rule, practices, timeZone, { after: now })?.at ?? null),
  };
}
