export {
  ARMY_RISK_PROFILE,
  GHSA_RISK_PROFILE,
  NWS_RISK_PROFILE,
  PUBLISHED_RISK_PROFILES,
  type RiskProfile,
} from './risk-profiles.ts';
export {
  type HeatMetric,
  type ProfileId,
  type RiskLevel,
  riskLevel,
  strictestIntensity,
  type WorkRestBand,
  type WorkRestModifier,
  type WorkRestProfile,
  type WorkRestRecommendation,
  workRest,
} from './work-rest.ts';
export {
  ACSM_PROFILE,
  CAL_OSHA_PROFILE,
  DEFAULT_WORK_REST_PROFILE,
  GHSA_PROFILE,
  OSHA_PROPOSED_PROFILE,
  PUBLISHED_WORK_REST_PROFILES,
  type PublishedWorkRestProfile,
  TB_MED_507_PROFILE,
} from './work-rest-profiles.ts';
export {
  adjustmentF,
  bandEndF,
  checkRiskProfile,
  checkWorkRestProfile,
  maxBands,
  maxIntensities,
  maxModifiers,
  maxRiskLevels,
  profileAdviceMaxLength,
  profileTextMaxLength,
  type RiskProfileDraft,
  type WorkRestDraft,
} from './work-rest-rules.ts';
