import type { CountedGroup, Location, RollCall, Status } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useParams } from 'react-router';
import { responseKeys } from '../../api/query-keys/responses.ts';
import { trustOf } from '../../api/query-state.ts';
import { timeOfDay } from '../../clock/time-text.ts';
import { useSecondsNow } from '../../clock/use-now.ts';
import { AnswerBand } from '../../features/locations/answer/AnswerBand.tsx';
import { useLocations } from '../../features/locations/use-locations.ts';
import { AddGroup } from '../../features/roll-call/AddGroup.tsx';
import { DrillNote } from '../../features/roll-call/DrillNote.tsx';
import { EndRollCall } from '../../features/roll-call/EndRollCall.tsx';
import { entryOutbox } from '../../features/roll-call/entry-outbox.ts';
import { GroupList } from '../../features/roll-call/GroupList.tsx';
import { OwnCheckIn } from '../../features/roll-call/OwnCheckIn.tsx';
import classes from '../../features/roll-call/RollCall.module.css';
import { RollCallNumbers } from '../../features/roll-call/RollCallNumbers.tsx';
import { headlineOf, standingText } from '../../features/roll-call/roll-call-words.ts';
import { ShelterStates } from '../../features/roll-call/ShelterStates.tsx';
import { useRollCall } from '../../features/roll-call/use-roll-call.ts';
import { sheltersAddress } from '../../session/paths.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { usePlaceAnswer } from '../map/use-place-answer.ts';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';

const GroupDialog = lazy(() => import('../../features/roll-call/GroupDialog.tsx'));

type RollCallPageProps = Pick<PageProps, 'status' | 'user'>;

/** /roll-call/{id}: who is missing, for wardens; where to go and the own check-in, for everybody of the place. */
export default function RollCallPage({ status, user }: RollCallPageProps) {
  const { id = '' } = useParams();
  const state = useRollCall(id, status.speed);
  const rollCall = state?.value;
  if (!rollCall) return <Missing id={id} isGone={state?.none === true} isAsking={state === undefined} />;
  return <OpenedRollCall key={id} rollCall={rollCall} state={state} status={status} user={user} />;
}

type OpenedProps = RollCallPageProps & {
  rollCall: RollCall;
  state: NonNullable<ReturnType<typeof useRollCall>>;
};

function OpenedRollCall({ rollCall, state, status, user }: OpenedProps) {
  const nowMs = useSecondsNow();
  const place = usePlaceOf(rollCall);
  const items = useSyncExternalStore(entryOutbox.subscribe, entryOutbox.items);
  const trust = trustOf(state, nowMs, status.speed, 'rollCall');
  const isOld = trust === 'unknown' || trust === 'asking';
  const timeZone = place?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  useTitle(rollCall, isOld, status.weather);
  return (
    <div className={classes.page}>
      <Header rollCall={rollCall} timeZone={timeZone} />
      <PlaceState rollCall={rollCall} place={place} status={status} />
      {rollCall.isWarden && <RollCallNumbers state={state} nowMs={nowMs} speed={status.speed} />}
      {rollCall.isDrill && <DrillNote />}
      <div className={classes.columns}>
        {rollCall.isWarden && <Groups rollCall={rollCall} isOld={isOld} items={items} />}
        <div className={classes.column}>
          {!rollCall.isWarden && <ShelterStates rollCall={rollCall} isOld={isOld} />}
          {!user?.impersonation && (
            <OwnCheckIn
              rollCall={rollCall}
              unsent={items}
              timeZone={timeZone}
              press={(entry) => entryOutbox.press(entry)}
            />
          )}
          {rollCall.isWarden && <ShelterStates rollCall={rollCall} isOld={isOld} />}
        </div>
      </div>
    </div>
  );
}

function Header({ rollCall, timeZone }: { rollCall: RollCall; timeZone: string }) {
  const { isDrill, isOpen, organizationLocationId, organizationLocationName, startedUtc, startedBy } =
    rollCall;
  const end =
    rollCall.endedUtc === null
      ? ''
      : `, ended ${timeOfDay(rollCall.endedUtc, timeZone)}${rollCall.endedBy === null ? '' : ` by ${rollCall.endedBy}`}`;
  return (
    <header className={page.header}>
      <div className={page.words}>
        <h1 className={classes.title}>
          Roll-call: {organizationLocationName}
          {isDrill && <span className={classes.drillMark}>Drill</span>}
        </h1>
        <p>
          {standingText(rollCall)}: started {timeOfDay(startedUtc, timeZone)}
          {startedBy !== null && ` by ${startedBy}`}
          {end}.{rollCall.notice !== null && ` A notice went to ${rollCall.notice.people} people.`}
        </p>
      </div>
      <div className={classes.actions}>
        <Button component={Link} to={sheltersAddress(organizationLocationId)} variant="default" size="md">
          Shelters
        </Button>
        {rollCall.isWarden && isOpen && <EndRollCall rollCall={rollCall} />}
      </div>
    </header>
  );
}

/** The answer for the place, as everywhere: a roll-call says nothing of it. */
function PlaceState({
  rollCall,
  place,
  status,
}: {
  rollCall: RollCall;
  place: Location | null | undefined;
  status: Status;
}) {
  const { answer } = usePlaceAnswer(place ?? null, status);
  if (place === undefined) return null;
  if (place && answer) return <AnswerBand label={place.label} answer={answer} />;
  return (
    <p className={classes.hint}>
      The weather at {rollCall.organizationLocationName} is not shown here: it is not among your locations.
    </p>
  );
}

function Groups({
  rollCall,
  isOld,
  items,
}: {
  rollCall: RollCall;
  isOld: boolean;
  items: ReturnType<typeof entryOutbox.items>;
}) {
  const [chosen, setChosen] = useState<CountedGroup['id'] | null>(null);
  const groups = rollCall.live?.groups ?? [];
  const group = groups.find(({ id }) => id === chosen);
  return (
    <section className={classes.column} aria-label="Who is counted">
      <GroupList
        rollCall={rollCall}
        groups={groups}
        unsent={items}
        isOld={isOld}
        onChoose={({ id }) => setChosen(id)}
      />
      {rollCall.isOpen && <AddGroup rollCall={rollCall} />}
      {group && (
        <Suspense fallback={null}>
          <GroupDialog
            rollCall={rollCall}
            group={group}
            unsent={items}
            press={(entry) => entryOutbox.press(entry)}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </section>
  );
}

/** The user's location at the place; null without one, undefined while they are loading. */
function usePlaceOf({ organizationLocationId }: RollCall): Location | null | undefined {
  const { data, isPending } = useLocations();
  if (isPending) return undefined;
  return data?.find((one) => one.organizationLocationId === organizationLocationId) ?? null;
}

function useTitle(rollCall: RollCall, isOld: boolean, weather: string): void {
  const what = rollCall.isDrill ? 'Drill' : 'Roll-call';
  const state = isOld || !rollCall.live ? '' : `${headlineOf(rollCall.live).text} · `;
  usePageTitle(`${state}${what}: ${rollCall.organizationLocationName}`, weather);
}

function Missing({ id, isGone, isAsking }: { id: string; isGone: boolean; isAsking: boolean }) {
  const client = useQueryClient();
  useEffect(() => {
    document.title = 'Roll-call · Allclear';
  }, []);
  if (isAsking)
    return (
      <Delayed>
        <p role="status">Loading the roll-call…</p>
      </Delayed>
    );
  return (
    <div className={page.alone} role="alert">
      <h1>{isGone ? 'There is no such roll-call' : 'The roll-call could not be loaded'}</h1>
      <p>
        {isGone
          ? 'It is not of a place that you see, or it was deleted. What it said is not known here.'
          : 'Who is missing is not known here until then.'}
      </p>
      <Button onClick={() => void client.invalidateQueries({ queryKey: responseKeys.rollCalls.of(id) })}>
        Try again
      </Button>
    </div>
  );
}
