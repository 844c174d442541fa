import {
  type BaseMapSetting,
  isPrivateHost,
  isTileTemplate,
  namesATile,
  unknownPlaceholders,
} from '@allclear/adapters';

interface GivenBaseMap {
  readonly name: 'satellite' | 'street';
  /** The variable that names it. */
  readonly variable: string;
  readonly url: string;
  readonly credit: string;
}

/**
 * The configured base maps besides the product's own; errors are reported to `problem`. The URLs may contain
 * keys: no message repeats one.
 */
export function readBaseMapSettings(
  given: readonly GivenBaseMap[],
  problem: (sentence: string) => void,
): BaseMapSetting[] {
  return given.flatMap(({ name, variable, ...map }) => {
    const url = map.url.trim();
    const credit = map.credit.trim();
    if (url === '') {
      if (credit !== '') problem(`${variable}_CREDIT is of no use without ${variable}.`);
      return [];
    }
    const fault = problemOf(url);
    if (fault) problem(`${variable} ${fault}`);
    else if (isTileTemplate(url) && credit === '') {
      problem(`${variable}_CREDIT must say whom the map credits: a tile template names nobody.`);
    }
    return [{ name, url, credit: credit === '' ? null : credit }];
  });
}

function problemOf(url: string): string | null {
  const parsed = URL.parse(url.replaceAll(/\{[^{}]*\}/g, '0'));
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') {
    return 'must be an https address: a tile template with {z}, {x} and {y}, or a MapLibre style document.';
  }
  if (parsed.protocol === 'http:' && !isPrivateHost(parsed.hostname))
    return 'must begin with https://: http:// is for hosts of your own network.';
  if (parsed.username || parsed.password)
    return 'must not hold a user name or password: give the key as the provider writes it.';
  const unknown = unknownPlaceholders(url);
  if (unknown.length > 0)
    return `holds ${unknown.join(', ')}, which nobody fills: a template has {z}, {x} and {y}.`;
  if (!isTileTemplate(url)) return null;
  if (!namesATile(url)) return 'must have all of {z}, {x} and {y}.';
  if (/\.(pbf|mvt)$/i.test(parsed.pathname))
    return 'is a template of vector tiles, which cannot be drawn without a style: give the address of the style.';
  return null;
}
