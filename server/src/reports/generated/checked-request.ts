import type { ReportRequest } from '@allclear/contract';
import {
  checkReport,
  daysOf,
  type FieldErrors,
  isReportInterval,
  localDayOf,
  maxPdfRows,
  reportPeriodDays,
  safeFileName,
} from '@allclear/domain';
import { listOrganizationLocations, timeZoneOf } from '../../organizations/index.ts';
import { groupOf } from '../../people/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import type { Principal } from '../../platform/http/serve.ts';
import { stationsWithCoarseRain } from '../../stations/index.ts';
import { mailableOf } from './report-mails.store.ts';
import { type ChosenStations, chosenStations } from './stretches.store.ts';

/**
 * A request as it is stored: checked, without repeats. Throws `ApiError`: 404 for a station or location that is not the
 * organization's, 403 for delays without the permission, 400 with what is wrong by field.
 */
export async function checkedRequest(
  db: Database,
  principal: Principal,
  body: ReportRequest,
  now: number,
): Promise<ReportRequest> {
  const { organizationId } = principal;
  const isWeather = body.ReportType === 0;
  if (!isWeather && !principal.permissions.includes('historical_report.policy_delays.access'))
    throw forbidden();
  const stations = isWeather ? await stationsOf(db, organizationId, body) : null;
  const zones = stations
    ? stations.stations.map(({ timeZone }) => timeZone)
    : await zonesOfLocations(db, organizationId, body);
  const errors: FieldErrors = checkReport(body, {
    today: latestDay(zones, now),
    hasLegacyRain: stations !== null && (await isLegacy(db, stations, body)),
  });
  if (stations && stations.without.length > 0)
    errors['HardwareFilters.HardwareIds'] = [
      `${stations.without.join(', ')}: hardware without a weather station has no weather data`,
    ];
  if (stations) addTooManyRows(errors, body, stations.stations.length);
  const people = await checkedPeople(db, principal, body, errors);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const { HardwareFilters, LocationFilters, ...rest } = body;
  return {
    ...rest,
    ...people,
    Name: body.Name.trim() === '' ? safeFileName(body.Name) : body.Name.trim(),
    FileFormats: [...new Set(body.FileFormats)],
    HardwareFilters: isWeather ? HardwareFilters : null,
    LocationFilters: isWeather ? null : LocationFilters,
  };
}

async function stationsOf(
  db: Database,
  organizationId: string,
  { HardwareFilters }: ReportRequest,
): Promise<ChosenStations> {
  const chosen = await chosenStations(db, organizationId, HardwareFilters?.HardwareIds ?? []);
  if (chosen.unknown > 0) throw notFound('One of the stations');
  return chosen;
}

async function zonesOfLocations(
  db: Database,
  organizationId: string,
  { LocationFilters }: ReportRequest,
): Promise<string[]> {
  const places = new Map(
    (await listOrganizationLocations(db, organizationId)).map((place) => [place.id, place]),
  );
  return (LocationFilters?.OrganizationLocationIds ?? []).map((id) => {
    const place = places.get(id.toLowerCase());
    if (!place) throw notFound('One of the locations');
    return timeZoneOf(place);
  });
}

/** The latest local day that has begun in any of the zones; in UTC without one. */
function latestDay(zones: readonly string[], now: number): string {
  const days = [...new Set(zones.length === 0 ? ['UTC'] : zones)].map((zone) => localDayOf(now, zone).day);
  return days.sort().at(-1) ?? '';
}

async function isLegacy(
  db: Database,
  { stations }: ChosenStations,
  { HardwareFilters }: ReportRequest,
): Promise<boolean> {
  const isRainChosen = (HardwareFilters?.ObservationTypes.Precipitation?.length ?? 0) > 0;
  if (!isRainChosen || HardwareFilters?.DataInterval === 1440) return false;
  const ids = stations.map(({ id }) => id);
  return (await stationsWithCoarseRain(db, ids)).size > 0;
}

function addTooManyRows(
  errors: FieldErrors,
  { FileFormats, HardwareFilters, Recurring }: ReportRequest,
  stations: number,
) {
  if (!FileFormats.includes(1) || !HardwareFilters || !isReportInterval(HardwareFilters.DataInterval)) return;
  const { StartDate, EndDate } = HardwareFilters.TimeFilter;
  const days = Recurring ? reportPeriodDays[Recurring.recurringPeriod] : daysOf(StartDate, EndDate);
  if ((stations * days * 1440) / HardwareFilters.DataInterval > maxPdfRows)
    errors.FileFormats = [
      `A PDF has room for ${maxPdfRows.toLocaleString('en-US')} rows. Choose CSV, a longer data interval, fewer days or fewer stations.`,
    ];
}

/** Requestor and recipients as they are stored; what is wrong with them is added to `errors`. */
async function checkedPeople(
  db: Database,
  principal: Principal,
  body: ReportRequest,
  errors: FieldErrors,
): Promise<Pick<ReportRequest, 'Requestor' | 'Recipients'>> {
  const { organizationId, userId } = principal;
  const requestor = (body.Requestor ?? userId).toLowerCase();
  const recipients = [...new Set(body.Recipients.map((id) => id.toLowerCase()))].filter(
    (id) => id !== requestor,
  );
  // An Assistant Admin sends to the own group only.
  const group = await groupOf(db, principal);
  const people = new Map(
    (await mailableOf(db, organizationId, [requestor, ...recipients]))
      .filter(({ id, groupId }) => id === userId || group === 'any' || (group !== null && groupId === group))
      .map((person) => [person.id, person]),
  );
  if (!people.has(requestor)) errors.Requestor = ['The requestor must be an active person whom you may see'];
  if (!recipients.every((id) => people.has(id)))
    errors.Recipients = ['Recipients must be active people whom you may see'];
  else if (recipients.some((id) => people.get(id)?.email === null))
    errors.Recipients = ['Each recipient needs an email address'];
  return { Requestor: requestor, Recipients: recipients };
}
