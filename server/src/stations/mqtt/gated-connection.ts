import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { PacketGate } from './packet-gate.ts';

/** A socket whose bytes are checked before they are read; bytes that fail the check end it. */
export class GatedConnection extends Duplex {
  readonly #socket: Socket;

  constructor(socket: Socket, gate: PacketGate, now: () => number) {
    super();
    this.#socket = socket;
    socket.on('data', (bytes) => {
      if (!gate.accepts(bytes, now())) this.destroy();
      else if (!this.push(bytes)) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', () => this.destroy());
    socket.on('close', () => this.destroy());
    socket.on('timeout', () => this.destroy());
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
