import type { RollCall } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { timeOfDay } from '../../clock/time-text.ts';
import { Card } from '../../ui/Card.tsx';
import { toast } from '../../ui/toast.ts';
import { deviceKeyOf } from './device-key.ts';
import type { EntryItem, EntryPress } from './entry-outbox.ts';
import { GroupChoice } from './GroupChoice.tsx';
import { maxCheckedIn } from './limits.ts';
import { PeopleStepper } from './PeopleStepper.tsx';
import classes from './RollCall.module.css';
import { peopleText } from './roll-call-words.ts';
import { choosableShelters, ShelterChoice } from './ShelterChoice.tsx';

interface OwnCheckInProps {
  rollCall: RollCall;
  unsent: readonly EntryItem[];
  timeZone: string;
  press: (entry: EntryPress) => boolean;
}

/** Somebody who is signed in says where they are, and with how many. The newest counts. */
export function OwnCheckIn({ rollCall, unsent, timeZone, press }: OwnCheckInProps) {
  const [isChanging, setChanging] = useState(false);
  const { own } = rollCall;
  const waiting = unsent.findLast(
    ({ kind, entry }) =>
      kind === 'waiting' && entry.rollCallId === rollCall.id && entry.content.kind === 'own',
  );
  const shelter = rollCall.shelters.find(({ id }) => id === own?.shelterId)?.name ?? 'a shelter';
  const group = rollCall.groups.find(({ id }) => id === own?.groupId)?.name;
  // A warden counts others first.
  const isAsking = rollCall.isOpen && (isChanging || (own === null && !waiting && !rollCall.isWarden));
  return (
    <Card title={rollCall.isDrill ? 'Drill: your check-in' : 'Your check-in'}>
      <div className={`${classes.entryForm} ${classes.inCard}`}>
        {waiting && (
          <p role="status">
            <strong>Not sent yet:</strong> {waiting.entry.label}. Nobody knows of it until it is sent.
          </p>
        )}
        {own && (
          <p role="status">
            You checked in {peopleText(own.people)} at {shelter}
            {group === undefined ? ', without a group' : `, ${group}`}, at {timeOfDay(own.atUtc, timeZone)}.
          </p>
        )}
        {!own && !rollCall.isOpen && <p>You did not check in.</p>}
        {isAsking ? (
          <CheckInForm rollCall={rollCall} press={press} onDone={() => setChanging(false)} />
        ) : (
          rollCall.isOpen && (
            <Button variant="default" className={classes.small ?? ''} onClick={() => setChanging(true)}>
              {own === null && !waiting ? 'Check in yourself' : 'Change your check-in'}
            </Button>
          )
        )}
      </div>
    </Card>
  );
}

function CheckInForm({
  rollCall,
  press,
  onDone,
}: Pick<OwnCheckInProps, 'rollCall' | 'press'> & { onDone: () => void }) {
  const { own, groups } = rollCall;
  const shelters = choosableShelters(rollCall.shelters);
  const [shelterId, setShelterId] = useState(own?.shelterId ?? null);
  const [groupId, setGroupId] = useState(own?.groupId ?? '');
  const [people, setPeople] = useState<number | null>(own?.people ?? 1);
  const [isMissing, setMissing] = useState(false);
  const send = () => {
    if (shelterId === null || people === null) return setMissing(true);
    const at = shelters.find(({ id }) => id === shelterId)?.name ?? 'a shelter';
    const group = groups.find(({ id }) => id === groupId);
    const isTaken = press({
      rollCallId: rollCall.id,
      label: `${peopleText(people)} at ${at}${group ? `, ${group.name}` : ''}`,
      content: {
        kind: 'own',
        ...{ groupId: group?.id ?? null, shelterId, people },
        deviceKey: deviceKeyOf(window.localStorage, rollCall.id, Date.now()),
      },
    });
    if (isTaken) onDone();
    else toast('error', 'The check-in was not taken', 'Please try again in a moment.');
  };
  return (
    <form
      className={classes.entryForm}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <ShelterChoice
        label="I am at"
        shelters={shelters}
        value={shelterId}
        error={isMissing && shelterId === null ? 'Choose the shelter where you are' : undefined}
        onChange={setShelterId}
      />
      <GroupChoice groups={groups} value={groupId} onChange={setGroupId} />
      <PeopleStepper
        label="How many people, you included?"
        value={people}
        min={1}
        max={maxCheckedIn}
        error={isMissing && people === null ? 'Enter how many people' : undefined}
        onChange={setPeople}
      />
      <Button type="submit" size="lg" fullWidth disabled={shelters.length === 0}>
        Check in
      </Button>
    </form>
  );
}
