export {
  type LightningPolicy,
  type LockablePlace,
  type LockedLightning,
  lockLightning,
  zonesOutOfOrder,
} from './lightning-policies.ts';
export { notifiedGroups, type PolicyGroups, policyWatches } from './policy-reach.ts';
export {
  checkPolicy,
  isPolicyActive,
  mayBeLifeSafety,
  type PolicyDraft,
  policyDefaults,
  policyEventMaxLength,
  policyMessageMaxLength,
  policyMinutesMax,
  roundThreshold,
} from './policy-rules.ts';
export {
  type Evidence,
  type PolicyType,
  type PolicyTypeShortName,
  policyTypeById,
  policyTypeOf,
  policyTypes,
  type ThreatType,
  threatTypes,
} from './policy-types.ts';
export {
  heatFromF,
  isThresholdExceeded,
  mostRestrictiveThreshold,
  TILE_MARGIN,
  type TileColor,
  type TileKind,
  temperaturePolicy,
  tileColor,
} from './thresholds.ts';
