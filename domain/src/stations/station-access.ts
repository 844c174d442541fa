/** Whose a station is, and whether it is shared. */
export interface StationOwner {
  /** Null for a government's. */
  readonly organizationId: string | null;
  /** ACTIVE, TRIAL or CLOSED; null for a government's. */
  readonly organizationStatus: string | null;
  readonly isShared: boolean;
}

/** Somebody who is signed in. */
export interface StationReader {
  readonly organizationId: string;
  readonly organizationStatus: string;
  readonly isSuperAdmin: boolean;
  readonly hasMesonetAccess: boolean;
}

/**
 * Whether somebody may open a station (spec 3 section 6); null is nobody who is signed in. An organization's own is
 * open to its people. Other people open it only where its organization shares it: those with MesonetAccess, Super
 * Admins, people of an organization on trial, and everybody where the station's own organization is on trial. A
 * government's is open to everybody who is signed in. What a closed organization shared is shared no more.
 */
export function mayReadStation(station: StationOwner, reader: StationReader | null): boolean {
  if (station.organizationId === null) return reader !== null;
  if (reader?.organizationId === station.organizationId) return true;
  if (!station.isShared || station.organizationStatus === 'CLOSED') return false;
  if (station.organizationStatus === 'TRIAL') return true;
  if (reader === null) return false;
  return reader.hasMesonetAccess || reader.isSuperAdmin || reader.organizationStatus === 'TRIAL';
}
