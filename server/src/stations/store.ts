// Over 300 lines: the SQL of stations; their reports, images and particles have stores of their own.
import type { StationUpload } from '@allclear/adapters';
import {
  type CheckedReport,
  dewPointC,
  type StationFlags,
  type StationValues,
  stationHistoryMs,
  stationMeasures,
} from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import { timeZoneOf, withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { ensurePartitions } from '../platform/database/partitions.store.ts';
import { columnsOf } from '../platform/database/record.ts';
import { hasKey } from '../platform/database/record-key.store.ts';
import type { RecordKey } from '../platform/database/record-key.ts';
import type { Tables } from '../platform/database/schema.ts';
import {
  isInBox,
  type NearestObservation,
  newestReports,
  type Observation,
  type Station,
  type StationBox,
  stationOf,
} from './observations.store.ts';
import { addParticles } from './station-particles.store.ts';
import { storableReports } from './summaries/storable-reports.ts';
import { sumUpReports } from './summaries/sum-up-reports.ts';
import { ensureSummaryPartitions, lockStations } from './summaries/summaries.store.ts';

/** A station of an organization's own, not a government's. */
export interface OwnStation extends Station {
  readonly organizationId: string;
}

/** Thrown when another station of the organization has this PASSKEY already. */
export class PasskeyTaken extends Error {}
/** Thrown when the organization has as many as it may. */
export class TooManyStations extends Error {}

/** Vendor of own stations that the simulated weather reports for, which have no key. */
export const simulatedStationVendor = 'simulated';

export const maxStations = 500;
/** A station sends every 16 seconds at most; more than this is not read to check it. */
const maxRecent = 1_500;

function ownStations(db: Database) {
  return db
    .selectFrom('stations')
    .selectAll()
    .where('organization_id', 'is not', null)
    .where('retired_at', 'is', null)
    .$narrowType<{ organization_id: string }>();
}

function ownStationOf(row: Selectable<Tables['stations']> & { organization_id: string }): OwnStation {
  return { ...stationOf(row), organizationId: row.organization_id };
}

export async function listStations(db: Database, organizationId: string): Promise<OwnStation[]> {
  const rows = await ownStations(db)
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
  return rows.map(ownStationOf);
}

export async function findStation(db: Database, key: RecordKey): Promise<OwnStation | undefined> {
  const row = await ownStations(db).where(hasKey(key)).executeTakeFirst();
  return row && ownStationOf(row);
}

/** The stations, of all organizations, that the simulated weather reports for. */
export async function listSimulatedStations(db: Database): Promise<OwnStation[]> {
  const rows = await ownStations(db).where('vendor', '=', simulatedStationVendor).orderBy('id').execute();
  return rows.map(ownStationOf);
}

/** A station that was found by its key. */
export interface KeyedStation extends OwnStation {
  /** The digest of the PASSKEY that its device must send if it sends one; null for any. */
  readonly passkeyHash: Buffer | null;
}

/** The station with the key of this digest. */
export async function stationByKey(db: Database, keyHash: Buffer): Promise<KeyedStation | undefined> {
  const row = await ownStations(db).where('key_hash', '=', keyHash).executeTakeFirst();
  return row && { ...ownStationOf(row), passkeyHash: row.passkey_hash };
}

export interface StationInput {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly organizationLocationId: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly elevationM: number | null;
  readonly windHeightM: number;
  readonly rainFactor: number;
  readonly uploadId: string;
  readonly keyHash: Buffer;
  readonly passkeyHash: Buffer | null;
}

/**
 * Adds a station. A PASSKEY is a name within the organization: other organizations may have it as well, and
 * nothing shows whether they do. Throws `TooManyStations` and `PasskeyTaken`.
 */
export async function insertStation(
  db: Database,
  actor: Actor,
  organizationId: string,
  input: StationInput,
  now: number,
): Promise<OwnStation> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    if ((await listStations(transaction, organizationId)).length >= maxStations) throw new TooManyStations();
    if (input.passkeyHash && (await hasPasskey(transaction, organizationId, input.passkeyHash)))
      throw new PasskeyTaken();
    const row = await transaction
      .insertInto('stations')
      .values({
        ...columnsOf(input),
        organization_id: organizationId,
        vendor: 'own',
        created_at: new Date(now),
        updated_at: new Date(now),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const station = ownStationOf({ ...row, organization_id: organizationId });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'station.added', recordId: station.id, now },
      after: audited(station),
    });
    return station;
  });
}

/** What the audit says of a station: not when it last reported. The digests of its keys are in no record. */
function audited({ lastContactAt, ...station }: Station): object {
  return station;
}

/** In earlier versions a PASSKEY was the key itself. */
async function hasPasskey(db: Database, organizationId: string, passkeyHash: Buffer): Promise<boolean> {
  const found = await ownStations(db)
    .where('organization_id', '=', organizationId)
    .where((where) =>
      where.or([where('passkey_hash', '=', passkeyHash), where('key_hash', '=', passkeyHash)]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Removes a station's key and image and hides it; its reports stay. False when the organization has no such
 * station.
 */
export async function retireStation(
  db: Database,
  actor: Actor,
  key: RecordKey,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const stored = await ownStations(transaction).where(hasKey(key)).forUpdate().executeTakeFirst();
    if (!stored) return false;
    const before = ownStationOf(stored);
    await transaction
      .updateTable('stations')
      .set({
        retired_at: new Date(now),
        key_hash: null,
        passkey_hash: null,
        upload_id: null,
        revision: sql<number>`revision + 1`,
      })
      .where('id', '=', before.id)
      .execute();
    await transaction.deleteFrom('station_images').where('station_id', '=', before.id).execute();
    await notify(transaction, { topic: 'observations', ids: [key.organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'station.deleted', recordId: before.id, now },
      before: audited(before),
    });
    return true;
  });
}

/** Records that a station sent something, whatever it was. No entry in the audit: it is a measurement. */
export async function recordStationContact(
  db: Database,
  _actor: Actor,
  id: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('stations')
    .set({ last_contact_at: sql`greatest(last_contact_at, ${new Date(now)}::timestamptz)` })
    .where('id', '=', id)
    .execute();
}

/**
 * The reports of a station before an instant with the results of their checks, as far back as checks need
 * them.
 */
export async function checkedBefore(db: Database, stationId: string, at: number): Promise<CheckedReport[]> {
  const rows = await db
    .selectFrom('observations')
    .select(['observed_at', 'raw', 'flagged'])
    .where('station_id', '=', stationId)
    .where('observed_at', '<', new Date(at))
    .where('observed_at', '>=', new Date(at - stationHistoryMs))
    .orderBy('observed_at', 'desc')
    .limit(maxRecent)
    .execute();
  return rows.map(({ observed_at, raw, flagged }) => {
    const sent = JSON.parse(raw) as StationValues;
    const values = Object.fromEntries(
      stationMeasures.map((measure) => [measure, flagged[measure] ? null : (sent[measure] ?? null)]),
    );
    return { at: observed_at.getTime(), values: values as StationValues, flagged };
  });
}

/** A report with the results of the quality checks. */
export interface StationReportToStore {
  readonly upload: StationUpload;
  readonly checked: { readonly values: StationValues; readonly flagged: StationFlags };
}

/** Stores a checked report; one of the same instant stays as it is. False when nothing changed. */
export async function storeStationReport(
  db: Database,
  actor: Actor,
  station: OwnStation,
  upload: StationUpload,
  checked: StationReportToStore['checked'],
  now: number,
): Promise<boolean> {
  return (await storeStationReports(db, actor, station, [{ upload, checked }], now)) > 0;
}

/**
 * Stores checked reports of a station; a stored report of the same instant stays as it is. `raw` keeps the
 * original values for later checks. Returns how many are new.
 */
export async function storeStationReports(
  db: Database,
  actor: Actor,
  station: OwnStation,
  reports: readonly StationReportToStore[],
  now: number,
): Promise<number> {
  const storable = await storableReports(db, reports, ({ upload }) => upload.observedAt, now);
  if (storable.length === 0) return 0;
  const instants = storable.map(({ upload }) => upload.observedAt);
  await ensurePartitions(db, 'observations', instants);
  await ensureSummaryPartitions(db, instants);
  return db.transaction().execute(async (transaction) => {
    await lockStations(transaction, [station.id]);
    const added = await insertStationReports(transaction, actor, station, storable, now);
    if (added.length === 0) return 0;
    const summed = { ...station, timeZone: timeZoneOf(station) };
    await sumUpReports(transaction, [{ station: summed, instants: added }]);
    await notify(transaction, { topic: 'observations', ids: [station.organizationId] });
    return added.length;
  });
}

/** Inserts what is new, with its particles but without summaries; returns its instants, epoch ms. */
export async function insertStationReports(
  transaction: Database,
  actor: Actor,
  station: Pick<OwnStation, 'id'>,
  reports: readonly StationReportToStore[],
  now: number,
): Promise<number[]> {
  const added = await transaction
    .insertInto('observations')
    .values(reports.map((report) => rowOf(station.id, report, now)))
    .onConflict((conflict) => conflict.columns(['station_id', 'observed_at']).doNothing())
    .returning('observed_at')
    .execute();
  const instants = added.map(({ observed_at }) => observed_at.getTime());
  const isNew = new Set(instants);
  const fresh = reports.filter(({ upload }) => isNew.delete(upload.observedAt));
  await addParticles(
    transaction,
    actor,
    station.id,
    fresh.map(({ upload, checked }) => ({ at: upload.observedAt, ...checked.values })),
  );
  return instants;
}

function rowOf(
  stationId: string,
  { upload, checked: { values, flagged } }: StationReportToStore,
  now: number,
) {
  return {
    station_id: stationId,
    observed_at: new Date(upload.observedAt),
    received_at: new Date(now),
    temperature_c: values.temperatureC,
    dew_point_c: dewPointC(values.temperatureC, values.relativeHumidityPct),
    wind_mps: values.windMps,
    wind_gust_mps: values.windGustMps,
    wind_direction_deg: values.windDirectionDeg,
    altimeter_hpa: values.seaLevelPressureHpa,
    visibility_miles: null,
    precipitation_last_hour_mm: values.rainLastHourMm,
    cloud_cover: null,
    weather_text: null,
    thunder: 'unknown' as const,
    raw: JSON.stringify(upload.values),
    solar_wm2: values.solarWm2,
    rain_today_mm: values.rainTodayMm,
    pm25_ugm3: values.pm25Ugm3,
    pm10_ugm3: values.pm10Ugm3,
    wbgt_c: values.wbgtC,
    flagged: JSON.stringify(flagged),
  };
}

/** The newest report of a station that is no newer than `now` and no older than `since`. */
export async function newestReport(
  db: Database,
  station: OwnStation,
  since: number,
  now: number,
): Promise<Observation | undefined> {
  return (await newestReports(db, [station], since, now))[0]?.observation;
}

/** The newest report of each of the organization's own stations at one of its places. */
export async function reportsOfPlace(
  db: Database,
  organizationId: string,
  organizationLocationId: string,
  since: number,
  now: number,
): Promise<NearestObservation[]> {
  const rows = await ownStations(db)
    .where('organization_id', '=', organizationId)
    .where('organization_location_id', '=', organizationLocationId)
    .execute();
  return newestReports(db, rows.map(ownStationOf), since, now);
}

/** The same of its stations at all of its places. */
export async function reportsOfPlaces(
  db: Database,
  organizationId: string,
  since: number,
  now: number,
): Promise<NearestObservation[]> {
  const rows = await ownStations(db)
    .where('organization_id', '=', organizationId)
    .where('organization_location_id', 'is not', null)
    .execute();
  return newestReports(db, rows.map(ownStationOf), since, now);
}

/** The same of its stations in a box, wherever they belong. */
export async function ownReportsAround(
  db: Database,
  organizationId: string,
  box: StationBox,
  since: number,
  now: number,
): Promise<NearestObservation[]> {
  const rows = await ownStations(db)
    .where('organization_id', '=', organizationId)
    .where(isInBox(box))
    .execute();
  return newestReports(db, rows.map(ownStationOf), since, now);
}
