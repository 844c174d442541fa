import { simulatorPath } from '../simulator-proof.ts';
import type { DeviceNetwork } from './port.ts';

/*
 * How each protocol carries the challenge and the proof, in a way that switches nothing at a real device:
 *
 * - HTTP: `GET /allclear-simulator?challenge=…`, without credentials; the body is the proof.
 * - TCP (Modbus): the line of `challengeLine` on a connection of its own; a line is the proof. It is no Modbus frame:
 *   its protocol id is not 0.
 * - MQTT: the challenge on `<topic>/allclear-simulator`, the proof on `<topic>/allclear-simulator/proof`.
 * - UDP: the line of `challengeLine` as a datagram; the proof as a datagram.
 */

/** The challenge on a connection or in a datagram. */
export function challengeLine(challenge: string): string {
  return `ALLCLEAR-SIMULATOR ${challenge}\n`;
}

/** The challenge of such a line; null for anything else. */
export function readChallengeLine(text: string): string | null {
  return /^ALLCLEAR-SIMULATOR ([\da-f]{32})\n$/.exec(text)?.[1] ?? null;
}

/** The proof over HTTP; `base` is `http://host:port`. Rejects with `DeviceNetworkError`. */
export async function proveByHttp(
  network: DeviceNetwork,
  base: string,
  challenge: string,
  signal: AbortSignal,
): Promise<string | null> {
  const url = `${base}${simulatorPath}?challenge=${challenge}`;
  const { status, bytes } = await network.request({ method: 'GET', url, signal });
  return status === 200 ? Buffer.from(bytes).toString('latin1') : null;
}

/** The proof over a TCP connection of its own. Rejects with `DeviceNetworkError`. */
export async function proveByLine(
  network: DeviceNetwork,
  target: { host: string; port: number },
  challenge: string,
  signal: AbortSignal,
): Promise<string | null> {
  const socket = await network.connect(target, signal);
  try {
    await socket.write(Buffer.from(challengeLine(challenge)));
    return Buffer.from(await socket.readUntil(0x0a, 100)).toString('latin1');
  } finally {
    socket.close();
  }
}

/** The proof over UDP. Rejects with `DeviceNetworkError`. */
export async function proveByDatagram(
  network: DeviceNetwork,
  target: { host: string; port: number },
  challenge: string,
  signal: AbortSignal,
): Promise<string | null> {
  const answer = await network.askDatagram(target, Buffer.from(challengeLine(challenge)), signal);
  return answer === null ? null : Buffer.from(answer).toString('latin1');
}
