import type { CountedGroup, RollCall } from '@allclear/contract';
import { Button, Checkbox, Group, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { EntryItem, EntryPress } from './entry-outbox.ts';
import { maxExpected } from './limits.ts';
import { PeopleStepper } from './PeopleStepper.tsx';
import classes from './RollCall.module.css';
import { groupText } from './roll-call-words.ts';
import { choosableShelters, ShelterChoice } from './ShelterChoice.tsx';
import { membersOf, useAddMembers, useCorrectExpected, useRemoveMember } from './use-roll-call.ts';

interface GroupDialogProps {
  rollCall: RollCall;
  group: CountedGroup;
  /** Entries of this device that are not sent yet. */
  unsent: readonly EntryItem[];
  /** Keeps an entry and sends it; false where it was not taken. */
  press: (entry: EntryPress) => boolean;
  onClose: () => void;
}

/** What a warden does about a group: counts it at a shelter, or ticks its people, and corrects what is expected. */
export default function GroupDialog({ rollCall, group, unsent, press, onClose }: GroupDialogProps) {
  const shelters = choosableShelters(rollCall.shelters);
  const [shelterId, setShelterId] = useState<string | null>(
    group.byShelter.at(-1)?.shelterId ?? shelters[0]?.id ?? null,
  );
  const send = (entry: EntryPress) => {
    const isTaken = press(entry);
    if (!isTaken) toast('error', 'The entry was not taken', 'Please try again in a moment.');
    return isTaken;
  };
  const hasMembers = group.members !== null && group.members.length > 0;
  const shelterName = shelters.find(({ id }) => id === shelterId)?.name ?? '';
  const parts = { rollCall, group, shelterId, shelterName, send };
  return (
    <Dialog opened onClose={onClose} title={`${rollCall.isDrill ? 'Drill: ' : ''}${group.name}`} size={520}>
      <div className={classes.dialog}>
        <p className={classes.dialogState}>
          <strong>{groupText(group)}</strong>
          <span>
            {group.present === null ? 'nobody counted' : `${group.present} counted`}, {group.expected}{' '}
            expected
          </span>
        </p>
        {rollCall.isOpen ? (
          <ShelterChoice
            label="At which shelter?"
            shelters={shelters}
            value={shelterId}
            onChange={setShelterId}
          />
        ) : (
          <p className={classes.hint}>It has ended: nothing more can be entered here.</p>
        )}
        {(rollCall.isOpen ? shelterId !== null : hasMembers) &&
          (hasMembers ? (
            <Ticks {...parts} unsent={unsent} />
          ) : (
            <CountForm key={shelterId} {...parts} onDone={onClose} />
          ))}
        <Expected rollCall={rollCall} group={group} />
        {rollCall.hasNames && rollCall.isOpen && <AddNames rollCall={rollCall} group={group} />}
      </div>
    </Dialog>
  );
}

interface EntryProps {
  rollCall: RollCall;
  group: CountedGroup;
  shelterId: string | null;
  shelterName: string;
  send: (entry: EntryPress) => boolean;
}

function CountForm({
  rollCall,
  group,
  shelterId,
  shelterName,
  send,
  onDone,
}: EntryProps & { onDone: () => void }) {
  const here = group.byShelter.find((at) => at.shelterId === shelterId);
  const elsewhere = group.byShelter
    .filter((at) => at.shelterId !== shelterId)
    .reduce((sum, { present }) => sum + present, 0);
  const rest = Math.max(0, group.expected - elsewhere);
  const [people, setPeople] = useState<number | null>(here?.source === 'count' ? here.present : null);
  const save = (count: number) => {
    if (shelterId === null) return;
    const isTaken = send({
      rollCallId: rollCall.id,
      label: `${group.name} at ${shelterName}: ${count}`,
      content: { kind: 'count', groupId: group.id, shelterId, people: count },
    });
    if (isTaken) onDone();
  };
  return (
    <form
      className={classes.entryForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (people !== null) save(people);
      }}
    >
      <PeopleStepper
        label={`How many of ${group.name} are at ${shelterName}?`}
        description={
          here?.source === 'check-ins' && here.checkedIn > 0
            ? `${here.checkedIn} checked in there themselves. Your count takes their place.`
            : undefined
        }
        value={people}
        min={0}
        max={maxExpected}
        onChange={setPeople}
      />
      <Button type="submit" size="lg" fullWidth disabled={people === null}>
        {people === null ? 'Enter a number' : `Save ${people} at ${shelterName}`}
      </Button>
      {rest > 0 && rest !== people && (
        <Button size="lg" fullWidth variant="default" onClick={() => save(rest)}>
          All {rest} {elsewhere > 0 ? 'others ' : ''}are at {shelterName}
        </Button>
      )}
    </form>
  );
}

type TicksProps = EntryProps & { unsent: readonly EntryItem[] };

/** The people of a group, for wardens alone. Who was neither ticked nor unticked is said. */
function Ticks({ rollCall, group, shelterId, shelterName, unsent, send }: TicksProps) {
  const tick = (memberId: string, at: string | null) =>
    send({
      rollCallId: rollCall.id,
      // No name: it is stored on the device until it is sent.
      label: `${group.name}: one person ${at === null ? 'not present' : `at ${shelterName}`}`,
      content: { kind: 'tick', groupId: group.id, memberId, shelterId: at },
    });
  return (
    <ul className={classes.members} aria-label={`People of ${group.name}`}>
      {(group.members ?? []).map((member) => (
        <Member
          key={member.id}
          rollCall={rollCall}
          member={member}
          waiting={waitingTick(unsent, member.id)}
          onTick={(isPresent) => tick(member.id, isPresent ? shelterId : null)}
        />
      ))}
    </ul>
  );
}

/** The newest tick of a person that is not sent yet. */
function waitingTick(unsent: readonly EntryItem[], memberId: string): WaitingTick | null {
  const item = unsent.findLast(
    ({ kind, entry: { content } }) =>
      kind === 'waiting' && content.kind === 'tick' && content.memberId === memberId,
  );
  if (item?.kind !== 'waiting' || item.entry.content.kind !== 'tick') return null;
  return { isPresent: item.entry.content.shelterId !== null, isTried: item.problem !== null };
}

interface WaitingTick {
  readonly isPresent: boolean;
  /** It was tried and not sent. */
  readonly isTried: boolean;
}

interface MemberProps {
  rollCall: RollCall;
  member: NonNullable<CountedGroup['members']>[number];
  waiting: WaitingTick | null;
  onTick: (isPresent: boolean) => void;
}

function Member({ rollCall, member: { id, name, isPresent, shelterId }, waiting, onTick }: MemberProps) {
  const remove = useRemoveMember(rollCall.id);
  const shelter = rollCall.shelters.find((one) => one.id === shelterId)?.name ?? 'a shelter';
  const stored = isPresent === null ? 'Not ticked' : isPresent ? `At ${shelter}` : 'Ticked as not present';
  const description = waiting ? (waiting.isTried ? `Not sent yet. Counted: ${stored}` : 'Sending…') : stored;
  const isUnticked = isPresent === null && waiting === null;
  return (
    <li>
      <Checkbox
        size="md"
        className={classes.member ?? ''}
        label={name ?? 'Erased name'}
        description={description}
        checked={waiting?.isPresent ?? isPresent === true}
        disabled={!rollCall.isOpen}
        onChange={({ currentTarget: { checked } }) => onTick(checked)}
      />
      {rollCall.isOpen && (
        <span className={classes.memberButtons}>
          {isUnticked && (
            <Button variant="subtle" size="sm" className={classes.small ?? ''} onClick={() => onTick(false)}>
              Not present
            </Button>
          )}
          <Button
            variant="subtle"
            size="sm"
            color="var(--danger)"
            className={classes.small ?? ''}
            aria-label={`Remove ${name ?? 'the erased name'} from this roll-call`}
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(id, { onError: (thrown) => toast('error', 'Not removed', messageOf(thrown)) })
            }
          >
            Remove
          </Button>
        </span>
      )}
    </li>
  );
}

function Expected({ rollCall, group }: { rollCall: RollCall; group: CountedGroup }) {
  const [edited, setEdited] = useState<{ readonly value: number | null; readonly revision: number } | null>(
    null,
  );
  const correct = useCorrectExpected(rollCall.id);
  if (!rollCall.isOpen) return null;
  if (edited === null)
    return (
      <Button
        variant="subtle"
        className={classes.small ?? ''}
        onClick={() => setEdited({ value: group.expected, revision: group.revision })}
      >
        Correct how many are expected ({group.expected})
      </Button>
    );
  const save = (expected: number) =>
    correct.mutate(
      { groupId: group.id, expected, revision: edited.revision },
      { onSuccess: () => setEdited(null) },
    );
  return (
    <form
      className={classes.entryForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (edited.value !== null) save(edited.value);
      }}
    >
      {group.revision !== edited.revision && !correct.isSuccess && (
        <p role="alert" className={classes.failure}>
          Somebody else corrected this group meanwhile: {group.expected} expected.{' '}
          <Button
            variant="default"
            onClick={() => setEdited({ value: group.expected, revision: group.revision })}
          >
            Show it as it is now
          </Button>
        </p>
      )}
      <PeopleStepper
        label={`Expected of ${group.name}`}
        value={edited.value}
        min={0}
        max={maxExpected}
        onChange={(value) => setEdited({ ...edited, value })}
      />
      {correct.error && (
        <p role="alert" className={classes.failure}>
          Not corrected: {messageOf(correct.error)}
        </p>
      )}
      <Group gap={8}>
        <Button type="submit" loading={correct.isPending} disabled={edited.value === null}>
          Save expected number
        </Button>
        <Button variant="default" onClick={() => setEdited(null)}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

/** For wardens, where the organization turned names on. Nothing of it is kept on the device. */
function AddNames({ rollCall, group }: { rollCall: RollCall; group: CountedGroup }) {
  const [text, setText] = useState('');
  const add = useAddMembers(rollCall.id);
  // The same press again, after an answer that was lost, names the same members.
  const members = useMemo(() => membersOf(text), [text]);
  return (
    <form
      className={classes.entryForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (members.length === 0) return;
        add.mutate({ groupId: group.id, members }, { onSuccess: () => setText('') });
      }}
    >
      <Textarea
        label={`Add names to ${group.name}`}
        description="One on each line. Wardens alone see them, and they are erased 7 days after the roll-call began."
        size="md"
        rows={4}
        maxLength={20_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {add.error && (
        <p role="alert" className={classes.failure}>
          Not added: {messageOf(add.error)}
        </p>
      )}
      <Button type="submit" variant="default" loading={add.isPending} disabled={members.length === 0}>
        Add {members.length === 0 ? 'names' : members.length === 1 ? '1 name' : `${members.length} names`}
      </Button>
    </form>
  );
}
