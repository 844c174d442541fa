import type { ScenarioLaunch, ScenarioTrigger } from '@allclear/contract';

/** Toasts of the specification with a second line last so long. */
export const secondLineMs = 6_000;

const kinds = { start: 'Warning', 'all-clear': 'All clear', test: 'Test' } as const;
const states = {
  queued: 'waits',
  sending: 'is being launched',
  launched: 'launched',
  failed: 'not launched',
  withheld: 'withheld',
  dropped: 'not launched',
  unknown: 'not known whether it was launched',
} as const;

const momentOf = (iso: string) =>
  new Date(iso).toLocaleString('en-US', {
    ...{ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  });

/** 'Test launched Jun 6, 3:42 PM'. */
export function launchText({ kind, state, createdUtc }: Omit<ScenarioLaunch, 'attempts'>): string {
  return `${kinds[kind]} ${states[state]} ${momentOf(createdUtc)}`;
}

/** Whether a launch ended without a certain success. */
export function isProblem({ state }: Pick<ScenarioLaunch, 'state'>): boolean {
  return state === 'failed' || state === 'unknown';
}

/** What a trigger does, as the dialog says it before it is saved; what is not chosen yet is a blank. */
export function summaryText(of: {
  group: string | undefined;
  place: string | undefined;
  scenario: string | undefined;
  site: string | undefined;
}): string {
  const { group = '…', place = '…', scenario = '…', site = '…' } = of;
  return `When Policy Group ${group} is triggered at ${place} → Trigger Scenario ${scenario} at site ${site}`;
}

/** A trigger in a few words, for buttons and questions. */
export function triggerName({ policyGroupName, organizationLocationName }: ScenarioTrigger): string {
  return `${policyGroupName} at ${organizationLocationName}`;
}
