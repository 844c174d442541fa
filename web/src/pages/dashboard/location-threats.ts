import type { DataOf, listAllViolations } from '@allclear/contract';
import { threatTypes } from '@allclear/domain';
import { type QueryState, trustOf } from '../../api/query-state.ts';
import { clockText } from '../../features/lightning/countdown.ts';
import type { LightningView } from '../../features/lightning/lightning-view.ts';
import type { DataState, LocationThreats, Threat } from '../../features/locations/threat.ts';

export type LocationViolations = DataOf<typeof listAllViolations>[number];

/**
 * The threats to a location, for its badge and for the header's count: its lightning, its policy warnings and
 * its weather-service alerts.
 */
export function locationThreats(
  id: string,
  view: LightningView,
  violations: QueryState<readonly LocationViolations[]> | undefined,
  nowMs: number | null,
  speed: number,
): LocationThreats {
  const found = violations?.value?.find(({ locationId }) => locationId === id);
  return {
    threats: withThreats(lightningThreats(view), found ? violationThreats(found) : []),
    lightning: lightningState(view),
    warnings: dataStateOf(violations, nowMs, speed),
  };
}

function dataStateOf(
  violations: QueryState<readonly LocationViolations[]> | undefined,
  nowMs: number | null,
  speed: number,
): DataState {
  switch (trustOf(violations, nowMs, speed)) {
    case 'asking':
      return 'asking';
    case 'unknown':
      return 'unknown';
    case 'current':
    case 'failing':
      return 'known';
  }
}

function lightningState(view: LightningView): DataState {
  if (view.kind === 'loading') return 'asking';
  return view.kind === 'clear' || view.kind === 'delay' ? 'known' : 'unknown';
}

/** Any zone in delay is the threat LR1 (spec 1 section 4). */
function lightningThreats(view: LightningView): Threat[] {
  if (view.kind !== 'delay') return [];
  const affected = view.zones.find((zone) => zone.state === 'strike');
  const shown = affected ?? view.zones.find((zone) => zone.state === 'observing');
  return [
    {
      code: 'LR1',
      threatType: threatTypes.LIGHTNING,
      label: affected ? 'Lightning Policy Alert' : 'Lightning Policy Alert: quiet not yet observed',
      tone: affected ? 'danger' : 'observing',
      countdown: clockText(shown?.remainingSeconds ?? 0),
    },
  ];
}

function violationThreats({ warnings, alertEvents }: LocationViolations): Threat[] {
  const byPolicy = warnings.map(
    (warning): Threat => ({
      // A zone's own warning is the same threat as the delay of that zone.
      code: warning.threatType === threatTypes.LIGHTNING ? 'LR1' : warning.policyTypeShortName,
      threatType: warning.threatType,
      label: `${warning.policyDisplayName} Policy Warning`,
      tone: 'danger',
    }),
  );
  const events = [...new Set(alertEvents)];
  if (events.length === 0) return byPolicy;
  return [
    ...byPolicy,
    { code: 'NWS', threatType: threatTypes.NWS, label: `NWS Alert - ${events.join(', ')}`, tone: 'danger' },
  ];
}

/**
 * Each code occurs once; a weather-service threat takes the later label, which lists its events (spec 1
 * section 4).
 */
function withThreats(threats: readonly Threat[], added: readonly Threat[]): Threat[] {
  const byCode = new Map(threats.map((threat) => [threat.code, threat]));
  for (const threat of added) {
    const there = byCode.get(threat.code);
    if (!there || threat.code === 'NWS') byCode.set(threat.code, threat);
    // A strike that exceeded a policy outranks quiet that was not yet observed.
    else if (there.tone === 'observing')
      byCode.set(threat.code, { ...there, label: threat.label, tone: threat.tone });
  }
  return [...byCode.values()];
}
