/** Weather codes of METAR in words (Federal Meteorological Handbook No. 1, table 8-4 and chapter 12). */
const PHENOMENA: Readonly<Record<string, string>> = {
  DZ: 'drizzle',
  RA: 'rain',
  SN: 'snow',
  SG: 'snow grains',
  IC: 'ice crystals',
  PL: 'ice pellets',
  GR: 'hail',
  GS: 'small hail',
  UP: 'precipitation',
  BR: 'mist',
  FG: 'fog',
  FU: 'smoke',
  VA: 'volcanic ash',
  DU: 'dust',
  SA: 'sand',
  HZ: 'haze',
  PY: 'spray',
  PO: 'dust whirls',
  SQ: 'squalls',
  FC: 'funnel cloud',
  SS: 'sandstorm',
  DS: 'dust storm',
};

const DESCRIPTORS: Readonly<Record<string, string>> = {
  MI: 'shallow',
  PR: 'partial',
  BC: 'patchy',
  DR: 'drifting',
  BL: 'blowing',
  FZ: 'freezing',
};

/** 'Thunderstorm, heavy rain, mist' for '+TSRA BR'; an unknown code stays as it is. Null for no weather. */
export function weatherInWords(wxString: string | null): string | null {
  const groups = (wxString ?? '').split(/\s+/).filter(Boolean);
  const words = [...new Set(groups.flatMap(groupInWords))].join(', ');
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : null;
}

function groupInWords(group: string): string[] {
  const [, prefix = '', body = ''] = /^(VC|RE|[+-])?([A-Z]+)$/.exec(group) ?? [];
  const codes: readonly string[] = body.match(/../g) ?? [];
  const known =
    body.length % 2 === 0 &&
    codes.every((code) => code in PHENOMENA || code in DESCRIPTORS || code === 'TS' || code === 'SH');
  if (codes.length === 0 || !known) return [group];
  if (group === '+FC') return ['tornado'];
  const intensity = prefix === '-' ? 'light ' : prefix === '+' ? 'heavy ' : '';
  const phenomena = codes.flatMap((code) => PHENOMENA[code] ?? []).join(' and ');
  const descriptor = codes.flatMap((code) => (DESCRIPTORS[code] ? `${DESCRIPTORS[code]} ` : [])).join('');
  const showers = codes.includes('SH') ? (phenomena ? ' showers' : 'showers') : '';
  const thunder = codes.includes('TS') ? ['thunderstorm'] : [];
  const rest = phenomena || showers ? [`${intensity}${descriptor}${phenomena}${showers}`] : [];
  const where = prefix === 'VC' ? ' nearby' : prefix === 'RE' ? ' recently' : '';
  return [...thunder, ...rest].map((words) => words + where);
}

/**
 * Thunder at the station. 'yes' when the weather groups or the remarks (lightning that is not marked distant)
 * contain it; 'unknown' when the sensor is out (TSNO), when the station has none (AO1), or without a readable
 * report.
 */
export function thunderFromReport(wxString: string | null, rawReport: string): 'yes' | 'no' | 'unknown' {
  if (/TS/.test(wxString ?? '')) return 'yes';
  const remarks = rawReport.split(/\sRMK\s/)[1] ?? '';
  if (/\bLTG(?:IC|CG|CC|CA|CW)*\b(?!\s+DSNT)/.test(remarks)) return 'yes';
  if (!rawReport || /\bTSNO\b/.test(rawReport) || /\bAO1\b/.test(remarks)) return 'unknown';
  return 'no';
}
