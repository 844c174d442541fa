import {
  type Duty,
  type DutyKind,
  dutyFault,
  dutyFaultTexts,
  dutyKinds,
  type OnDutyNames,
  onDutyAt,
} from '@allclear/domain';
import { readAddresseesById } from '../../notifications/index.ts';
import { timeZoneOf } from '../../organizations/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/database/uuid.ts';
import { activeNames, type Duties, dutiesOf } from './duties.store.ts';

/** A place whose duties hold by its clock. */
type DutyPlace = { readonly id: string } & Parameters<typeof timeZoneOf>[0];

export interface OnDuty<Place extends DutyPlace> {
  readonly place: Place;
  readonly kind: DutyKind;
  /** Null for nobody. */
  readonly userId: string | null;
  readonly name: string | null;
}

/** Everybody who has a duty or stands in for it. */
export const peopleOf = ({ userId, standIns }: Duty) => [
  ...(userId === null ? [] : [userId]),
  ...standIns.map((standIn) => standIn.userId),
];

/** Who has the duties of some places at an instant; nobody stands for a person who is gone. */
export async function onDutyNow<Place extends DutyPlace>(
  db: Database,
  organizationId: string,
  places: readonly { readonly place: Place; readonly duties: Duties }[],
  now: number,
): Promise<OnDuty<Place>[]> {
  const people = places.flatMap(({ duties }) => dutyKinds.flatMap((kind) => peopleOf(duties[kind])));
  const names = await activeNames(db, organizationId, people);
  return places.flatMap(({ place, duties }) =>
    dutyKinds.map((kind) => {
      const userId = onDutyAt(duties[kind], (id) => names.has(id), timeZoneOf(place), now);
      return { place, kind, userId, name: userId === null ? null : (names.get(userId) ?? null) };
    }),
  );
}

/** The same with what is wrong there, a sentence; null where nothing is. */
export async function onDutyWithFaults<Place extends DutyPlace>(
  ...[db, organizationId, places, now]: Parameters<typeof onDutyNow<Place>>
): Promise<(OnDuty<Place> & { readonly fault: string | null })[]> {
  const found = await onDutyNow(db, organizationId, places, now);
  const ids = [...new Set(found.flatMap(({ userId }) => userId ?? []))];
  const addressees = new Map(
    (await readAddresseesById(db, organizationId, ids)).map((person) => [person.userId, person]),
  );
  return found.map((one) => {
    const fault = dutyFault(one.userId === null ? null : (addressees.get(one.userId) ?? null), one.place.id);
    return { ...one, fault: fault && dutyFaultTexts[fault] };
  });
}

export interface NamedOnDuty {
  readonly names: OnDutyNames;
  /** Who they are, by id. */
  readonly people: Readonly<Record<string, string>>;
}

/** Who watches and who decides at a place at an instant; null where nobody is named. */
export async function namedOnDuty(
  db: Database,
  organizationId: string,
  place: DutyPlace,
  now: number,
): Promise<NamedOnDuty | null> {
  // A place that was removed has no id any more.
  if (!isUuid(place.id)) return null;
  const [stored] = await dutiesOf(db, organizationId, [place.id]);
  if (!stored) return null;
  const found = await onDutyNow(db, organizationId, [{ place, duties: stored.duties }], now);
  const named = found.flatMap(({ userId, name }) => (userId !== null && name ? [[userId, name]] : []));
  if (named.length === 0) return null;
  const nameOf = (kind: DutyKind) => found.find((one) => one.kind === kind)?.name || null;
  return {
    names: { decides: nameOf('decision-maker'), watches: nameOf('watcher') },
    people: Object.fromEntries(named),
  };
}
