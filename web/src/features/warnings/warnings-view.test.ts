import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alert, answered, forecast, minutesAgo, nowMs, policyWarning } from './example.ts';
import { clearOutlook, itemsOf, noticeLines, remainingText } from './warnings-view.ts';

describe('tabs', () => {
  const all = {
    policies: answered([policyWarning()]),
    alerts: answered([alert()]),
    forecasts: answered([forecast()]),
  };

  it('stand in the order policy warning, weather-service alert, forecast', () => {
    expect(itemsOf(all).map(({ tab }) => tab)).toEqual([
      'WBGT over 87.0 °F',
      'NWS Alert - Severe Thunderstorm Warning',
      'Forecast - Storms after 6 PM',
    ]);
  });

  it('lightning comes first, the innermost zone before the others', () => {
    const zone = (id: string, thresholdValue: number) => policyWarning({ id, threatType: 2, thresholdValue });
    const policies = answered([
      policyWarning({ id: 'heat' }),
      zone('far', 30),
      zone('near', 10),
      policyWarning({ id: 'wind', thresholdValue: 5 }),
    ]);
    expect(itemsOf({ policies, alerts: undefined, forecasts: undefined }).map(({ key }) => key)).toEqual([
      'policy near',
      'policy far',
      'policy heat',
      'policy wind',
    ]);
  });

  it('a forecast without a message takes the name of its type', () => {
    expect(itemsOf({ ...all, forecasts: answered([forecast({ messages: [] })]) }).at(-1)?.tab).toBe(
      'Forecast - Game day',
    );
  });
});

describe('when a warning can end', () => {
  const inMinutes = (minutes: number) => minutesAgo(-minutes);

  it.each([
    ['still exceeded', policyWarning(), { kind: 'waiting', nextClearAt: inMinutes(28) }],
    [
      'exceeded, and the server did not say',
      policyWarning({ nextClearTime: null }),
      { kind: 'waiting', nextClearAt: inMinutes(28) },
    ],
    [
      'quiet for 10 of 30 minutes',
      policyWarning({ allClearTime: minutesAgo(10), nextClearTime: inMinutes(20) }),
      { kind: 'counting', nextClearAt: inMinutes(20), remainingSeconds: 1200 },
    ],
    [
      'quiet, and the server did not say',
      policyWarning({ allClearTime: minutesAgo(10), nextClearTime: null }),
      { kind: 'counting', nextClearAt: inMinutes(20), remainingSeconds: 1200 },
    ],
    [
      'over in our eyes',
      policyWarning({ allClearTime: minutesAgo(40), nextClearTime: minutesAgo(10) }),
      { kind: 'counting', nextClearAt: minutesAgo(10), remainingSeconds: 0 },
    ],
    [
      'held',
      policyWarning({ allClearTime: minutesAgo(10), heldSince: minutesAgo(5), nextClearTime: null }),
      { kind: 'held', since: minutesAgo(5) },
    ],
    [
      'of the weather service',
      policyWarning({ event: 'Tornado Warning', nextClearTime: null }),
      { kind: 'by-office' },
    ],
  ])('%s', (_, warning, outlook) => {
    expect(clearOutlook(warning, nowMs)).toEqual(outlook);
  });

  it('nothing counts while the time is not known', () => {
    expect(clearOutlook(policyWarning({ allClearTime: minutesAgo(10) }), null).kind).toBe('waiting');
  });

  it('a countdown never ends early and never goes below zero', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: -7_200_000, max: 7_200_000 }),
        (quietMinutes, aheadMs) => {
          const nextClearTime = new Date(nowMs + aheadMs).toISOString();
          const outlook = clearOutlook(
            policyWarning({ allClearTime: minutesAgo(quietMinutes), nextClearTime }),
            nowMs,
          );
          if (outlook.kind !== 'counting') return expect.fail(outlook.kind);
          expect(outlook.remainingSeconds * 1000).toBeGreaterThanOrEqual(Math.max(0, aheadMs));
          expect(outlook.remainingSeconds === 0).toBe(aheadMs <= 0);
        },
      ),
    );
  });

  it.each([
    [0, '00:00'],
    [65, '01:05'],
    [1361, '22:41'],
    [3600, '1:00:00'],
    [7384, '2:03:04'],
  ])('%d seconds remain: %s', (seconds, text) => {
    expect(remainingText(seconds)).toBe(text);
  });
});

it('joins the lines that the weather service breaks, and keeps its bullets', () => {
  expect(noticeLines(alert().Description)).toEqual([
    'At 339 PM CDT, a severe thunderstorm was located near Dallas.',
    'HAZARD...60 mph wind gusts.',
    '* WHERE...Dallas County.',
  ]);
  expect(noticeLines('* WHAT...Wind.\r\n* WHERE...Here\r\nand there.\r\n')).toEqual([
    '* WHAT...Wind.',
    '* WHERE...Here and there.',
  ]);
  expect(noticeLines('')).toEqual([]);
});
