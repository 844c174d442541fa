import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activeAlerts, alertCovers, alertsCovering, type CapAlert, eventsOfPolicy } from './cap-alerts.ts';

const MINUTE = 60_000;
/** Minutes from eight in the evening UTC. */
const at = (minutes: number) => Date.parse('2026-07-15T20:00:00Z') + minutes * MINUTE;
const vtec = (action: string, event = 'KOAX.SV.W.0038', end = '260715T2100Z') =>
  `/O.${action}.${event}.000000T0000Z-${end}/`;

const message = (id: string, sentMinutes: number, changes: Partial<CapAlert> = {}): CapAlert => ({
  id,
  event: 'Severe Thunderstorm Warning',
  headline: '',
  description: '',
  instruction: '',
  severity: 'Severe',
  certainty: 'Observed',
  urgency: 'Immediate',
  status: 'Actual',
  messageType: 'Alert',
  sentAt: at(sentMinutes),
  effectiveAt: at(sentMinutes),
  onsetAt: null,
  expiresAt: at(60),
  endsAt: at(60),
  references: [],
  vtec: [],
  zones: ['NEC055', 'NEC153'],
  polygons: [],
  senderName: 'NWS Omaha',
  ...changes,
});
const ids = (alerts: readonly CapAlert[], now: number) =>
  activeAlerts(alerts, now).map(({ alert }) => alert.id);

describe('what is in effect', () => {
  const first = message('1', 0, { vtec: [vtec('NEW')] });
  const update = message('2', 10, { messageType: 'Update', references: ['1'], vtec: [vtec('CON')] });

  test('an alert, until it expires', () => {
    expect(activeAlerts([first], at(0))).toEqual([
      { eventKey: 'KOAX.SV.W.0038.2026', alert: first, firstSentAt: at(0), endsAt: at(60) },
    ]);
    expect(ids([first], at(60) - 1)).toEqual(['1']);
    expect(ids([first], at(60))).toEqual([]);
  });

  test('the message expires when it names no end of the event, and the event ends when it does', () => {
    expect(ids([{ ...first, endsAt: null, expiresAt: at(30) }], at(30))).toEqual([]);
    expect(ids([{ ...first, endsAt: at(50), expiresAt: at(30) }], at(49))).toEqual(['1']);
  });

  test.each(['Test', 'Exercise', 'System', 'Draft', 'actual', ''])(
    'status %s never alerts, and never ends or replaces what does',
    (status) => {
      expect(ids([{ ...first, status }], at(1))).toEqual([]);
      expect(ids([first, { ...update, status }], at(11))).toEqual(['1']);
      expect(ids([first, { ...update, status, messageType: 'Cancel' }], at(11))).toEqual(['1']);
    },
  );

  test('a test by its VTEC never alerts', () => {
    expect(ids([{ ...first, vtec: ['/T.NEW.KOAX.TO.W.0038.240426T2159Z-240426T2300Z/'] }], at(1))).toEqual(
      [],
    );
  });

  test('an update replaces what it refers to and is the same event', () => {
    expect(activeAlerts([first, update], at(11))).toEqual([
      { eventKey: 'KOAX.SV.W.0038.2026', alert: update, firstSentAt: at(0), endsAt: at(60) },
    ]);
  });

  test('without VTEC it is the same event by its references, whether or not the first message was seen', () => {
    const statement = { ...first, vtec: [] };
    const again = { ...update, vtec: [] };
    const thrice = message('3', 20, { messageType: 'Update', references: ['1', '2'] });
    expect(activeAlerts([statement, again], at(11))).toMatchObject([{ eventKey: '1', firstSentAt: at(0) }]);
    expect(activeAlerts([again], at(11))).toMatchObject([{ eventKey: '1', firstSentAt: at(10) }]);
    expect(activeAlerts([thrice], at(21))).toMatchObject([{ eventKey: '1' }]);
    expect(activeAlerts([statement, again, thrice], at(21))).toMatchObject([
      { eventKey: '1', firstSentAt: at(0), alert: { id: '3' } },
    ]);
  });

  test('a new id without references is the same event by its VTEC number', () => {
    const reissued = { ...update, references: [], messageType: 'Alert' as const };
    expect(activeAlerts([first, reissued], at(11))).toMatchObject([
      { eventKey: 'KOAX.SV.W.0038.2026', firstSentAt: at(0), alert: { id: '2' } },
    ]);
  });

  test('the same number of another year is another event; New Year itself changes nothing', () => {
    const eve = message('1', 0, {
      sentAt: Date.parse('2026-12-31T23:00:00Z'),
      endsAt: Date.parse('2027-01-02T00:00:00Z'),
      vtec: [vtec('NEW')],
    });
    const newYear = {
      ...eve,
      id: '2',
      sentAt: Date.parse('2027-01-01T06:00:00Z'),
      references: ['1'],
      vtec: [vtec('CON')],
    };
    expect(activeAlerts([eve, newYear], newYear.sentAt)).toMatchObject([{ eventKey: 'KOAX.SV.W.0038.2026' }]);
    const later = {
      ...first,
      id: '3',
      sentAt: Date.parse('2027-03-01T00:00:00Z'),
      endsAt: Date.parse('2027-03-01T01:00:00Z'),
    };
    expect(activeAlerts([eve, newYear, later], later.sentAt)).toMatchObject([
      { eventKey: 'KOAX.SV.W.0038.2027', firstSentAt: later.sentAt },
    ]);
  });

  test('what will be sent later is not there yet, but for a clock that is a little ahead', () => {
    expect(ids([first, update], at(5))).toEqual(['1']);
    expect(ids([first], at(-1))).toEqual(['1']);
    expect(ids([first], at(-3))).toEqual([]);
  });
});

describe('what ends an event', () => {
  const first = message('1', 0, { vtec: [vtec('NEW')] });

  test.each<[string, Partial<CapAlert>]>([
    ['a Cancel that refers to it', { messageType: 'Cancel', references: ['1'] }],
    ['a Cancel that names no zones', { messageType: 'Cancel', references: ['1'], zones: [] }],
    ['a Cancel of its VTEC number', { messageType: 'Cancel', vtec: [vtec('CAN')] }],
    ['CAN in an Update', { messageType: 'Update', references: ['1'], vtec: [vtec('CAN')] }],
    ['CAN in an Alert, as it is sent in fact', { messageType: 'Alert', vtec: [vtec('CAN')] }],
    ['UPG', { messageType: 'Update', vtec: [vtec('UPG')] }],
    ['EXP after its end', { messageType: 'Update', vtec: [vtec('EXP', 'KOAX.SV.W.0038', '260715T2009Z')] }],
  ])('%s', (_, changes) => {
    const end = message('2', 10, changes);
    expect(ids([first, end], at(10))).toEqual([]);
    expect(ids([end, first], at(59))).toEqual([]);
    // It ends nothing before it was sent.
    expect(ids([first, end], at(7))).toEqual(['1']);
  });

  test('nothing else does: it may vanish from the list, be changed in words, or be left out of an update of others', () => {
    const other = message('2', 10, {
      messageType: 'Update',
      references: ['9'],
      vtec: [vtec('CON', 'KOAX.SV.W.0039')],
      zones: ['NEC001'],
    });
    expect(ids([first], at(59))).toEqual(['1']);
    expect(ids([first, other], at(59))).toEqual(['2', '1']);
  });

  test('an event that is let expire stays until the end it names', () => {
    const expiring = message('2', 55, { messageType: 'Update', references: ['1'], vtec: [vtec('EXP')] });
    expect(ids([first, expiring], at(59))).toEqual(['1']);
    expect(ids([first, expiring], at(60))).toEqual([]);
    const ofOneZone = message('2', 55, {
      messageType: 'Update',
      vtec: [vtec('EXP', 'KOAX.SV.W.0038', '260715T2058Z')],
      zones: ['NEC055'],
    });
    expect(activeAlerts([first, ofOneZone], at(57))).toMatchObject([
      { alert: { zones: ['NEC055', 'NEC153'] } },
    ]);
    expect(activeAlerts([first, ofOneZone], at(58))).toMatchObject([{ alert: { zones: ['NEC153'] } }]);
  });

  test('an upgrade ends one event and begins another', () => {
    const upgrade = message('2', 10, {
      event: 'Tornado Warning',
      vtec: [vtec('UPG'), vtec('NEW', 'KOAX.TO.W.0007')],
    });
    expect(activeAlerts([first, upgrade], at(11))).toMatchObject([
      { eventKey: 'KOAX.TO.W.0007.2026', firstSentAt: at(10), alert: { id: '2' } },
    ]);
  });

  test('a Cancel does not end what was sent after it', () => {
    const cancel = message('2', 10, { messageType: 'Cancel', references: ['1'], vtec: [vtec('CAN')] });
    const again = message('3', 20, { vtec: [vtec('NEW')] });
    expect(ids([again, cancel, first], at(21))).toEqual(['3']);
  });

  test('a Cancel of one zone leaves the others', () => {
    const cancel = message('2', 10, {
      messageType: 'Cancel',
      references: ['1'],
      vtec: [vtec('CAN')],
      zones: ['NEC055'],
    });
    expect(activeAlerts([first, cancel], at(50))).toMatchObject([
      { alert: { id: '1', zones: ['NEC153'] }, endsAt: at(60) },
    ]);
    const rest = message('3', 20, {
      messageType: 'Cancel',
      references: ['1'],
      vtec: [vtec('CAN')],
      zones: ['NEC153'],
    });
    expect(ids([rest, first, cancel], at(50))).toEqual([]);
  });

  test('one area is continued and one canceled by the same product', () => {
    const goesOn = message('2.1', 10, {
      messageType: 'Update',
      references: ['1'],
      vtec: [vtec('CON')],
      zones: ['NEC055'],
    });
    const ends = message('2.2', 10, {
      messageType: 'Cancel',
      references: ['1'],
      vtec: [vtec('CAN')],
      zones: ['NEC153'],
    });
    expect(activeAlerts([ends, goesOn, first], at(11))).toMatchObject([
      { alert: { id: '2.1' }, firstSentAt: at(0) },
    ]);
  });
});

describe('the areas of a product', () => {
  const first = message('1', 0, { vtec: [vtec('NEW')] });

  test('several alerts of one event at once, each for other zones', () => {
    const other = message('2', 0, { vtec: [vtec('NEW')], zones: ['NEC001'] });
    const added = message('3', 10, { vtec: [vtec('EXA')], zones: ['NEC002'] });
    const active = activeAlerts([first, other, added], at(11));
    expect(active.map(({ alert }) => alert.id)).toEqual(['3', '2', '1']);
    expect(new Set(active.map(({ eventKey }) => eventKey)).size).toBe(1);
    expect(
      alertsCovering(active, { latitude: 41, longitude: -96, zones: ['NEC002', 'NEC001'] }).map(
        ({ alert }) => alert.id,
      ),
    ).toEqual(['3']);
  });

  test('an update of a part leaves the other part for the five minutes in which its own update may come', () => {
    const part = message('2', 10, {
      messageType: 'Update',
      references: ['1'],
      vtec: [vtec('CON')],
      zones: ['NEC055'],
    });
    const zonesOf = (now: number) =>
      activeAlerts([part, first], now).map(({ alert }) => [alert.id, alert.zones]);
    expect(zonesOf(at(14))).toEqual([
      ['2', ['NEC055']],
      ['1', ['NEC153']],
    ]);
    expect(zonesOf(at(15))).toEqual([['2', ['NEC055']]]);
  });

  test('a polygon that is drawn anew replaces the one before at once', () => {
    const drawn = { ...first, polygons: [[[-96, 41] as const, [-95, 41] as const, [-95, 42] as const]] };
    const smaller = message('2', 10, {
      references: ['1'],
      vtec: [vtec('CON')],
      zones: ['NEC055'],
      polygons: [
        [
          [-96, 41],
          [-95.5, 41],
          [-95.5, 41.5],
        ],
      ],
    });
    expect(ids([drawn, smaller], at(10))).toEqual(['2']);
  });

  test('a correction within the same minute replaces what it refers to', () => {
    expect(
      ids([message('9', 0), message('1', 0, { messageType: 'Update', references: ['9'] })], at(1)),
    ).toEqual(['1']);
  });
});

describe('the order of arrival', () => {
  const action = fc.constantFrom('NEW', 'CON', 'EXT', 'EXA', 'CAN', 'EXP', 'UPG');
  const zone = fc.constantFrom('A', 'B', 'C');
  const history = fc.array(
    fc.record({
      sent: fc.integer({ min: 0, max: 8 }),
      end: fc.integer({ min: 1, max: 40 }),
      messageType: fc.constantFrom('Alert' as const, 'Update' as const, 'Cancel' as const),
      status: fc.constantFrom('Actual', 'Actual', 'Actual', 'Test'),
      event: fc.constantFrom(null, 'KOAX.SV.W.0038', 'KOAX.TO.W.0001'),
      action,
      zones: fc.uniqueArray(zone),
      references: fc.uniqueArray(fc.integer({ min: 0, max: 9 }).map(String), { maxLength: 3 }),
      isDrawn: fc.boolean(),
    }),
    { maxLength: 10 },
  );
  const messagesOf = (steps: typeof history extends fc.Arbitrary<infer T> ? T : never): CapAlert[] =>
    steps.map((step, index) =>
      message(String(index), step.sent * 5, {
        messageType: step.messageType,
        status: step.status,
        zones: step.zones,
        endsAt: at(step.sent * 5 + step.end),
        references: step.references.filter((id) => id !== String(index)),
        vtec: step.event ? [vtec(step.action, step.event)] : [],
        polygons: step.isDrawn
          ? [
              [
                [-96, 41],
                [-95, 41],
                [-95, 42],
              ],
            ]
          : [],
      }),
    );

  test('changes nothing, nor does hearing a message twice', () => {
    let active = 0;
    fc.assert(
      fc.property(
        history.chain((steps) =>
          fc.tuple(
            fc.constant(messagesOf(steps)),
            fc.shuffledSubarray([...steps.keys(), ...steps.keys()], { minLength: steps.length * 2 }),
          ),
        ),
        fc.integer({ min: 0, max: 80 }),
        ([messages, order], minutes) => {
          const answer = activeAlerts(messages, at(minutes));
          active += answer.length;
          expect(
            activeAlerts(
              order.map((index) => messages[index]!),
              at(minutes),
            ),
          ).toEqual(answer);
        },
      ),
      { numRuns: 1_000 },
    );
    // Of about 300 on average: the search does see alerts in effect.
    expect(active).toBeGreaterThan(100);
  });

  test('what is in effect was sent as Actual, has not expired, and was not canceled as a whole', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 80 }), (steps, minutes) => {
        const messages = messagesOf(steps);
        for (const { alert, endsAt, firstSentAt } of activeAlerts(messages, at(minutes))) {
          expect(alert.status).toBe('Actual');
          expect(alert.messageType).not.toBe('Cancel');
          expect(endsAt).toBeGreaterThan(at(minutes));
          expect(endsAt).toBeLessThanOrEqual(alert.endsAt ?? alert.expiresAt);
          expect(firstSentAt).toBeLessThanOrEqual(alert.sentAt);
          const canceled = messages.some(
            (other) =>
              other.messageType === 'Cancel' &&
              other.status === 'Actual' &&
              other.zones.length === 0 &&
              other.vtec.length === 0 &&
              other.references.includes(alert.id) &&
              other.sentAt > alert.sentAt &&
              other.sentAt <= at(minutes),
          );
          expect(canceled).toBe(false);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('without a word of ending or replacing, everything lasts until it expires', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 80 }), (steps, minutes) => {
        const messages = messagesOf(steps).map(
          (one): CapAlert => ({ ...one, messageType: 'Alert', references: [], vtec: [], status: 'Actual' }),
        );
        const lasting = messages.filter((one) => one.sentAt <= at(minutes + 2) && one.endsAt! > at(minutes));
        expect(new Set(ids(messages, at(minutes)))).toEqual(new Set(lasting.map(({ id }) => id)));
      }),
    );
  });
});

describe('whether an alert covers a place', () => {
  const box: CapAlert['polygons'] = [
    [
      [-97, 41],
      [-96, 41],
      [-96, 42],
      [-97, 42],
      [-97, 41],
    ],
  ];
  const place = (longitude: number, latitude: number, zones: string[] = []) => ({
    longitude,
    latitude,
    zones,
  });

  test.each<[string, CapAlert['polygons'], ReturnType<typeof place>, boolean]>([
    ['inside', box, place(-96.5, 41.5), true],
    ['outside', box, place(-95.9, 41.5), false],
    ['on an edge', box, place(-96, 41.5), true],
    ['on a corner', box, place(-97, 42), true],
    ['level with an edge, beyond it', box, place(-95, 41), false],
    ['outside the polygon although in its county', box, place(-90, 41.5, ['NEC055']), false],
    [
      'in the second polygon',
      [
        ...box,
        [
          [-90, 30],
          [-89, 30],
          [-89, 31],
        ],
      ],
      place(-89.2, 30.5),
      true,
    ],
    [
      'in the bay of a concave one',
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [2, 1],
          [0, 4],
        ],
      ],
      place(2, 2),
      false,
    ],
    [
      'in its arm',
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [2, 1],
          [0, 4],
        ],
      ],
      place(3.8, 3),
      true,
    ],
    [
      'across the date line, west of it',
      [
        [
          [179, 51],
          [-179, 51],
          [-179, 53],
          [179, 53],
        ],
      ],
      place(179.5, 52),
      true,
    ],
    [
      'across the date line, east of it',
      [
        [
          [179, 51],
          [-179, 51],
          [-179, 53],
          [179, 53],
        ],
      ],
      place(-179.5, 52),
      true,
    ],
    [
      'on the other side of the earth',
      [
        [
          [179, 51],
          [-179, 51],
          [-179, 53],
          [179, 53],
        ],
      ],
      place(0, 52),
      false,
    ],
    ['by zone, without a polygon', [], place(0, 0, ['NEZ001', 'NEC153']), true],
    ['by none of the zones', [], place(0, 0, ['NEC999']), false],
    ['by zone, when the polygon is none', [[[-97, 41]]], place(0, 0, ['NEC153']), true],
  ])('%s', (_, polygons, where, covered) => {
    expect(alertCovers(message('1', 0, { polygons }), where)).toBe(covered);
  });
});

test('the alerts of a policy are those of its events', () => {
  const active = activeAlerts(
    [message('1', 0), message('2', 1, { event: 'Excessive Heat Warning', zones: ['X'] })],
    at(2),
  );
  expect(eventsOfPolicy(['Extreme Heat Warning'], active).map(({ alert }) => alert.id)).toEqual(['2']);
});

describe('a Tornado Emergency', () => {
  const tornado = (id: string, sentMinutes: number, changes: Partial<CapAlert> = {}) =>
    message(id, sentMinutes, {
      event: 'Tornado Warning',
      vtec: [vtec(id === '1' ? 'NEW' : 'CON', 'KOAX.TO.W.0007')],
      ...(id === '1' ? {} : { messageType: 'Update', references: ['1'] }),
      ...changes,
    });
  const catastrophic = { tornadoDamageThreat: 'CATASTROPHIC' };
  const found = (events: readonly string[], messages: readonly CapAlert[], minutes: number) =>
    eventsOfPolicy(events, activeAlerts(messages, at(minutes))).map(({ eventKey, alert, firstSentAt }) => [
      eventKey,
      alert.event,
      alert.id,
      firstSentAt,
    ]);
  const key = 'KOAX.TO.W.0007.2026';
  const emergency = `${key}.emergency`;
  const both = ['Tornado Warning', 'Tornado Emergency'];

  test.each<[string, Partial<CapAlert>, number]>([
    ['a catastrophic threat', catastrophic, 1],
    ['whatever its case', { tornadoDamageThreat: 'Catastrophic ' }, 1],
    ['a considerable threat', { tornadoDamageThreat: 'CONSIDERABLE' }, 0],
    ['no threat', {}, 0],
    ['a catastrophic threat of another event', { ...catastrophic, event: 'Flash Flood Warning' }, 0],
    ['a test', { ...catastrophic, status: 'Test' }, 0],
  ])('is a Tornado Warning with a catastrophic threat: %s', (_, changes, count) => {
    expect(found(['Tornado Emergency'], [tornado('1', 0, changes)], 1)).toHaveLength(count);
  });
  test('is one warning when it was one from the beginning', () => {
    const first = tornado('1', 0, catastrophic);
    expect(found(both, [first], 1)).toEqual([[emergency, 'Tornado Emergency', '1', at(0)]]);
    expect(found(['Tornado Warning'], [first], 1)).toEqual([[key, 'Tornado Warning', '1', at(0)]]);
  });
  test('begins with the upgrade, beside the Tornado Warning', () => {
    const upgraded = [tornado('1', 0), tornado('2', 10, catastrophic)];
    expect(found(['Tornado Emergency'], upgraded, 7)).toEqual([]);
    expect(found(['Tornado Emergency'], upgraded, 10)).toEqual([
      [emergency, 'Tornado Emergency', '2', at(10)],
    ]);
    expect(found(both, upgraded, 10)).toEqual([
      [key, 'Tornado Warning', '2', at(0)],
      [emergency, 'Tornado Emergency', '2', at(10)],
    ]);
  });
  test('goes on after a downgrade, and ends with the Tornado Warning', () => {
    const downgraded = [
      tornado('1', 0),
      tornado('2', 10, catastrophic),
      tornado('3', 20, { tornadoDamageThreat: 'CONSIDERABLE' }),
    ];
    expect(found(['Tornado Emergency'], downgraded, 20)).toEqual([
      [emergency, 'Tornado Emergency', '3', at(10)],
    ]);
    const canceled = tornado('4', 30, { messageType: 'Cancel', references: ['1', '2', '3'] });
    expect(found(['Tornado Emergency'], [...downgraded, canceled], 30)).toEqual([]);
    expect(found(['Tornado Emergency'], downgraded, 60)).toEqual([]);
  });
});
