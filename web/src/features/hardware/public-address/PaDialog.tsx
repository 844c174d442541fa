import type { PaResult, PaUnit } from '@allclear/contract';
import { Anchor, Button, Checkbox, NativeSelect, Select, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import forms from '../../../forms/form.module.css';
import { type EditedForm, useEditedForm } from '../../../forms/use-edited-form.ts';
import { CloseFooter, Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from '../Hardware.module.css';
import { UnitResults } from '../tests/UnitResults.tsx';
import { useHardwareChange, usePaUnits } from '../use-hardware.ts';
import { MessageField } from './MessageField.tsx';
import { type PaFields, paProblems, paRefusal, repeatOptions } from './pa-fields.ts';
import { useStoredMessages } from './stored-messages.ts';

const noFields: PaFields = { units: [], message: '', repeatCount: 0, storedMessageId: null };

/** Speaks a message at units, and says what became of it at each. */
export function PaDialog({ onClose }: { onClose: () => void }) {
  const units = usePaUnits();
  const [results, setResults] = useState<readonly PaResult[] | null>(null);
  const send = useHardwareChange((api, fields: PaFields) =>
    api.call(routes.sendPaMessage, {
      body: {
        pAList: [...fields.units],
        message: fields.message.trim(),
        repeatCount: repeatsOf(fields, units.data ?? []),
        storedMessageId: fields.storedMessageId,
      },
      timeoutMs: 60_000,
    }),
  );
  const form = useEditedForm({
    initial: () => noFields,
    labels: { units: ['PAList', 'Hardware'] },
    check: paProblems,
    send: (fields) => send.mutateAsync(fields),
    onSent: setResults,
    refusalOf: paRefusal,
    onRefused: ({ message }) => toast('error', 'Failed To Send Message', message),
  });
  if (results) return <Results results={results} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      opened
      title="Send PA Message"
      submit="Send"
      size={600}
      disabled={(units.data ?? []).length === 0}
      lost="The message has not been sent and will be lost."
      onClose={onClose}
    >
      {units.error && (
        <p className={classes.problem} role="alert">
          {messageOf(units.error)}{' '}
          <Button variant="default" loading={units.isFetching} onClick={() => void units.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!units.data && !units.error && (
        <Skeleton height={120} role="status" aria-label="Loading loudspeakers" />
      )}
      {units.data && <Units units={units.data} form={form} />}
      <Message form={form} />
      {units.data && <Repeats units={units.data} form={form} />}
      <Anchor className={classes.library} component={Link} to="/PAStoredMessages">
        Go To Message Library
      </Anchor>
    </FormDialog>
  );
}

const chosenOf = ({ units }: PaFields, all: readonly PaUnit[]) => all.filter(({ id }) => units.includes(id));

function repeatsOf(fields: PaFields, units: readonly PaUnit[]): number {
  const options = repeatOptions(chosenOf(fields, units));
  return options.includes(fields.repeatCount) ? fields.repeatCount : (options[0] ?? 1);
}

interface PartProps {
  units: readonly PaUnit[];
  form: EditedForm<PaFields>;
}

function Units({ units, form: { fields, errorOf, change } }: PartProps) {
  const error = errorOf('PAList') ?? errorOf('Hardware');
  if (units.length === 0) return <p>No unit has loudspeakers.</p>;
  return (
    <fieldset
      className={forms.group}
      data-invalid={error !== undefined || undefined}
      aria-describedby={error ? 'pa-units-error' : undefined}
    >
      <legend>Loudspeakers</legend>
      <ul className={classes.units}>
        {units.map(({ id, name, enabled, mayOperate, canSpeak, speech }) => (
          <li key={id}>
            <Checkbox
              label={name}
              description={enabled ? speech : 'Disabled'}
              disabled={!enabled || !mayOperate}
              checked={fields.units.includes(id)}
              onChange={(event) => {
                const others = fields.units.filter((one) => one !== id);
                change({ units: event.currentTarget.checked ? [...others, id] : others });
              }}
              error={!canSpeak && fields.units.includes(id) ? 'It can play a recorded clip only.' : undefined}
            />
          </li>
        ))}
      </ul>
      {error && (
        <p id="pa-units-error" className={forms.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Message({ form: { fields, errorOf, change } }: { form: EditedForm<PaFields> }) {
  const { data: stored } = useStoredMessages();
  const chosen = stored?.find(({ id }) => id === fields.storedMessageId);
  return (
    <>
      <Select
        label="Stored message"
        placeholder="None"
        clearable
        searchable
        nothingFoundMessage="No message has this title"
        data={(stored ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        value={fields.storedMessageId}
        onChange={(storedMessageId) => {
          const found = stored?.find(({ id }) => id === storedMessageId);
          change({ storedMessageId, ...(found && { message: found.message }) });
        }}
      />
      <MessageField
        label="Message"
        required
        value={fields.message}
        error={errorOf('Message')}
        // Other words than the stored ones are not what was recorded.
        onChange={(message) =>
          change({ message, ...(message !== chosen?.message && { storedMessageId: null }) })
        }
      />
      {chosen?.clip && <p className={forms.hint}>The recorded clip “{chosen.clip}” is played instead.</p>}
    </>
  );
}

function Repeats({ units, form: { fields, errorOf, change } }: PartProps) {
  const chosen = chosenOf(fields, units);
  const ways = [...new Set(chosen.map(({ speech }) => speech))];
  return (
    <>
      <NativeSelect
        size="md"
        label="Plays"
        data={repeatOptions(chosen).map((count) => ({
          value: String(count),
          label: count === 1 ? 'Once' : `${count} times`,
        }))}
        value={String(repeatsOf(fields, units))}
        error={errorOf('RepeatCount')}
        onChange={(event) => change({ repeatCount: Number(event.currentTarget.value) })}
      />
      {ways.length > 0 && <p className={forms.hint}>How it is spoken: {ways.join('; ')}.</p>}
    </>
  );
}

function Results({ results, onClose }: { results: readonly PaResult[]; onClose: () => void }) {
  const failed = results.filter(({ status }) => status === 0).length;
  return (
    <Dialog opened title="PA message" onClose={onClose}>
      <div className={classes.dialog}>
        <p role={failed > 0 ? 'alert' : 'status'}>
          {failed === 0
            ? `Sent to ${results.length} of ${results.length}.`
            : `Sent to ${results.length - failed} of ${results.length}; ${failed} failed.`}
        </p>
        <UnitResults
          label="Results"
          results={results.map(({ paId, paName, status, detail }) => ({
            ...{ id: paId, name: paName, ok: status === 1 },
            message: detail || (status === 1 ? 'Success' : 'Failed'),
          }))}
        />
      </div>
      <CloseFooter onClose={onClose} />
    </Dialog>
  );
}
