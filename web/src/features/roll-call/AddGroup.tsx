import type { RollCall } from '@allclear/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { randomUuid } from '../../api/random-uuid.ts';
import { maxExpected } from './limits.ts';
import { PeopleStepper } from './PeopleStepper.tsx';
import classes from './RollCall.module.css';
import { useAddGroup } from './use-roll-call.ts';

/** Adds a group to this roll-call alone. */
export function AddGroup({ rollCall }: { rollCall: RollCall }) {
  const [key, setKey] = useState<string | null>(null);
  if (key === null)
    return (
      <Button
        variant="default"
        size="md"
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        onClick={() => setKey(randomUuid())}
      >
        Add a group
      </Button>
    );
  return <AddGroupForm rollCall={rollCall} requestKey={key} onDone={() => setKey(null)} />;
}

function AddGroupForm({
  rollCall,
  requestKey,
  onDone,
}: {
  rollCall: RollCall;
  /** The same press again is the same group. */
  requestKey: string;
  onDone: () => void;
}) {
  const [name, setName] = useState('');
  const [expected, setExpected] = useState<number | null>(null);
  const add = useAddGroup(rollCall.id);
  return (
    <form
      className={classes.entryForm}
      aria-label="Add a group to this roll-call"
      onSubmit={(event) => {
        event.preventDefault();
        if (expected !== null)
          add.mutate({ key: requestKey, name: name.trim(), expected }, { onSuccess: onDone });
      }}
    >
      <TextInput
        label="Name of the group"
        description="For this roll-call alone. No names of people."
        size="lg"
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <PeopleStepper
        label="How many people are expected?"
        value={expected}
        min={0}
        max={maxExpected}
        onChange={setExpected}
      />
      {add.error && (
        <p role="alert" className={classes.failure}>
          Not added: {messageOf(add.error)}
        </p>
      )}
      <Group gap={8}>
        <Button
          type="submit"
          size="md"
          loading={add.isPending}
          disabled={name.trim() === '' || expected === null}
        >
          Add group
        </Button>
        <Button variant="default" size="md" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
