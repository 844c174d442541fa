import { mayResume, type RelayEvidence } from '@allclear/domain';
import { answersForPlaces } from '../../warnings/index.ts';
import type { EvidenceContext } from '../signals/evidence-now.ts';
import { type AutomatedRelay, relayById } from './relay-states.store.ts';

/** Whether a relay may go back to its state on clear, from what the store says at this moment. */
export function mayResumeNow({
  db,
  live,
  clock,
}: EvidenceContext): (organizationId: string, relayId: string) => Promise<boolean> {
  return async (organizationId, relayId) => {
    const relay = await relayById(db, organizationId, relayId);
    if (!relay || !isAutomated(relay)) return false;
    const answers = await answersForPlaces(db, live, organizationId, clock.now());
    const at = answers.find(({ place }) => place.id === relay.unit.placeId);
    if (!at) return false;
    return mayResume({
      ...{ warning: warningOf(relay, at.open), placeHolds: at.answer.holds, isExcludedOn: null },
    });
  };
}

/** Whether a relay follows a policy now. */
export function isAutomated({ policyId, unit }: AutomatedRelay): boolean {
  return policyId !== null && unit.enabled && unit.placeId !== null;
}

/** The warnings of a relay's policy among those that are open at its place; null while they are not known. */
export function warningOf(
  { policyId }: AutomatedRelay,
  open: readonly { policyId: string; isHeld: boolean }[] | null,
): RelayEvidence['warning'] {
  if (open === null) return 'unknown';
  const own = open.filter((one) => one.policyId === policyId);
  if (own.some(({ isHeld }) => !isHeld)) return 'open';
  return own.length > 0 ? 'held' : 'none';
}
