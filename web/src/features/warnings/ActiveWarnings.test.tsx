import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { GuardedCard } from '../../ui/Card.tsx';
import { ActiveWarnings, warningsCrashText } from './ActiveWarnings.tsx';
import { alert, answered, forecast, minutesAgo, nowMs, policyWarning } from './example.ts';
import type { Warnings, ZoneOutlook } from './warnings-view.ts';

afterEach(cleanup);
const calm: Warnings = { policies: answered([]), alerts: answered([]), forecasts: answered([]) };
const noZone = (): ZoneOutlook | null => null;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function show(
  part: Partial<Warnings>,
  { atMs = nowMs, timeZone = zone, onAsk = () => {}, zoneOf = noZone, isOpened = true } = {},
) {
  const panel = (warnings: Warnings) => (
    <MantineProvider>
      <ActiveWarnings
        warnings={warnings}
        zoneOf={zoneOf}
        label="Memorial Stadium"
        timeZone={timeZone}
        nowMs={atMs}
        speed={1}
        onRefresh={onAsk}
      />
    </MantineProvider>
  );
  const { rerender, container } = render(panel({ ...calm, ...part }));
  const first = container.querySelector('li button');
  if (isOpened && first) fireEvent.click(first);
  return {
    card: screen.queryByRole('region', { name: /^Active Warnings for Memorial Stadium/ }),
    change: (to: Partial<Warnings>) => rerender(panel({ ...calm, ...to })),
  };
}

describe('Active Warnings', () => {
  it('a panel that cannot be drawn says so, and is not an empty one', () => {
    const broken = {
      ...calm,
      alerts: answered([
        { ...alert(), Event: 1 as unknown as string, Description: null as unknown as string },
      ]),
    };
    render(
      <MantineProvider>
        <GuardedCard title="Active Warnings for Memorial Stadium" fallback={warningsCrashText} resetKey="a">
          <ActiveWarnings
            warnings={broken}
            zoneOf={noZone}
            label="Memorial Stadium"
            timeZone={zone}
            nowMs={nowMs}
            speed={1}
            onRefresh={() => {}}
          />
        </GuardedCard>
      </MantineProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: /^NWS Alert/ }));
    expect(screen.getByRole('alert').textContent).toBe(
      "Uh oh, there's an issue displaying your alerts. We're working on it!",
    );
  });

  it('is not there when there is nothing, or while it is asked for', () => {
    expect(show({}).card).toBeNull();
    cleanup();
    expect(show({ policies: undefined, alerts: undefined, forecasts: undefined }).card).toBeNull();
  });

  it('has a line for each warning with who was notified; one is opened by a press, the header folds all', async () => {
    const user = userEvent.setup();
    const { card } = show(
      {
        policies: answered([policyWarning(), policyWarning({ id: 'w2', peopleNotified: 0 })]),
        alerts: answered([alert()]),
        forecasts: answered([forecast()]),
      },
      { isOpened: false },
    );
    const panel = within(card!);
    expect(panel.queryByRole('heading', { level: 3 })).toBeNull();
    const [first, second] = panel.getAllByRole('button', { name: /^WBGT over 87.0 °F/ });
    expect(first!.textContent).toMatch(/Since .* · 12 people notified/);
    expect(second!.textContent).toContain('nobody notified');
    await user.click(first!);
    expect(panel.getByRole('heading', { name: 'WBGT over 87.0 °F Policy Warning' })).toBeTruthy();
    await user.click(panel.getByRole('button', { name: /^NWS Alert - Severe Thunderstorm Warning/ }));
    expect(panel.queryByRole('heading', { name: /Policy Warning$/ })).toBeNull();
    expect(panel.getByText('HAZARD').tagName).toBe('STRONG');
    await user.click(panel.getByRole('button', { name: /^Active Warnings for/ }));
    expect(panel.queryByRole('button', { name: /^NWS Alert/ })).toBeNull();
    await user.click(panel.getByRole('button', { name: /^Active Warnings for/ }));
    expect(panel.getByText('HAZARD')).toBeTruthy();
    await user.click(panel.getByRole('button', { name: /^Forecast - Storms after 6 PM/ }));
    expect(card!.textContent).toContain('Game day');
    expect(card!.textContent).toMatch(/Expires: \d+\/\d\d\/\d\d \d\d:\d\d [AP]M/);
    expect(card!.textContent).toMatch(/Sent: \d+\/\d\d\/\d\d \d\d:\d\d [AP]M/);
    expect(panel.getByText('delays').tagName).toBe('B');
  });

  it('keeps the tab that is read open when another warning comes', async () => {
    const user = userEvent.setup();
    const { card, change } = show({
      alerts: answered([alert(), alert({ Identifier: '2', Event: 'Flood Watch', Headline: 'Flood Watch' })]),
    });
    await user.click(within(card!).getByRole('button', { name: /^NWS Alert - Flood Watch/ }));
    change({
      policies: answered([policyWarning()]),
      alerts: answered([alert(), alert({ Identifier: '2', Event: 'Flood Watch', Headline: 'Flood Watch' })]),
    });
    expect(
      within(card!)
        .getByRole('button', { name: /^NWS Alert - Flood Watch/ })
        .getAttribute('aria-expanded'),
    ).toBe('true');
  });

  it('the warning of a zone has the clock and the last strike of the lightning card', () => {
    const nextClearAt = minutesAgo(-10);
    const outlook = (kind: 'counting' | 'paused'): ZoneOutlook => ({
      outlook:
        kind === 'counting'
          ? { kind, nextClearAt, remainingSeconds: 600 }
          : { kind, nextClearAt, since: minutesAgo(2) },
      lastStrike: 'Last strike 4.2 mi NE at 3:42 PM',
    });
    const warning = policyWarning({
      policyTypeShortName: 'LR2',
      threatType: 2,
      thresholdValue: 20,
      value: 23.3,
      allClearTime: minutesAgo(3),
      nextClearTime: minutesAgo(-27),
      message: 'Lightning within 20 mi. Last strike 23.3 mi away.',
    });
    show({ policies: answered([warning]) }, { zoneOf: () => outlook('counting') });
    const text = () => screen.getByRole('region', { name: /^Active Warnings/ }).textContent;
    expect(text()).toContain('10:00 remaining');
    expect(text()).toContain('not before');
    expect(text()).toContain('Last strike 4.2 mi NE');
    expect(text()).not.toContain('23.3');
    cleanup();
    show({ policies: answered([warning]) }, { zoneOf: () => outlook('paused') });
    expect(text()).toContain('countdown paused, next possible clear not before');
    expect(text()).not.toMatch(/remaining|\d\d:\d\d remaining/);
  });

  it('says when a policy warning began, who was told and when it can end, in the time of the place', () => {
    const { card } = show(
      {
        policies: answered([policyWarning({ allClearTime: minutesAgo(10), nextClearTime: minutesAgo(-20) })]),
      },
      { timeZone: 'Asia/Kathmandu' },
    );
    // 20:46 UTC is 02:31 of the next night there.
    expect(card!.textContent).toContain('Warning started: 6/07/26 01:16 AM');
    expect(card!.textContent).toContain('Last Notified: 6/07/26 02:19 AM');
    expect(card!.textContent).toContain('Last Notification: 12 minutes ago');
    expect(card!.textContent).toContain('All Clear Minutes: 30');
    expect(card!.textContent).toContain('next possible clear not before 6/07/26 02:51 AM');
    expect(card!.textContent).toContain('20:00 remaining');
  });

  it('the tab of a lightning zone says of missing data what its card says, not what the warning does', () => {
    const lightning = policyWarning({ threatType: 2, heldSince: minutesAgo(3) });
    const tabWith = (outlook: ZoneOutlook['outlook']) => {
      const { card } = show(
        { policies: answered([lightning]) },
        { zoneOf: () => ({ outlook, lastStrike: null }), timeZone: 'UTC' },
      );
      const tab = card!.querySelector('li button')!.textContent;
      cleanup();
      return tab;
    };
    expect(tabWith({ kind: 'held', since: minutesAgo(6) })).toMatch(/No new data since 8:40 PM/);
    expect(tabWith({ kind: 'paused', since: minutesAgo(1), nextClearAt: minutesAgo(-9) })).toMatch(
      /No new data since 8:45 PM/,
    );
    expect(tabWith({ kind: 'counting', remainingSeconds: 60, nextClearAt: minutesAgo(-1) })).toMatch(
      /Since .* · 12 people notified/,
    );
    expect(tabWith({ kind: 'checking' })).toMatch(/No new data since 8:43 PM/);
  });

  it('a warning that is held says since when and that there is no all clear, and counts nothing', () => {
    const { card } = show({
      policies: answered([
        policyWarning({ allClearTime: minutesAgo(20), heldSince: minutesAgo(8), nextClearTime: null }),
      ]),
    });
    expect(card!.textContent).toContain('No new data since');
    expect(card!.textContent).toContain('There is no all clear until observation resumes.');
    expect(card!.textContent).not.toContain('remaining');
    expect(card!.querySelector('.hatched')).not.toBeNull();
  });

  it('at zero it asks the server and does not end', () => {
    let asked = 0;
    const { card } = show(
      { policies: answered([policyWarning({ allClearTime: minutesAgo(30), nextClearTime: minutesAgo(0) })]) },
      {
        onAsk: () => {
          asked += 1;
        },
      },
    );
    expect(asked).toBe(1);
    expect(card!.textContent).toContain('Checking with the server…');
    expect(card!.textContent).not.toMatch(/all clear since|is clear/i);
  });

  it('counts nothing on the strength of an old answer', () => {
    const counting = policyWarning({ allClearTime: minutesAgo(10), nextClearTime: minutesAgo(-20) });
    const { card } = show({ policies: answered([counting], { failed: true, asOfMs: nowMs - 7 * 60_000 }) });
    expect(card!.textContent).toContain('when it can end is not known now');
    expect(card!.textContent).not.toContain('remaining');
  });

  it('an answer that could not be had is not shown as none', () => {
    const { card } = show({
      alerts: { value: null, asOfMs: null, failed: true, unobserved: false, none: false },
    });
    expect(card!.classList.contains('hatched')).toBe(true);
    expect(card!.textContent).toContain(
      'Weather-service alerts are temporarily unavailable. That does not mean that there are none.',
    );
  });

  it('what is known is not covered by what is not', () => {
    const { card } = show({
      policies: answered([policyWarning()]),
      alerts: { value: null, asOfMs: null, failed: true, unobserved: true, none: false },
    });
    expect(card!.classList.contains('hatched')).toBe(false);
    expect(card!.querySelector('p.hatched')!.textContent).toContain(
      'Weather-service alerts are temporarily unavailable.',
    );
  });

  it('keeps what it has when polls fail, and says since when', () => {
    const failing = { failed: true, asOfMs: nowMs - 2 * 60_000 };
    const { card, change } = show({ alerts: answered([alert()], failing) });
    expect(card!.textContent).toContain('Weather-service alerts not refreshed since');
    expect(card!.classList.contains('hatched')).toBe(false);
    change({ alerts: answered([alert()], { failed: true, asOfMs: nowMs - 7 * 60_000 }) });
    expect(card!.textContent).toContain('Weather-service alerts are not current: last known 7 minutes ago');
    expect(card!.classList.contains('hatched')).toBe(true);
  });
});
