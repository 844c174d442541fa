import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import type { Stage } from '../stage.ts';

/** A person may have twenty; one of them is read. */
const unread = 19;
/** A change reaches a page that reads within so long, ms. */
const reachesWithinMs = 2_000;

export const unreadStreams: Fault = {
  name: 'unread-streams',
  what: 'pages that do not read their event stream, beside one that does',
  stage: { weather: 'storms' },
  answersMeanwhile: true,
  logged: /the engine is active|listening/,
  async strike(stage, { isShort }) {
    const sockets = Array.from({ length: unread }, () => openUnread(stage));
    try {
      const reader = await openReader(stage);
      await pause(200);
      for (let turn = 0; turn < (isShort ? 3 : 20); turn++) {
        const before = reader.events();
        const begunAt = performance.now();
        const { id } = await stage.ask<{ id: string }>('POST', 'location/Add', {
          ...{ label: `Place of ${begunAt}`, latitude: 28, longitude: -82, radius1: 10 },
        });
        while (reader.events() === before) {
          if (performance.now() - begunAt > reachesWithinMs) throw new Error('A page that reads did not get the change.');
          await pause(10);
        }
        await stage.ask('DELETE', `location/${id}`);
      }
      reader.close();
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },
};

function openUnread(stage: Stage): Socket {
  const { hostname, port } = new URL(stage.servers[0]?.url ?? '');
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  socket.pause();
  socket.write(`GET /api/events HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${stage.key}\r\n\r\n`);
  return socket;
}

async function openReader(stage: Stage) {
  const aborting = new AbortController();
  const answer = await fetch(`${stage.servers[0]?.url}/api/events`, {
    ...{ headers: { authorization: `Bearer ${stage.key}` }, signal: aborting.signal },
  });
  let events = 0;
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) if (Buffer.from(chunk).includes('event: change')) events += 1;
  })();
  reading.catch(() => {});
  return { events: () => events, close: () => aborting.abort() };
}
