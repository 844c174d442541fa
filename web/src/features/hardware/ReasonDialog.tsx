import type { Hardware } from '@allclear/contract';
import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { routes } from '../../api/routes.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './Hardware.module.css';
import { namesText, shortKind } from './unit-text.ts';
import { useHardwareChange } from './use-hardware.ts';

interface ReasonDialogProps {
  units: readonly Hardware[];
  enables: boolean;
  onClose: () => void;
}

/** Disables or enables units, with a reason that the audit keeps. */
export function ReasonDialog({ units, enables, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const change = useHardwareChange(async (api, message: string) => {
    const results = await Promise.allSettled(
      units.map(({ id, isSiren }) => {
        const input = { body: { id, message } };
        if (isSiren)
          return enables ? api.call(routes.enableSiren, input) : api.call(routes.disableSiren, input);
        return enables ? api.call(routes.enableHardware, input) : api.call(routes.disableHardware, input);
      }),
    );
    report(units, results, enables);
    return results.every(({ status }) => status === 'fulfilled');
  });
  const verb = enables ? 'Enable' : 'Disable';
  const text = reason.trim();
  return (
    <Dialog
      opened
      title={`${verb} ${units.length === 1 ? namesText(units) : `${units.length} units`}`}
      onClose={onClose}
    >
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          if (text !== '') change.mutate(text, { onSuccess: (isDone) => isDone && onClose() });
        }}
      >
        {units.length > 1 && <p>{namesText(units, 10)}</p>}
        <Consequence units={units} enables={enables} />
        <Textarea
          size="md"
          label="Reason"
          description="It is kept in the audit."
          required
          data-autofocus
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={text === ''} loading={change.isPending}>
            {verb}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

function Consequence({ units, enables }: { units: readonly Hardware[]; enables: boolean }) {
  if (enables) return <p>A delay that is on is signalled at once.</p>;
  const signalling = units.filter(({ signal }) => signal !== 'none');
  return (
    <>
      <p>
        A disabled unit makes no sound, and its light goes dark. It does not warn anybody until it is enabled.
      </p>
      {signalling.length > 0 && (
        <p className={classes.danger} role="alert">
          {namesText(signalling)} {signalling.length === 1 ? 'signals' : 'signal'} now: the light goes dark
          without an all clear. Make sure that people do not take that for one.
        </p>
      )}
    </>
  );
}

/** One toast for what succeeded, and one for what did not. */
function report(
  units: readonly Hardware[],
  results: readonly PromiseSettledResult<unknown>[],
  enables: boolean,
): void {
  const kind = units.every(({ isSiren }) => isSiren) ? shortKind({ isSiren: true }) : 'hardware';
  const failed = results.flatMap((result, index) =>
    result.status === 'rejected' ? [{ name: units[index]?.name ?? '', reason: result.reason }] : [],
  );
  if (failed.length < results.length)
    toast('success', `Successfully ${enables ? 'enabled' : 'disabled'} ${kind}`);
  if (failed.length > 0)
    toast(
      'error',
      `Error ${enables ? 'enabling' : 'disabling'} ${kind}`,
      `${namesText(failed)}: ${messageOf(failed[0]?.reason)}`,
    );
}
