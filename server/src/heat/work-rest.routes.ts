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
import { findOrganizationLocation, listOrganizationLocations } from '../organizations/locations.store.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { presentOwnRisk, presentOwnWorkRest } from './present-heat.ts';
import { allRisk, allWorkRest, riskById, workRestAt, workRestById } from './profile-lookup.ts';
import {
  type Changed,
  changeRisk,
  changeWorkRest,
  insertRisk,
  insertWorkRest,
  listChoices,
  maxProfiles,
  ProfileInUse,
  ProfileNameTaken,
  removeProfile,
  saveChoice,
  TooManyProfiles,
} from './store.ts';

export function workRestRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  serve(app, getWorkRest, async ({ principal, params }) => {
    const place = await findOrganizationLocation(db, principal.organizationId, params.organizationLocationId);
    if (!place) throw notFound('The organization location');
    return workRestAt(db, principal.organizationId, place.id);
  });

  serve(app, getRiskProfile, async ({ principal, params }) => {
    const profile = await riskById(db, principal.organizationId, params.id);
    if (!profile) throw notFound('The risk profile');
    return profile;
  });

  serve(app, listWorkRestProfiles, async ({ principal }) => allWorkRest(db, principal.organizationId));
  serve(app, listRiskProfiles, async ({ principal }) => allRisk(db, principal.organizationId));
  serve(app, listWorkRestChoices, async ({ principal }) => choicesOf(principal.organizationId));

  serve(
    app,
    saveWorkRestChoice,
    async ({ principal: { organizationId }, body: { organizationLocationId, profileId } }) => {
      const place =
        organizationLocationId === null
          ? null
          : await findOrganizationLocation(db, organizationId, organizationLocationId);
      if (place === undefined) throw notFound('The organization location');
      if (profileId !== null && !(await workRestById(db, organizationId, profileId)))
        throw notFound('The profile');
      // It was removed this very moment.
      await saveChoice(
        db,
        organizationId,
        { organizationLocationId: place?.id ?? null, profileId },
        clock.now(),
      ).catch(explain(notFound('The profile')));
      return { message: 'Updated', choices: await choicesOf(organizationId) };
    },
  );

  serve(app, addWorkRestProfile, async ({ principal, body }) => {
    const draft = await soundWorkRest(principal.organizationId, body);
    const row = await insertWorkRest(db, principal.organizationId, draft, clock.now()).catch(
      explain(noRisk()),
    );
    return { id: row.id, message: 'Saved', profile: presentOwnWorkRest(row) };
  });

  serve(app, updateWorkRestProfile, async ({ principal, body }) => {
    const draft = await soundWorkRest(principal.organizationId, body);
    const changed = await changeWorkRest(db, principal.organizationId, body, draft, clock.now()).catch(
      explain(noRisk()),
    );
    const profile = presentOwnWorkRest(profileOf(changed, 'The profile'));
    return { id: profile.id, message: 'Updated', profile };
  });

  serve(app, deleteWorkRestProfile, async ({ principal, params }) => {
    const inUse = conflict('This profile is in use. Choose another one wherever it is used, then delete it.');
    const removed = await removeProfile(db, 'work_rest_profiles', principal.organizationId, params.id).catch(
      explain(inUse),
    );
    if (!removed) throw notFound('The profile');
    return { id: params.id, message: 'Deleted' };
  });

  serve(app, addRiskProfile, async ({ principal, body }) => {
    const row = await insertRisk(db, principal.organizationId, soundRisk(body), clock.now()).catch(explain());
    return { id: row.id, message: 'Saved', riskProfile: presentOwnRisk(row) };
  });

  serve(app, updateRiskProfile, async ({ principal, body }) => {
    const users = (await allWorkRest(db, principal.organizationId)).filter(
      ({ riskProfileId }) => riskProfileId === body.id.toLowerCase(),
    );
    if (users.some(({ primaryMetric }) => primaryMetric !== body.metric)) {
      throw invalid({ Metric: ['A work/rest profile of another metric uses this risk profile'] });
    }
    const changed = await changeRisk(db, principal.organizationId, body, soundRisk(body), clock.now()).catch(
      explain(),
    );
    const riskProfile = presentOwnRisk(profileOf(changed, 'The risk profile'));
    return { id: riskProfile.id, message: 'Updated', riskProfile };
  });

  serve(app, deleteRiskProfile, async ({ principal, params }) => {
    const inUse = conflict('A work/rest profile uses this risk profile. Change that one first.');
    const removed = await removeProfile(db, 'risk_profiles', principal.organizationId, params.id).catch(
      explain(inUse),
    );
    if (!removed) throw notFound('The risk profile');
    return { id: params.id, message: 'Deleted' };
  });

  async function choicesOf(organizationId: string): Promise<WorkRestChoices> {
    const [choices, places] = await Promise.all([
      listChoices(db, organizationId),
      listOrganizationLocations(db, organizationId),
    ]);
    const chosen = (placeId: string | null) =>
      choices.find(({ organizationLocationId }) => organizationLocationId === placeId)?.profileId ?? null;
    return {
      usualProfileId: DEFAULT_WORK_REST_PROFILE.id,
      defaultProfileId: chosen(null),
      locations: places.map(({ id, name }) => ({ organizationLocationId: id, name, profileId: chosen(id) })),
    };
  }

  /**
   * What the form says, trimmed and checked; its risk profile is one of the organisation's, or a published
   * one, of the same metric.
   */
  async function soundWorkRest(
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

function profileOf<Profile>(changed: Changed<Profile>, what: string): Profile {
  if (changed.kind === 'changed') return changed.profile;
  if (changed.kind === 'gone') throw notFound(what);
  throw conflict('Somebody else changed this profile meanwhile. Load it again to see what it says now.');
}

const noRisk = () => invalid({ RiskProfileId: ['The risk profile does not exist'] });

/**
 * What the store refuses, in words for people; `inUse` is said where a reference to or from it does not hold.
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
