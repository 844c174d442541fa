import * as contract from '@allclear/contract';
import { checkDuty, type Duty, type DutyKind, dutyKinds } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import {
  findOrganizationLocation,
  listOrganizationLocations,
  type StoredOrganizationLocation,
  timeZoneOf,
} from '../../organizations/index.ts';
import { actorOf } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { type Principal, serve } from '../../platform/http/serve.ts';
import {
  activeNames,
  type Duties,
  dutiesOf,
  noDuties,
  type StoredDuties,
  storeDuties,
} from './duties.store.ts';
import { onDutyNow, onDutyWithFaults, peopleOf } from './on-duty.ts';

/** Who watches and who decides at a place: admins set it, everybody of the organization reads who it is now. */
export function dutyRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const placeOf = async (principal: Principal, id: string) => {
    const place = await findOrganizationLocation(db, keyOf(principal, id));
    if (!place) throw notFound('The organization location');
    return place;
  };
  const present = async (
    principal: Principal,
    place: StoredOrganizationLocation,
    stored: StoredDuties | undefined,
  ): Promise<contract.PlaceDuties> => {
    const mayChange = principal.permissions.includes('duties:write');
    const onDuty = stored
      ? await onDutyWithFaults(db, principal.organizationId, [{ place, duties: stored.duties }], clock.now())
      : [];
    const duties = stored?.duties ?? noDuties;
    return {
      ...{ organizationLocationId: place.id, organizationLocationName: place.name },
      timeZone: timeZoneOf(place),
      onDuty: onDuty.map(({ kind, name, fault }) => ({ kind, name, fault: mayChange ? fault : null })),
      watcher: mayChange ? wireDuty(duties.watcher) : null,
      decisionMaker: mayChange ? wireDuty(duties['decision-maker']) : null,
      revision: stored?.revision ?? 0,
    };
  };

  const allDuties = async (organizationId: string) => {
    const places = new Map((await listOrganizationLocations(db, organizationId)).map((one) => [one.id, one]));
    return (await dutiesOf(db, organizationId, null)).flatMap(({ placeId, duties }) => {
      const place = places.get(placeId);
      return place ? [{ place, duties }] : [];
    });
  };

  serve(app, contract.listOnDuty, async ({ principal: { organizationId } }) => {
    const all = await onDutyNow(db, organizationId, await allDuties(organizationId), clock.now());
    return [...Map.groupBy(all, ({ place }) => place.id)].map(([organizationLocationId, ofPlace]) => ({
      organizationLocationId,
      watcher: ofPlace.find(({ kind }) => kind === 'watcher')?.name ?? null,
      decisionMaker: ofPlace.find(({ kind }) => kind === 'decision-maker')?.name ?? null,
    }));
  });

  serve(app, contract.listDutyFaults, async ({ principal: { organizationId } }) => {
    return (await onDutyWithFaults(db, organizationId, await allDuties(organizationId), clock.now())).flatMap(
      ({ place, kind, name, fault }) =>
        fault === null
          ? []
          : { organizationLocationId: place.id, organizationLocationName: place.name, kind, name, fault },
    );
  });

  serve(app, contract.getDuties, async ({ principal, params }) => {
    const place = await placeOf(principal, params.id);
    const [stored] = await dutiesOf(db, principal.organizationId, [place.id]);
    return present(principal, place, stored);
  });

  serve(app, contract.saveDuties, async ({ principal, params, body }) => {
    const place = await placeOf(principal, params.id);
    const duties: Duties = { watcher: body.watcher, 'decision-maker': body.decisionMaker };
    await requireDuties(db, principal.organizationId, duties);
    const key = { ...keyOf(principal, place.id), revision: body.revision };
    const stored = await storeDuties(db, actorOf(principal), key, duties, clock.now());
    return present(principal, place, stored);
  });
}

/** Throws a 400 with a sentence for each field that is wrong. */
async function requireDuties(db: Database, organizationId: string, duties: Duties): Promise<void> {
  const labels: Readonly<Record<DutyKind, string>> = {
    watcher: 'Watcher',
    'decision-maker': 'DecisionMaker',
  };
  const people = dutyKinds.flatMap((kind) => peopleOf(duties[kind]));
  const active = await activeNames(db, organizationId, people);
  const errors: Record<string, string[]> = {};
  for (const kind of dutyKinds) {
    for (const [label, sentences] of Object.entries(checkDuty(duties[kind])))
      errors[`${labels[kind]}.${label}`] = [...sentences];
    if (peopleOf(duties[kind]).some((userId) => !active.has(userId)))
      errors[labels[kind]] = ['Choose people of the organization who are active'];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function wireDuty({ userId, standIns }: Duty) {
  return { userId, standIns: standIns.map((one) => ({ ...one, weekdays: [...one.weekdays] })) };
}
