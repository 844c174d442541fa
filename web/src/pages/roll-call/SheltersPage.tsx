import type { RollCallGroup, Shelter } from '@allclear/contract';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { useLocations, useOrganizationLocations } from '../../features/locations/use-locations.ts';
import { peopleText } from '../../features/roll-call/roll-call-words.ts';
import { ShelterList } from '../../features/roll-call/shelters/ShelterList.tsx';
import classes from '../../features/roll-call/shelters/Shelters.module.css';
import { useGroups, useShelters } from '../../features/roll-call/shelters/use-shelters.ts';
import { useRollCallOfPlace } from '../../features/roll-call/use-roll-call.ts';
import { rollCallAddress } from '../../session/paths.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { AddButton, ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';
import { useOpenForm } from '../use-open-form.ts';

const ShelterDialog = lazy(() => import('../../features/roll-call/shelters/ShelterDialog.tsx'));
const GroupDialog = lazy(() => import('../../features/roll-call/shelters/GroupDialog.tsx'));

/** /shelters/{place}: where people of a place go, and the groups that it expects in its roll-calls. */
export default function SheltersPage({ permissions }: Pick<PageProps, 'permissions'>) {
  const { placeId = '' } = useParams();
  const places = useOrganizationLocations(true);
  const own = useLocations().data?.find((one) => one.organizationLocationId === placeId);
  const name = places.data?.find(({ id }) => id === placeId)?.name ?? own?.label ?? '';
  const timeZone = own?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isWarden = permissions.includes('rollcall:write');
  return (
    <div className={classes.page}>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Shelters{name === '' ? '' : `: ${name}`}</h1>
          <p>Where people go, how to find it, and who is expected in a roll-call.</p>
        </div>
        <OpenRollCall placeId={placeId} />
      </header>
      <Shelters
        key={placeId}
        placeId={placeId}
        timeZone={timeZone}
        mayOpen={isWarden}
        mayWrite={permissions.includes('shelters:write')}
      />
      {isWarden && <Groups placeId={placeId} mayWrite={permissions.includes('shelters:write')} />}
    </div>
  );
}

function OpenRollCall({ placeId }: { placeId: string }) {
  const { data } = useRollCallOfPlace(placeId);
  if (!data) return null;
  const what = data.isDrill ? 'drill' : 'roll-call';
  return (
    <Button component={Link} to={rollCallAddress(data.id)} variant="default" size="md">
      {data.isOpen ? `Open ${what}` : `Last ${what}`}
    </Button>
  );
}

interface SheltersProps {
  placeId: string;
  timeZone: string;
  mayOpen: boolean;
  mayWrite: boolean;
}

function Shelters({ placeId, timeZone, mayOpen, mayWrite }: SheltersProps) {
  const { data, error, isFetching, refetch } = useShelters(placeId);
  const { form, open, close } = useOpenForm<Shelter>();
  const retry = () => void refetch();
  // Assistant Admins change shelters of their own group's places alone: the server names the code only to those who may.
  const mayChange =
    mayWrite && (data === undefined || data.length === 0 || data.some(({ code }) => code !== null));
  return (
    <section className={classes.part} aria-labelledby="shelters">
      <div className={classes.head}>
        <h2 id="shelters">Shelters</h2>
        {data && mayChange && <AddButton label="Add Shelter" onAdd={() => open(null)} />}
      </div>
      {error && data && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !data && (
        <ListFailure
          title="Problem retrieving the shelters"
          error={error}
          isFetching={isFetching}
          onRetry={retry}
        >
          Which shelters are open is not known here until then.
        </ListFailure>
      )}
      {!data && !error && <Loading what="shelters" />}
      {data?.length === 0 && (
        <p className={classes.hint}>
          This place has no shelters yet.{' '}
          {mayChange
            ? 'Add one, and print its code to put it up there.'
            : 'An admin adds them. Ask there where to go.'}
        </p>
      )}
      {data && data.length > 0 && (
        <ShelterList
          shelters={data}
          organizationLocationId={placeId}
          {...{ timeZone, mayOpen, mayChange }}
          onEdit={open}
        />
      )}
      {data && form.opened && (
        <Suspense fallback={null}>
          <ShelterDialog
            key={form.serial}
            organizationLocationId={placeId}
            edited={form.edited}
            current={data.find(({ id }) => id === form.edited?.id) ?? null}
            onClose={close}
          />
        </Suspense>
      )}
    </section>
  );
}

function Groups({ placeId, mayWrite }: { placeId: string; mayWrite: boolean }) {
  const { data, error, isFetching, refetch } = useGroups(placeId, true);
  const { form, open, close } = useOpenForm<RollCallGroup>();
  const retry = () => void refetch();
  return (
    <section className={classes.part} aria-labelledby="groups">
      <div className={classes.head}>
        <h2 id="groups">Groups in a roll-call</h2>
        {data && mayWrite && <AddButton label="Add Group" onAdd={() => open(null)} />}
      </div>
      <p className={classes.hint}>
        A name and how many people are usually there, such as a team. A roll-call begins with these; it says
        how many of each are missing.
      </p>
      {error && data && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !data && (
        <ListFailure
          title="Problem retrieving the groups"
          error={error}
          isFetching={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && <Loading what="groups" />}
      {data?.length === 0 && (
        <p className={classes.hint}>No groups yet: a roll-call cannot say who is missing without them.</p>
      )}
      {data && data.length > 0 && (
        <ul className={classes.groups} aria-label="Groups">
          {data.map((group) => (
            <li key={group.id}>
              <span>{group.name}</span>
              <span>{peopleText(group.expected)}</span>
              {mayWrite && (
                <Button
                  variant="subtle"
                  size="md"
                  leftSection={<IconPencil size={18} aria-hidden="true" />}
                  aria-label={`Edit ${group.name}`}
                  aria-haspopup="dialog"
                  onClick={() => open(group)}
                >
                  Edit
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && form.opened && (
        <Suspense fallback={null}>
          <GroupDialog
            key={form.serial}
            organizationLocationId={placeId}
            edited={form.edited}
            current={data.find(({ id }) => id === form.edited?.id) ?? null}
            onClose={close}
          />
        </Suspense>
      )}
    </section>
  );
}

function Loading({ what }: { what: string }) {
  return (
    <Delayed>
      <p role="status">Loading the {what}…</p>
    </Delayed>
  );
}
