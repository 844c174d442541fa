import { z } from 'zod';
import { defineRoute, latitude, longitude, numberText } from '../core/index.ts';
import { advisory } from './advisories.ts';
import * as paths from './paths.ts';

const multiPolygon = z.object({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(z.array(z.array(z.number())))),
});

/** An alert of the weather service on the map. */
export const mapAlert = advisory.extend({
  /**
   * UGC codes of the counties and forecast zones that it names ('TXC239', 'TXZ125', fire weather zones
   * 'fire/TXZ125').
   */
  Zones: z.array(z.string()),
  /** GeoJSON of what the service drew; null where it only names zones. */
  Geometry: multiPolygon.nullable(),
});

export type MapAlert = z.infer<typeof mapAlert>;

const good = {
  /** The instant for which the list is good; null before the first. */
  asOf: z.string().nullable(),
};

export const listMapAlerts = defineRoute({
  ...paths.listMapAlerts,
  needs: 'map:read',
  summary: 'Weather-service alerts in effect anywhere, with the areas that the service drew or named',
  data: z.object({
    alerts: z.array(mapAlert),
    ...good,
    /** Whether the list is so old that there may be other alerts. */
    stale: z.boolean(),
  }),
});

/** Of one request; a browser makes several. */
export const maxZoneShapes = 40;

const zoneCodes = z
  .string()
  .regex(
    /^(fire\/)?[A-Z]{2}[CZ]\d{3}(,(fire\/)?[A-Z]{2}[CZ]\d{3})*$/,
    'must be codes of zones, with commas between them',
  )
  .transform((text) => [...new Set(text.split(','))])
  .refine((codes) => codes.length <= maxZoneShapes, `must be at most ${maxZoneShapes} zones`);

export const listZoneShapes = defineRoute({
  ...paths.listZoneShapes,
  needs: 'map:read',
  summary:
    'Where the zones are that weather-service alerts name; an answer with all of them is good for a day',
  query: z.object({ zones: zoneCodes }),
  data: z.object({
    /** Simplified: an edge may be some 300 m from where it was. */
    shapes: z.array(z.object({ Zone: z.string(), Geometry: multiPolygon })),
    /** Zones whose shapes have been requested. */
    pending: z.array(z.string()),
    /** Zones without shapes: the weather service has none, did not return it, or was not asked. */
    unavailable: z.array(z.string()),
  }),
  failures: [400],
});

export type ZoneShapeAnswer = z.infer<typeof listZoneShapes.data>;

export const alertsByPoint = defineRoute({
  ...paths.alertsByPoint,
  needs: 'map:read',
  summary: 'Weather-service alerts in effect at a point',
  query: z.object({ latitude: numberText.pipe(latitude), longitude: numberText.pipe(longitude) }),
  data: z.object({
    alerts: z.array(advisory),
    ...good,
    /** False when there may be others: the list is old, or the service's zones of the point are unknown. */
    complete: z.boolean(),
  }),
  failures: [400],
});
