import { useEffect, useState } from 'react';
import { Layer } from 'react-map-gl/maplibre';
import type { Paint } from '../map-paint.ts';
import { useSlowNow } from '../use-slow-now.ts';
import { createStrikeDots } from './strike-dots.ts';
import type { StrikePoint } from './strike-points.ts';

/** Single strikes as dots, the newest on top. Their ages count on between two answers. */
export function StrikeDots({ points, paint }: { points: readonly StrikePoint[]; paint: Paint }) {
  const [dots] = useState(() => createStrikeDots('strike-dots'));
  // Ages in steps: the map is not painted anew more often for them.
  const now = useSlowNow(5_000);
  useEffect(() => dots.show(points, now ?? 0, paint), [dots, points, now, paint]);
  return <Layer beforeId="slot-strikes" {...dots} />;
}
