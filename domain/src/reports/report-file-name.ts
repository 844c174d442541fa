/**
 * The name of a report's file, without an ending, that the dialog builds (spec 3 section 2.4):
 * 'Location_WeatherData_06-01_06-07-26', with full years where the two differ.
 *
 * @param names of the stations or locations of the report
 * @param startDate 'YYYY-MM-DD'; without it or an end date ('') the name has none
 */
export function reportFileName({
  kind,
  names,
  startDate,
  endDate,
}: {
  kind: 'weather' | 'policies';
  names: readonly string[];
  startDate: string;
  endDate: string;
}): string {
  const [name = ''] = names;
  const place = names.length > 1 ? 'MultiLocation' : name.replace(/[<>:"/\\|?*\p{Cc}]+/gu, '-').trim();
  const suffix = kind === 'weather' ? 'WeatherData' : 'PolicyDelays';
  return `${[place, suffix].filter(Boolean).join('_')}${dateSuffix(startDate, endDate)}`;
}

function dateSuffix(startDate: string, endDate: string): string {
  if (startDate === '' || endDate === '') return '';
  const [startYear = '', startMonth = '', startDay = ''] = startDate.split('-');
  const [endYear = '', endMonth = '', endDay = ''] = endDate.split('-');
  return startYear === endYear
    ? `_${startMonth}-${startDay}_${endMonth}-${endDay}-${endYear.slice(-2)}`
    : `_${startMonth}-${startDay}-${startYear}_${endMonth}-${endDay}-${endYear}`;
}

/** Names that Windows keeps for devices. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A typed name as a file may have it everywhere: no path, no characters that systems refuse, no formula of a
 * spreadsheet. `report` where nothing is left.
 */
export function safeFileName(typed: string): string {
  const safe = typed
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, '')
    .replace(/[/\\:*?"<>|]+/g, '-')
    .replace(/^[\s.=+\-@~]+|[\s.]+$/g, '');
  if (safe === '') return 'report';
  return deviceName.test(safe) ? `report ${safe}` : safe;
}
