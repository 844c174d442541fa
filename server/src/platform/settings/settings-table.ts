import type { Configurable } from './settings.ts';

/** The variables of some subjects as a Markdown table; with `flags` the command-line flags in front. */
export function settingsTable(
  of: readonly Pick<Configurable, 'settings'>[],
  { flags }: { flags: boolean },
): string {
  const rows = of.flatMap(({ settings }) =>
    Object.entries(settings.variables).map(([name, { flag, fallback, meaning }]) => [
      ...(flags ? [flag === undefined ? '–' : `\`--${flag}\``] : []),
      `\`${name}\``,
      fallback,
      meaning,
    ]),
  );
  const head = [...(flags ? ['Flag'] : []), 'Environment', 'Default', 'Meaning'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const begin = (name: string) => `<!-- settings: ${name} -->`;
const END = '<!-- end of settings -->';

/**
 * A document with its tables of settings brought up to date. A table is between `<!-- settings: NAME -->` and
 * `<!-- end of settings -->`. Throws when the document has no such place.
 */
export function withSettingsTables(document: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce((text, [name, table]) => {
    const from = text.indexOf(begin(name));
    const to = text.indexOf(END, from);
    if (from === -1 || to === -1) throw new Error(`The document has no place for the settings ${name}.`);
    return `${text.slice(0, from)}${begin(name)}\n${table}\n${text.slice(to)}`;
  }, document);
}
