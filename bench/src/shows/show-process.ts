/** A process of the benchmark of shows: writes each change to all who follow, as the product (`ours`) or `bare`. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { placeAnswer, type ShowPlace, type ShowViewInput, showView, showViewKey } from '@allclear/domain';
import { defaultShowLimits, eventOfView, ShowStreams } from '@allclear/server/shows/show-streams.ts';

const kind = process.argv[2];
const begun = Date.UTC(2026, 5, 6, 20);
const showId = 'stadium';

/** A show of four places with ten scenes, at its n-th change; each has as many bytes. */
function inputAt(n: number): ShowViewInput {
  const now = begun + n * 1_000;
  const status = { kind: 'clear', since: now - 3_600_000 } as const;
  const answer = placeAnswer({
    lightning: { kind: 'known', zones: [{ radiusMiles: 10, status }] },
    ...{ warnings: [], closures: [], warningsAre: 'known' },
  });
  const place = (id: string): ShowPlace => ({
    ...{ id, name: `Place ${id}`, timeZone: 'America/Chicago', groupIds: [], forecast: null },
    readings: new Map([[0, { value: 80, observedAt: begun, goodUntil: begun + 900_000 }]]),
    state: { answer, observedThrough: now, isPaused: false, open: [] },
  });
  const placeIds = ['a', 'b', 'c', 'd'];
  const ofPlaces = placeIds.flatMap((placeId) => [
    { kind: 'conditions' as const, seconds: 10, placeId },
    { kind: 'lightning' as const, seconds: 10, placeId },
  ]);
  return {
    show: {
      ...{ name: 'Stadium screen', layout: 'wide', placeIds, showsClock: true },
      scenes: [
        ...ofPlaces,
        { kind: 'warnings', seconds: 10 },
        { kind: 'message', seconds: 10, title: '', text: 'Gate 4' },
      ],
      ticker: `Change ${String(n).padStart(8, '0')}`,
    },
    ...{ places: placeIds.map(place), policies: [], cameras: [], images: [], goodUntil: now + 30_000 },
    ...{ now, wallNow: now, speed: 1, weather: 'live' },
  };
}

const event = eventOfView(showView(inputAt(0)));
let changes = 0;

/** The parts of the product that a change passes once it is read: the view, its key, its event and the streams. */
function ours() {
  const streams = new ShowStreams({ ...defaultShowLimits, streamsOfNetwork: defaultShowLimits.streams });
  let key = '';
  return {
    open: (response: ServerResponse) => {
      const link = { id: 'link', showId, expiresAt: Number.POSITIVE_INFINITY };
      const inUse = { ...link, usedAt: 0, notedAt: 0, isOver: false };
      streams.open(inUse, 'network', response, event);
    },
    change() {
      const view = showView(inputAt(++changes));
      const now = showViewKey(view);
      if (now === key) throw new Error('A change changed nothing.');
      key = now;
      streams.write(showId, eventOfView(view));
    },
  };
}

/** Nothing but the writing: bytes that were made before. */
function bare() {
  const responses = new Set<ServerResponse>();
  return {
    open(response: ServerResponse) {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      responses.add(response);
      response.on('close', () => responses.delete(response));
      response.write(event);
    },
    change() {
      for (const response of responses) response.write(event);
    },
  };
}

const served = kind === 'ours' ? ours() : bare();
const server = createServer((_request, response) => served.open(response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.on('message', (question) => {
  if (question === 'change') return served.change();
  const { user, system } = process.cpuUsage();
  const cpuMs = (user + system) / 1_000;
  process.send?.({ bytes: event.length, cpuMs, rss: process.memoryUsage.rss() });
});
process.send?.({ port: (server.address() as AddressInfo).port });
