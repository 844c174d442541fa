import type { Hardware } from '@allclear/contract';
import { isMains } from '@allclear/domain';
import { timeAgo } from '../../clock/time-text.ts';

const kinds: Readonly<Record<Hardware['modelId'], string>> = {
  OWS: 'Outdoor warning system',
  OWX: 'Outdoor warning system with weather station',
  WXS: 'Weather station',
  PAS: 'Loudspeakers',
  RLY: 'Relays',
};

export const kindText = ({ modelId }: Pick<Hardware, 'modelId'>): string => kinds[modelId];

/** What a unit is called in the texts of the specification. */
export const shortKind = ({ isSiren }: Pick<Hardware, 'isSiren'>): string => (isSiren ? 'OWS' : 'hardware');

/** What a card says first: `danger` for a warning, `warning` for what is no warning and not over either. */
export interface UnitSignal {
  readonly tone: 'danger' | 'warning';
  readonly word: string;
  readonly text: string;
}

const tests = {
  delay: 'Test of the warning signal',
  'all-clear': 'Test of the all-clear signal',
  light: 'Test of the light',
  drill: 'Drill',
} as const;

const staysOn = 'On until it is stopped.';
const endsItself = 'It ends by itself.';
const endTexts = { delay: staysOn, 'all-clear': endsItself, light: staysOn, drill: endsItself } as const;

/** What a unit signals now; null where it signals nothing and no test runs. */
export function signalOf({ signal, signalText, test }: Hardware): UnitSignal | null {
  switch (signal) {
    case 'warning':
      return { tone: 'danger', word: 'Warning', text: signalText };
    case 'muted':
      return { tone: 'danger', word: 'Warning, silent: outside its alert times', text: signalText };
    case 'waiting':
      return { tone: 'warning', word: 'Waiting for the all clear', text: signalText };
    case 'none':
      return test && { tone: 'warning', word: tests[test.kind], text: endTexts[test.kind] };
  }
}

/** The places at which a unit signals a warning. */
export function placesInWarning(units: readonly Hardware[]): ReadonlySet<string> {
  return new Set(
    units.flatMap(({ signal, organizationLocationId }) =>
      (signal === 'warning' || signal === 'muted') && organizationLocationId ? [organizationLocationId] : [],
    ),
  );
}

/** Why people near a unit are not warned by it during a warning at its place; null where nothing is in the way. */
export function silentBecause(unit: Hardware, warned: ReadonlySet<string>): string | null {
  const { isSiren, organizationLocationId, enabled, connection } = unit;
  if (!isSiren || !organizationLocationId || !warned.has(organizationLocationId)) return null;
  if (!enabled) return 'Disabled: it cannot sound';
  switch (connection) {
    case 'connected':
      return null;
    case 'lost':
      return 'Offline: it cannot sound';
    case 'scheduled-offline':
      return 'Offline as scheduled: it cannot sound';
    case 'never':
      return 'Never connected: it cannot sound';
  }
}

/** The order of units: what needs somebody first, then as given. */
export function worstFirst(units: readonly Hardware[], warned: ReadonlySet<string>): Hardware[] {
  const rank = (unit: Hardware): number => {
    if (silentBecause(unit, warned) !== null) return 0;
    const tone = signalOf(unit)?.tone;
    if (tone === 'danger') return 1;
    if (tone === 'warning') return 2;
    return unit.enabled && unit.faults.length > 0 ? 3 : 4;
  };
  return units
    .map((unit) => ({ unit, rank: rank(unit) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ unit }) => unit);
}

/** '12.6 V, healthy'; 'Mains, 230 V' for more than a battery has; 'Not reported' where it cannot say. */
export function batteryText({ voltage, battery }: Hardware): string {
  const word = { healthy: 'healthy', low: 'low', unknown: '' }[battery];
  if (voltage === null) return word === '' ? 'Not reported' : word[0]?.toUpperCase() + word.slice(1);
  if (isMains(voltage)) return `None: mains, ${voltage.toFixed(0)} V`;
  return [`${voltage.toFixed(1)} V`, word].filter(Boolean).join(', ');
}

export function lastContactText({ connectedAt, connection }: Hardware, nowMs: number | null): string {
  if (connectedAt === null) return 'Never';
  const ago = timeAgo(connectedAt, nowMs, 'short');
  return connection === 'scheduled-offline' ? `${ago}, scheduled offline` : ago;
}

/** 'Jun 6, 3:00 PM' at the place of a unit. */
export function momentAt(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleString('en-US', {
    ...{ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZone,
    timeZoneName: 'short',
  });
}

/** The address of a station's page: /Historical/{stationId}/{encodedImageUrl}. */
export function stationPath({ station }: Pick<Hardware, 'station'>): string | null {
  if (!station) return null;
  const path = `/Historical/${encodeURIComponent(station.id)}`;
  return station.imageUrl ? `${path}/${encodeURIComponent(station.imageUrl)}` : path;
}

/** Names for a sentence: 'A, B and 3 more'. */
export function namesText(units: readonly Pick<Hardware, 'name'>[], shown = 3): string {
  const names = units.slice(0, shown).map(({ name }) => name);
  const more = units.length - names.length;
  if (more > 0) return `${names.join(', ')} and ${more} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
