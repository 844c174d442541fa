import { BadUpload, readMqttPayload, type UnitSystem } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import type { LightningLive } from '../../lightning/index.ts';
import { type Clock, wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { StationKeys } from '../open-station-keys.ts';
import { hashOfStationKey } from '../station-keys.ts';
import { type OwnStation, stationByKey } from '../store.ts';
import { takeStationReport } from '../take-station-report.ts';

export interface StationReportContext {
  readonly db: Database;
  readonly live: LightningLive;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

export interface StationSession {
  readonly uploadId: string;
  readonly keyHash: Buffer;
  /** Reports of a connection are taken one after the other. */
  last: Promise<void>;
}

/**
 * The session of a station that signs in with its upload id and its key. Null for any other. Throws
 * `TooManyRefusals` where its network has sent too many unknown keys.
 */
export async function signIn(
  keys: StationKeys,
  username: string | undefined,
  password: Uint8Array | undefined,
  network: string,
): Promise<StationSession | null> {
  const key = password?.toString() ?? '';
  if (!username || username.length > 100 || key === '' || key.length > 200) return null;
  const uploadId = username.toUpperCase();
  const keyHash = hashOfStationKey(key);
  const station = await keys.find(keyHash, network, wallNow());
  if (station?.uploadId === uploadId) return { uploadId, keyHash, last: Promise.resolve() };
  if (station) keys.countRefusal(network, wallNow());
  return null;
}

/**
 * Stores a report; one that cannot be read is logged and dropped. False when the station is not there any
 * more.
 */
export async function takeReport(
  { db, live, clock, log }: StationReportContext,
  session: StationSession,
  units: UnitSystem | null,
  payload: Uint8Array,
): Promise<boolean> {
  const station = await stationOf(db, session.uploadId, session.keyHash);
  if (station === null) return false;
  try {
    await takeStationReport({ db, live }, station, () => readMqttPayload(payload, units), clock.now());
  } catch (error) {
    // What cannot be read would not be read the next time either.
    if (!(error instanceof BadUpload)) throw error;
    log.debug({ station: station.id, reason: error.message }, 'a report over MQTT could not be read');
  }
  return true;
}

/** The station of an upload id (in capitals) and a key, as long as both are its own. */
async function stationOf(db: Database, uploadId: string, keyHash: Buffer): Promise<OwnStation | null> {
  const station = await stationByKey(db, keyHash);
  return station?.uploadId === uploadId ? station : null;
}
