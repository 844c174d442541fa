import { describe, expect, it } from 'vitest';
import { failureOf } from '../../api/failure.ts';
import { exampleForecast, minutesAgo, nowMs } from './example.ts';
import {
  bodyOf,
  expiresAtMs,
  type ForecastFields,
  fieldsOf,
  localInput,
  problemsOf,
  refusalOf,
} from './forecast-fields.ts';

const written = (part: Partial<ForecastFields> = {}): ForecastFields => ({
  ...fieldsOf(null, nowMs),
  headline: ' Heat ',
  message: 'Drink\nwater',
  ...part,
});

describe('the end of a forecast', () => {
  it.each([['6'], ['12'], ['24'], ['48']] as const)('is %s hours from now', (lasts) => {
    expect(expiresAtMs(written({ lasts }), null, nowMs)).toBe(nowMs + Number(lasts) * 3_600_000);
  });

  it('is a date and time in the reader’s zone, to the minute', () => {
    expect(expiresAtMs(written({ lasts: 'until', until: localInput(nowMs) }), null, 0)).toBe(nowMs);
  });

  it('stays as it is for a further message', () => {
    const forecast = exampleForecast();
    expect(expiresAtMs(fieldsOf(forecast, nowMs), forecast, nowMs)).toBe(Date.parse(forecast.expiresAt));
  });
});

describe('what is wrong', () => {
  it('nothing, when all is written', () => {
    expect(problemsOf(written(), null, nowMs)).toEqual({});
  });

  it.each<[Partial<ForecastFields>, string]>([
    [{ typeName: ' ' }, 'ForecastTypeName'],
    [{ headline: '' }, 'Headline'],
    [{ message: ' \n' }, 'Message'],
    [{ lasts: 'until', until: '' }, 'ExpiresAt'],
    [{ lasts: 'until', until: localInput(nowMs - 60_000) }, 'ExpiresAt'],
  ])('%o is told under %s', (part, label) => {
    expect(Object.keys(problemsOf(written(part), null, nowMs))).toEqual([label]);
  });

  it('a forecast that expired while the form was open is not kept as it is', () => {
    const forecast = exampleForecast({ expiresAt: minutesAgo(1) });
    expect(
      Object.keys(problemsOf({ ...fieldsOf(forecast, nowMs), headline: 'a', message: 'b' }, forecast, nowMs)),
    ).toEqual(['ExpiresAt']);
  });
});

describe('what is sent', () => {
  it('everything of a new forecast', () => {
    expect(bodyOf(written({ organizationLocationIds: ['a'] }), null, nowMs)).toEqual({
      forecastTypeName: 'Proactive Forecast',
      color: '#0B74B8',
      organizationLocationIds: ['a'],
      headline: 'Heat',
      message: '<p>Drink<br>water</p>',
      expiresAt: new Date(nowMs + 86_400_000).toISOString(),
    });
  });

  it('of a further message what may change', () => {
    const forecast = exampleForecast();
    const fields = { ...fieldsOf(forecast, nowMs), headline: 'Later', message: 'At six' };
    expect(bodyOf(fields, forecast, nowMs)).toEqual({
      id: forecast.id,
      headline: 'Later',
      message: '<p>At six</p>',
      expiresAt: forecast.expiresAt,
    });
  });
});

it('what the server refuses stands under its field; what has none is a message', () => {
  const errors = { headline: ['Too long'], 'OrganizationLocationIds.0': ['Unknown'], Body: ['Not readable'] };
  const failure = failureOf(400, {
    responseException: { code: 'bad-input', message: 'Please check', errors },
  });
  expect(refusalOf(failure)).toEqual({
    message: 'Not readable',
    fields: { Headline: ['Too long'], OrganizationLocationIds: ['Unknown'] },
  });
  expect(refusalOf(failureOf(404, undefined)).message).toBe('This no longer exists.');
});
