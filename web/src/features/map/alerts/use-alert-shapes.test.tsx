import type { MapAlert, ZoneShapeAnswer } from '@allclear/contract';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { useAlertShapes } from './use-alert-shapes.ts';
import { questionsFor } from './use-zone-shapes.ts';

const square = [
  [
    [-98, 32],
    [-97, 32],
    [-97, 33],
    [-98, 32],
  ],
];
const alert = (Identifier: string, Zones: string[]): MapAlert => ({
  Identifier,
  Event: 'Wind Advisory',
  Headline: '',
  Description: '',
  Color: '#d2b48c',
  Severity: 'Moderate',
  Sent: '',
  Expires: '',
  Zones,
  Geometry: null,
});

let api: StandInApi;
/** The requested zones, and the zones of the server. */
let asked: string[];
let known: Set<string>;
let gone: Set<string>;

/** Allows for a busy machine. */
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  [asked, known, gone] = [[], new Set(), new Set()];
  api = await openStandInApi({
    'GET map/Alerts/Zones': (_body, query) => {
      const zones = query.get('zones')!.split(',');
      asked.push(zones.join());
      const data: ZoneShapeAnswer = {
        shapes: zones
          .filter((zone) => known.has(zone))
          .map((Zone) => ({ Zone, Geometry: { type: 'MultiPolygon', coordinates: [square] } })),
        pending: zones.filter((zone) => !known.has(zone) && !gone.has(zone)),
        unavailable: zones.filter((zone) => gone.has(zone)),
      };
      return { data };
    },
  });
});
afterEach(async () => {
  cleanup();
  await api.close();
});

function Probe({ alerts }: { alerts: readonly MapAlert[] }) {
  const { drawn, note } = useAlertShapes(alerts);
  return (
    <>
      <p>drawn: {drawn.areas.map(({ properties }) => properties.Identifier).join() || 'nothing'}</p>
      <p>note: {note ?? 'none'}</p>
    </>
  );
}
const page = (alerts: readonly MapAlert[]) => <>{api.wrap(<Probe alerts={alerts} />)}</>;

describe('alerts that name zones', () => {
  it('are drawn when the shapes have come, each asked for once, whatever comes later', async () => {
    for (const zone of ['TXZ118', 'TXZ119', 'OKZ001']) known.add(zone);
    const wind = alert('wind', ['TXZ119', 'TXZ118', 'OKZ001']);
    const { rerender } = render(page([wind]));
    await screen.findByText('drawn: wind,wind,wind');
    expect(screen.getByText('note: none')).toBeTruthy();
    expect(asked.toSorted()).toEqual(['OKZ001', 'TXZ118,TXZ119']);
    known.add('TXZ120');
    rerender(page([alert('more', ['TXZ120', 'TXZ118']), wind]));
    await screen.findByText('drawn: more,more,wind,wind,wind');
    expect(asked.slice(2)).toEqual(['TXZ120']);
    rerender(page([wind]));
    await screen.findByText('drawn: wind,wind,wind');
    expect(asked).toHaveLength(3);
  });

  it('say what is on its way and what is not to be had, and draw the rest', async () => {
    known.add('TXZ118');
    gone.add('TXZ000');
    render(page([alert('half', ['TXZ118', 'TXZ119']), alert('never', ['TXZ000', 'TXZ118'])]));
    await screen.findByText(
      /^note: 1 NWS alert is not drawn in full yet: .* fetched\. 1 NWS alert is not drawn in full: .* not to be had\.$/,
    );
    expect(screen.getByText('drawn: half,never')).toBeTruthy();
  });

  it('say so when the shapes could not be asked for', async () => {
    api.answers = {};
    render(page([alert('wind', ['TXZ119'])]));
    await screen.findByText(/^note: 1 NWS alert is not drawn in full yet: .* could not be loaded/);
    expect(screen.getByText('drawn: nothing')).toBeTruthy();
  });

  it('are not asked for while there are none', async () => {
    render(page([]));
    await screen.findByText('note: none');
    expect(asked).toEqual([]);
  });
});

it('questions are of one state each and of forty zones at most', () => {
  const many = Array.from({ length: 85 }, (_, index) => `TXZ${String(index).padStart(3, '0')}`);
  const questions = questionsFor([...many, 'fire/TXZ001', 'OKZ001']);
  expect(questions.map((codes) => codes.length)).toEqual([40, 40, 5, 1, 1]);
  expect(questions.flat()).toEqual([...many, 'fire/TXZ001', 'OKZ001']);
});
