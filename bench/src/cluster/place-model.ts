import { distanceMiles } from '@allclear/domain';

/** A strike that the API acknowledged. Epoch ms of the product clock. */
export interface AcknowledgedStrike {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
  /** The latest instant at which the acknowledgement can have come. */
  readonly acknowledgedBy: number;
}

export interface Zone {
  readonly placeName: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusMiles: number;
  readonly allClearMinutes: number;
}

/** The edge of a zone is judged by nobody: the product and the model round differently there. */
const edgeMiles = 0.2;

/**
 * Why a zone that was called clear at `now` was not, by the plainest model: an acknowledged strike within the radius, less
 * than the all-clear time ago. Null when nothing speaks against it.
 */
export function whyNotClear(strikes: readonly AcknowledgedStrike[], zone: Zone, now: number): string | null {
  for (const strike of strikes) {
    if (strike.acknowledgedBy > now || now >= strike.at + zone.allClearMinutes * 60_000) continue;
    const miles = distanceMiles(strike, zone);
    if (miles === null || miles > zone.radiusMiles - edgeMiles) continue;
    const minutes = ((now - strike.at) / 60_000).toFixed(1);
    return `${zone.placeName}: clear within ${zone.radiusMiles} mi at ${new Date(now).toISOString()}, ${minutes} min after a strike ${miles.toFixed(1)} mi away (${zone.allClearMinutes} min are to pass)`;
  }
  return null;
}

/** Fails unless the model objects to what is wrong, and to nothing else. */
export function proveModel(): void {
  const zone: Zone = {
    ...{ placeName: 'Field', latitude: 33, longitude: -97, radiusMiles: 10, allClearMinutes: 30 },
  };
  const strike = { at: 0, latitude: 33.1, longitude: -97, acknowledgedBy: 1_000 };
  const cases: [boolean, readonly AcknowledgedStrike[], number][] = [
    [true, [strike], 60_000],
    [true, [strike], 30 * 60_000 - 1],
    [false, [strike], 30 * 60_000],
    [false, [strike], 999],
    [false, [{ ...strike, latitude: 33.2 }], 60_000],
    [false, [], 60_000],
  ];
  for (const [isWrong, strikes, now] of cases)
    if ((whyNotClear(strikes, zone, now) !== null) !== isWrong)
      throw new Error(`The model of the judge is wrong at ${now} ms.`);
}
