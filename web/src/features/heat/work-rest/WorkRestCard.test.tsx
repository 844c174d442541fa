import type { HeatSeries, RiskProfile, WorkRestAtLocation } from '@allclear/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QueryState } from '../../../api/query-state.ts';
import { GuardedCard } from '../../../ui/Card.tsx';
import { exampleObservation, exampleProfile, exampleRisk, exampleSeries, nowMs } from './example.ts';
import { WorkRestCard, type WorkRestCardProps, workRestCrashText, workRestTitle } from './WorkRestCard.tsx';

beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const known = <T,>(value: T, part: Partial<QueryState<T>> = {}): QueryState<T> => ({
  value,
  asOfMs: nowMs,
  failed: false,
  unobserved: false,
  none: false,
  ...part,
});
const lost = <T,>(): QueryState<T> => ({
  value: null,
  asOfMs: null,
  failed: true,
  unobserved: false,
  none: false,
});

function show(part: Partial<WorkRestCardProps> = {}, wbgt: number | null = 83) {
  const props: WorkRestCardProps = {
    organizationLocationId: 'o',
    profile: known(exampleProfile()),
    risk: known(exampleRisk()),
    series: known(exampleSeries((hours) => 83 + hours)),
    current: { answer: exampleObservation(wbgt), stale: false, loading: false },
    timeZone: 'America/Chicago',
    nowMs,
    speed: 1,
    ...part,
  };
  render(
    <MantineProvider>
      <GuardedCard title={workRestTitle} fallback={workRestCrashText} resetKey="l">
        <WorkRestCard {...props} />
      </GuardedCard>
    </MantineProvider>,
  );
  return screen.getByRole('region', { name: workRestTitle });
}
const text = (card: HTMLElement) => card.textContent ?? '';

describe('a value of now', () => {
  it('brings the recommendation of the strictest work, its level in words, its source and the next three hours', () => {
    const card = show();
    expect(text(card)).toContain('WBGT 83.0 °F');
    expect(within(card).getByRole('button', { name: 'Approx.' })).toBeTruthy();
    expect(text(card)).toContain('40 min work20 min restin each hour');
    expect(text(card)).toContain('Level high');
    expect(text(card)).toContain('Water 1 qt/h');
    expect(text(card)).toContain('Test Field, 3.4 mi away');
    expect(text(card)).toContain("Crew rules, your organization's default");
    expect(within(card).getByRole<HTMLSelectElement>('combobox', { name: 'Kind of work' }).value).toBe(
      'hard',
    );
    const hours = within(within(card).getByRole('region', { name: 'The next three hours' })).getAllByRole(
      'listitem',
    );
    expect(hours.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/84\.0 °F40 min work, Level high/),
      expect.stringMatching(/85\.0 °Fno figure, Level high/),
      expect.stringMatching(/86\.0 °Fno figure, Level high/),
    ]);
    expect(card.classList.contains('hatched')).toBe(false);
  });

  it('is judged by the chosen work and clothing, in the chosen unit, and all of it is remembered', async () => {
    const card = show();
    await userEvent.selectOptions(within(card).getByRole('combobox', { name: 'Kind of work' }), 'easy');
    expect(text(card)).toContain('No limit');
    await userEvent.selectOptions(within(card).getByRole('combobox', { name: 'Kind of work' }), 'hard');
    await userEvent.click(within(card).getByRole('button', { name: /Clothing and circumstances: none/ }));
    await userEvent.click(within(card).getByRole('checkbox', { name: 'Suit (+5 °F)' }));
    expect(text(card)).toContain('counts as 88.0 °F');
    expect(text(card)).toContain('No figure given');
    await userEvent.click(within(card).getByRole('radio', { name: 'Percent' }));
    cleanup();
    const again = show({}, 79);
    expect(text(again)).toContain('66% work34% rest');
    expect(text(again)).toContain('Clothing and circumstances: Suit');
  });

  it('stops work in the profile’s own words, as something severe', () => {
    const card = show({}, 95);
    expect(text(card)).toContain('Everybody goes inside');
    expect(card.hasAttribute('data-severe')).toBe(true);
  });

  it('says that nobody chose the profile, and of a level that is missing that it is not known', () => {
    const card = show({ profile: known(exampleProfile({ chosenFor: 'usual' })), risk: lost<RiskProfile>() });
    expect(text(card)).toContain('Crew rules: nobody in your organization has chosen a profile yet');
    expect(text(card)).toContain('The risk level is not known.');
  });
});

describe('what the card does not speak of', () => {
  it('another danger that holds the place stands above the advice', () => {
    expect(text(show({ held: 'lightning delay in effect' }))).toContain(
      'Heat only: lightning delay in effect.',
    );
    cleanup();
    expect(text(show())).not.toContain('Heat only');
  });

  it.each([
    [64.4, true],
    [65, false],
    [90, false],
  ])('at %d °F of air temperature it says that heat is not the risk: %s', (temperature, said) => {
    const answer = exampleObservation(60);
    const { ambientTemperature } = answer.data;
    const data = { ...answer.data, ambientTemperature: { ...ambientTemperature, value: temperature } };
    const card = show({ current: { answer: { ...answer, data }, stale: false, loading: false } });
    expect(text(card).includes('Heat is not the risk now.')).toBe(said);
    expect(/No limit|work\d/.test(text(card))).toBe(!said);
  });
});

describe('no value of now', () => {
  it.each([
    [
      'missing',
      { current: { answer: exampleObservation(null), stale: false, loading: false } },
      'The station does not report all that WBGT needs.',
    ],
    [
      'without any station',
      { current: { answer: null, stale: false, loading: false } },
      'No current conditions are known here.',
    ],
    [
      'stale',
      { current: { answer: exampleObservation(60), stale: true, loading: false } },
      'WBGT was 60.0 °F 12 minutes ago',
    ],
  ])('%s: hatched, with its age, and nothing that reads as permission', (_, part, shown) => {
    const card = show(part);
    expect(card.classList.contains('hatched')).toBe(true);
    expect(text(card)).toContain('The current heat value is not known.');
    expect(text(card)).toContain(shown);
    expect(text(card)).toContain('There is no recommendation without it.');
    expect(text(card)).not.toMatch(/No limit|min work|Level (low|high)|in each hour/);
    expect(within(card).queryByRole('region', { name: 'The next three hours' })).toBeNull();
  });
});

describe('what else may be missing', () => {
  it('the coming hours', () => {
    for (const series of [
      lost<HeatSeries>(),
      known(exampleSeries(() => 83, { forecast: null, points: [] })),
      known(
        exampleSeries(() => 83),
        { asOfMs: nowMs - 86_400_000 },
      ),
    ]) {
      expect(text(show({ series }))).toContain('The next three hours are not known.');
      cleanup();
    }
  });

  it('a current forecast: it is hatched and says its age', () => {
    const forecast = {
      issuedTime: '',
      asOf: new Date(nowMs - 4 * 3_600_000).toISOString(),
      stale: true,
      attribution: 'A test',
    };
    const hours = within(show({ series: known(exampleSeries(() => 83, { forecast })) })).getByRole('region', {
      name: 'The next three hours',
    });
    expect(hours.textContent).toContain('forecast of 4 hours ago, not current');
    expect(within(hours).getByRole('list').classList.contains('hatched')).toBe(true);
  });

  it('the profile, and one that has not been read for long', () => {
    const card = show({ profile: lost<WorkRestAtLocation>() });
    expect(within(card).getByRole('alert').textContent).toBe(workRestCrashText);
    expect(card.classList.contains('hatched')).toBe(true);
    cleanup();
    const old = show({ profile: known(exampleProfile(), { asOfMs: nowMs - 3 * 3_600_000 }) });
    expect(text(old)).toContain('The profile may have changed. It was last read 3 hours ago.');
    expect(old.classList.contains('hatched')).toBe(true);
  });

  it('an organization location', () => {
    expect(text(show({ organizationLocationId: null, profile: undefined }))).toContain(
      'This location is tied to none of them.',
    );
  });

  it('sound data: the card alone says that it cannot be relied on', () => {
    const broken = { ...exampleProfile(), matrices: undefined } as unknown as WorkRestAtLocation;
    const { error } = console;
    console.error = () => undefined;
    const card = show({ profile: known(broken) });
    console.error = error;
    expect(within(card).getByRole('alert').textContent).toBe(workRestCrashText);
    expect(card.classList.contains('hatched')).toBe(true);
  });
});

it('the details have three days, the profile as it is written and what its levels are', async () => {
  const card = show({ profile: known(exampleProfile({ proposed: true })) });
  await userEvent.click(within(card).getByRole('button', { name: 'Details' }));
  const dialog = within(await screen.findByRole('dialog', { name: workRestTitle }));
  expect(dialog.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Tomorrow',
    'Day after tomorrow',
  ]);
  expect(dialog.getByRole('tabpanel').textContent).toContain('Hottest hour forecast: 92.0 °F at');
  expect(dialog.getByRole('figure', { name: 'WBGT, today' })).toBeTruthy();
  await userEvent.click(dialog.getByRole('tab', { name: 'Tomorrow' }));
  expect(dialog.getByRole('figure', { name: 'WBGT, tomorrow' })).toBeTruthy();
  expect(dialog.getByText('A proposal, not law.')).toBeTruthy();
  const row = dialog.getByRole('row', { name: /over 80.0 °F to 84.9 °F/ });
  expect(row.textContent).toContain('Now');
  expect(row.textContent).toContain('Water 1 qt/h');
  expect(dialog.getByText('Level low')).toBeTruthy();
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!);
});
