import {
  type BodyOf,
  changeSirenSettings,
  getSirenSettings,
  listSirens,
  type SirenSettings,
} from '@allclear/contract';
import { asStoredAlertTimes, checkSirenSettings, type FieldErrors, sirenTimerNote } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { readOrganization } from '../../organizations/index.ts';
import { actorOf } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { type Principal, serve } from '../../platform/http/serve.ts';
import { listPolicies, typeOf } from '../../policies/index.ts';
import { isSiren } from './check-unit.ts';
import { reachedUnit, reachedUnits } from './may-operate.ts';
import { publicNameFault } from './public-names.store.ts';
import { publicPathOf } from './public-path.ts';
import { changeUnit, type SirenInput } from './unit-changes.store.ts';
import { driverNamed, type UnitContext } from './unit-context.ts';
import { readUnit, type StoredUnit } from './units.store.ts';

/** The settings of outdoor warning systems (specification 2, sections 3, 5 and 7). */
export function sirenSettingsRoutes(app: FastifyInstance, context: UnitContext): void {
  const { db, clock } = context;
  const nameOf = async ({ organizationId }: Principal) => (await readOrganization(db, organizationId)).name;

  serve(app, listSirens, async ({ principal }) => {
    const [units, name] = await Promise.all([reachedUnits(db, principal), nameOf(principal)]);
    return units.filter(({ model }) => isSiren(model)).map((unit) => presentSettings(unit, name));
  });

  serve(app, getSirenSettings, async ({ principal, params }) =>
    presentSettings(await reachedSiren(db, principal, params.id), await nameOf(principal)),
  );

  serve(app, changeSirenSettings, async ({ principal, body: { id, revision, ...form } }) => {
    await reachedSiren(db, principal, id);
    const unit = await changeUnit(
      db,
      actorOf(principal),
      { ...keyOf(principal, id), revision },
      {
        action: 'hardware.settings-changed',
        now: clock.now(),
        change: (before, transaction) => changedSettings(context, transaction, before, form),
      },
    );
    if (!unit) throw noSiren();
    return {
      ...presentSettings(unit, await nameOf(principal)),
      message: 'OWS Settings Successfully Updated',
    };
  });
}

const noSiren = () => notFound('The outdoor warning system');

/** An outdoor warning system within the caller's reach. */
export async function reachedSiren(db: Database, principal: Principal, id: string): Promise<StoredUnit> {
  const unit = await reachedUnit(db, principal, id);
  if (!isSiren(unit.model)) throw noSiren();
  return unit;
}

type SettingsForm = Omit<BodyOf<typeof changeSirenSettings>, 'id' | 'revision'>;

/** The settings as they will be stored; throws for what is wrong with them. */
async function changedSettings(
  context: UnitContext,
  transaction: Database,
  before: StoredUnit,
  form: SettingsForm,
): Promise<SirenInput> {
  if (!isSiren(before.model)) throw noSiren();
  const input: SirenInput = {
    radiusMiles: form.radius ?? before.radiusMiles,
    allClearMinutes: form.allClearMinutes ?? before.allClearMinutes,
    durationSeconds: form.duration ?? before.durationSeconds,
    plays: form.frequency ?? before.plays,
    allClearDurationSeconds: form.allClearDuration ?? before.allClearDurationSeconds,
    allClearPlays: form.allClearFrequency ?? before.allClearPlays,
    postWarnMessage: (form.postWarnMessage ?? before.postWarnMessage).trim(),
    postAllClearMessage: (form.postAllClearMessage ?? before.postAllClearMessage).trim(),
    postWarnClip: (form.postWarnClip ?? before.postWarnClip).trim(),
    postAllClearClip: (form.postAllClearClip ?? before.postAllClearClip).trim(),
    afterSirenPaId: given(form.afterSirenPaId, before.afterSirenPaId)?.toLowerCase() ?? null,
    alertTimes: form.alertTimes?.map(({ id: _id, ...time }) => time) ?? before.alertTimes,
    lifeSafety: form.lifeSafety ?? before.lifeSafety,
    policyIds: [...new Set((form.policyIds ?? before.policyIds).map((id) => id.toLowerCase()))],
    lightOffAfterHours: given(form.lightOffAfterHours, before.lightOffAfterHours),
    offlineWindow: given(form.offlineWindow, before.offlineWindow),
    publicPage: form.publicPage ?? before.publicPage,
  };
  const errors = {
    ...checkSirenSettings(input),
    ...clipFaults(input),
    ...(await speakerFaults(context, transaction, before, input)),
    ...(await policyFaults(transaction, before, input)),
    ...(input.publicPage && (await pageFaults(transaction, before))),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { ...input, alertTimes: asStoredAlertTimes(input.alertTimes) };
}

/** Null is a value here; what is left out stays as it is. */
function given<Value>(value: Value | undefined, before: Value): Value {
  return value === undefined ? before : value;
}

const clipLength = 100;

function clipFaults({ postWarnClip, postAllClearClip }: SirenInput): FieldErrors {
  const fault = [`The name of a clip can be at most ${clipLength} characters`];
  return {
    ...(postWarnClip.length > clipLength && { PostWarnClip: fault }),
    ...(postAllClearClip.length > clipLength && { PostAllClearClip: fault }),
  };
}

/** Throws 404 for a unit that is not one of the organization. */
async function speakerFaults(
  context: UnitContext,
  transaction: Database,
  { organizationId }: StoredUnit,
  { afterSirenPaId }: SirenInput,
): Promise<FieldErrors> {
  if (afterSirenPaId === null) return {};
  const speaker = await readUnit(transaction, { organizationId, id: afterSirenPaId });
  if (!speaker) throw notFound('The unit that speaks');
  const plays = driverNamed(context, speaker.driver)?.abilities.plays ?? [];
  return plays.length === 0 ? { AfterSirenPaId: ['This unit cannot speak'] } : {};
}

/** Throws 404 for a policy that is not one of the organization. */
async function policyFaults(
  transaction: Database,
  { organizationId }: StoredUnit,
  { policyIds }: SirenInput,
): Promise<FieldErrors> {
  if (policyIds.length === 0) return {};
  const policies = new Map(
    (await listPolicies(transaction, organizationId)).map((policy) => [policy.id, policy]),
  );
  for (const id of policyIds) {
    const policy = policies.get(id);
    if (!policy) throw notFound('One of the policies');
    if (typeOf(policy).evidence === 'lightning')
      return { PolicyIds: ['Lightning fires a unit by its own radius, not by a policy'] };
  }
  return {};
}

async function pageFaults(transaction: Database, unit: StoredUnit): Promise<FieldErrors> {
  const fault = await publicNameFault(transaction, unit);
  return fault === null ? {} : { PublicPage: [fault] };
}

function presentSettings(unit: StoredUnit, organizationName: string): SirenSettings {
  return {
    ...{ id: unit.id, locationName: unit.placeName },
    enabled: unit.enabled && unit.organizationLocationId !== null,
    ...{ radius: unit.radiusMiles, allClearMinutes: unit.allClearMinutes },
    ...{ duration: unit.durationSeconds, frequency: unit.plays },
    ...{ allClearDuration: unit.allClearDurationSeconds, allClearFrequency: unit.allClearPlays },
    ...{ postWarnMessage: unit.postWarnMessage, postAllClearMessage: unit.postAllClearMessage },
    ...{ postWarnClip: unit.postWarnClip, postAllClearClip: unit.postAllClearClip },
    afterSirenPaId: unit.afterSirenPaId,
    alertTimes: unit.alertTimes.map((time) => ({ id: String(time.day), ...time })),
    ...{ timeZoneId: unit.timeZone, lifeSafety: unit.lifeSafety, policyIds: [...unit.policyIds] },
    ...{ lightOffAfterHours: unit.lightOffAfterHours, offlineWindow: unit.offlineWindow },
    ...{ publicPage: unit.publicPage, publicPath: publicPathOf(organizationName, unit.name) },
    timerNote: sirenTimerNote(unit.allClearMinutes),
    revision: unit.revision,
  };
}
