import { z } from 'zod';
import { defineRoute, latitude, longitude, numberText } from '../core/index.ts';
import { locationObservation } from './observations.ts';
import * as paths from './paths.ts';

const query = z.object({ latitude: numberText.pipe(latitude), longitude: numberText.pipe(longitude) });

export const getObservationAtPoint = defineRoute({
  ...paths.getObservationAtPoint,
  needs: 'observations:read',
  summary:
    'Current conditions at a point: of the organization’s own station within 5 miles while it speaks of now, else of the nearest government station',
  query,
  data: locationObservation,
  failures: [400, 404],
});

export const getMetarAtPoint = defineRoute({
  ...paths.getMetarAtPoint,
  needs: 'observations:read',
  summary: 'Current conditions of the government station nearest to a point',
  query,
  data: locationObservation,
  failures: [400, 404],
});
