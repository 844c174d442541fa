import type { Show } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconPlus, IconSlideshow } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../api/failure.ts';
import { deletionText, layoutTexts, linksText } from '../../features/shows/show-texts.ts';
import { useDeleteShow, useShows } from '../../features/shows/use-shows.ts';
import { showsPath } from '../../session/paths.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Delayed } from '../../ui/Delayed.tsx';
import { toast } from '../../ui/toast.ts';
import { ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import classes from './ShowsPage.module.css';

/** /Shows: what the screens of the organization show. */
export default function ShowsPage() {
  const { data: shows, error, isFetching, refetch } = useShows();
  const retry = () => void refetch();
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Shows</h1>
          <p>Scenes for walls, televisions and scoreboards. A delay takes the screen by itself.</p>
        </div>
        {shows && shows.length > 0 && <AddShow />}
      </header>
      {error && shows && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !shows && (
        <ListFailure title="Problem retrieving shows" error={error} isFetching={isFetching} onRetry={retry}>
          Open screens go on without this page.
        </ListFailure>
      )}
      {!error && !shows && <Loading />}
      {shows?.length === 0 && (
        <div className={page.alone}>
          <IconSlideshow size={44} stroke={1.4} aria-hidden="true" />
          <h2>Make your first show</h2>
          <p>Choose places and scenes, and open it on any screen by a link.</p>
          <AddShow />
        </div>
      )}
      {shows && shows.length > 0 && <ShowList shows={shows} />}
    </>
  );
}

function AddShow() {
  return (
    <Button component={Link} to={`${showsPath}/new`} leftSection={<IconPlus size={18} aria-hidden="true" />}>
      Add Show
    </Button>
  );
}

function ShowList({ shows }: { shows: readonly Show[] }) {
  const [deleted, setDeleted] = useState<Show | null>(null);
  const remove = useDeleteShow();
  const close = () => setDeleted(null);
  const confirm = (show: Show) =>
    remove.mutate(show.id, {
      onSuccess: () => toast('success', 'Show deleted.'),
      onError: (thrown) => toast('error', 'The show was not deleted', messageOf(thrown)),
      onSettled: close,
    });
  return (
    <>
      <ul className={classes.list} aria-label="Shows">
        {shows.map((show) => (
          <li key={show.id}>
            <div className={classes.words}>
              <h2>
                <Link to={`${showsPath}/${show.id}`}>{show.name}</Link>
              </h2>
              <p>{summaryOf(show)}</p>
              {show.problems.length > 0 && <p className={classes.problem}>{show.problems.join(' ')}</p>}
            </div>
            <Button
              variant="default"
              component={Link}
              to={`${showsPath}/${show.id}`}
              aria-label={`Edit ${show.name}`}
            >
              Edit
            </Button>
            <Button
              variant="default"
              aria-label={`Delete ${show.name}`}
              aria-haspopup="dialog"
              onClick={() => setDeleted(show)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      {deleted && (
        <ConfirmDialog
          opened
          verb="Delete"
          item={deleted.name}
          text={deletionText(deleted.links)}
          busy={remove.isPending}
          onConfirm={() => confirm(deleted)}
          onCancel={close}
        />
      )}
    </>
  );
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

function summaryOf({ layout, scenes, placeIds, links, changedUtc }: Show): string {
  const changed = new Date(changedUtc).toLocaleString('en-US', {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  });
  return [
    ...[layoutTexts[layout], counted(scenes.length, 'scene'), counted(placeIds.length, 'place')],
    ...[links === 0 ? 'no link' : linksText(links), `changed ${changed}`],
  ].join(' · ');
}

function Loading() {
  return (
    <Delayed>
      <div role="status" aria-busy="true" aria-label="Loading shows">
        {[0, 1, 2].map((i) => (
          <Skeleton key={i} height={92} radius={12} mb={12} />
        ))}
      </div>
    </Delayed>
  );
}
