import { maxRadiusMiles, radiusOf, type ZoneNumber, type ZoneRadii, zoneNumbers } from './zones.ts';

/**
 * Rules of a location (spec 1 sections 3 and 5). Errors are sentences by field label, as the API returns
 * them.
 */

export const allClearMinutesRange = { min: 10, max: 60, step: 10 } as const;
/** Guidance of NFHS, NCAA and NWS; a shorter timer is allowed and carries a note (safety rule L2). */
export const advisedAllClearMinutes = 30;
export const labelMaxLength = 100;
export const addressMaxLength = 300;
/** The organization provided a location of this type: it can be neither renamed nor deleted. */
export const fixedLocationType = 1;
/**
 * `flags` with all of these bits silence a location's alerts. Preloaded places have one of them and are not
 * silenced.
 */
export const silencedMask = 30;

/** Radii, timer and flags of a location that an admin saves for a user (spec 2 section 3). */
export const preloadedLocation = {
  radius1: 10,
  radius2: 20,
  radius3: 30,
  radius4: 0,
  allClearMinutes: 30,
  flags: 2,
  forecastLocation: false,
} as const;

/** Note for a timer that is shorter than advised, else null. */
export function shortTimerNote(allClearMinutes: number): string | null {
  return allClearMinutes < advisedAllClearMinutes
    ? `Shorter than the ${advisedAllClearMinutes} minutes that NFHS, NCAA and NWS advise`
    : null;
}

export interface LocationDraft extends ZoneRadii {
  readonly label: string;
  readonly locationName: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly allClearMinutes: number;
}

export type FieldErrors = Record<string, string[]>;

/**
 * Checks a location before it is stored. `fourthZone`: the organization may use the fourth zone or the
 * location already has one.
 * @returns sentences by field label; an empty object when there are no errors
 */
export function checkLocation(draft: LocationDraft, { fourthZone }: { fourthZone: boolean }): FieldErrors {
  const errors: FieldErrors = {};
  const fault = (label: string, sentence: string) => {
    errors[label] = [...(errors[label] ?? []), sentence];
  };
  checkText(draft.label, 'Label', 'Name', labelMaxLength, true, fault);
  checkText(draft.locationName, 'LocationName', 'Address', addressMaxLength, false, fault);
  if (!(draft.latitude >= -90 && draft.latitude <= 90))
    fault('Latitude', 'Latitude must be between -90 and 90');
  if (!(draft.longitude >= -180 && draft.longitude <= 180))
    fault('Longitude', 'Longitude must be between -180 and 180');

  let inner = 0;
  for (const zone of zoneNumbers) {
    const radius = radiusOf(draft, zone);
    const label = `Radius${zone}`;
    if (!Number.isFinite(radius) || radius < 0) fault(label, 'Radius must be a number of miles');
    else if (radius === 0) {
      if (zone === 1) fault(label, 'The first zone is always on');
    } else if (radius < 0.1) fault(label, 'Radius must be at least 0.1 miles');
    else if (radius > maxRadiusMiles) fault(label, `Radius can be at most ${maxRadiusMiles} miles`);
    else if (radius <= inner)
      fault(label, `Radius must be larger than that of the zone inside it (${inner} miles)`);
    else inner = radius;
  }
  if (draft.radius4 > 0 && !fourthZone)
    fault('Radius4', 'Your organization does not have the fourth lightning zone');

  const { min, max, step } = allClearMinutesRange;
  if (!(draft.allClearMinutes >= min && draft.allClearMinutes <= max && draft.allClearMinutes % step === 0)) {
    fault('AllClearMinutes', `All-clear timer must be ${min} to ${max} minutes in steps of ${step}`);
  }
  return errors;
}

/** A place of the organization; coordinates in degrees. */
export interface PlaceDraft {
  readonly name: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Checks a place of the organization: a name, a position on the earth, no markup.
 * @returns sentences by field label; an empty object when there are no errors
 */
export function checkPlace({ name, address, latitude, longitude }: PlaceDraft): FieldErrors {
  const errors: FieldErrors = {};
  const fault = (label: string, sentence: string) => {
    errors[label] = [...(errors[label] ?? []), sentence];
  };
  checkText(name, 'Name', 'Name', labelMaxLength, true, fault);
  checkText(address, 'Address', 'Address', addressMaxLength, false, fault);
  if (!(latitude >= -90 && latitude <= 90)) fault('Latitude', 'Latitude must be between -90 and 90');
  if (!(longitude >= -180 && longitude <= 180)) fault('Longitude', 'Longitude must be between -180 and 180');
  return errors;
}

function checkText(
  text: string,
  label: string,
  name: string,
  maxLength: number,
  required: boolean,
  fault: (label: string, sentence: string) => void,
): void {
  if (required && text.trim() === '') fault(label, `${name} is required`);
  else if (text.length > maxLength) fault(label, `${name} can be at most ${maxLength} characters`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  else if (/[<>\u0000-\u001f\u007f]/.test(text))
    fault(label, `${name} cannot contain < or > or control characters`);
}

/** Soft maxima leave room for the zones outside (spec 1 section 5): 47, 48, 49, 50. */
export function softMaxMiles(zone: ZoneNumber): number {
  return maxRadiusMiles - (4 - zone);
}

/** The soft minimum rises with the zone: 1, 2, 3, 4. */
export function softMinMiles(zone: ZoneNumber): number {
  return zone;
}

/**
 * Whole miles within the soft limits; neighboring zones are pushed out to keep each zone larger than the one
 * inside it. Zones that are off stay off.
 */
export function moveRadius(radii: ZoneRadii, zone: ZoneNumber, miles: number): ZoneRadii {
  const values = zoneNumbers.map((number) => radiusOf(radii, number));
  const clamp = (number: ZoneNumber, value: number) =>
    Math.min(softMaxMiles(number), Math.max(softMinMiles(number), Math.round(value)));
  values[zone - 1] = clamp(zone, miles);
  let inner = values[zone - 1] ?? 0;
  for (let outer = zone + 1; outer <= 4; outer++) {
    if (!((values[outer - 1] ?? 0) > 0)) continue;
    values[outer - 1] = Math.max(values[outer - 1] ?? 0, inner + 1);
    inner = values[outer - 1] ?? 0;
  }
  let limit = values[zone - 1] ?? 0;
  for (let within = zone - 1; within >= 1; within--) {
    if (!((values[within - 1] ?? 0) > 0)) continue;
    values[within - 1] = Math.min(values[within - 1] ?? 0, limit - 1);
    limit = values[within - 1] ?? 0;
  }
  return {
    radius1: values[0] ?? 0,
    radius2: values[1] ?? 0,
    radius3: values[2] ?? 0,
    radius4: values[3] ?? 0,
  };
}

/** Switches zone 2–4 on (10 miles beyond the zone inside it, as far as there is room) or off. */
export function toggleZone(radii: ZoneRadii, zone: 2 | 3 | 4, on: boolean): ZoneRadii {
  const key = `radius${zone}` as const;
  if (!on) return { ...radii, [key]: 0 };
  const inner = Math.max(
    ...zoneNumbers.filter((number) => number < zone).map((number) => radiusOf(radii, number)),
  );
  return moveRadius({ ...radii, [key]: inner + 1 }, zone, inner + 10);
}
