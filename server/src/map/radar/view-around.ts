import { MERCATOR_LIMIT_DEGREES, type View } from '@allclear/adapters';
import { MILES_PER_DEGREE } from '@allclear/domain';

/** A part of the map of so many pixels, with the point (degrees) in its middle; a mile is as long across as upwards. */
export function viewAround(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  {
    widthPx,
    heightPx,
    milesToEdge,
  }: {
    readonly widthPx: number;
    readonly heightPx: number;
    /** From the point to the left edge. */
    readonly milesToEdge: number;
  },
): View {
  const wide = milesToEdge / (MILES_PER_DEGREE * Math.max(0.05, Math.cos((latitude * Math.PI) / 180)));
  const high = (milesToEdge * heightPx) / widthPx / MILES_PER_DEGREE;
  const limit = (degrees: number) =>
    Math.max(-MERCATOR_LIMIT_DEGREES, Math.min(MERCATOR_LIMIT_DEGREES, degrees));
  const box = {
    ...{ north: limit(latitude + high), south: limit(latitude - high) },
    ...{ west: longitude - wide, east: longitude + wide },
  };
  return { box, widthPx, heightPx };
}
