import type { CurrentUser } from '@allclear/contract';
import { useMemo } from 'react';
import { locationKeys } from '../../api/query-keys/locations.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { stationKeys } from '../../api/query-keys/stations.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import type { ReportNames, ReportStation } from './report-fields.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A list to choose from; `items` is undefined while it is unknown. */
export interface ChoiceQuery {
  readonly items: readonly Choice[] | undefined;
  readonly error: Error | null;
  retry(): void;
}

/** Outdoor warning systems are in lists of hardware too; they measure nothing (spec 3 section 2.4). */
const noStationModel = 'OWS';
const options = { staleTime: 60_000 };
const byLabel = (a: Choice, b: Choice) => a.label.localeCompare(b.label, 'en-US', { numeric: true });

/** The stations and places of the organization. */
export function useReportPlaces(): {
  stations: ChoiceQuery & { readonly records: readonly ReportStation[] };
  locations: ChoiceQuery;
  names: ReportNames;
} {
  const stations = useRouteQuery(routes.listWeatherStations, stationKeys.stations.of('list'), options);
  const places = useRouteQuery(
    routes.listOrganizationLocations,
    locationKeys.organizationLocations.all,
    options,
  );
  const made = useMemo(() => {
    const locations = new Map((places.data ?? []).map(({ id, name }) => [id, name]));
    const measuring = stations.data?.filter(({ model }) => model !== noStationModel);
    return {
      measuring,
      names: {
        locations,
        stations: new Map(
          (measuring ?? []).map(({ id, name, organizationLocationId: at }) => [
            id,
            locations.get(at ?? '') ?? name,
          ]),
        ),
      },
      stationChoices: measuring?.map(({ id, name }) => ({ value: id, label: name })).sort(byLabel),
      placeChoices: places.data?.map(({ id, name }) => ({ value: id, label: name })).sort(byLabel),
    };
  }, [stations.data, places.data]);
  return {
    stations: {
      items: made.stationChoices,
      records: made.measuring ?? [],
      error: stations.error,
      retry: () => void stations.refetch(),
    },
    locations: { items: made.placeChoices, error: places.error, retry: () => void places.refetch() },
    names: made.names,
  };
}

/** Whom a report can be mailed to besides the requestor: active people of the organization with an address. */
export function useReportPeople(user: CurrentUser, enabled: boolean): ChoiceQuery {
  const accounts = useRouteQuery(routes.listUsers, peopleKeys.users.of('accounts'), { ...options, enabled });
  const notified = useRouteQuery(routes.listNotificationUsers, peopleKeys.users.of('notified'), {
    ...options,
    enabled,
  });
  const items = useMemo(
    () =>
      accounts.data &&
      notified.data &&
      [...accounts.data, ...notified.data]
        .filter(({ id, email, isActive }) => id !== user.id && email && isActive)
        .map(({ id, fullName, email }) => ({
          value: id,
          label: fullName ? `${fullName} (${email})` : `${email}`,
        }))
        .sort(byLabel),
    [accounts.data, notified.data, user.id],
  );
  return {
    items,
    error: accounts.error ?? notified.error,
    retry() {
      for (const query of [accounts, notified]) if (query.isError) void query.refetch();
    },
  };
}
