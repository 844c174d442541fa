import { createServer, type Socket } from 'node:net';
import { proofOf } from '../../simulator-proof.ts';
import { readChallengeLine } from '../simulator-proof.ts';
import type { StartSimulator } from './port.ts';
import { createOutputs, type SimulatedOutputs } from './simulated-outputs.ts';
import { listenAsSimulator } from './simulated-server.ts';

const names = Array.from({ length: 8 }, (_, coil) => String(coil));
const timedOnAt = 0x0200;
const page = 'HTTP/1.1 400 Bad Request\r\n\r\n<html></html>';

/** A board of Waveshare with eight relays, set to Modbus TCP. It knows no passwords. */
export const startModbusSimulator: StartSimulator = (options = {}) => {
  const { slowMs = 10_000 } = options;
  const outputs = createOutputs(names, options);
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length > 4_096) return socket.destroy();
      const challenge = readChallengeLine(bytes.toString('latin1'));
      if (challenge !== null && outputs.fault !== 'silent') return socket.end(`${proofOf(challenge)}\n`);
      while (bytes.length >= 7) {
        const length = 6 + bytes.readUInt16BE(4);
        // No frame of Modbus TCP: such a board drops it.
        if (bytes.readUInt16BE(2) !== 0 || length < 8) return;
        if (bytes.length < length) return;
        answer(socket, bytes.subarray(0, length), outputs, slowMs);
        bytes = bytes.subarray(length);
      }
    });
  });
  return listenAsSimulator(server, outputs, options);
};

function answer(socket: Socket, frame: Buffer, outputs: SimulatedOutputs, slowMs: number): void {
  const { fault } = outputs;
  if (fault === 'silent') return;
  if (fault === 'html') return void socket.end(page);
  const said = fault === 'error-inside' ? exception(frame, 6) : carryOut(frame, outputs);
  const head = Buffer.from(frame.subarray(0, 7));
  head.writeUInt16BE(said.length + 1, 4);
  const whole = Buffer.concat([head, said]);
  if (fault === 'slow') setTimeout(() => socket.write(whole), slowMs).unref();
  else if (fault === 'half-answer') socket.end(whole.subarray(0, Math.floor(whole.length / 2)));
  else socket.write(whole);
}

function carryOut(frame: Buffer, outputs: SimulatedOutputs): Buffer {
  if (frame.length < 12) return exception(frame, 3);
  const [code, at, value] = [frame.readUInt8(7), frame.readUInt16BE(8), frame.readUInt16BE(10)];
  if (code === 1) {
    if (value < 1 || at + value > names.length) return exception(frame, 2);
    const says = outputs.says();
    const bits = names.slice(at, at + value).reduce((sum, name, bit) => sum + (says[name] ? 1 << bit : 0), 0);
    return Buffer.from([1, 1, bits]);
  }
  if (code !== 5) return exception(frame, 1);
  const isTimed = at >= timedOnAt && at < timedOnAt + names.length;
  if (!isTimed && at >= names.length) return exception(frame, 2);
  if (isTimed) {
    if (value < 1 || value > 0x7fff) return exception(frame, 3);
    outputs.set(String(at - timedOnAt), true, value / 10);
  } else {
    if (value !== 0xff00 && value !== 0) return exception(frame, 3);
    outputs.set(String(at), value === 0xff00);
  }
  return Buffer.from(frame.subarray(7, 12));
}

function exception(frame: Buffer, code: number): Buffer {
  return Buffer.from([frame.readUInt8(7) | 0x80, code]);
}
