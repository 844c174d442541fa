import type { RemoteRelay } from '@allclear/contract';
import { localText } from '@allclear/domain';
import type { Database } from '../../platform/database/database.ts';
import { listPolicies, policyDisplayName, type StoredPolicy, typeOf } from '../../policies/index.ts';
import { relaysOf, type StoredRelay } from './relays.store.ts';
import type { StoredUnit } from './units.store.ts';

/** The relays of a unit, by name. */
export async function presentRelays(db: Database, unit: StoredUnit): Promise<RemoteRelay[]> {
  const relays = await relaysOf(db, unit.id);
  if (relays.length === 0) return [];
  const policies = await listPolicies(db, unit.organizationId);
  return relays.map((relay) => presentRelay(relay, unit, policies));
}

export function presentRelay(
  relay: StoredRelay,
  unit: Pick<StoredUnit, 'timeZone'>,
  policies: readonly StoredPolicy[],
): RemoteRelay {
  const policy = policies.find(({ id }) => id === relay.policyId);
  const isActive = policy !== undefined && relay.state !== null && relay.state.phase !== 'idle';
  return {
    ...{ id: relay.id, hardwareId: relay.unitId, name: relay.name, output: relay.output },
    toggled: relay.reading?.relays[relay.output] ?? null,
    ipAddress: relay.unitAddress,
    remoteRelayTrigger: policy
      ? { policyTypeId: typeOf(policy).id, policyId: policy.id, policyName: policyDisplayName(policy) }
      : null,
    ...{ onAtStart: relay.onAtStart, onAtClear: relay.onAtClear },
    ...{ shortestOnSeconds: relay.shortestOnSeconds, longestOnSeconds: relay.longestOnSeconds },
    excludesRelayId: relay.excludesRelayId,
    automationText: policy ? automationText(relay, policy, unit.timeZone) : '',
    needsReason: isActive,
    revision: relay.revision,
  };
}

function automationText({ state, onAtStart }: StoredRelay, policy: StoredPolicy, timeZone: string): string {
  const name = policyDisplayName(policy);
  const start = onAtStart ? 'on' : 'off';
  if (state?.phase !== 'active') return `Goes ${start} when a ${name} warning starts.`;
  if (state.heldByPerson)
    return `A ${name} warning is open. It stays as it was switched until the earned clear.`;
  const since = state.onSince === null ? '' : ` since ${localText(state.onSince, timeZone, true)}`;
  const waits = state.wanted === null ? '' : ` Waits to go ${state.wanted.on ? 'on' : 'off'}.`;
  return `A ${name} warning is open: ${state.isOn ? 'on' : 'off'}${since}.${waits}`;
}
