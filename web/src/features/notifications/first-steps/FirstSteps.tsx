import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../api/failure.ts';
import type { DeviceState } from '../settings/push-device.ts';
import { usePush } from '../settings/use-settings.ts';
import { useEnabling, useThisDevice } from '../settings/use-this-device.ts';
import classes from './FirstSteps.module.css';
import { setFirstStepsSeen } from './first-steps-seen.ts';
import { install, installOffer, installText, isInstalled } from './install.ts';
import { type TestState, useTestPush } from './use-test-push.ts';

/** What a person does once on a phone: allow notifications, choose places, add the app to the home screen. */
export function FirstSteps({ userId, places }: { userId: string; places: number | 'failed' | undefined }) {
  useEffect(() => setFirstStepsSeen(window.localStorage), []);
  return (
    <ol className={classes.steps}>
      <NotificationStep userId={userId} />
      <Step title="Choose your places" isDone={typeof places === 'number' && places > 0}>
        <p>{placesText(places)}</p>
        <Button component={Link} to={places === 0 ? '/' : '/places'} variant="default">
          {places === 0 ? 'Add a place' : 'Choose places'}
        </Button>
      </Step>
      <InstallStep />
    </ol>
  );
}

function placesText(places: number | 'failed' | undefined): string {
  if (places === undefined) return 'Loading your places…';
  if (places === 'failed') return 'Your places could not be loaded. We keep trying.';
  if (places === 0) return 'You have no places yet. Allclear warns you only for places in your list.';
  return `${places.toLocaleString('en-US')} ${places === 1 ? 'place is' : 'places are'} in your list. Pin those that you are in charge of, and they stay on top.`;
}

const stateTexts: Readonly<Record<DeviceState, string>> = {
  unsupported: 'This browser cannot receive notifications. It needs a secure address (https).',
  blocked: 'Notifications of this site are blocked. Allow them in the settings of the browser.',
  off: 'Lightning does not wait until somebody opens an app.',
  on: 'Notifications are on. Send a test, to see that they arrive.',
};

function NotificationStep({ userId }: { userId: string }) {
  const push = usePush();
  const { device, refresh } = useThisDevice();
  const { problem, busy, enable } = useEnabling(userId, push.data?.publicKey, refresh);
  const { state, send } = useTestPush();
  const isOn =
    device?.state === 'on' &&
    (push.data?.subscriptions.some(({ endpointHash }) => endpointHash === device.hash) ?? false);
  const shown = device && (isOn ? 'on' : device.state === 'on' ? 'off' : device.state);
  return (
    <Step title="Allow notifications" isDone={isOn && state.kind === 'received'}>
      <p>{shown ? stateTexts[shown] : 'Checking this device…'}</p>
      {problem && <p role="alert">{problem}</p>}
      {push.isError && !push.data && (
        <p role="alert">Your devices could not be loaded. {messageOf(push.error)}</p>
      )}
      {shown === 'off' && (
        <Button onClick={enable} loading={busy} disabled={!push.data}>
          Allow notifications
        </Button>
      )}
      {shown === 'on' && (
        <Button
          variant={state.kind === 'received' ? 'default' : 'filled'}
          onClick={() => void send()}
          loading={state.kind === 'sending'}
        >
          Send a test
        </Button>
      )}
      <p role="status">{testText(state)}</p>
    </Step>
  );
}

function testText(state: TestState): string {
  switch (state.kind) {
    case 'received':
      return 'The test has arrived on this device.';
    case 'waiting':
      return 'Sent. Waiting for it to arrive on this device…';
    case 'late':
      return 'The test has not arrived after a minute. Check that notifications of the browser are allowed in the settings of the device, and that push is among your channels in Notification Settings.';
    case 'failed':
      return `The test could not be sent. ${state.message}`;
    default:
      return '';
  }
}

function InstallStep() {
  const isOffered = useSyncExternalStore(installOffer.subscribe, installOffer.isOffered);
  const [isDone] = useState(isInstalled);
  return (
    <Step title="Add Allclear to the home screen" isDone={isDone}>
      <p>
        {isDone
          ? 'You opened it from there.'
          : `It opens with one press, also without a network. ${isOffered ? '' : installText(navigator.userAgent)}`}
      </p>
      {isOffered && !isDone && <Button onClick={() => void install()}>Add to home screen</Button>}
    </Step>
  );
}

function Step({ title, isDone, children }: { title: string; isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? IconCircleCheck : IconCircle;
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <Icon size={28} stroke={1.8} aria-hidden="true" />
      <div>
        <h2>
          {title}
          {isDone && <span className="visually-hidden"> (done)</span>}
        </h2>
        {children}
      </div>
    </li>
  );
}
