import type { Widget } from '@allclear/contract';

/** By what widgets are searched; the name always is. */
export interface SearchedBy {
  readonly customerName: boolean;
}

/** A search of more characters than this begins (spec 3 section 2.7). */
const searchedAbove = 2;

/** Without dots, commas and case. */
const plain = (text: string) => text.replaceAll(/[.,]/g, '').toLowerCase();

/** The widgets that a search finds; all of them while it is too short. */
export function foundWidgets<W extends Pick<Widget, 'name' | 'customerName'>>(
  widgets: readonly W[],
  search: string,
  by: SearchedBy,
): readonly W[] {
  const text = plain(search.trim());
  if (text.length <= searchedAbove) return widgets;
  return widgets.filter(
    ({ name, customerName }) =>
      plain(name).includes(text) || (by.customerName && plain(customerName).includes(text)),
  );
}
