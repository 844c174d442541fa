/** The radius zones of a location: nested discs around it, labeled by the ranges of the specification. */

export const maxRadiusMiles = 50;
export const zoneNumbers = [1, 2, 3, 4] as const;
export type ZoneNumber = (typeof zoneNumbers)[number];

/** Radii in miles; 0 switches a zone off. */
export interface ZoneRadii {
  readonly radius1: number;
  readonly radius2: number;
  readonly radius3: number;
  readonly radius4: number;
}

/** The radii that a new location begins with (specification 1, section 5). */
export const newLocationRadii: ZoneRadii = { radius1: 10, radius2: 0, radius3: 0, radius4: 0 };

export interface ZoneRange {
  readonly zone: ZoneNumber;
  readonly radiusMiles: number;
  /** '0-10 mi', '10-20 mi': from the next smaller zone that is on. */
  readonly range: string;
}

export function radiusOf(radii: ZoneRadii, zone: ZoneNumber): number {
  return zone === 1 ? radii.radius1 : zone === 2 ? radii.radius2 : zone === 3 ? radii.radius3 : radii.radius4;
}

/** The zones that are on, innermost first. */
export function zoneRanges(radii: ZoneRadii): ZoneRange[] {
  const ranges: ZoneRange[] = [];
  let inner = 0;
  for (const zone of zoneNumbers) {
    const radiusMiles = radiusOf(radii, zone);
    if (!(radiusMiles > 0)) continue;
    ranges.push({ zone, radiusMiles, range: `${inner}-${radiusMiles} mi` });
    inner = radiusMiles;
  }
  return ranges;
}

/** The largest radius that is on, miles; 0 when none is. */
export function outerRadiusMiles(radii: ZoneRadii): number {
  return Math.max(0, ...zoneNumbers.map((zone) => radiusOf(radii, zone)));
}
