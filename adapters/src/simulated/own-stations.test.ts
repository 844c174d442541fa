import { checkStationReport, type StationValues } from '@allclear/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { createRasterPool } from '../raster/raster-pool.ts';
import { readStationUpload } from '../stations/upload.ts';
import { createSimulatedObservations } from './observations.ts';
import { createSimulatedStations, type SimulatedStations } from './own-stations.ts';
import type { Scenario } from './world/scenario.ts';
import { scenarios } from './world/scenario.ts';

const minute = 60_000;
const startedAt = Date.UTC(2026, 5, 6, 17);
const stadium = {
  latitude: 32.7767,
  longitude: -96.797,
  timeZone: 'America/Chicago',
  name: 'Stadium weather station',
};
const optionsOf = (scenario: Scenario) => ({ seed: 'stations', startedAt, places: [stadium], scenario });
const pool = createRasterPool({ timeoutMs: 55_000 });
afterAll(() => pool.close());
const stationsOf = (scenario: Scenario) => createSimulatedStations(optionsOf(scenario), pool);

function valuesAt(stations: SimulatedStations, at: number): StationValues {
  return readStationUpload(stations.uploadAt(stadium, at)!, at).values;
}

describe('an own station in the simulated world', () => {
  it('says the same whenever it is asked, and has all its sensors', () => {
    const at = startedAt + 7 * minute;
    const later = stationsOf('afternoon-storms');
    for (let ahead = 3; ahead > 0; ahead--) later.uploadAt(stadium, at + ahead * minute);
    const upload = later.uploadAt(stadium, at)!;
    expect(upload).toEqual(stationsOf('afternoon-storms').uploadAt(stadium, at));
    const { values, observedAt } = readStationUpload(upload, at);
    expect(observedAt).toBe(at);
    expect([
      values.temperatureC,
      values.windGustMps,
      values.solarWm2,
      values.rainTodayMm,
      values.pm25Ugm3,
    ]).not.toContain(null);
  });

  it('has the weather that the government stations nearby report', async () => {
    const at = startedAt + 60 * minute;
    const options = optionsOf('quiet');
    const signal = new AbortController().signal;
    const [nearby] = await createSimulatedObservations(options).poll({
      now: at + minute,
      places: [stadium],
      signal,
    });
    const own = valuesAt(createSimulatedStations(options, pool), nearby!.observedAt);
    expect(Math.abs(own.temperatureC! - nearby!.temperatureC!)).toBeLessThan(1);
    expect(Math.abs(own.seaLevelPressureHpa! - nearby!.altimeterHpa!)).toBeLessThan(1);
    expect(own.solarWm2).toBeGreaterThan(500);
  });

  it.each(scenarios)('passes its quality checks over half a day of %s', (scenario) => {
    const stations = stationsOf(scenario);
    const recent: { at: number; values: StationValues; flagged: object }[] = [];
    const faults: string[] = [];
    for (let at = startedAt - 60 * minute; at < startedAt + 660 * minute; at += minute) {
      const upload = stations.uploadAt(stadium, at);
      if (upload === null) continue;
      const { values } = readStationUpload(upload, at);
      const checked = checkStationReport({ at, values }, recent.slice(-360));
      for (const [measure, { reason, value }] of Object.entries(checked.flagged))
        faults.push(`${measure} ${reason} ${value}`);
      recent.push({ at, ...checked });
    }
    // A gust front may jump further than the check believes, for a minute or two.
    expect(faults.filter((fault) => !fault.includes(' step '))).toEqual([]);
    expect(faults.length).toBeLessThan(8);
  });

  it('begins a new day of rain at midnight where it stands', () => {
    const stations = stationsOf('afternoon-storms');
    const midnight = Date.UTC(2026, 5, 7, 5);
    let maximum = 0;
    for (let at = startedAt; at < midnight; at += 10 * minute) {
      const { rainTodayMm } = valuesAt(stations, at);
      expect(rainTodayMm).toBeGreaterThanOrEqual(maximum - 0.02);
      maximum = Math.max(maximum, rainTodayMm!);
    }
    expect(maximum).toBeGreaterThan(0);
    expect(valuesAt(stations, midnight).rainTodayMm).toBe(0);
  });

  it('falls silent for more than an hour in an outage, and comes back', () => {
    const stations = stationsOf('outage');
    const silent = Array.from(
      { length: 240 },
      (_, ahead) => stations.uploadAt(stadium, startedAt + ahead * minute) === null,
    );
    expect(silent.indexOf(true)).toBe(36);
    expect(silent.indexOf(false, 36)).toBe(108);
    expect(silent[156]).toBe(true);
  });

  it('has a camera, whose image is drawn off this thread', { timeout: 60_000 }, async () => {
    const stations = stationsOf('outage');
    const png = Buffer.from((await stations.imageAt(stadium, startedAt))!);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([960, 540]);
    expect(png.length).toBeLessThan(400_000);
    expect(await stations.imageAt(stadium, startedAt + 40 * minute)).toBeNull();
  });
});
