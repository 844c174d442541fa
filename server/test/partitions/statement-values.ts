/** Parameters of a statement as JSON, and back: instants and bytes keep what they are. */
export const encodeValues = (values: readonly unknown[]): unknown[] => values.map(encode);
export const decodeValues = (values: readonly unknown[]): unknown[] => values.map(decode);

function encode(value: unknown): unknown {
  if (value instanceof Date) return { instant: value.toISOString() };
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return { list: value.map(encode) };
  if (typeof value === 'bigint') return { plain: value.toString() };
  if (typeof value === 'number' && !Number.isFinite(value)) return { plain: String(value) };
  return { plain: value };
}

function decode(value: unknown): unknown {
  const { instant, bytes, list, plain } = value as {
    instant?: string;
    bytes?: string;
    list?: unknown[];
    plain?: unknown;
  };
  if (instant !== undefined) return new Date(instant);
  if (bytes !== undefined) return Buffer.from(bytes, 'base64');
  if (list !== undefined) return list.map(decode);
  return plain ?? null;
}
