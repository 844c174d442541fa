import type { Dataset, File } from 'h5wasm';

/** A packed netCDF variable, unpacked: missing values are NaN. `units` as in the file. */
export interface Unpacked {
  readonly values: Float64Array;
  readonly units: string;
}

type Raw =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/**
 * Raw values as numbers, `_Unsigned` honored, and their packing. Null when the file has no such variable.
 */
export function readVariable(file: File, name: string): Unpacked | null {
  const raw = readRaw(file, name);
  if (!raw) return null;
  const { values, attribute, unsigned } = raw;
  const fill = attribute('_FillValue');
  const scale = attribute('scale_factor') ?? 1;
  const offset = attribute('add_offset') ?? 0;
  const numbers = unsigned ? asUnsigned(values) : values;
  const missing = fill === undefined ? undefined : unsigned ? wrap(fill, values) : fill;
  return {
    values: Float64Array.from(numbers, (value) => (value === missing ? Number.NaN : value * scale + offset)),
    units: raw.units,
  };
}

/**
 * Instants, epoch ms, of a packed time offset. Three encodings are in use:
 * up to mid-2018 signed counts of 2 ms; in some files of autumn 2018 the same flagged unsigned, so that small
 * negatives wrap to about 131 s; since then unsigned counts of 0.38 ms from −5 s, where the first files lack
 * the flag.
 */
export function readInstants(file: File, name: string): Float64Array | null {
  const raw = readRaw(file, name);
  if (!raw) return null;
  const since = /^\s*(milliseconds|seconds) since (\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)/.exec(
    raw.units,
  );
  if (!since) throw new Error(`the unit of ${name} is not a time`);
  const base = Date.parse(`${since[2]}T${since[3]}Z`);
  const scale = raw.attribute('scale_factor') ?? 1;
  const offset = raw.attribute('add_offset') ?? 0;
  const unitMs = since[1] === 'seconds' ? 1000 : 1;
  const unsigned = raw.unsigned || (unitMs === 1000 && scale < 0.001);
  const fill = raw.attribute('_FillValue');
  const missing = fill === undefined ? undefined : unsigned ? wrap(fill, raw.values) : fill;
  const numbers = unsigned ? asUnsigned(raw.values) : raw.values;
  return Float64Array.from(numbers, (value) => {
    if (value === missing) return Number.NaN;
    const ms = (value * scale + offset) * unitMs;
    return base + (unitMs === 1 && ms > 65_536 ? ms - 131_072 : ms);
  });
}

function readRaw(file: File, name: string) {
  const dataset = file.get(name) as Dataset | null;
  if (dataset?.type !== 'Dataset') return null;
  const attributes = dataset.attrs;
  const value = dataset.value as Raw | number | null;
  const values = typeof value === 'number' ? Float64Array.of(value) : (value ?? new Float64Array(0));
  if (!ArrayBuffer.isView(values)) throw new Error(`${name} does not hold numbers`);
  const attribute = (key: string): number | undefined => {
    const content = attributes[key]?.value as Raw | number | undefined;
    return typeof content === 'number' ? content : content?.[0];
  };
  return {
    values,
    attribute,
    unsigned: attributes._Unsigned?.value === 'true',
    units: String(attributes.units?.value ?? ''),
  };
}

function asUnsigned(values: Raw): Raw {
  if (values instanceof Int8Array) return new Uint8Array(values.buffer, values.byteOffset, values.length);
  if (values instanceof Int16Array) return new Uint16Array(values.buffer, values.byteOffset, values.length);
  if (values instanceof Int32Array) return new Uint32Array(values.buffer, values.byteOffset, values.length);
  return values;
}

/** A fill value after reading its variable as unsigned: −1 is 65,535 in 16 bits. */
function wrap(fill: number, values: Raw): number {
  return fill < 0 && values.BYTES_PER_ELEMENT < 8 ? fill + 2 ** (8 * values.BYTES_PER_ELEMENT) : fill;
}
