import type { Camera, ConsumedMinutes } from '@allclear/contract';
import { cameraTexts } from '@allclear/contract/live-stream';
import { Button, Select, Skeleton } from '@mantine/core';
import { IconHistory, IconVideo } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { LiveStreamTimings } from '../../api/live-camera/live-stream.ts';
import { cameraKeys } from '../../api/query-keys/cameras.ts';
import classes from '../../features/cameras/Cameras.module.css';
import { newMonthText, usedText } from '../../features/cameras/camera-words.ts';
import { CameraSetup } from '../../features/cameras/setup/CameraSetup.tsx';
import { CameraPanel, ClosedPanel } from '../../features/cameras/stream/CameraPanel.tsx';
import { useCameras, useConsumedMinutes } from '../../features/cameras/use-cameras.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';

/** Choices of the picker (spec 3 section 9). */
const maxFound = 3;

type LiveCameraPageProps = Pick<PageProps, 'user' | 'permissions'> & { timings?: LiveStreamTimings };

/** /LiveCamera: a camera, live, within the month's allowance, and where cameras are set up. */
export default function LiveCameraPage({ user, permissions, timings }: LiveCameraPageProps) {
  const { data: cameras, error, isFetching, refetch } = useCameras(user);
  const { data: minutes } = useConsumedMinutes(user?.customerId);
  const retry = () => void refetch();
  const hasFeed = cameras && cameras.length > 0 && minutes?.allowedMinutes !== null;
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Live Camera</h1>
          {minutes && minutes.allowedMinutes !== null && (
            <p>{usedText(minutes.consumedMinutes, minutes.allowedMinutes)}</p>
          )}
        </div>
        {user && (
          <Button
            component={Link}
            to={`/LiveCamera/Logs/${encodeURIComponent(user.customerId)}`}
            variant="default"
            leftSection={<IconHistory size={18} aria-hidden="true" />}
          >
            Camera Logs
          </Button>
        )}
      </header>
      {error && cameras && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !cameras && (
        <ListFailure title="Unable to load cameras." error={error} isFetching={isFetching} onRetry={retry} />
      )}
      {!error && !cameras && (
        <Delayed>
          <Skeleton height={420} radius={12} role="status" aria-label="Loading cameras" />
        </Delayed>
      )}
      {hasFeed && <Viewer cameras={cameras} minutes={minutes} timings={timings} />}
      {cameras && !hasFeed && (
        <section className={classes.none} aria-label="Live camera">
          <IconVideo size={32} aria-hidden="true" />
          <h2>Your organization does not have a live camera feed.</h2>
          {minutes?.allowedMinutes === null && <p>No live camera time is set for it.</p>}
        </section>
      )}
      {cameras && permissions.includes('cameras:write') && (
        <CameraSetup cameras={cameras} sharing={minutes?.sharing} />
      )}
    </>
  );
}

interface ViewerProps {
  cameras: readonly Camera[];
  minutes: ConsumedMinutes | undefined;
  timings: LiveStreamTimings | undefined;
}

/** Reasons after which no camera is selected any more. */
const deselecting: readonly string[] = [cameraTexts.inactive, cameraTexts.usedUp];

/** The picker, and the camera that is selected. */
function Viewer({ cameras, minutes, timings }: ViewerProps) {
  const client = useQueryClient();
  const [chosenId, setChosenId] = useState<string | null>(null);
  /** Why the last session ended; null while one goes on. */
  const [reason, setReason] = useState<string | null>(null);
  const camera = cameras.find(({ id }) => id === chosenId) ?? null;
  const usedUp = minutes?.usedUp === true;
  const choose = (id: string | null) => {
    setChosenId(id);
    setReason(null);
  };
  const close = useCallback(
    (why: string) => {
      setReason(why);
      if (deselecting.includes(why)) setChosenId(null);
      void client.invalidateQueries({ queryKey: cameraKeys.minutes.all });
    },
    [client],
  );
  return (
    <>
      <Select
        className={classes.picker}
        size="md"
        label="Select Camera"
        placeholder="Type a name"
        description={cameras.length > maxFound ? 'Type a part of a name to find others.' : undefined}
        data={cameras.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        limit={maxFound}
        nothingFoundMessage="No camera has this name"
        disabled={usedUp}
        value={camera?.id ?? null}
        onChange={choose}
      />
      {camera?.problem && <p className={classes.problem}>{camera.problem}</p>}
      {camera === null && <NoCamera reason={reason} minutes={usedUp ? minutes : null} />}
      {camera && reason !== null && <ClosedPanel reason={reason} onRetry={() => setReason(null)} />}
      {camera && reason === null && (
        <CameraPanel
          key={camera.id}
          camera={camera}
          timings={timings}
          onClosed={close}
          onStop={() => choose(null)}
        />
      )}
    </>
  );
}

/** `minutes` is given where the month's time is used up. */
function NoCamera({ reason, minutes }: { reason: string | null; minutes: ConsumedMinutes | null }) {
  return (
    <section className={classes.none} aria-label="Live camera">
      <IconVideo size={32} aria-hidden="true" />
      {reason !== null && (
        <p className={classes.reason} role="alert">
          {reason}
        </p>
      )}
      <h2>Select a camera.</h2>
      {minutes && <p>{newMonthText(minutes)}</p>}
    </section>
  );
}
