import { getOrganizationLocationUses } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { findOrganizationLocation } from '../../organizations/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { notFound } from '../../platform/http/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { placeUses } from './place-uses.store.ts';

/** What refers to a location of the organization, for the question before it is deleted. */
export function placeUsesRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, getOrganizationLocationUses, async ({ principal, params }) => {
    const place = await findOrganizationLocation(db, keyOf(principal, params.id));
    if (!place) throw notFound('The organization location');
    return placeUses(db, principal.organizationId, place.id);
  });
}
