import { distanceMiles, type GeoPoint, MINUTE_MS, milesFromMetres } from '../core/index.ts';

/** The Alert Mode of a person: whether their hours, their position, or both must allow a warning (spec 2 section 9). */
export const alertModes = ['AlertTimes', 'Geofence', 'AlertTimesAndGeofence'] as const;
export type AlertMode = (typeof alertModes)[number];

/** The two settings that an Alert Mode stands for on the wire. */
export interface AlertModeSettings {
  readonly alertTimesEnabled: boolean;
  readonly geofenceAlertsEnabled: boolean;
}

/** The mode of these settings; null where neither hours nor position restrict anything. */
export function alertModeOf(settings: AlertModeSettings): AlertMode | null {
  const { alertTimesEnabled, geofenceAlertsEnabled } = settings;
  if (geofenceAlertsEnabled) return alertTimesEnabled ? 'AlertTimesAndGeofence' : 'Geofence';
  return alertTimesEnabled ? 'AlertTimes' : null;
}

/** The settings of a mode; null restricts nothing. */
export function settingsOfAlertMode(mode: AlertMode | null): AlertModeSettings {
  return {
    alertTimesEnabled: mode === 'AlertTimes' || mode === 'AlertTimesAndGeofence',
    geofenceAlertsEnabled: mode === 'Geofence' || mode === 'AlertTimesAndGeofence',
  };
}

/** A position that is older says nothing about where the person is, ms. */
export const positionLimitMs = 15 * MINUTE_MS;

/** The newest position that a person's open app has shared; degrees. */
export interface SharedPosition extends GeoPoint {
  /** Radius of the circle in which the person is, meters, 0 or more. */
  readonly accuracyMeters: number;
  /** Real time since the position was taken, ms; negative for one of the future. */
  readonly ageMs: number;
}

/** The disc of an outermost lightning zone: degrees, and a radius in miles. */
export interface OuterZone extends GeoPoint {
  readonly radiusMiles: number;
}

/**
 * Whether a person is known to be outside every one of a place's zones: the whole circle of an accurate, recent
 * position is. Anything that is not known leaves the person inside: no position, one that is older than
 * `positionLimitMs` or of the future, a number that is missing or out of its range, a place without zones.
 */
export function isCertainlyOutside(position: SharedPosition | null, zones: readonly OuterZone[]): boolean {
  if (position === null || zones.length === 0) return false;
  const { accuracyMeters, ageMs } = position;
  // Each comparison is false for NaN.
  if (!(ageMs >= 0 && ageMs <= positionLimitMs)) return false;
  const accuracyMiles = milesFromMetres(accuracyMeters);
  if (accuracyMiles === null || !(accuracyMiles >= 0)) return false;
  return zones.every((zone) => {
    const miles = distanceMiles(position, zone);
    return miles !== null && miles - accuracyMiles > zone.radiusMiles;
  });
}
