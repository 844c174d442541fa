import type { RoadConditions } from '@allclear/adapters';
import { roadCondition } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock/clock.ts';
import { notFound, unavailable } from '../../platform/http/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { presentRoads } from './present-road-condition.ts';

export function roadConditionRoutes(
  app: FastifyInstance,
  { roads, clock }: { roads: RoadConditions | null; clock: Clock },
): void {
  serve(app, roadCondition, async ({ query, reply }) => {
    if (!roads) throw notFound('A source of road conditions');
    const outlook = await roads.outlook(query, clock.now());
    if (outlook === 'outside') throw notFound('The state of the roads here');
    if (outlook === 'unobserved') throw unavailable('We have no current information about the roads here.');
    reply.header('cache-control', 'no-store');
    return presentRoads(outlook, roads.attribution);
  });
}
