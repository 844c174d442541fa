import type { Hardware, RemoteRelay } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { CloseFooter, Dialog } from '../../../ui/Dialog.tsx';
import classes from '../Hardware.module.css';
import { useRelayStates } from '../use-device.ts';
import { useHardwareUnit } from '../use-hardware.ts';
import { RelayForm } from './RelayForm.tsx';
import { RelaySwitch } from './RelaySwitch.tsx';

interface RelayDialogProps {
  unit: Hardware;
  mayWrite: boolean;
  onClose: () => void;
}

/** The relays of a unit: their state as the device says, their automation, and a switch. */
export function RelayDialog({ unit, mayWrite, onClose }: RelayDialogProps) {
  const { data, error, isFetching, refetch } = useHardwareUnit(unit.id);
  const states = useRelayStates(data?.hasRemoteRelays ? unit.ipAddress : '');
  const [form, setForm] = useState<{ edited: RemoteRelay | null } | null>(null);
  const [asked, setAsked] = useState<{ id: string; turnsOn: boolean } | null>(null);
  const relays = data?.remoteRelays;
  const stateOf = (relay: RemoteRelay) =>
    states.error ? null : (states.data?.find(({ id }) => id === relay.name)?.toggled ?? null);
  const switched = relays?.find(({ id }) => id === asked?.id);
  return (
    <>
      <Dialog
        opened
        size="lg"
        title={`Relays of ${unit.name}`}
        closeOnEscape={!form && !asked}
        onClose={onClose}
      >
        <div className={classes.dialog}>
          {error && <RelayFailure error={error} isFetching={isFetching} onRetry={() => void refetch()} />}
          {states.error && relays && relays.length > 0 && (
            <p className={classes.problem} role="alert">
              The device was asked and did not say how its relays are: {messageOf(states.error)}
            </p>
          )}
          {!relays && !error && <Skeleton height={120} role="status" aria-label="Loading relays" />}
          {relays?.length === 0 && <p>This unit has no relays yet.</p>}
          {relays && relays.length > 0 && (
            <ul className={classes.items} aria-label="Relays">
              {relays.map((relay) => (
                <Relay
                  key={relay.id}
                  relay={relay}
                  isOn={stateOf(relay)}
                  maySwitch={unit.mayOperate}
                  onSwitch={(turnsOn) => setAsked({ id: relay.id, turnsOn })}
                  onEdit={mayWrite ? () => setForm({ edited: relay }) : null}
                />
              ))}
            </ul>
          )}
          {relays && mayWrite && (
            <Button
              variant="default"
              style={{ justifySelf: 'start' }}
              onClick={() => setForm({ edited: null })}
            >
              Add Relay
            </Button>
          )}
        </div>
        <CloseFooter onClose={onClose} />
      </Dialog>
      {relays && form && (
        <RelayForm
          unitId={unit.id}
          relays={relays}
          edited={form.edited}
          current={relays.find(({ id }) => id === form.edited?.id) ?? null}
          onReload={(edited) => setForm({ edited })}
          onClose={() => setForm(null)}
        />
      )}
      {asked && switched && (
        <RelaySwitch
          ipAddress={unit.ipAddress}
          relay={switched}
          isOn={stateOf(switched)}
          turnsOn={asked.turnsOn}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface RelayFailureProps {
  error: Error;
  isFetching: boolean;
  onRetry: () => void;
}

function RelayFailure({ error, isFetching, onRetry }: RelayFailureProps) {
  return (
    <p className={classes.problem} role="alert">
      {messageOf(error)}{' '}
      <Button variant="default" loading={isFetching} onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}

interface RelayProps {
  relay: RemoteRelay;
  /** Null while it is not known. */
  isOn: boolean | null;
  maySwitch: boolean;
  onSwitch: (turnsOn: boolean) => void;
  onEdit: (() => void) | null;
}

function Relay({ relay, isOn, maySwitch, onSwitch, onEdit }: RelayProps) {
  const { name, output, remoteRelayTrigger, automationText } = relay;
  const word = isOn === null ? 'State not known' : isOn ? 'On' : 'Off';
  // What is not known can be switched both ways.
  const ways = isOn === null ? [true, false] : [!isOn];
  return (
    <li className={classes.item}>
      <strong>
        {name}: {word}
      </strong>
      <span>
        {remoteRelayTrigger ? `Automation Active: ${remoteRelayTrigger.policyName}` : 'No Automation Set'} ·
        output {output}
      </span>
      {automationText && <span>{automationText}</span>}
      <div className={classes.buttons}>
        {maySwitch &&
          ways.map((turnsOn) => (
            <Button
              key={String(turnsOn)}
              variant="default"
              aria-label={`Switch ${turnsOn ? 'on' : 'off'} ${name}`}
              onClick={() => onSwitch(turnsOn)}
            >
              Switch {turnsOn ? 'on' : 'off'}
            </Button>
          ))}
        {onEdit && (
          <Button variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        )}
      </div>
    </li>
  );
}
