import { useEffect, useState } from 'react';
import { Layer } from 'react-map-gl/maplibre';
import type { Paint } from '../map-paint.ts';
import { useSlowNow } from '../use-slow-now.ts';
import { createStrikeDots } from './strike-dots.ts';
import type { StrikePoint } from './strike-points.ts';

/** Single strikes as dots, the newest on top. They age between two answers. */
export function StrikeDots({ points, paint }: { points: readonly StrikePoint[]; paint: Paint }) {
  const [dots] = useState(() => createStrikeDots('strike-dots'));
  // Ages in steps, so that the map is not redrawn more often.
  const now = useSlowNow(5_000);
  useEffect(() => dots.show(points, now ?? 0, paint), [dots, points, now, paint]);
  return <Layer beforeId="slot-strikes" {...dots} />;
}
