import type { BegunTests, Hardware } from '@allclear/contract';
import type { ApiClient } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';

export type TestKind = 'delay' | 'all-clear' | 'light';

/** Units that one request may test. */
export const maxTestedUnits = 100;

interface TestTexts {
  /** On the button (spec 2 section 4). */
  readonly start: string;
  readonly failed: string;
  readonly word: string;
  /** Whether it stays on when its bar is over, until it is stopped. */
  readonly stays: boolean;
}

export const testTexts: Readonly<Record<TestKind, TestTexts>> = {
  delay: {
    start: 'Start Delay',
    failed: 'Unable to test Delay for selected unit(s).',
    word: 'Delay test',
    stays: true,
  },
  'all-clear': {
    start: 'Start All Clear',
    failed: 'Unable to test All Clear for selected unit(s).',
    word: 'All-clear test',
    stays: false,
  },
  light: {
    start: 'Turn On Light',
    failed: 'Unable to test light for selected unit(s).',
    word: 'Light test',
    stays: true,
  },
};

export const stopFailed = 'Unable to turn off tests for selected unit(s).';

/** Starts a test of units. */
export function startTest(api: ApiClient, kind: TestKind, ids: string[]): Promise<BegunTests> {
  const input = { body: { ids } };
  switch (kind) {
    case 'delay':
      return api.call(routes.testSirenDelay, input);
    case 'all-clear':
      return api.call(routes.testSirenAllClear, input);
    case 'light':
      return api.call(routes.testSirenLight, input);
  }
}

/** Seconds of the bar of a test: the longest of the units. */
export function secondsOf(units: readonly Pick<Hardware, 'testSeconds'>[], kind: TestKind): number {
  const key = kind === 'all-clear' ? 'allClear' : kind;
  return Math.max(0, ...units.map(({ testSeconds }) => testSeconds[key]));
}
