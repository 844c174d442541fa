import type { Geocoder } from '@allclear/adapters';
import { checkPlace } from '@allclear/domain';
import {
  type CsvFile,
  type CsvRow,
  type ImportKind,
  inSteps,
  type PlannedRow,
} from '../organizations/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { type AddressLookUp, lookUpAddresses } from './look-up-addresses.ts';
import {
  type ComparedPlace,
  type ImportedPlace,
  readComparedPlaces,
  storeImportedPlaces,
} from './place-imports.store.ts';

export const placeColumns = {
  name: { name: 'Name', also: ['Location', 'Location Name'], required: true },
  address: { name: 'Address' },
  latitude: { name: 'Latitude', also: ['Lat'] },
  longitude: { name: 'Longitude', also: ['Lon', 'Lng', 'Long'] },
  groups: { name: 'Groups', also: ['Group', 'User Groups', 'User Group'] },
} as const;

/** Rows of a file that may become locations of the organization. */
export const maxPlaceRows = 10_000;

interface Comparison {
  readonly places: ReadonlyMap<string, ComparedPlace>;
  /** By lower-case name. */
  readonly groups: ReadonlyMap<string, string>;
  readonly file: CsvFile;
}

/** A row as it is read, before its address is looked up. */
interface ReadPlace {
  readonly row: CsvRow;
  readonly existing: ComparedPlace | undefined;
  readonly name: string;
  readonly address: string;
  /** Null: by the address. */
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  readonly groupIds: readonly string[] | null;
  readonly errors: readonly string[];
}

/** The import of organization locations, which are recognized by their names. */
export function placeImport({
  db,
  clock,
  geocoder,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly geocoder: Geocoder;
}): ImportKind<ImportedPlace> {
  return {
    name: 'places',
    columns: placeColumns,
    maxRows: maxPlaceRows,
    async plan({ organizationId }, file) {
      const { places, groups } = await readComparedPlaces(db, organizationId);
      const known = {
        places: new Map(places.map((place) => [place.name.toLowerCase(), place])),
        groups: new Map(groups.map(({ id, name }) => [name.toLowerCase(), id])),
        file,
      };
      const seen = new Map<string, number>();
      const read = await inSteps(file.rows, (row) => readPlace(row, known, seen));
      const addresses = read.flatMap(({ position, errors, address }) =>
        position === null && errors.length === 0 ? [address] : [],
      );
      const found = await lookUpAddresses(geocoder, addresses);
      return inSteps(read, (place) => planned(place, found));
    },
    store: (transaction, actor, { organizationId }, rows) =>
      storeImportedPlaces(transaction, actor, organizationId, rows, clock.now()),
  };
}

function readPlace(row: CsvRow, { places, groups, file }: Comparison, seen: Map<string, number>): ReadPlace {
  const name = row.value('name');
  const key = name.toLowerCase();
  const existing = places.get(key);
  const address = row.value('address') || (existing?.address ?? '');
  const errors: string[] = [];
  const twin = seen.get(key);
  if (name !== '' && twin !== undefined) errors.push(`Row ${twin} has the same name`);
  else seen.set(key, row.row);
  if (
    row.cells.length > file.header.length &&
    row.cells.slice(file.header.length).some((cell) => cell !== '')
  )
    errors.push('The row has more cells than the header');

  const position = positionOf(row, existing, address, errors);
  const groupIds = groupsOf(row.value('groups'), groups, errors);
  const draft = { name, address, ...(position ?? { latitude: 0, longitude: 0 }) };
  errors.push(...Object.values(checkPlace(draft)).flat());
  return { row, existing, name, address, position, groupIds, errors };
}

/** Null for a position that is to be found by the address. */
function positionOf(
  row: CsvRow,
  existing: ComparedPlace | undefined,
  address: string,
  errors: string[],
): ReadPlace['position'] {
  const [latitude, longitude] = [row.value('latitude'), row.value('longitude')];
  if (latitude === '' && longitude === '') {
    if (existing && address === existing.address) return existing;
    if (address === '') errors.push('An address, or latitude and longitude are required');
    return null;
  }
  if (latitude === '' || longitude === '') {
    errors.push('Latitude and longitude are required together');
    return { latitude: 0, longitude: 0 };
  }
  return {
    latitude: degrees(latitude, 'Latitude', errors),
    longitude: degrees(longitude, 'Longitude', errors),
  };
}

/** A decimal comma is read too: files with semicolons have it. */
function degrees(text: string, name: string, errors: string[]): number {
  const plain = /^[-+]?\d{1,3},\d+$/.test(text) ? text.replace(',', '.') : text;
  if (/^[-+]?\d{1,3}(\.\d+)?$/.test(plain)) return Number(plain);
  errors.push(`${name} must be a number of degrees`);
  return 0;
}

function groupsOf(
  text: string,
  groups: ReadonlyMap<string, string>,
  errors: string[],
): readonly string[] | null {
  if (text === '') return null;
  const names = text
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const ids = names.map((name) => groups.get(name.toLowerCase()));
  const unknown = names.filter((_, index) => ids[index] === undefined);
  if (unknown.length > 0)
    errors.push(`There is no user group ${unknown.slice(0, 5).join(', ').slice(0, 200)}`);
  return [...new Set(ids.flatMap((id) => id ?? []))].sort();
}

function planned(place: ReadPlace, found: ReadonlyMap<string, AddressLookUp>): PlannedRow<ImportedPlace> {
  const { row, existing, name, address, groupIds } = place;
  const lookUp = place.position === null ? found.get(address) : undefined;
  const position = place.position ?? (lookUp?.kind === 'found' ? lookUp : null);
  const errors = lookUp && lookUp.kind !== 'found' ? [...place.errors, refusals[lookUp.kind]] : place.errors;
  const shown = { row: row.row, title: name || '(no name)', cells: row.cells };
  if (errors.length > 0 || position === null)
    return { ...shown, outcome: 'error', details: address, notes: errors, check: false, input: null };
  const { latitude, longitude } = position;
  const details = [address, `${latitude}, ${longitude}`].filter((text) => text !== '').join(' · ');
  const isFound = lookUp?.kind === 'found';
  const changes = existing ? changesOf(existing, { address, latitude, longitude, groupIds }) : [];
  if (existing && changes.length === 0)
    return {
      ...shown,
      cells: [],
      outcome: 'skip',
      details,
      notes: ['Nothing changes'],
      check: false,
      input: null,
    };
  const input: ImportedPlace = {
    name: existing?.name ?? name,
    address,
    latitude,
    longitude,
    groupIds,
    isPositionUnchecked: isFound,
    before: existing ? { id: existing.id, revision: existing.revision, name: existing.name } : null,
  };
  const check = lookUp?.kind === 'found' ? [`Check the position: found as “${lookUp.label}”`] : [];
  const outcome = existing ? 'change' : 'add';
  return { ...shown, cells: [], outcome, details, notes: [...changes, ...check], check: isFound, input };
}

const refusals = {
  unknown: 'The address was not found: add latitude and longitude',
  'too-many':
    'Too many addresses in one file to look up: add latitude and longitude, or import the rest in another file',
  unavailable: 'The address search did not answer: add latitude and longitude, or try again later',
} as const;

function changesOf(
  before: ComparedPlace,
  after: {
    readonly address: string;
    readonly latitude: number;
    readonly longitude: number;
    readonly groupIds: readonly string[] | null;
  },
): string[] {
  const changes: string[] = [];
  if (after.address !== before.address)
    changes.push(`Address: ${before.address || 'none'} → ${after.address}`);
  if (after.latitude !== before.latitude || after.longitude !== before.longitude)
    changes.push(`Position: ${before.latitude}, ${before.longitude} → ${after.latitude}, ${after.longitude}`);
  if (after.groupIds && after.groupIds.join() !== before.groupIds.join()) changes.push('Groups change');
  return changes;
}
