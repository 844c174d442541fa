import { Alert, Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { rememberDevice } from '../use-registered-device.ts';
import { type DeviceState, deviceName, unsubscribeDevice } from './push-device.ts';
import classes from './Settings.module.css';
import { usePush, useRemovePush, useSendTest } from './use-settings.ts';
import { useEnabling, useThisDevice } from './use-this-device.ts';

const stateSentence: Readonly<Record<DeviceState, string>> = {
  unsupported:
    'This browser cannot receive push notifications. It needs a secure address (https); on an iPhone, add Allclear to the home screen first.',
  blocked:
    'Notifications of this site are blocked in this browser. Allow them in the settings of the browser, then load this page again.',
  off: 'This device does not receive push notifications yet.',
  on: 'This device receives push notifications.',
};

type Push = NonNullable<ReturnType<typeof usePush>['data']>;

interface ChosenDevice {
  id: string;
  name: string;
  here: boolean;
}

/** This browser's permission, the subscribed devices, and a test. */
export function DeviceSection({ userId }: { userId: string }) {
  const push = usePush();
  const remove = useRemovePush();
  const { device, refresh } = useThisDevice();
  const { problem, busy, enable } = useEnabling(userId, push.data?.publicKey, refresh);
  const [removed, setRemoved] = useState<ChosenDevice | null>(null);

  const subscriptions = push.data?.subscriptions ?? [];
  const isHere = (hash: string) => device?.hash === hash;
  const isRegistered = subscriptions.some(({ endpointHash: hash }) => isHere(hash));
  const forget = async () => {
    if (!removed) return;
    try {
      const { message } = await remove.mutateAsync(removed.id);
      if (removed.here) {
        await unsubscribeDevice();
        rememberDevice(userId, null);
      }
      toast('success', message);
    } catch (thrown) {
      toast('error', messageOf(thrown));
    }
    setRemoved(null);
    await refresh();
  };

  return (
    <section className={classes.card} aria-labelledby="devices">
      <h2 id="devices">Devices</h2>
      <p role="status">
        {device
          ? stateSentence[device.state === 'on' && push.data && !isRegistered ? 'off' : device.state]
          : 'Looking at this device…'}
      </p>
      {problem && (
        <Alert color="var(--danger)" variant="outline" role="alert">
          {problem}
        </Alert>
      )}
      <div className={classes.actions}>
        {(device?.state === 'off' || (device?.state === 'on' && !isRegistered)) && (
          <Button onClick={enable} loading={busy} disabled={!push.data}>
            Enable on this device
          </Button>
        )}
        <TestButton />
      </div>
      {push.isError && !push.data && (
        <p className={classes.problem} role="alert">
          Your devices could not be loaded. {messageOf(push.error)}
        </p>
      )}
      {push.isPending && <Skeleton height={44} radius={8} />}
      {subscriptions.length > 0 && (
        <DeviceList subscriptions={subscriptions} isHere={isHere} onRemove={setRemoved} />
      )}
      <ConfirmDialog
        opened={removed !== null}
        item={removed?.name ?? ''}
        text={`Are you sure you want to remove ${removed?.name ?? ''}? This action cannot be undone. It will not receive push notifications any more.`}
        busy={remove.isPending}
        onConfirm={forget}
        onCancel={() => setRemoved(null)}
      />
    </section>
  );
}

function TestButton() {
  const test = useSendTest();
  const sendTest = async () => {
    try {
      toast('success', (await test.mutateAsync()).message);
    } catch (thrown) {
      toast('error', messageOf(thrown));
    }
  };
  return (
    <Button variant="default" onClick={sendTest} loading={test.isPending}>
      Send test notification
    </Button>
  );
}

interface DeviceListProps {
  subscriptions: Push['subscriptions'];
  /** True for the hash of this browser's subscription. */
  isHere: (hash: string) => boolean;
  onRemove: (device: ChosenDevice) => void;
}

function DeviceList({ subscriptions, isHere, onRemove }: DeviceListProps) {
  return (
    <ul className={classes.rows} aria-label="Subscribed devices">
      {subscriptions.map(({ id, endpointHash: hash, userAgent, createdUtc }) => {
        const name = deviceName(userAgent);
        const here = isHere(hash);
        return (
          <li key={id}>
            <span>
              <strong>{name}</strong>
              {here && ' (this device)'}
              <small>since {new Date(createdUtc).toLocaleDateString('en-US', { dateStyle: 'medium' })}</small>
            </span>
            <Button
              variant="default"
              onClick={() => onRemove({ id, name, here })}
              aria-label={`Remove ${name}`}
            >
              Remove
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
