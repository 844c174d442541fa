import { z } from 'zod';
import { latitude, longitude, numberText } from './location.ts';
import { defineRoute } from './route.ts';
import { advisory } from './warning.ts';

/** An alert of the weather service on the map. */
export const mapAlert = advisory.extend({
  /** UGC codes of the counties and forecast zones that it names ('TXC239', 'TXZ125'). */
  Zones: z.array(z.string()),
  /** GeoJSON of what the service drew; null where it only names zones. */
  Geometry: z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(z.array(z.number())))) }).nullable(),
});
export type MapAlert = z.infer<typeof mapAlert>;

const good = {
  /** The instant for which the list is good; null before the first. */
  asOf: z.string().nullable(),
};

export const listMapAlerts = defineRoute({
  method: 'GET',
  path: 'map/Alerts',
  needs: 'map:read',
  summary: 'Weather-service alerts in effect anywhere, with the areas that the service drew or named',
  data: z.object({
    alerts: z.array(mapAlert),
    ...good,
    /** Whether the list is too old to say that there are no others. */
    stale: z.boolean(),
  }),
});
export const alertsByPoint = defineRoute({
  method: 'POST',
  path: 'map/Alerts/ByPoint',
  needs: 'map:read',
  summary: 'Weather-service alerts in effect at a point',
  query: z.object({ latitude: numberText.pipe(latitude), longitude: numberText.pipe(longitude) }),
  data: z.object({
    alerts: z.array(advisory),
    ...good,
    /** False when there may be others: the list is old, or it is not known in which of the service’s zones the point lies. */
    complete: z.boolean(),
  }),
  failures: [400],
});
