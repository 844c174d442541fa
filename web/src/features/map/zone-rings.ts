import type { Location } from '@allclear/contract';
import { pointFrom } from '@allclear/domain';
import type { FeatureCollection } from 'geojson';
import { radiusCircles } from '../../ui/radius-circles.ts';
import { collectionOf, pointFeature } from './GeoJsonLayers.tsx';

/** The state of a zone as its ring shows it: by line, hatching and label; the color is that of the radius. */
export type ZoneState = 'strike' | 'observing' | 'clear' | 'unknown';

/** States by radius in miles; null while they are requested for the first time. */
export type ZoneStates = ReadonlyMap<number, ZoneState> | null;

/** What a ring's label adds to its miles. A clear ring has the miles alone: the chip says what holds the place. */
export const zoneStateWords: Readonly<Record<ZoneState, string>> = {
  strike: 'lightning delay',
  observing: 'observing',
  clear: '',
  unknown: 'not known',
};

export const radiiOf = ({
  radius1,
  radius2,
  radius3,
  radius4,
}: Pick<Location, 'radius1' | 'radius2' | 'radius3' | 'radius4'>) => [radius1, radius2, radius3, radius4];

/** The rings of a location with the property `state` ('checking' before the first answer), and their labels. */
export function zoneRings(
  location: Location,
  states: ZoneStates,
): { rings: FeatureCollection; labels: FeatureCollection } {
  const radii = radiiOf(location.policy.effective);
  // A ring whose state has not arrived with the others (the radii were edited) is not known.
  const stateOf = (miles: number) => (states === null ? 'checking' : (states.get(miles) ?? 'unknown'));
  const { features } = radiusCircles(location.latitude, location.longitude, radii);
  return {
    rings: collectionOf(
      features.map((ring) => ({
        ...ring,
        properties: { ...ring.properties, state: stateOf(Number(ring.properties?.radiusMiles)) },
      })),
    ),
    labels: collectionOf(
      radii.flatMap((miles, i) => {
        if (miles <= 0) return [];
        const { latitude, longitude } = pointFrom(location, 0, miles);
        const state = stateOf(miles);
        const words = state === 'checking' ? '' : zoneStateWords[state];
        return [
          pointFeature([longitude, latitude], {
            text: words === '' ? `${miles} mi` : `${miles} mi: ${words}`,
            zone: i + 1,
          }),
        ];
      }),
    ),
  };
}
