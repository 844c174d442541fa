import h5wasm from 'h5wasm';

/** For tests: the content of a small granule. */
export interface GranuleContent {
  readonly platform?: string;
  /** Text of the base time, '2026-10-10 08:46:20.000'. */
  readonly base: string;
  /** Seconds since 2000-01-01 12:00 UTC. */
  readonly bounds?: readonly number[] | null;
  readonly encoding: 'signed-2ms' | 'wrapped-2ms' | 'unsigned' | 'unsigned-unmarked';
  readonly flashes: readonly {
    id: number;
    latitude: number;
    longitude: number;
    offsetMs: number;
    energyRaw?: number;
    quality?: number;
  }[];
  readonly groups?: readonly { parent: number; latitude: number; longitude: number }[];
  readonly flashCount?: number | null;
  readonly eventCount?: number | null;
  /** Shares from 0 to 1; −999 is the fill value. */
  readonly uncorrectableErrors?: number | null;
  readonly navigatedEvents?: number | null;
  /** Leaves every flash and group variable out, as some quiet granules do. */
  readonly leaveOut?: boolean;
}

/** Writes a granule with NOAA's packing: 16-bit integers with or without the mark of unsigned. */
export async function writeGranule(content: GranuleContent): Promise<Uint8Array> {
  const { FS } = await h5wasm.ready;
  const file = new h5wasm.File('/written.nc', 'w');
  const { flashes, groups = [], encoding } = content;
  const variable = (
    name: string,
    data: Int16Array | Float32Array | Float64Array | Int32Array,
    attributes: Record<string, string | number | null> = {},
  ) => {
    const dataset = file.create_dataset({ name, data, shape: [data.length], dtype: dtypeOf(data) });
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value === 'string') dataset.create_attribute(key, value);
      else if (value !== null) dataset.create_attribute(key, Float32Array.of(value), [1], '<f');
    }
  };
  file.create_attribute('platform_ID', content.platform ?? 'G19');
  if (content.bounds !== null)
    variable('product_time_bounds', Float64Array.from(content.bounds ?? boundsOf(content.base)));
  if (content.flashCount !== null)
    variable('flash_count', Int32Array.of(content.flashCount ?? flashes.length));
  if (content.eventCount != null)
    variable('event_count', Int32Array.of(content.eventCount), { _FillValue: -1 });
  const share = (name: string, value: number | null | undefined) => {
    if (value != null) variable(name, Float32Array.of(value), { _FillValue: -999, units: 'percent' });
  };
  share('percent_uncorrectable_L0_errors', content.uncorrectableErrors);
  share('percent_navigated_L1b_events', content.navigatedEvents);
  if (!content.leaveOut) {
    const unsigned = { _Unsigned: 'true' };
    variable('flash_id', bits(flashes.map(({ id }) => id)), unsigned);
    variable('flash_lat', floats(flashes.map(({ latitude }) => latitude)));
    variable('flash_lon', floats(flashes.map(({ longitude }) => longitude)));
    variable('flash_energy', bits(flashes.map(({ energyRaw }) => energyRaw ?? 100)), {
      ...unsigned,
      _FillValue: -1,
      scale_factor: 1e-15,
      add_offset: 0,
      units: 'J',
    });
    variable('flash_quality_flag', bits(flashes.map(({ quality }) => quality ?? 0)), unsigned);
    const packed = packTimes(
      encoding,
      flashes.map(({ offsetMs }) => offsetMs),
    );
    variable('flash_time_offset_of_first_event', packed.data, {
      ...packed.attributes,
      units: `${packed.unit} since ${content.base}`,
    });
    variable('group_parent_flash_id', bits(groups.map(({ parent }) => parent)), unsigned);
    variable('group_lat', floats(groups.map(({ latitude }) => latitude)));
    variable('group_lon', floats(groups.map(({ longitude }) => longitude)));
  }
  file.flush();
  file.close();
  const bytes = FS.readFile('/written.nc') as Uint8Array;
  FS.unlink('/written.nc');
  return bytes.slice();
}

const floats = (values: readonly number[]) => Float32Array.from(values);

/** The base and 20 s later, in seconds since 2000-01-01 12:00 UTC. */
export function boundsOf(base: string): [number, number] {
  const start = (Date.parse(`${base.replace(' ', 'T')}Z`) - Date.UTC(2000, 0, 1, 12)) / 1000;
  return [start, start + 20];
}

function packTimes(encoding: GranuleContent['encoding'], offsets: readonly number[]) {
  if (encoding === 'signed-2ms' || encoding === 'wrapped-2ms') {
    const attributes = {
      scale_factor: 2,
      add_offset: 0,
      ...(encoding === 'wrapped-2ms' && { _Unsigned: 'true' }),
    };
    return { unit: 'milliseconds', data: bits(offsets.map((ms) => Math.round(ms / 2))), attributes };
  }
  const scale = 0.00038147560553625226;
  const attributes = {
    scale_factor: scale,
    add_offset: -5,
    ...(encoding === 'unsigned' && { _Unsigned: 'true' }),
  };
  return {
    unit: 'seconds',
    data: bits(offsets.map((ms) => Math.round((ms / 1000 + 5) / scale))),
    attributes,
  };
}

/** The low 16 bits, as stored in the file. */
function bits(values: readonly number[]): Int16Array {
  return Int16Array.from(values);
}

function dtypeOf(data: Int16Array | Float32Array | Float64Array | Int32Array): string {
  if (data instanceof Int16Array) return '<h';
  if (data instanceof Int32Array) return '<i';
  return data instanceof Float32Array ? '<f' : '<d';
}
