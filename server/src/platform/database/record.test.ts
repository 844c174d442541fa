import { expect, expectTypeOf, test } from 'vitest';
import { columnsOf, recordOf } from './record.ts';

test('a row becomes a record: camelCase names, instants as epoch ms, jsonb as it is', () => {
  const row = {
    id: '1',
    created_at: new Date(1_000),
    retired_at: null as Date | null,
    pm25_ugm3: 3,
    latitude_20: 7,
    event_key: '',
    state: { started_at: 'as written' },
    groupIds: ['a'],
  };
  const record = recordOf(row);
  expect(record).toEqual({
    id: '1',
    createdAt: 1_000,
    retiredAt: null,
    pm25Ugm3: 3,
    latitude20: 7,
    eventKey: '',
    state: { started_at: 'as written' },
    groupIds: ['a'],
  });
  expectTypeOf(record.createdAt).toEqualTypeOf<number>();
  expectTypeOf(record.retiredAt).toEqualTypeOf<number | null>();
  expectTypeOf(record.state).toEqualTypeOf<{ started_at: string }>();
});

test('fields become columns; what is undefined is left out', () => {
  const columns = columnsOf({ windHeightM: 10, pm25Ugm3: 3, timeZone: undefined as string | undefined });
  expect(columns).toEqual({ wind_height_m: 10, pm25_ugm3: 3 });
  expectTypeOf(columns.wind_height_m).toEqualTypeOf<number>();
});
