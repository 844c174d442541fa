import type { Hardware } from '@allclear/contract';
import { kindText } from './unit-text.ts';

/** Cards on a page (spec 2 section 9). */
export const unitsPerPage = 15;

export const unitViews = [
  { value: '', label: 'All' },
  { value: 'ows', label: 'Outdoor Warning System' },
  { value: 'station', label: 'Weather Station' },
] as const;

const fewestLetters = 3;

/** A search is applied when it is longer than two characters, and matches any field of a unit. */
function matches(unit: Hardware, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (wanted.length < fewestLetters) return true;
  const { name, modelId, locationName, ipAddress, driver, statusText, signalText, faults } = unit;
  const texts = [
    ...[name, modelId, kindText(unit), locationName, ipAddress, driver ?? '', statusText, signalText],
    ...faults,
  ];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

/** The units of a view that match a search. */
export function foundUnits(units: readonly Hardware[], view: string, search: string): Hardware[] {
  return units.filter(
    (unit) =>
      (view === 'ows' ? unit.isSiren : view === 'station' ? unit.isStation : true) && matches(unit, search),
  );
}

/** The number of pages; at least one. */
export const pageCount = (total: number): number => Math.max(1, Math.ceil(total / unitsPerPage));

/** '16–30 of 132 units', '1 unit'. Pages count from 1. */
export function rangeText(page: number, total: number): string {
  if (total <= unitsPerPage) return total === 1 ? '1 unit' : `${total} units`;
  return `${(page - 1) * unitsPerPage + 1}–${Math.min(page * unitsPerPage, total)} of ${total} units`;
}
