import type { Hardware, WeatherStation } from '@allclear/contract';
import {
  batteryOf,
  connectionOf,
  isMuted,
  localText,
  type SignalState,
  statusText,
  testSeconds,
} from '@allclear/domain';
import { isoTime } from '../../platform/http/iso-time.ts';
import { isSiren } from './check-unit.ts';
import { publicPathOf } from './public-path.ts';
import { driverNamed, type UnitContext } from './unit-context.ts';
import type { RunningTest, UnitState } from './unit-states.store.ts';
import type { StoredUnit } from './units.store.ts';

/** What a unit is presented with. */
export interface UnitSurroundings extends Pick<UnitContext, 'drivers'> {
  readonly organizationName: string;
  /** Whether the caller may test, stop and disable units that the caller sees. */
  readonly mayOperate: boolean;
  /** Product time, epoch ms. */
  readonly now: number;
}

/** A test that is due and was not done for so long is overdue. */
const overdueMs = 24 * 3_600_000;

export function presentUnit(
  unit: StoredUnit,
  state: UnitState | undefined,
  station: WeatherStation | undefined,
  surroundings: UnitSurroundings,
): Hardware {
  const { now, organizationName, mayOperate } = surroundings;
  const plays = driverNamed(surroundings, unit.driver)?.abilities.plays ?? [];
  const canPlay = plays.length > 0 && unit.model !== 'RLY';
  // An output is known only while the device answers.
  const reading = state?.failure === null ? state.reading : null;
  const voltage = state?.reading?.voltage ?? null;
  const battery = batteryOf(voltage);
  const connection = connectionOf(
    {
      ...{ kind: 'siren', lastContactAt: state?.lastContactAt ?? null, window: unit.offlineWindow },
      ...{ timeZone: unit.timeZone, askEveryMinutes: unit.askEveryMinutes },
    },
    now,
  );
  const activity = activityOf(unit);
  const faults = faultsOf(unit, state, station);
  return {
    ...{ id: unit.id, name: unit.name, modelId: unit.model },
    ...{ isSiren: isSiren(unit.model), isStation: unit.model === 'OWX', isPa: canPlay },
    hasRemoteRelays: state?.hasRelays ?? false,
    ...activity,
    ...{ organizationLocationId: unit.organizationLocationId, locationName: unit.placeName },
    ...{ latitude: unit.latitude, longitude: unit.longitude, timeZoneId: unit.timeZone },
    ...{ ipAddress: unit.address, driver: unit.driver },
    ...{ voltage, battery },
    ...{ connectedAt: isoTime(state?.lastContactAt ?? null), connection },
    statusText: statusText({
      ...{ enabled: activity.enabled, connection, battery, volts: voltage },
      // They are shown one by one.
      ...{ faults: [], isInDelay: state?.signal?.kind === 'warning' },
    }),
    faults,
    ...{ sounding: reading?.sounding ?? null, lit: reading?.lit ?? null },
    ...signalOf(unit, state?.signal ?? null),
    test: presentTest(state?.test ?? null),
    nextTestUtc: isoTime(state?.nextTestAt ?? null),
    isTestOverdue: state !== undefined && state.nextTestAt !== null && state.nextTestAt < now - overdueMs,
    ...{ lifeSafety: unit.lifeSafety, afterSirenPaId: unit.afterSirenPaId },
    defaultPlayCount: canPlay ? unit.defaultPlayCount : null,
    publicPath: unit.publicPage ? publicPathOf(organizationName, unit.name) : null,
    station: station ? { id: station.id, type: station.type, imageUrl: station.imageUrl } : null,
    testSeconds: testSeconds(unit),
    mayOperate,
    webRelayType: station?.webRelayType ?? null,
    revision: unit.revision,
  };
}

const noPlace = 'It has no place, so that it cannot signal.';

function activityOf(unit: StoredUnit): Pick<Hardware, 'enabled' | 'disabledReason'> {
  if (!unit.enabled) return { enabled: false, disabledReason: unit.disabledReason };
  if (unit.organizationLocationId === null) return { enabled: false, disabledReason: noPlace };
  return { enabled: true, disabledReason: null };
}

/** Faults that matter most first; others follow in the order in which they began. */
const worstFaults = ['offline', 'stuck', 'refused', 'battery'];

function faultsOf(unit: StoredUnit, state: UnitState | undefined, station?: WeatherStation): string[] {
  const rank = (kind: string) =>
    worstFaults.includes(kind) ? worstFaults.indexOf(kind) : worstFaults.length;
  const open = (state?.faults ?? []).toSorted((a, b) => rank(a.kind) - rank(b.kind));
  return [
    ...(unit.organizationLocationId === null ? [noPlace] : []),
    ...open.map(({ text }) => text),
    ...(unit.model === 'OWX' && !station ? ['Its weather station was removed.'] : []),
    ...(station?.fault ? [station.fault] : []),
  ];
}

function signalOf(unit: StoredUnit, signal: SignalState | null): Pick<Hardware, 'signal' | 'signalText'> {
  if (signal === null || signal.kind === 'none') return { signal: 'none', signalText: '' };
  const since = localText(signal.since, unit.timeZone, true);
  if (signal.kind === 'waiting')
    return {
      signal: 'waiting',
      signalText: `Lightning is over since ${localText(signal.clearedAt, unit.timeZone, true)}. The all clear waits for what still holds the place.`,
    };
  const why = signal.strikeAt === null ? 'a warning at the place' : `lightning within ${unit.radiusMiles} mi`;
  const isSilent = isMuted(signal) && (unit.wiring.warningSound !== null || unit.postWarnMessage !== '');
  return {
    signal: isSilent ? 'muted' : 'warning',
    signalText: `Warning since ${since}: ${why}.${isSilent ? ' Its alert times keep it silent.' : ''}`,
  };
}

export function presentTest(test: RunningTest | null): Hardware['test'] {
  if (test === null || test.kind === 'communication') return null;
  return {
    ...{ id: test.id, kind: test.kind, begunUtc: isoTime(test.begunAt) },
    ...{ soundEndsUtc: isoTime(test.soundEndsAt), endsUtc: isoTime(test.endsAt) },
  };
}

/** A weather station that is no part of another unit. */
export function presentStationUnit(
  station: WeatherStation,
  place: { readonly name: string; readonly timeZone: string } | undefined,
  { now }: Pick<UnitSurroundings, 'now'>,
): Hardware {
  const lastContactAt = station.lastSeenUtc === null ? null : Date.parse(station.lastSeenUtc);
  const timeZone = place?.timeZone ?? 'UTC';
  const connection = connectionOf({ kind: 'station', lastContactAt, window: null, timeZone }, now);
  return {
    ...{ id: station.id, name: station.name, modelId: 'WXS' },
    ...{ isSiren: false, isStation: true, isPa: false, hasRemoteRelays: false },
    ...{ enabled: true, disabledReason: null },
    ...{ organizationLocationId: station.organizationLocationId, locationName: place?.name ?? '' },
    ...{ latitude: station.latitude, longitude: station.longitude, timeZoneId: timeZone },
    ...{ ipAddress: '', driver: null, voltage: null, battery: 'unknown' },
    ...{ connectedAt: station.lastSeenUtc, connection },
    statusText: statusText({
      ...{ enabled: true, connection, battery: 'unknown', volts: null, faults: [], isInDelay: false },
    }),
    faults: station.fault === null ? [] : [station.fault],
    ...{ sounding: null, lit: null, signal: 'none', signalText: '', test: null },
    ...{ nextTestUtc: null, isTestOverdue: false, lifeSafety: false, afterSirenPaId: null },
    ...{ defaultPlayCount: null, publicPath: null },
    station: { id: station.id, type: station.type, imageUrl: station.imageUrl },
    testSeconds: { delay: 0, allClear: 0, light: 0 },
    ...{ mayOperate: false, webRelayType: station.webRelayType, revision: station.revision ?? 1 },
  };
}
