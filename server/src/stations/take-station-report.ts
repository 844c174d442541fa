import { readStationUpload, type UploadFields } from '@allclear/adapters';
import { checkStationReport } from '@allclear/domain';
import type { LightningLive } from '../lightning/index.ts';
import { systemActor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { noteStationStrike } from './station-strikes.ts';
import { checkedBefore, type OwnStation, recordStationContact, storeStationReport } from './store.ts';

const actor = systemActor('take-station-report');

/**
 * Stores a report of a station that has signed in, by any transport: records the contact, parses the report
 * and checks it against earlier ones. Throws BadUpload when it cannot be read.
 */
export async function takeStationReport(
  { db, live }: { db: Database; live: LightningLive },
  station: OwnStation,
  readFields: () => UploadFields,
  now: number,
): Promise<void> {
  await recordStationContact(db, actor, station.id, now);
  const upload = readStationUpload(readFields(), now);
  // First of all: what it measured besides may be repeated, of another time, or doubtful.
  if (upload.lastStrike) await noteStationStrike({ db, live }, station, upload.lastStrike, now);
  const recent = await checkedBefore(db, station.id, upload.observedAt);
  await storeStationReport(
    db,
    actor,
    station,
    upload,
    checkStationReport({ at: upload.observedAt, values: upload.values }, recent),
    now,
  );
}
