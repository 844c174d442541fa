import type { MassMessageAddressee } from '@allclear/contract';

/** People of a group; those without one are last, with an empty id. */
export interface PersonGroup {
  readonly id: string;
  readonly name: string;
  readonly people: readonly MassMessageAddressee[];
}

/** A line of the tree. `position` and `count` are among the lines of its level. */
export type TreeRow =
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly group: PersonGroup;
      readonly isOpen: boolean;
      readonly position: number;
      readonly count: number;
    }
  | {
      readonly kind: 'person';
      readonly key: string;
      readonly person: MassMessageAddressee;
      /** The index of the line of its group. */
      readonly parent: number;
      readonly position: number;
      readonly count: number;
    };

const order = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** People by group, both by name. */
export function groupsOf(addressees: readonly MassMessageAddressee[]): PersonGroup[] {
  const groups = new Map<string, { id: string; name: string; people: MassMessageAddressee[] }>();
  for (const person of addressees) {
    const id = person.siteId ?? '';
    const group = groups.get(id) ?? { id, name: person.siteName ?? 'No group', people: [] };
    group.people.push(person);
    groups.set(id, group);
  }
  const isLast = ({ id }: PersonGroup) => Number(id === '');
  return [...groups.values()]
    .map(({ id, name, people }) => ({
      id,
      name,
      people: people.toSorted((a, b) => order.compare(a.fullName, b.fullName)),
    }))
    .toSorted((a, b) => isLast(a) - isLast(b) || order.compare(a.name, b.name));
}

/** The groups with the people that a search finds; a group that is found has all of its people. */
export function foundIn(groups: readonly PersonGroup[], search: string): readonly PersonGroup[] {
  const words = search.trim().toLowerCase();
  if (words === '') return groups;
  const has = (text: string) => text.toLowerCase().includes(words);
  return groups.flatMap((group) => {
    const people = has(group.name) ? group.people : group.people.filter(({ fullName }) => has(fullName));
    return people.length === 0 ? [] : [{ ...group, people }];
  });
}

/** The lines of the tree: the people of a group follow it while it is open. */
export function rowsOf(groups: readonly PersonGroup[], isOpen: (id: string) => boolean): TreeRow[] {
  const rows: TreeRow[] = [];
  for (const [index, group] of groups.entries()) {
    const parent = rows.length;
    const open = isOpen(group.id);
    rows.push({
      kind: 'group',
      key: `group-${group.id}`,
      group,
      isOpen: open,
      position: index + 1,
      count: groups.length,
    });
    if (!open) continue;
    for (const [at, person] of group.people.entries())
      rows.push({
        kind: 'person',
        key: `person-${person.id}`,
        person,
        parent,
        position: at + 1,
        count: group.people.length,
      });
  }
  return rows;
}

/** How many of these people are chosen. */
export function chosenOf(people: readonly { id: string }[], chosen: ReadonlySet<string>): number {
  return people.reduce((count, { id }) => count + Number(chosen.has(id)), 0);
}

/** The recipients with these people added, or removed when all of them are chosen. */
export function toggled(recipients: readonly string[], people: readonly { id: string }[]): string[] {
  const chosen = new Set(recipients);
  const ids = people.map(({ id }) => id);
  if (ids.every((id) => chosen.has(id))) {
    const removed = new Set(ids);
    return recipients.filter((id) => !removed.has(id));
  }
  return [...recipients, ...ids.filter((id) => !chosen.has(id))];
}

/** The part of a long list that is drawn: the lines in view and some around them. */
export function windowOf(
  count: number,
  { topPx, heightPx, rowPx }: { topPx: number; heightPx: number; rowPx: number },
): { first: number; end: number } {
  const around = 6;
  const first = Math.max(0, Math.floor(topPx / rowPx) - around);
  return {
    first: Math.min(first, count),
    end: Math.min(count, Math.ceil((topPx + heightPx) / rowPx) + around),
  };
}
