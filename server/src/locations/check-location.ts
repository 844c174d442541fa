import { allClearMinutesRange, checkLocation, type Feature } from '@allclear/domain';
import { findOrganizationLocation, readOrganization } from '../organizations/index.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import type { Principal } from '../platform/http/serve.ts';
import { lightningLocks } from './lightning-locks.store.ts';
import { type LocationInput, OrganizationLocationTaken } from './store.ts';

const fourthZoneFeature: Feature = 'fourth_lightning_zone.support';

/**
 * Throws field errors. Returns the radii and the timer to save: those of the policies where policies lock
 * them, whatever the form contains.
 */
export async function checkedLocation(
  db: Database,
  principal: Principal,
  input: Omit<LocationInput, 'timeZone'>,
  hasFourthZone: boolean,
): Promise<Partial<LocationInput>> {
  const organization = await readOrganization(db, principal.organizationId);
  if (
    input.organizationLocationId !== null &&
    !(await findOrganizationLocation(db, keyOf(principal, input.organizationLocationId)))
  ) {
    throw notFound('The organization location');
  }
  const locks = (await lightningLocks(db, principal.organizationId))(input);
  const { radius1, radius2, radius3, radius4 } = locks;
  const fourthZone =
    hasFourthZone ||
    !organization.withheldFeatures.includes(fourthZoneFeature) ||
    locks.lockedZones.includes(4);
  // A timer that a policy sets is the policy's to check: it may lie between the steps of the form.
  const allClearMinutes = locks.timerLocked ? allClearMinutesRange.max : input.allClearMinutes;
  const errors = checkLocation(
    { ...input, radius1, radius2, radius3, radius4, locationName: input.locationName, allClearMinutes },
    { fourthZone },
  );
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return locks.timerLocked
    ? { radius1, radius2, radius3, radius4, allClearMinutes: locks.allClearMinutes }
    : {};
}

/** Translates the refusal of a second location at one organization location; throws everything else again. */
export function explainTaken(error: unknown): never {
  if (error instanceof OrganizationLocationTaken) {
    throw conflict('You already have a location at this organization location.', {
      OrganizationLocationId: ['Already in use'],
    });
  }
  throw error;
}
