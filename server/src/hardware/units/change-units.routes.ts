import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { addHardware, type BodyOf, changeHardware, deleteHardware, maxHardware } from '@allclear/contract';
import { defaultAlertTimes } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { findOrganizationLocation } from '../../organizations/index.ts';
import { actorOf } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { CannotOpen } from '../../platform/secrets/secret-box.ts';
import { findStation } from '../../stations/index.ts';
import { type ConnectionDraft, connectionFaults, wiringOf } from './check-unit.ts';
import { reachedUnit } from './may-operate.ts';
import { publicNameFault } from './public-names.store.ts';
import { presentOne } from './read-units.routes.ts';
import { relayOutputs } from './relays.store.ts';
import {
  changeUnit,
  insertUnit,
  removeUnit,
  TooManyUnits,
  UnitAtWork,
  type UnitChange,
  type UnitInput,
} from './unit-changes.store.ts';
import { passwordPurpose, type UnitContext } from './unit-context.ts';
import { type StoredUnit, unitsOf } from './units.store.ts';

/** Admins add units, set up how they are connected, and remove them. Passwords are stored sealed. */
export function changeUnitRoutes(app: FastifyInstance, context: UnitContext): void {
  const { db, clock, secrets } = context;
  serve(
    app,
    addHardware,
    async ({ principal, body }) => {
      const id = randomUUID();
      const key = keyOf(principal, id);
      const { password = '', ...form } = body;
      const draft = { ...form, password, model: form.modelId, address: form.ipAddress };
      await requireSound(context, draft, []);
      const input: UnitInput = {
        ...connectionOf(draft),
        name: form.name.normalize('NFC'),
        password: password === '' ? '' : secrets.seal(password, passwordPurpose(id)),
        ...(await referencesOf(db, principal.organizationId, form)),
        ...{ defaultPlayCount: form.defaultPlayCount, askEveryMinutes: form.askEveryMinutes },
      };
      const unit = await insertUnit(
        db,
        actorOf(principal),
        key,
        { ...input, alertTimes: defaultAlertTimes() },
        { now: clock.now(), check: checkStored },
      ).catch(explain);
      return { ...(await presentOne(context, principal, unit)), message: 'Hardware added' };
    },
    { isSecret: true },
  );

  serve(
    app,
    changeHardware,
    async ({ principal, body: { id, revision, ...form } }) => {
      await reachedUnit(db, principal, id);
      const unit = await changeUnit(
        db,
        actorOf(principal),
        { ...keyOf(principal, id), revision },
        {
          ...{ action: 'hardware.changed', now: clock.now(), check: checkStored },
          change: (before, transaction) => changedUnit(context, transaction, before, form),
          needsRest: isOtherDevice,
        },
      ).catch(explain);
      if (!unit) throw notFound('The hardware');
      return { ...(await presentOne(context, principal, unit)), message: 'Hardware changed' };
    },
    { isSecret: true },
  );

  serve(app, deleteHardware, async ({ principal, params }) => {
    await reachedUnit(db, principal, params.id);
    const removed = removeUnit(db, actorOf(principal), keyOf(principal, params.id), clock.now());
    if (!(await removed.catch(explain))) throw notFound('The hardware');
    return { id: params.id, message: 'Hardware removed' };
  });
}

/** Another device, or other outputs of it: what the one before does would go on. */
function isOtherDevice(before: StoredUnit, change: UnitChange): boolean {
  return (
    (change.driver ?? before.driver) !== before.driver ||
    (change.address ?? before.address) !== before.address ||
    !isDeepStrictEqual(change.wiring ?? before.wiring, before.wiring) ||
    (change.model ?? before.model) !== before.model
  );
}

type UnitForm = Omit<BodyOf<typeof changeHardware>, 'id' | 'revision'>;

/** The change of a connection; throws for what is wrong with it. */
async function changedUnit(
  context: UnitContext,
  transaction: Database,
  before: StoredUnit,
  form: UnitForm,
): Promise<UnitChange> {
  const { organizationId } = before;
  const draft: ConnectionDraft = {
    model: form.modelId ?? before.model,
    driver: form.driver ?? before.driver,
    address: form.ipAddress ?? before.address,
    username: form.username ?? before.username,
    password: form.password ?? openedPassword(context, before),
    options: form.options ?? before.options,
    wiring: form.wiring ?? before.wiring,
  };
  if (form.password === undefined) requireSameReceiver(before, draft);
  await requireSound(context, draft, await relayOutputs(transaction, before.id));
  const placeId = form.organizationLocationId ?? before.organizationLocationId;
  const stationId = form.stationId === undefined ? before.stationId : form.stationId;
  const references = await referencesOf(transaction, organizationId, {
    ...{ modelId: draft.model, stationId, organizationLocationId: placeId },
  });
  return {
    ...connectionOf(draft),
    ...references,
    ...(form.name !== undefined && { name: form.name.normalize('NFC') }),
    ...(form.password !== undefined && { password: sealed(context, before.id, form.password) }),
    ...(form.defaultPlayCount !== undefined && { defaultPlayCount: form.defaultPlayCount }),
    ...(form.askEveryMinutes !== undefined && { askEveryMinutes: form.askEveryMinutes }),
  };
}

function sealed({ secrets }: UnitContext, unitId: string, password: string): string {
  return password === '' ? '' : secrets.seal(password, passwordPurpose(unitId));
}

/** The stored password, to check it with the rest; empty where this installation cannot open it. */
export function openedPassword(
  { secrets }: Pick<UnitContext, 'secrets'>,
  { id, password }: StoredUnit,
): string {
  if (password === '') return '';
  try {
    return secrets.open(password, passwordPurpose(id));
  } catch (error) {
    if (error instanceof CannotOpen) return '';
    throw error;
  }
}

/**
 * A stored password goes only where whoever entered it meant it to go: another address, driver or setting of the driver
 * (which may name a server, or switch encryption off) needs it again.
 */
export function requireSameReceiver(
  before: StoredUnit,
  { driver, address, options }: Pick<ConnectionDraft, 'driver' | 'address' | 'options'>,
): void {
  if (before.password === '') return;
  const isSame =
    driver === before.driver && address === before.address && isDeepStrictEqual(options, before.options);
  if (!isSame) throw invalid({ Password: ['Enter the password again: it would go to another address'] });
}

function connectionOf(draft: ConnectionDraft) {
  const { model, driver, address, username, options } = draft;
  return { model, driver, address, username, options, wiring: wiringOf(draft) };
}

async function requireSound(
  context: UnitContext,
  draft: ConnectionDraft,
  outputs: readonly string[],
): Promise<void> {
  const errors = await connectionFaults(context, draft, outputs);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** The place and the weather station of a unit, of the same organization. */
async function referencesOf(
  db: Database,
  organizationId: string,
  form: Pick<BodyOf<typeof addHardware>, 'modelId' | 'stationId'> & {
    readonly organizationLocationId: string | null;
  },
): Promise<Pick<UnitInput, 'organizationLocationId' | 'stationId'>> {
  const { modelId, stationId, organizationLocationId } = form;
  if (organizationLocationId === null) throw invalid({ OrganizationLocationId: ['Choose a place'] });
  const place = await findOrganizationLocation(db, { organizationId, id: organizationLocationId });
  if (!place) throw notFound('The organization location');
  if (modelId !== 'OWX') return { organizationLocationId: place.id, stationId: null };
  if (stationId === null) throw invalid({ StationId: ['Choose the weather station of the unit'] });
  const station = await findStation(db, { organizationId, id: stationId });
  if (!station) throw notFound('The weather station');
  return { organizationLocationId: place.id, stationId: station.id };
}

/** What must hold between units of the organization. */
async function checkStored(transaction: Database, unit: StoredUnit): Promise<void> {
  const { organizationId, id, stationId } = unit;
  if (stationId !== null) {
    const others = (await unitsOf(transaction, organizationId)).filter((one) => one.id !== id);
    if (others.some((one) => one.stationId === stationId))
      throw invalid({ StationId: ['Another unit has this weather station'] });
  }
  if (!unit.publicPage) return;
  const fault = await publicNameFault(transaction, unit);
  if (fault !== null) throw invalid({ Name: [fault] });
}

function explain(error: unknown): never {
  if (error instanceof TooManyUnits) throw conflict(`An organization can have at most ${maxHardware} units.`);
  if (error instanceof UnitAtWork)
    throw conflict(
      'The unit is at work. Stop its test, or disable it first: its light goes dark without an all clear.',
    );
  throw error;
}
