import type { ScenarioLaunch } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { messageOf } from '../../../api/failure.ts';
import classes from '../Integrations.module.css';
import { isProblem, launchText } from './informacast-words.ts';
import { useScenarioLaunches } from './use-informacast.ts';

/** What became of the launches of a trigger. */
export function LaunchLog({ id }: { id: string }) {
  const { data: launches, error, isFetching, refetch } = useScenarioLaunches(id);
  return (
    <section aria-label="Launches" className={classes.words}>
      {error && (
        <p className={classes.problem} role="alert">
          {messageOf(error)}{' '}
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!launches && !error && <Skeleton height={60} radius={8} />}
      {launches?.length === 0 && <p>Nothing was launched yet.</p>}
      {launches && launches.length > 0 && (
        <ul className={classes.list}>
          {launches.map((launch) => (
            <Launch key={launch.id} launch={launch} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Launch({ launch }: { launch: ScenarioLaunch }) {
  const { scenarioName, siteName, detail, attempts } = launch;
  const count = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`;
  return (
    <li>
      <span className={classes.words}>
        <strong>{launchText(launch)}</strong>
        <span>
          {scenarioName} at {siteName} · {count}
        </span>
        {detail !== '' && <span className={isProblem(launch) ? classes.problem : ''}>{detail}</span>}
      </span>
    </li>
  );
}
