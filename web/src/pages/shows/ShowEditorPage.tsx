import { Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiFailure } from '../../api/failure.ts';
import classes from '../../features/shows/editor/Editor.module.css';
import { ShowEditor } from '../../features/shows/editor/ShowEditor.tsx';
import { ShowLinks } from '../../features/shows/links/ShowLinks.tsx';
import { useShow, useShowChoices } from '../../features/shows/use-shows.ts';
import { showsPath } from '../../session/paths.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';

/** /Shows/{id}: the editor of a show with its links; /Shows/new makes one. */
export default function ShowEditorPage() {
  const { showId = '' } = useParams();
  // Another address is another form.
  return <Editor key={showId} showId={showId.toLowerCase() === 'new' ? null : showId} />;
}

/** @param showId null for a new one */
function Editor({ showId }: { showId: string | null }) {
  const navigate = useNavigate();
  const show = useShow(showId);
  const choices = useShowChoices();
  const isGone = show.error instanceof ApiFailure && show.error.status === 404;
  const retry = () => {
    for (const query of [show, choices]) if (query.isError) void query.refetch();
  };
  const isReady = choices.data !== undefined && (showId === null || show.data !== undefined);
  const error = show.error ?? choices.error;
  if (isGone && !show.data) return <Gone />;
  if (!isReady && error)
    return (
      <ListFailure
        title="Problem retrieving the show"
        error={error}
        isFetching={show.isFetching || choices.isFetching}
        onRetry={retry}
      />
    );
  if (!isReady) return <Loading />;
  return (
    <>
      <Link to={showsPath} className={classes.back}>
        <IconArrowLeft size={18} aria-hidden="true" />
        Back to Shows
      </Link>
      <h1 className={classes.title}>{show.data ? show.data.name : 'New Show'}</h1>
      {error && !isGone && <OldListAlert title="This page may be old" error={error} onRetry={retry} />}
      <ShowEditor
        choices={choices.data}
        current={show.data ?? null}
        isGone={isGone}
        onAdded={({ id }) => void navigate(`${showsPath}/${id}`, { replace: true })}
      />
      {show.data && !isGone && (
        <div className={classes.after}>
          <ShowLinks showId={show.data.id} />
        </div>
      )}
    </>
  );
}

function Gone() {
  return (
    <div className={page.alone}>
      <h1>There is no such show</h1>
      <p>It may have been deleted.</p>
      <Link to={showsPath}>Back to Shows</Link>
    </div>
  );
}

function Loading() {
  return (
    <Delayed>
      <div role="status" aria-busy="true" aria-label="Loading the show">
        <Skeleton height={34} width={220} mb={16} />
        <Skeleton height={520} radius={12} />
      </div>
    </Delayed>
  );
}
