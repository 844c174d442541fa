import { type TimelineEntry, timelineEntry } from './timeline-entry.ts';

/** A place as it was from an instant on. */
export interface TimelinePlace {
  readonly from: number;
  readonly name: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
}

const positionText = ({ latitude, longitude }: TimelinePlace) =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

/** What was changed of a place: its name, its address and where it is. @param versions in the order of time */
export function placeEntries(versions: readonly TimelinePlace[]): TimelineEntry[] {
  return versions.slice(1).flatMap((after, index) => {
    const before = versions[index];
    if (!before) return [];
    const entry = (text: string, then: string, now: string) =>
      timelineEntry('place', after.from, text, {
        detail: `Before: ${then || 'none'}. Then: ${now || 'none'}.`,
      });
    const isMoved = before.latitude !== after.latitude || before.longitude !== after.longitude;
    return [
      ...(isMoved ? [entry('Place moved', positionText(before), positionText(after))] : []),
      ...(before.address === after.address
        ? []
        : [entry('Address of the place changed', before.address, after.address)]),
      ...(before.name === after.name ? [] : [entry('Place renamed', before.name, after.name)]),
    ];
  });
}

/** A lightning policy as it watched the place. */
export interface TimelineRadius {
  readonly policyId: string;
  readonly policyName: string;
  readonly radiusMiles: number;
  readonly allClearMinutes: number;
  readonly from: number;
  /** Null: it still holds. */
  readonly to: number | null;
}

const radiusText = ({ radiusMiles, allClearMinutes }: TimelineRadius) =>
  `${radiusMiles} mi and ${allClearMinutes} min of quiet`;

/** Radii and quiet times that lightning policies set, changed or ended at the place. @param versions in the order of time */
export function radiusEntries(versions: readonly TimelineRadius[]): TimelineEntry[] {
  const byPolicy = Map.groupBy(versions, ({ policyId }) => policyId);
  return [...byPolicy.values()].flatMap((ofPolicy) =>
    ofPolicy.flatMap((version, index) => {
      const before = ofPolicy[index - 1];
      const next = ofPolicy[index + 1];
      const goesOn = before !== undefined && before.to === version.from;
      const entries: TimelineEntry[] = [];
      if (!goesOn)
        entries.push(
          timelineEntry('place', version.from, `${version.policyName} watches: ${radiusText(version)}`),
        );
      else if (radiusText(before) !== radiusText(version))
        entries.push(
          timelineEntry('place', version.from, `${version.policyName} changed: ${radiusText(version)}`, {
            detail: `Before: ${radiusText(before)}.`,
          }),
        );
      if (version.to !== null && next?.from !== version.to)
        entries.push(
          timelineEntry('place', version.to, `${version.policyName} does not watch any more`, {
            detail: `Before: ${radiusText(version)}.`,
          }),
        );
      return entries;
    }),
  );
}

/** A test or drill of a unit at the place. */
export interface TimelineTest {
  readonly unitName: string;
  readonly kind: 'delay' | 'all-clear' | 'light' | 'drill' | 'communication';
  readonly begunAt: number;
  readonly endedAt: number | null;
  readonly endedBecause: string | null;
  /** Null for a scheduled one. */
  readonly actor: string | null;
}

const testTexts: Readonly<Record<TimelineTest['kind'], string>> = {
  delay: 'test of the warning signal',
  'all-clear': 'test of the all-clear signal',
  light: 'test of the light',
  drill: 'drill',
  communication: 'test of the connection',
};
const testEnds: Readonly<Record<string, string>> = {
  stopped: 'Stopped by a person.',
  over: 'Its time was over.',
  delay: 'Broken off: a real warning began.',
  disabled: 'Broken off: the unit was disabled.',
};

export function testEntry(test: TimelineTest): TimelineEntry {
  const end = test.endedAt === null ? '' : ` ${testEnds[test.endedBecause ?? ''] ?? 'It ended.'}`;
  return timelineEntry('siren', test.begunAt, `${test.unitName}: ${testTexts[test.kind]}`, {
    ...(test.endedAt === null ? { isOpen: true } : { until: test.endedAt }),
    ...{ detail: `No weather caused it.${end}`, actor: test.actor },
  });
}

/** A unit at the place that was enabled or disabled. */
export function enabledEntry(change: {
  readonly at: number;
  readonly unitName: string;
  readonly isEnabled: boolean;
  readonly reason: string;
  readonly actor: string | null;
}): TimelineEntry {
  const { at, unitName, isEnabled, reason, actor } = change;
  const detail = reason === '' ? '' : `Reason: ${reason}`;
  return timelineEntry('siren', at, `${unitName}: ${isEnabled ? 'enabled' : 'disabled'}`, { detail, actor });
}
