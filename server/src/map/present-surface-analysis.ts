import type { DataOf, surfaceAnalysis } from '@allclear/contract';
import type { SurfaceAnalysis } from '@allclear/domain';

type Feature = DataOf<typeof surfaceAnalysis>['features'][number];

export function presentSurfaceAnalysis({ centres, fronts }: SurfaceAnalysis): Feature[] {
  return [
    ...fronts.map(
      ({ kind, strength, points }): Feature => ({
        type: 'Feature',
        geometry: {
          type: 'LineString',
          coordinates: points.map(([longitude, latitude]) => [longitude, latitude]),
        },
        properties: { Kind: kind, Strength: strength },
      }),
    ),
    ...centres.map(
      ({ kind, pressureMb, latitude, longitude }): Feature => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
        properties: { Kind: kind, PressureMb: pressureMb },
      }),
    ),
  ];
}
