import { z } from 'zod';
import { latitude, longitude, numberText } from './location.ts';
import { locationObservation } from './observation.ts';
import { defineRoute } from './route.ts';

const query = z.object({ latitude: numberText.pipe(latitude), longitude: numberText.pipe(longitude) });

export const getObservationAtPoint = defineRoute({
  method: 'GET',
  path: 'observations',
  needs: 'observations:read',
  summary:
    'Current conditions at a point: of the organisation’s own station within 5 miles while it speaks of now, else of the nearest government station',
  query,
  data: locationObservation,
  failures: [400, 404],
});
export const getMetarAtPoint = defineRoute({
  method: 'GET',
  path: 'observations/metar',
  needs: 'observations:read',
  summary: 'Current conditions of the government station nearest to a point',
  query,
  data: locationObservation,
  failures: [400, 404],
});
