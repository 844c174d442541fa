/**
 * Counts a roll-call: who is where and how many are missing, from entries that arrive in any order, late and twice. Nobody
 * has counted is never the same as nobody is there, and no person is counted twice. Instants are epoch ms.
 */

interface Entry {
  /** Made by the device: the same entry again is one. */
  readonly key: string;
  /** When it was made, product clock. */
  readonly at: number;
  /** Rises in the order of receipt: of two that were made at one instant the later counts. */
  readonly receipt: number;
  /** It came later than it was made. */
  readonly joinedLater: boolean;
}

/** A warden counted a group at a shelter. */
export interface CountEntry extends Entry {
  readonly kind: 'count';
  readonly groupId: string;
  readonly shelterId: string;
  readonly people: number;
}

/** A warden said whether a member is present. */
export interface TickEntry extends Entry {
  readonly kind: 'tick';
  readonly memberId: string;
  /** Null: not present. */
  readonly shelterId: string | null;
}

/** People checked in, by the code of a shelter or by account. */
export interface CheckInEntry extends Entry {
  readonly kind: 'check-in';
  /** Null: no group. */
  readonly groupId: string | null;
  readonly shelterId: string;
  readonly people: number;
  /** Of the browser and of the account that checked in, where there is one. Check-ins with one of them in common are of one person. */
  readonly deviceKey: string | null;
  readonly userId: string | null;
}

export type RollCallEntry = CountEntry | TickEntry | CheckInEntry;

export interface CalledGroup {
  readonly id: string;
  readonly expected: number;
}

export interface RollCallMember {
  readonly id: string;
  readonly groupId: string;
}

export interface CountInput {
  readonly groups: readonly CalledGroup[];
  /** Without those who were removed. */
  readonly members: readonly RollCallMember[];
  /** Whether wardens tick names. Where names were turned off meanwhile, ticks stand until a warden counts the group. */
  readonly hasNames: boolean;
  readonly shelters: readonly { readonly id: string; readonly capacity: number | null }[];
  /** In any order; entries of groups, members and shelters that are not there count nothing. */
  readonly entries: readonly RollCallEntry[];
}

export type GroupState = 'not-counted' | 'missing' | 'as-expected' | 'more-than-expected';

export interface CountedAtShelter {
  readonly shelterId: string;
  readonly present: number;
  readonly source: 'names' | 'count' | 'check-ins';
  /** People who checked in there; information where the source is another. */
  readonly checkedIn: number;
  /** Of the newest entry that counts. */
  readonly at: number;
}

export interface CountedGroup {
  readonly id: string;
  readonly expected: number;
  readonly state: GroupState;
  /** Null while it is not counted. */
  readonly present: number | null;
  readonly missing: number | null;
  readonly over: number;
  readonly byShelter: readonly CountedAtShelter[];
  /** The newest tick of each member who has one. */
  readonly ticks: ReadonlyMap<string, TickEntry>;
  readonly joinedLater: number;
}

export interface RollCallCount {
  readonly expected: number;
  readonly present: number;
  readonly missing: number;
  readonly notCounted: { readonly groups: number; readonly expected: number };
  readonly groups: readonly CountedGroup[];
  readonly ungrouped: {
    readonly present: number;
    readonly byShelter: readonly { readonly shelterId: string; readonly present: number }[];
  };
  readonly shelters: readonly {
    readonly shelterId: string;
    readonly present: number;
    readonly over: number;
  }[];
  readonly joinedLater: number;
}

/**
 * The count of a roll-call. In a group whose members are ticked by name, the ticks alone count. Else, at each shelter,
 * the newest count of a warden alone counts, and check-ins add up where no warden has counted. The newest check-in of a
 * person counts. Check-ins without a group reduce nobody's missing.
 */
export function countRollCall({ groups, members, hasNames, shelters, entries }: CountInput): RollCallCount {
  const known = new Set(shelters.map(({ id }) => id));
  const groupIds = new Set(groups.map(({ id }) => id));
  const once = withoutRepeats(entries).filter(({ shelterId }) => shelterId === null || known.has(shelterId));
  const checkIns = newestOfEachPerson(once.filter((entry) => entry.kind === 'check-in'));
  const groupOfMember = new Map(members.map(({ id, groupId }) => [id, groupId]));
  const groupOf = (entry: RollCallEntry) =>
    entry.kind === 'tick' ? (groupOfMember.get(entry.memberId) ?? null) : entry.groupId;
  const ofWardens = Map.groupBy(
    once.filter((entry) => entry.kind !== 'check-in'),
    groupOf,
  );
  const ofPeople = Map.groupBy(checkIns, ({ groupId }) => groupId);
  const late = Map.groupBy(
    once.filter(({ joinedLater }) => joinedLater),
    groupOf,
  );
  const membersOf = Map.groupBy(members, ({ groupId }) => groupId);
  const counted = groups.map((group) =>
    countGroup(group, {
      hasNames,
      members: membersOf.get(group.id)?.length ?? 0,
      ofWardens: ofWardens.get(group.id) ?? [],
      checkIns: ofPeople.get(group.id) ?? [],
      joinedLater: late.get(group.id)?.length ?? 0,
    }),
  );
  const without = checkIns.filter(({ groupId }) => groupId === null || !groupIds.has(groupId));
  const ungrouped = [...Map.groupBy(without, ({ shelterId }) => shelterId)].map(([shelterId, there]) => ({
    ...{ shelterId, present: sumOf(there) },
  }));
  const notCounted = counted.filter(({ state }) => state === 'not-counted');
  const total = (of: (group: CountedGroup) => number) => counted.reduce((sum, group) => sum + of(group), 0);
  return {
    expected: total(({ expected }) => expected),
    present: total(({ present }) => present ?? 0),
    missing: total(({ missing }) => missing ?? 0),
    notCounted: {
      groups: notCounted.length,
      expected: notCounted.reduce((sum, { expected }) => sum + expected, 0),
    },
    groups: counted,
    ungrouped: { present: sumOf(without), byShelter: ungrouped },
    shelters: shelters.map(({ id, capacity }) => {
      const at = [...counted.flatMap(({ byShelter }) => byShelter), ...ungrouped];
      const present = at.reduce((sum, one) => sum + (one.shelterId === id ? one.present : 0), 0);
      return { shelterId: id, present, over: capacity === null ? 0 : Math.max(0, present - capacity) };
    }),
    joinedLater: once.filter(({ joinedLater }) => joinedLater).length,
  };
}

function countGroup(
  { id, expected: given }: CalledGroup,
  {
    hasNames,
    members,
    ofWardens,
    checkIns,
    joinedLater,
  }: {
    readonly hasNames: boolean;
    readonly members: number;
    readonly ofWardens: readonly (CountEntry | TickEntry)[];
    readonly checkIns: readonly CheckInEntry[];
    readonly joinedLater: number;
  },
): CountedGroup {
  const expected = Math.max(given, members);
  const ticks = newestBy(
    ofWardens.filter((entry) => entry.kind === 'tick'),
    ({ memberId }) => memberId,
  );
  const counts = ofWardens.filter((entry) => entry.kind === 'count');
  const lastTick = newestAt([...ticks.values()]);
  const byName = ticks.size > 0 && (hasNames || !counts.some(({ at }) => at > lastTick));
  const found = byName ? byNames([...ticks.values()], checkIns) : byCounts(counts, checkIns);
  const byShelter = found.sort((a, b) => (a.shelterId < b.shelterId ? -1 : 1));
  const common = { id, expected, byShelter, ticks, joinedLater };
  if (!byName && byShelter.length === 0)
    return { ...common, state: 'not-counted', present: null, missing: null, over: 0 };
  const present = byShelter.reduce((sum, at) => sum + at.present, 0);
  const state = present < expected ? 'missing' : present > expected ? 'more-than-expected' : 'as-expected';
  const missing = Math.max(0, expected - present);
  return { ...common, state, present, missing, over: Math.max(0, present - expected) };
}

function byNames(ticks: readonly TickEntry[], checkIns: readonly CheckInEntry[]): CountedAtShelter[] {
  const present = ticks.flatMap(({ shelterId, at }) => (shelterId === null ? [] : { shelterId, at }));
  return [...Map.groupBy(present, ({ shelterId }) => shelterId)].map(([shelterId, there]) => ({
    ...{ shelterId, present: there.length, source: 'names', at: newestAt(there) },
    checkedIn: sumOf(checkIns.filter((entry) => entry.shelterId === shelterId)),
  }));
}

function byCounts(counts: readonly CountEntry[], checkIns: readonly CheckInEntry[]): CountedAtShelter[] {
  const newest = newestBy(counts, ({ shelterId }) => shelterId);
  const checkedIn = Map.groupBy(checkIns, ({ shelterId }) => shelterId);
  return [...new Set([...newest.keys(), ...checkedIn.keys()])].map((shelterId) => {
    const there = checkedIn.get(shelterId) ?? [];
    const count = newest.get(shelterId);
    const sum = sumOf(there);
    return count
      ? { shelterId, present: count.people, source: 'count', checkedIn: sum, at: count.at }
      : { shelterId, present: sum, source: 'check-ins', checkedIn: sum, at: newestAt(there) };
  });
}

/** Each key once, as it was received first. */
function withoutRepeats(entries: readonly RollCallEntry[]): RollCallEntry[] {
  const first = new Map<string, RollCallEntry>();
  for (const entry of entries) {
    const before = first.get(entry.key);
    if (!before || entry.receipt < before.receipt) first.set(entry.key, entry);
  }
  return [...first.values()];
}

/** The newest check-in of each person: what has a device or an account in common is of one, however they are linked. */
function newestOfEachPerson(entries: readonly CheckInEntry[]): CheckInEntry[] {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let above = parents.get(root); above !== undefined; above = parents.get(root)) root = above;
    // What was passed points at the root at once, so that long chains are walked once.
    for (let one = name; one !== root; ) {
      const above = parents.get(one) ?? root;
      parents.set(one, root);
      one = above;
    }
    return root;
  };
  const nameOf = ({ deviceKey, userId, key }: CheckInEntry) =>
    deviceKey !== null ? `device ${deviceKey}` : userId !== null ? `user ${userId}` : `entry ${key}`;
  for (const entry of entries) {
    if (entry.userId === null) continue;
    const [one, other] = [rootOf(nameOf(entry)), rootOf(`user ${entry.userId}`)];
    if (one !== other) parents.set(one, other);
  }
  return [...newestBy(entries, (entry) => rootOf(nameOf(entry))).values()];
}

function newestBy<T extends Entry>(entries: readonly T[], nameOf: (entry: T) => string): Map<string, T> {
  const newest = new Map<string, T>();
  for (const entry of entries) {
    const name = nameOf(entry);
    const before = newest.get(name);
    if (!before || entry.at > before.at || (entry.at === before.at && entry.receipt > before.receipt))
      newest.set(name, entry);
  }
  return newest;
}

const sumOf = (entries: readonly { readonly people: number }[]) =>
  entries.reduce((sum, { people }) => sum + people, 0);

const newestAt = (entries: readonly { readonly at: number }[]) =>
  entries.reduce((newest, { at }) => Math.max(newest, at), Number.NEGATIVE_INFINITY);
