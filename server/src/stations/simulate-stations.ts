import { readStationUpload, type SimulatedStation } from '@allclear/adapters';
import { type CheckedReport, checkStationReport, MINUTE_MS, stationHistoryMs } from '@allclear/domain';
import { timeZoneOf } from '../organizations/index.ts';
import { systemActor } from '../platform/actor.ts';
import { type Simulating, simulateRounds } from './simulate-rounds.ts';
import {
  checkedBefore,
  newestReport,
  type OwnStation,
  recordStationContact,
  type StationReportToStore,
  storeStationReports,
} from './store.ts';

const actor = systemActor('simulate-stations');

const stepMs = 5 * MINUTE_MS;
/** How far back there are reports for each minute; before it there is one every five minutes. */
const denseMs = 10 * MINUTE_MS;
/** The history of a station that was just added. */
const historyMs = 24 * 60 * MINUTE_MS;
/** Real ms between two rounds: when the weather runs fast, the reports of several minutes are stored together. */
const minRoundRealMs = 4_000;
/** The history of a day is computed in pieces, between which other work of the process runs. */
const reportsAtOnce = 20;

/**
 * The instants (epoch ms, oldest first) at which a station reports after its last one and until now: each
 * whole minute of the last ten, and every five minutes before, for a day at most.
 */
export function reportInstants(lastAt: number | null, now: number): number[] {
  const after = Math.max(lastAt ?? 0, now - historyMs);
  const instants: number[] = [];
  for (let at = (Math.floor(after / stepMs) + 1) * stepMs; at <= now - denseMs; at += stepMs)
    instants.push(at);
  const denseAfter = Math.max(after, instants.at(-1) ?? 0, now - denseMs);
  for (let at = (Math.floor(denseAfter / MINUTE_MS) + 1) * MINUTE_MS; at <= now; at += MINUTE_MS)
    instants.push(at);
  return instants;
}

/**
 * Stores the reports of the simulated stations of all organizations until the signal aborts. They pass the same reader
 * and the same checks as any upload.
 */
export function simulateStations(simulating: Simulating): Promise<void> {
  const { simulation, db, clock } = simulating;
  const everyMs = Math.max(MINUTE_MS, minRoundRealMs * clock.speed);
  // A round begins with the whole minute.
  return simulateRounds(simulating, {
    source: 'simulated stations',
    everyMs: (startedAt) => everyMs - (startedAt % MINUTE_MS),
    work: report,
  });

  async function report(station: OwnStation, now: number): Promise<void> {
    const newest = await newestReport(db, station, now - historyMs, now);
    const instants = reportInstants(newest?.observedAt ?? null, now);
    const [first] = instants;
    if (first === undefined) return;
    const place = placed(station);
    let recent = await checkedBefore(db, station.id, first);
    const reports: StationReportToStore[] = [];
    for (const [index, at] of instants.entries()) {
      if (index % reportsAtOnce === reportsAtOnce - 1) await new Promise((resolve) => setImmediate(resolve));
      const fields = simulation.uploadAt(place, at);
      if (fields === null) continue;
      const upload = readStationUpload(fields, now);
      recent = recent.filter((one) => at - one.at <= stationHistoryMs);
      const checked = checkStationReport({ at, values: upload.values }, recent);
      const report: CheckedReport = { at, ...checked };
      recent.push(report);
      reports.push({ upload, checked });
    }
    const last = reports.at(-1);
    if (last === undefined) return;
    await recordStationContact(db, actor, station.id, last.upload.observedAt);
    await storeStationReports(db, actor, station, reports, clock.now());
  }
}

/** A station as the simulation takes it. */
export function placed({ latitude, longitude, name }: OwnStation): SimulatedStation {
  return { latitude, longitude, name, timeZone: timeZoneOf({ latitude, longitude }) };
}
