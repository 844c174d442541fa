import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { whyNoProcesses } from '../processes.ts';
import type { Stage } from '../stage.ts';

const sockets = 20;
const requestsOfEach = 5_000;
/** Of all of them together; a server that made every answer at once would hold several times that. */
const mayGrowMb = 200;

export const unreadAnswers: Fault = {
  name: 'unread-answers',
  what: 'clients that send thousands of requests each and read no answer',
  stage: { weather: 'storms' },
  whyNot: whyNoProcesses,
  answersMeanwhile: true,
  logged: null,
  async strike(stage, { isShort }) {
    const before = residentMb(stage);
    const open = Array.from({ length: sockets }, () => sendUnread(stage));
    let most = before;
    try {
      for (let turn = 0; turn < (isShort ? 15 : 120); turn++) {
        await pause(200);
        most = Math.max(most, residentMb(stage));
      }
    } finally {
      for (const socket of open) socket.destroy();
    }
    if (most - before > mayGrowMb)
      throw new Error(`The server grew from ${before} MB to ${most} MB for answers that nobody reads.`);
  },
};

function sendUnread({ servers, key }: Stage): Socket {
  const { hostname, port } = new URL(servers[0]?.url ?? '');
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  socket.pause();
  const request = `GET /api/location/Delay HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\n\r\n`;
  socket.write(request.repeat(requestsOfEach));
  return socket;
}

function residentMb({ servers }: Stage): number {
  const status = readFileSync(`/proc/${servers[0]?.child.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024);
}
