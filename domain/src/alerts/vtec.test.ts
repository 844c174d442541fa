import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseVtec } from './vtec.ts';

test('a warning that is new', () => {
  expect(parseVtec('/O.NEW.KOAX.TO.W.0038.240426T2159Z-240426T2300Z/')).toEqual({
    productClass: 'O',
    action: 'NEW',
    office: 'KOAX',
    phenomenon: 'TO',
    significance: 'W',
    eventNumber: 38,
    beginsAt: Date.parse('2024-04-26T21:59:00Z'),
    endsAt: Date.parse('2024-04-26T23:00:00Z'),
    eventId: 'KOAX.TO.W.0038',
    key: 'KOAX.TO.W.0038.2024',
  });
});

test('a message that no longer says when the event began has the same key', () => {
  expect(parseVtec(' O.CON.KOAX.TO.W.0038.000000T0000Z-240426T2300Z ')).toMatchObject({
    action: 'CON',
    beginsAt: null,
    key: 'KOAX.TO.W.0038.2024',
  });
  expect(parseVtec('/O.CON.KJAN.FL.W.0012.000000T0000Z-000000T0000Z/')).toMatchObject({
    endsAt: null,
    key: 'KJAN.FL.W.0012',
  });
});

test.each([
  '',
  '/00000.0.ER.000000T0000Z.000000T0000Z.000000T0000Z.OO/',
  '/O.NEW.KOAX.TO.W.38.240426T2159Z-240426T2300Z/',
  '/O.NEW.KOAX.TO.W.0038.240230T2159Z-240426T2300Z/',
  '/O.NEW.KOAX.TO.W.0038.241326T2159Z-240426T2300Z/',
  '/Q.NEW.KOAX.TO.W.0038.240426T2159Z-240426T2300Z/',
])('%s is no such line', (text) => {
  expect(parseVtec(text)).toBeNull();
});

test('never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseVtec(text)));
});
