import { createSocket } from 'node:dgram';

/** A name server for tests: answers over UDP, with the TXT records that it is given (RFC 1035, section 4). */
export async function openStandInDns(): Promise<{
  readonly address: string;
  /** TXT records by domain. A record is cut into the pieces of a list. */
  readonly records: Map<string, readonly (readonly string[])[]>;
  close(): Promise<void>;
}> {
  const records = new Map<string, readonly (readonly string[])[]>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + length).toString('latin1'));
      at += length + 1;
    }
    const question = query.subarray(12, at + 5);
    const found = records.get(labels.join('.').toLowerCase());
    const answers = (found ?? []).map((pieces) => {
      const data = Buffer.concat(
        pieces.map((piece) => Buffer.concat([Buffer.of(piece.length), Buffer.from(piece)])),
      );
      // A pointer to the question's name, type TXT, class IN, 0 s to live.
      const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255]);
      return Buffer.concat([head, data]);
    });
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(found ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([header, question, ...answers]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
