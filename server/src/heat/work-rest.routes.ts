import {
  addRiskProfile,
  addWorkRestProfile,
  type BodyOf,
  deleteRiskProfile,
  deleteWorkRestProfile,
  getRiskProfile,
  getWorkRest,
  listRiskProfiles,
  listWorkRestChoices,
  listWorkRestProfiles,
  saveWorkRestChoice,
  updateRiskProfile,
  updateWorkRestProfile,
  type WorkRestChoices,
} from '@allclear/contract';
import {
  checkRiskProfile,
  checkWorkRestProfile,
  DEFAULT_WORK_REST_PROFILE,
  type RiskProfileDraft,
  type WorkRestDraft,
} from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { findOrganizationLocation, listOrganizationLocations } from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { presentOwnRisk, presentOwnWorkRest } from './present-heat.ts';
import { allRisk, allWorkRest, riskById, workRestAt, workRestById } from './profile-lookup.ts';
import {
  listChoices,
  maxProfiles,
  ProfileInUse,
  ProfileNameTaken,
  riskProfiles,
  saveChoice,
  TooManyProfiles,
  workRestProfiles,
} from './store.ts';

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
}

export function workRestRoutes(app: FastifyInstance, needs: Needs): void {
  choiceRoutes(app, needs);
  workRestProfileRoutes(app, needs);
  riskProfileRoutes(app, needs);
}

/** Which profile applies where. */
function choiceRoutes(app: FastifyInstance, { db, clock }: Needs): void {
  serve(app, getWorkRest, async ({ principal, params }) => {
    const place = await findOrganizationLocation(db, keyOf(principal, params.organizationLocationId));
    if (!place) throw notFound('The organization location');
    return workRestAt(db, principal.organizationId, place.id);
  });

  serve(app, listWorkRestChoices, async ({ principal }) => choicesOf(db, principal.organizationId));

  serve(
    app,
    saveWorkRestChoice,
    async ({ principal, body: { organizationLocationId, profileId, revision } }) => {
      const { organizationId } = principal;
      const place =
        organizationLocationId === null
          ? null
          : await findOrganizationLocation(db, { organizationId, id: organizationLocationId });
      if (place === undefined) throw notFound('The organization location');
      if (profileId !== null && !(await workRestById(db, organizationId, profileId)))
        throw notFound('The profile');
      // It was removed this very moment.
      await saveChoice(
        db,
        actorOf(principal),
        organizationId,
        { organizationLocationId: place?.id ?? null, profileId, revision },
        clock.now(),
      ).catch(explain(notFound('The profile')));
      return { message: 'Updated', choices: await choicesOf(db, organizationId) };
    },
  );
}

function workRestProfileRoutes(app: FastifyInstance, { db, clock }: Needs): void {
  serve(app, listWorkRestProfiles, async ({ principal }) => allWorkRest(db, principal.organizationId));

  serve(app, addWorkRestProfile, async ({ principal, body }) => {
    const draft = await soundWorkRest(db, principal.organizationId, body);
    const stored = await workRestProfiles
      .insert(db, actorOf(principal), principal.organizationId, draft, clock.now())
      .catch(explain(noRisk()));
    return { id: stored.id, message: 'Saved', profile: presentOwnWorkRest(stored) };
  });

  serve(app, updateWorkRestProfile, async ({ principal, body }) => {
    const draft = await soundWorkRest(db, principal.organizationId, body);
    const stored = await workRestProfiles
      .change(db, actorOf(principal), principal.organizationId, body, draft, clock.now())
      .catch(explain(noRisk()));
    if (!stored) throw notFound('The profile');
    return { id: stored.id, message: 'Updated', profile: presentOwnWorkRest(stored) };
  });

  serve(app, deleteWorkRestProfile, async ({ principal, params }) => {
    const inUse = conflict('This profile is in use. Choose another one wherever it is used, then delete it.');
    const removed = await workRestProfiles
      .remove(db, actorOf(principal), principal.organizationId, params.id, clock.now())
      .catch(explain(inUse));
    if (!removed) throw notFound('The profile');
    return { id: params.id, message: 'Deleted' };
  });
}

function riskProfileRoutes(app: FastifyInstance, { db, clock }: Needs): void {
  serve(app, getRiskProfile, async ({ principal, params }) => {
    const profile = await riskById(db, principal.organizationId, params.id);
    if (!profile) throw notFound('The risk profile');
    return profile;
  });

  serve(app, listRiskProfiles, async ({ principal }) => allRisk(db, principal.organizationId));

  serve(app, addRiskProfile, async ({ principal, body }) => {
    const stored = await riskProfiles
      .insert(db, actorOf(principal), principal.organizationId, soundRisk(body), clock.now())
      .catch(explain());
    return { id: stored.id, message: 'Saved', riskProfile: presentOwnRisk(stored) };
  });

  serve(app, updateRiskProfile, async ({ principal, body }) => {
    const users = (await allWorkRest(db, principal.organizationId)).filter(
      ({ riskProfileId }) => riskProfileId === body.id.toLowerCase(),
    );
    if (users.some(({ primaryMetric }) => primaryMetric !== body.metric)) {
      throw invalid({ Metric: ['A work/rest profile of another metric uses this risk profile'] });
    }
    const stored = await riskProfiles
      .change(db, actorOf(principal), principal.organizationId, body, soundRisk(body), clock.now())
      .catch(explain());
    if (!stored) throw notFound('The risk profile');
    return { id: stored.id, message: 'Updated', riskProfile: presentOwnRisk(stored) };
  });

  serve(app, deleteRiskProfile, async ({ principal, params }) => {
    const inUse = conflict('A work/rest profile uses this risk profile. Change that one first.');
    const removed = await riskProfiles
      .remove(db, actorOf(principal), principal.organizationId, params.id, clock.now())
      .catch(explain(inUse));
    if (!removed) throw notFound('The risk profile');
    return { id: params.id, message: 'Deleted' };
  });
}

async function choicesOf(db: Database, organizationId: string): Promise<WorkRestChoices> {
  const [choices, places] = await Promise.all([
    listChoices(db, organizationId),
    listOrganizationLocations(db, organizationId),
  ]);
  const chosen = (placeId: string | null) => {
    const choice = choices.find(({ organizationLocationId }) => organizationLocationId === placeId);
    return { profileId: choice?.profileId ?? null, revision: choice?.revision ?? 0 };
  };
  const byDefault = chosen(null);
  return {
    usualProfileId: DEFAULT_WORK_REST_PROFILE.id,
    defaultProfileId: byDefault.profileId,
    defaultRevision: byDefault.revision,
    locations: places.map(({ id, name }) => ({ organizationLocationId: id, name, ...chosen(id) })),
  };
}

/**
 * The form's values, trimmed and checked; its risk profile is one of the organization's or a published one,
 * of the same metric.
 */
async function soundWorkRest(
  db: Database,
  organizationId: string,
  form: BodyOf<typeof addWorkRestProfile>,
): Promise<WorkRestDraft> {
  const draft: WorkRestDraft = {
    name: form.name.trim(),
    primaryMetric: form.primaryMetric,
    customStopText: form.customStopText?.trim() || null,
    customContinuousText: form.customContinuousText?.trim() || null,
    useRiskProfile: form.useRiskProfile,
    riskProfileId: form.riskProfileId || null,
    intensities: form.intensities.map(({ id, name }) => ({ id, name: name.trim() })),
    modifiers: form.modifiers.map(({ id, name, adjustment }) => ({ id, name: name.trim(), adjustment })),
    matrices: form.matrices.map(({ advice, ...band }) => ({
      ...band,
      ...(advice?.trim() ? { advice: advice.trim() } : {}),
    })),
  };
  const errors = checkWorkRestProfile(draft);
  if (draft.riskProfileId !== null) {
    const risk = await riskById(db, organizationId, draft.riskProfileId);
    if (!risk) errors.RiskProfileId = ['The risk profile does not exist'];
    else if (risk.metric !== draft.primaryMetric)
      errors.RiskProfileId = ['The risk profile is of another metric'];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return draft;
}

function soundRisk({ name, metric, riskLevels }: BodyOf<typeof addRiskProfile>): RiskProfileDraft {
  const draft = {
    name: name.trim(),
    metric,
    riskLevels: riskLevels.map((level) => ({
      ...level,
      name: level.name.trim(),
      description: level.description.trim(),
    })),
  };
  const errors = checkRiskProfile(draft);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return draft;
}

const noRisk = () => invalid({ RiskProfileId: ['The risk profile does not exist'] });

/**
 * The refusals of the store as error responses; `inUse` is thrown where a reference to or from the profile
 * does not exist.
 */
function explain(inUse?: Error): (error: unknown) => never {
  return (error) => {
    if (error instanceof ProfileNameTaken) throw invalid({ Name: ['Another profile has this name'] });
    if (error instanceof TooManyProfiles)
      throw invalid({ Name: [`An organization can have at most ${maxProfiles} profiles of its own`] });
    if (error instanceof ProfileInUse && inUse) throw inUse;
    throw error;
  };
}
