import type { CurrentUser } from '@allclear/contract';
import { useEffect, useState } from 'react';
import { airQualityKeys } from '../../api/query-keys/air-quality.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';

/** Real ms; a browser has six connections to the server, and the first answers need them. */
const waitMs = 2_000;

/** Whether the organization has sensors for the air, as far as the user may know it; not asked while the page opens. */
export function useHasSensors(user: CurrentUser | undefined): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), waitMs);
    return () => clearTimeout(timer);
  }, []);
  const mayRead = user?.permissions.includes('air-quality-stations:read') ?? false;
  const stations = useRouteQuery(routes.listAirQualityAt, airQualityKeys.stations.all, {
    ...{ staleTime: 60_000, enabled: isOpen && mayRead },
  });
  return (stations.data?.length ?? 0) > 0;
}
