import type { Location, Status } from '@allclear/contract';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messageOf } from '../../api/failure.ts';
import { usePlacePolicies } from '../../api/use-place-policies.ts';
import { useNow } from '../../clock/use-now.ts';
import { useForecast } from '../../features/forecasts/use-forecast.ts';
import { useDelays } from '../../features/lightning/use-delays.ts';
import { useLocations } from '../../features/locations/use-locations.ts';
import { useAllViolations, useWarnings } from '../../features/warnings/use-warnings.ts';
import page from '../page.module.css';
import { judgePlace } from '../place-answers/judge-places.ts';
import { isClosed } from '../place-answers/location-threats.ts';
import { sharedAnswer } from '../share/shared-answer.ts';
import { DaySheet } from './DaySheet.tsx';
import classes from './sheet.module.css';
import { sheetHours, sheetPolicies, sheetWarnings, sheetZones } from './sheet-view.ts';

/** A page for paper: the state of a place now, its limits, the coming hours, and room to write. */
export default function SheetPage({ status }: { status: Status }) {
  const locations = useLocations();
  const [search] = useSearchParams();
  const wanted = search.get('location');
  const list = locations.data ?? [];
  const location = wanted === null ? list[0] : list.find(({ id }) => id === wanted);
  if (location) return <PlaceSheet key={location.id} location={location} status={status} />;
  return (
    <div className={page.alone} role={locations.isPending ? undefined : 'alert'}>
      <h1>Day sheet</h1>
      <p>
        {locations.isPending
          ? 'Loading the place…'
          : locations.isError
            ? messageOf(locations.error)
            : 'You have no such location.'}
      </p>
    </div>
  );
}

function PlaceSheet({ location, status }: { location: Location; status: Status }) {
  const { speed } = status;
  const { timeZone } = location;
  const nowMs = useNow(1_000);
  const ids = useMemo(() => [location.id], [location.id]);
  const delays = useDelays(ids, speed);
  const violations = useAllViolations(speed);
  const warnings = useWarnings(location.id, violations, speed);
  const policies = usePlacePolicies(location.organizationLocationId, speed);
  const { hourly } = useForecast(location.id, speed);
  const { view, standing } = judgePlace(
    location.id,
    delays.get(location.id) ?? {},
    violations,
    nowMs,
    status,
  );
  const answer =
    nowMs === null
      ? null
      : sharedAnswer({
          ...{ location, place: standing.place, view, nowMs, weather: status.weather },
          origin: window.location.origin,
        });
  return (
    <>
      <div className={classes.tools}>
        <Button
          component={Link}
          to={`/?location=${encodeURIComponent(location.id)}`}
          variant="default"
          leftSection={<IconArrowLeft size={18} />}
        >
          Back
        </Button>
        <Button
          leftSection={<IconPrinter size={18} />}
          disabled={answer === null || answer.kind === 'checking'}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
      {answer && (
        <DaySheet
          answer={answer}
          zones={sheetZones(view, timeZone, isClosed(standing.holds))}
          warnings={sheetWarnings(warnings, nowMs, speed)}
          policies={policies ? sheetPolicies(policies) : null}
          hours={sheetHours(hourly, policies ?? [], nowMs, { speed, timeZone })}
        />
      )}
    </>
  );
}
