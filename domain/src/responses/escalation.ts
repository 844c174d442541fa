/**
 * Escalation: whom a request without responses of everybody is passed on to, and when. The chain is that of the instant
 * of asking, whatever is edited later; quiet hours are those of each person (`massRecipientsOf`).
 */

export const maxEscalationSteps = 5;
export const escalationMinutes = { least: 1, longest: 60 } as const;

/** A person, the people of a group, or the desk: everybody who may send messages to many. */
export type EscalationTarget =
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'group'; readonly id: string }
  | { readonly kind: 'desk' };

export interface EscalationStep {
  readonly target: EscalationTarget;
  /** Minutes after the step before; of the first step after the asking. */
  readonly afterMinutes: number;
}

/** What is wrong with a chain, a sentence; null when it is right. */
export function checkEscalationChain(steps: readonly EscalationStep[]): string | null {
  const { least, longest } = escalationMinutes;
  if (steps.length > maxEscalationSteps) return `There can be at most ${maxEscalationSteps} steps`;
  const isRight = ({ afterMinutes }: EscalationStep) =>
    Number.isInteger(afterMinutes) && afterMinutes >= least && afterMinutes <= longest;
  return steps.every(isRight) ? null : `Each step must wait for ${least} to ${longest} whole minutes`;
}

/** When each step is due, epoch ms; no more than `maxEscalationSteps` of them. */
export function escalationTimes(askedAt: number, steps: readonly EscalationStep[]): number[] {
  let at = askedAt;
  return steps.slice(0, maxEscalationSteps).map(({ afterMinutes }) => {
    at += afterMinutes * 60_000;
    return at;
  });
}

export interface EscalationState {
  /** Epoch ms. */
  readonly askedAt: number;
  /** As they were when it was asked. */
  readonly steps: readonly EscalationStep[];
  /** How many were taken already. */
  readonly taken: number;
  /** People who were asked and have not responded. */
  readonly noResponse: number;
}

export interface Escalation {
  /** The steps that are due now, from 0, in their order. */
  readonly due: readonly number[];
  /** When the next one after those is due, epoch ms; null: there is none, or everybody has responded. */
  readonly nextAt: number | null;
}

/** What is to be done at `now`, epoch ms. Once everybody has responded nothing is due any more. */
export function escalationAt(
  { askedAt, steps, taken, noResponse }: EscalationState,
  now: number,
): Escalation {
  if (noResponse <= 0) return { due: [], nextAt: null };
  const left = escalationTimes(askedAt, steps)
    .map((at, step) => ({ at, step }))
    .slice(taken);
  return {
    due: left.filter(({ at }) => at <= now).map(({ step }) => step),
    nextAt: left.find(({ at }) => at > now)?.at ?? null,
  };
}
