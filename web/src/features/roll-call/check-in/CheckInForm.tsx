import type { CheckIn } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../../ui/toast.ts';
import { deviceKeyOf } from '../device-key.ts';
import { checkInOutbox } from '../entry-outbox.ts';
import { GroupChoice } from '../GroupChoice.tsx';
import { maxCheckedIn } from '../limits.ts';
import { PeopleStepper } from '../PeopleStepper.tsx';
import classes from '../RollCall.module.css';
import { peopleText } from '../roll-call-words.ts';

interface CheckInFormProps {
  code: string;
  /** Null while nothing is known of the roll-call: then there are no groups to choose. */
  checkIn: CheckIn | null;
  /** What was counted of this phone before. */
  before: CheckIn['own'];
  onDone: () => void;
}

/** Checks people in at the shelter of a code. */
export function CheckInForm({ code, checkIn, before, onDone }: CheckInFormProps) {
  const groups = checkIn?.groups ?? [];
  const [groupId, setGroupId] = useState(before?.groupId ?? '');
  const [people, setPeople] = useState<number | null>(before?.people ?? 1);
  const rollCallId = checkIn?.rollCallId ?? null;
  const send = () => {
    if (people === null) return;
    const group = groups.find(({ id }) => id === groupId);
    const isTaken = checkInOutbox.press({
      rollCallId,
      label: `${peopleText(people)}${checkIn ? ` at ${checkIn.shelter.name}` : ''}${group ? `, ${group.name}` : ''}`,
      content: {
        kind: 'code',
        ...{ code, groupId: group?.id ?? null, people },
        deviceKey: deviceKeyOf(window.localStorage, rollCallId, Date.now()),
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
      {groups.length > 0 && <GroupChoice groups={groups} value={groupId} onChange={setGroupId} />}
      <PeopleStepper
        label="How many people are with you, you included?"
        value={people}
        min={1}
        max={maxCheckedIn}
        onChange={setPeople}
      />
      <Button type="submit" size="lg" fullWidth disabled={people === null}>
        {people === null ? 'Enter a number' : `Check in ${peopleText(people)}`}
      </Button>
    </form>
  );
}
