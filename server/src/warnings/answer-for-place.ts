import { lightningAt, type PlaceAnswer, type PlaceLightning, placeAnswer } from '@allclear/domain';
import type { LightningLive } from '../lightning/index.ts';
import type { Database } from '../platform/database/database.ts';
import { listPolicies, type PolicyPlace, typeOf } from '../policies/index.ts';
import { zonesOfPlace } from './place-zones.ts';
import { openWarningsAt, type WarningDetails } from './store.ts';

/**
 * The answer for an organization location: the lightning zones of everybody who watches it, as their policies
 * set them, and its open warnings.
 *
 * @param now the product clock, epoch ms
 * @param endingIds open warnings that end in the same round and do not count
 */
export async function answerForPlace(
  db: Database,
  live: LightningLive,
  place: PolicyPlace,
  now: number,
  endingIds: readonly string[] = [],
): Promise<PlaceAnswer> {
  const open = await openWarningsAt(db, place.organizationId, [place.id]);
  const rows = open.filter(({ id }) => !endingIds.includes(id));
  const policies = rows.length === 0 ? [] : await listPolicies(db, place.organizationId);
  const warnings = rows.map((row) => {
    const policy = policies.find(({ id }) => id === row.policyId);
    return {
      policyId: row.policyId,
      typeShortName: policy?.typeShortName ?? '',
      policyName: policy ? policy.name || typeOf(policy).displayName : 'Another',
      event: (row.facts as WarningDetails).event ?? null,
      heldSince: row.state.kind === 'open' ? row.state.heldSince : null,
    };
  });
  return placeAnswer({
    lightning: await lightningOfPlace(db, live, place, now),
    warnings,
    warningsAre: 'known',
  });
}

async function lightningOfPlace(
  db: Database,
  live: LightningLive,
  place: PolicyPlace,
  now: number,
): Promise<PlaceLightning> {
  const zones = (await zonesOfPlace(db, place)).flatMap((around) => {
    const status = lightningAt(live.lightningIndex, around, now);
    return status.kind === 'not-covered' ? [] : status.zones;
  });
  return zones.length === 0 ? { kind: 'not-covered' } : { kind: 'known', zones };
}
