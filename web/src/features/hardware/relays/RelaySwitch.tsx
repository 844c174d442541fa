import type { RemoteRelay } from '@allclear/contract';
import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure, mayPass, messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from '../Hardware.module.css';
import { useRelayChange } from '../use-device.ts';
import { useHardwareChange } from '../use-hardware.ts';

interface RelaySwitchProps {
  ipAddress: string;
  /** As it is now. */
  relay: RemoteRelay;
  isOn: boolean | null;
  turnsOn: boolean;
  onClose: () => void;
}

/** Asks before a relay is switched, and for a reason while its automation is at work. */
export function RelaySwitch({ ipAddress, relay, isOn, turnsOn, onClose }: RelaySwitchProps) {
  const [reason, setReason] = useState('');
  const renewed = useRelayChange();
  const change = useHardwareChange((api, text: string) =>
    api.call(routes.setRelay, {
      params: { ipAddress },
      body: { id: relay.name, toggled: turnsOn, ...(text === '' ? {} : { reason: text }) },
    }),
  );
  const verb = turnsOn ? 'Switch on' : 'Switch off';
  const text = reason.trim();
  const isDone = isOn === turnsOn;
  const send = () =>
    change
      .mutateAsync(text)
      .then(({ isConfirmed, message }) => {
        toast(isConfirmed ? 'success' : 'info', message || (isConfirmed ? verb : 'Sent, not confirmed'));
        onClose();
      })
      .catch(sayFailure)
      .finally(renewed);
  return (
    <Dialog opened above title={`${verb} ${relay.name}`} onClose={onClose}>
      <div className={classes.dialog}>
        {isDone && (
          <p role="alert">
            Somebody else, or the automation, has switched it {turnsOn ? 'on' : 'off'} meanwhile.
          </p>
        )}
        {relay.needsReason ? (
          <>
            <p>Its automation is at work: {relay.automationText} Your change holds until the warning ends.</p>
            <Textarea
              size="md"
              label="Reason"
              required
              data-autofocus
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        ) : (
          <p>What is wired to it starts or stops at once.</p>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={relay.needsReason && text === ''}
            loading={change.isPending}
            onClick={() => void send()}
          >
            {verb}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}

/** The texts of spec 2 section 8: a refusal with why, and anything that nobody expected. */
function sayFailure(thrown: unknown): void {
  if (thrown instanceof ApiFailure && (!mayPass(thrown) || thrown.status === 503))
    toast('error', 'Failed to toggle relay, please try again.', messageOf(thrown));
  else toast('error', 'An unexpected error occurred.', messageOf(thrown));
}
