import {
  getHardware,
  getHardwareConnection,
  getWeatherStationHardware,
  type Hardware,
  listHardware,
  listHardwareCommands,
  listHardwareDrivers,
  type WeatherStation,
} from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { readOrganization, timeZoneOf } from '../../organizations/index.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { notFound } from '../../platform/http/errors.ts';
import { type Principal, serve } from '../../platform/http/serve.ts';
import { listPolicyPlaces } from '../../policies/index.ts';
import { findStation, listStations, presentStations } from '../../stations/index.ts';
import { type HardwareReach, hardwareReach, mayOperate, reachedUnit } from './may-operate.ts';
import { presentCommand } from './present-command.ts';
import { presentRelays } from './present-relay.ts';
import { presentStationUnit, presentUnit, type UnitSurroundings } from './present-unit.ts';
import { lastCommands } from './unit-commands.store.ts';
import type { UnitContext } from './unit-context.ts';
import { unitStates } from './unit-states.store.ts';
import { type StoredUnit, unitsOf } from './units.store.ts';

/** What people read of hardware (specification 2, sections 2, 3, 7 and 9). */
export function readUnitRoutes(app: FastifyInstance, context: UnitContext): void {
  const { db } = context;
  serve(app, listHardware, ({ principal }) => listedHardware(context, principal));

  serve(app, getHardware, async ({ principal, params }) => {
    const unit = await reachedUnit(db, principal, params.id);
    const [presented, relays] = await Promise.all([
      presentOne(context, principal, unit),
      presentRelays(db, unit),
    ]);
    return { ...presented, remoteRelays: relays };
  });

  serve(app, getWeatherStationHardware, ({ principal, params }) =>
    stationHardware(context, principal, params.id),
  );

  serve(app, listHardwareDrivers, async () =>
    context.drivers.map(({ name, label, abilities, addressHint, outputHint, options }) => ({
      ...{ name, label, sound: abilities.sound === 'limited', light: abilities.light },
      ...{ relays: abilities.relays, plays: [...abilities.plays], readsBack: abilities.readsBack },
      ...{ addressHint, outputHint, options: options.map((option) => ({ ...option })) },
    })),
  );

  serve(app, getHardwareConnection, async ({ principal, params }) => {
    const unit = await reachedUnit(db, principal, params.id);
    return {
      ...{ id: unit.id, name: unit.name, modelId: unit.model, driver: unit.driver, ipAddress: unit.address },
      // A unit without a place has to be given one.
      organizationLocationId: unit.organizationLocationId ?? '',
      ...{ username: unit.username, hasPassword: unit.password !== '', options: unit.options },
      ...{ wiring: unit.wiring, stationId: unit.stationId, defaultPlayCount: unit.defaultPlayCount },
      ...{ askEveryMinutes: unit.askEveryMinutes, revision: unit.revision },
    };
  });

  serve(app, listHardwareCommands, async ({ principal, params }) => {
    const unit = await reachedUnit(db, principal, params.id);
    return (await lastCommands(db, unit.id)).map(presentCommand);
  });
}

/** A unit as the list has it. */
export async function presentOne(
  context: UnitContext,
  principal: Principal,
  unit: StoredUnit,
): Promise<Hardware> {
  const { db, clock } = context;
  const { organizationId } = unit;
  const [surroundings, states, station] = await Promise.all([
    surroundingsOf(context, principal),
    unitStates(db, { organizationId, unitId: unit.id }),
    unit.stationId === null ? undefined : findStation(db, { organizationId, id: unit.stationId }),
  ]);
  const stations = station ? await presentStations(db, organizationId, [station], clock.now()) : [];
  return presentUnit(unit, states.get(unit.id), stations[0], surroundings);
}

async function surroundingsOf(
  { db, drivers, clock }: UnitContext,
  principal: Principal,
): Promise<UnitSurroundings> {
  const { name } = await readOrganization(db, principal.organizationId);
  return {
    ...{ drivers, organizationName: name, now: clock.now() },
    mayOperate: principal.permissions.includes('hardware:operate'),
  };
}

/** Units and weather stations in one list by name. The station of a unit is part of its card. */
async function listedHardware(context: UnitContext, principal: Principal): Promise<Hardware[]> {
  const { db, clock } = context;
  const { organizationId } = principal;
  const [surroundings, units, states, stored, reach, places] = await Promise.all([
    surroundingsOf(context, principal),
    unitsOf(db, organizationId),
    unitStates(db, { organizationId }),
    listStations(db, organizationId),
    hardwareReach(db, principal),
    placesOf(context, organizationId),
  ]);
  const presented = await presentStations(db, organizationId, stored, clock.now());
  const stations = new Map(presented.map((station) => [station.id, station]));
  const ofUnits = new Set(units.flatMap(({ stationId }) => stationId ?? []));
  const cards = [
    ...units
      .filter((unit) => mayOperate(reach, unit))
      .map((unit) =>
        presentUnit(unit, states.get(unit.id), stations.get(unit.stationId ?? ''), surroundings),
      ),
    ...presented
      .filter((station) => !ofUnits.has(station.id) && mayReach(reach, station, places))
      .map((station) => presentStationUnit(station, placeOf(station, places), surroundings)),
  ];
  const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  return cards.sort((a, b) => byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

interface Place {
  readonly name: string;
  readonly timeZone: string;
  readonly groupIds: readonly string[];
}

async function placesOf({ db }: UnitContext, organizationId: string): Promise<Map<string, Place>> {
  const places = await listPolicyPlaces(db, organizationId);
  return new Map(
    places.map(({ id, name, groupIds, ...point }) => [id, { name, groupIds, timeZone: timeZoneOf(point) }]),
  );
}

function placeOf(station: WeatherStation, places: ReadonlyMap<string, Place>): Place | undefined {
  return places.get(station.organizationLocationId ?? '');
}

function mayReach(
  reach: HardwareReach,
  station: WeatherStation,
  places: ReadonlyMap<string, Place>,
): boolean {
  const place = placeOf(station, places);
  return mayOperate(reach, {
    organizationLocationId: place ? station.organizationLocationId : null,
    groupIds: place?.groupIds ?? [],
  });
}

/** A weather station as hardware: the unit that it is part of, or a card of its own. */
async function stationHardware(context: UnitContext, principal: Principal, id: string): Promise<Hardware> {
  const { db, clock } = context;
  const { organizationId } = principal;
  const station = await findStation(db, keyOf(principal, id));
  if (!station) throw notFound('The weather station');
  const [presented] = await presentStations(db, organizationId, [station], clock.now());
  const [places, reach, units] = await Promise.all([
    placesOf(context, organizationId),
    hardwareReach(db, principal),
    unitsOf(db, organizationId),
  ]);
  const unit = units.find(({ stationId }) => stationId === station.id);
  if (unit && mayOperate(reach, unit)) return presentOne(context, principal, unit);
  if (!presented || unit || !mayReach(reach, presented, places)) throw notFound('The weather station');
  return presentStationUnit(presented, placeOf(presented, places), { now: clock.now() });
}
