import type { RiskProfile, WorkRestAtLocation, WorkRestProfile } from '@allclear/contract';
import {
  DEFAULT_WORK_REST_PROFILE,
  PUBLISHED_RISK_PROFILES,
  PUBLISHED_WORK_REST_PROFILES,
} from '@allclear/domain';
import type { Database } from '../platform/database/database.ts';
import {
  presentOwnRisk,
  presentOwnWorkRest,
  presentPublishedRisk,
  presentPublishedWorkRest,
} from './present-heat.ts';
import { listChoices, riskProfiles, workRestProfiles } from './store.ts';

/** The published profiles and the organization's own. */
export async function allWorkRest(db: Database, organizationId: string): Promise<WorkRestProfile[]> {
  return [
    ...PUBLISHED_WORK_REST_PROFILES.map(presentPublishedWorkRest),
    ...(await workRestProfiles.list(db, organizationId)).map(presentOwnWorkRest),
  ];
}

export async function allRisk(db: Database, organizationId: string): Promise<RiskProfile[]> {
  return [
    ...PUBLISHED_RISK_PROFILES.map(presentPublishedRisk),
    ...(await riskProfiles.list(db, organizationId)).map(presentOwnRisk),
  ];
}

/** A published profile, or one of the organization's own. */
export async function workRestById(
  db: Database,
  organizationId: string,
  id: string,
): Promise<WorkRestProfile | undefined> {
  const published = PUBLISHED_WORK_REST_PROFILES.find((profile) => profile.id === id);
  if (published) return presentPublishedWorkRest(published);
  const own = await workRestProfiles.find(db, organizationId, id);
  return own && presentOwnWorkRest(own);
}

export async function riskById(
  db: Database,
  organizationId: string,
  id: string,
): Promise<RiskProfile | undefined> {
  const published = PUBLISHED_RISK_PROFILES.find((profile) => profile.id === id);
  if (published) return presentPublishedRisk(published);
  const own = await riskProfiles.find(db, organizationId, id);
  return own && presentOwnRisk(own);
}

/**
 * The profile that applies at a place of the organization: its own choice, else the organization's, else the
 * product's default.
 */
export async function workRestAt(
  db: Database,
  organizationId: string,
  organizationLocationId: string,
): Promise<WorkRestAtLocation> {
  const choices = await listChoices(db, organizationId);
  for (const [placeId, chosenFor] of [
    [organizationLocationId, 'location'],
    [null, 'organization'],
  ] as const) {
    const choice = choices.find((one) => one.organizationLocationId === placeId);
    const chosen = choice?.profileId ?? null;
    const profile = chosen === null ? undefined : await workRestById(db, organizationId, chosen);
    if (profile) return { ...profile, chosenFor };
  }
  return { ...presentPublishedWorkRest(DEFAULT_WORK_REST_PROFILE), chosenFor: 'usual' };
}
