import type { DataOf, getPosition } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { notificationKeys } from '../../../api/query-keys/notifications.ts';
import { routes } from '../../../api/routes.ts';
import { useRouteQuery } from '../../../api/use-route.ts';
import { toast } from '../../../ui/toast.ts';
import classes from '../settings/Settings.module.css';
import { canLocate } from './browser-position.ts';
import { positionSharing, type SharingState } from './position-sharing.ts';
import { useSharingState } from './use-position-sharing.ts';

/** The server forgets a position after 15 minutes: how often it is asked whether it has one, ms. */
const askAgainMs = 60_000;

type Stored = DataOf<typeof getPosition>;

/** Whether this device shares its position, and what that means for who is notified. For a saved geofence mode. */
export function PositionSection() {
  const state = useSharingState();
  const stored = useRouteQuery(routes.getPosition, notificationKeys.position.all, {
    refetchInterval: askAgainMs,
    refetchOnMount: 'always',
  });
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server has changes with the state
  useEffect(() => {
    void client.invalidateQueries({ queryKey: notificationKeys.position.all });
  }, [client, state]);
  const press = (action: () => Promise<void>) => {
    setIsBusy(true);
    action()
      .catch((thrown: unknown) => toast('error', messageOf(thrown)))
      .finally(() => setIsBusy(false));
  };
  const share = (label: string) => (
    <Button onClick={() => press(() => positionSharing.share())} loading={isBusy}>
      {label}
    </Button>
  );
  const other = isOther(stored.data);
  return (
    <section className={classes.card} aria-labelledby="position">
      <h2 id="position">Your position</h2>
      <p role="status">{sentenceOf(state, stored.data, other)}</p>
      {stored.isError && !stored.data && (
        <p className={classes.problem} role="alert">
          Whether another device shares its position could not be loaded. {messageOf(stored.error)}
        </p>
      )}
      <div className={classes.actions}>
        {canLocate() &&
          state.kind !== 'sharing' &&
          share(
            other
              ? 'Share from this device instead'
              : state.kind === 'refused'
                ? 'Try again'
                : 'Share position of this device',
          )}
        {(state.kind === 'sharing' || other) && (
          <Button
            variant="default"
            onClick={() =>
              press(async () => {
                await positionSharing.end();
                await client.invalidateQueries({ queryKey: notificationKeys.position.all });
              })
            }
            disabled={isBusy}
          >
            Stop sharing
          </Button>
        )}
      </div>
      <p className={classes.hint}>
        A device shares while Allclear is open on it, about once a minute when it moves. Only the newest
        position is kept, for 15 minutes; it is deleted when you sign out, stop sharing or choose another
        mode. Nobody can see it. Beside a warning that was not sent to you stands only that you were outside
        the zones.
      </p>
    </section>
  );
}

/** Whether another device than this one shares, as far as the server has said. */
const isOther = (stored: Stored | undefined) =>
  stored?.deviceId != null && stored.deviceId !== positionSharing.deviceId();

const everywhere = 'you are notified of all your locations';

/** The state of the sharing in words; `stored` is what the server says, undefined until it has. */
function sentenceOf(state: SharingState, stored: Stored | undefined, other: boolean): string {
  if (state.kind === 'asking') return 'Asking the browser for the position…';
  if (state.kind === 'sharing') return sharingSentence(state);
  return `${reasonOf(state)} ${consequenceOf(stored, other)}`.trimStart();
}

/** Why this device does not share; empty when it was never meant to. */
function reasonOf(state: Exclude<SharingState, { kind: 'asking' | 'sharing' }>): string {
  if (!canLocate())
    return 'This browser gives no position: it needs a secure address (https) and a browser that has one.';
  if (state.kind === 'refused')
    return 'Position refused by the browser. Allow it in the settings of the browser, then try again.';
  return state.kind === 'ended' ? 'This device no longer shares its position.' : '';
}

function consequenceOf(stored: Stored | undefined, other: boolean): string {
  if (stored === undefined) return '';
  const { deviceId, takenUtc } = stored;
  if (deviceId === null) return `No device shares your position: ${everywhere}.`;
  const device = other ? 'Another device shares your position' : 'This device shared your position';
  return takenUtc === null
    ? `${device}, but none of the last 15 minutes is there: ${everywhere}.`
    : `${device}, last sent ${timeOf(takenUtc)}.`;
}

function sharingSentence({ takenUtc, problem }: Extract<SharingState, { kind: 'sharing' }>): string {
  const last = takenUtc === null ? 'none was sent yet' : `last sent ${timeOf(takenUtc)}`;
  const then = `Without a new one for 15 minutes ${everywhere}.`;
  if (problem === 'offline') return `Your position cannot be sent (no connection), ${last}. ${then}`;
  if (problem === 'no-position') return `This device does not find its position, ${last}. ${then}`;
  return `Sharing your position, ${last}.`;
}

/** A time of the wall clock that never breaks over two lines. */
const timeOf = (iso: string) =>
  new Date(iso).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }).replace(/\s/, '\u00a0');
