import type { RemoteRelay } from '@allclear/contract';
import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { ChangedMeanwhile, changesBetween } from '../../../forms/ChangedMeanwhile.tsx';
import { editTexts, FormDialog } from '../../../forms/FormDialog.tsx';
import forms from '../../../forms/form.module.css';
import { removalOf } from '../../../forms/removal.ts';
import { type EditedForm, useEditedForm } from '../../../forms/use-edited-form.ts';
import { toast } from '../../../ui/toast.ts';
import classes from '../Hardware.module.css';
import { useHardwareChange, useHardwarePolicies } from '../use-hardware.ts';
import {
  type RelayFields,
  relayBody,
  relayChanges,
  relayFieldsOf,
  relayProblems,
  relayRefusal,
  relayTexts,
} from './relay-fields.ts';

interface RelayFormProps {
  unitId: string;
  relays: readonly RemoteRelay[];
  edited: RemoteRelay | null;
  /** The same relay as it is now; null when it was removed. */
  current: RemoteRelay | null;
  onReload: (relay: RemoteRelay) => void;
  onClose: () => void;
}

/** Adds a relay, or changes its wiring and its automation. */
export function RelayForm({ unitId, relays, edited, current, onReload, onClose }: RelayFormProps) {
  const save = useHardwareChange((api, fields: RelayFields) =>
    edited
      ? api.call(routes.changeRelay, {
          body: {
            ...relayChanges(edited, fields),
            id: edited.id,
            revision: (current ?? edited).revision,
          },
        })
      : api.call(routes.addRelay, { body: { hardwareId: unitId, ...relayBody(fields) }, once: true }),
  );
  const remove = useHardwareChange((api, id: string) => api.call(routes.deleteRelay, { params: { id } }));
  const done = ({ message }: { message: string }) => {
    toast('success', message);
    onClose();
  };
  const form = useEditedForm({
    initial: () => relayFieldsOf(edited),
    check: relayProblems,
    send: (fields) => save.mutateAsync(fields),
    onSent: done,
    refusalOf: relayRefusal,
    guardsTab: true,
  });
  const busy = save.isPending || save.isSuccess;
  return (
    <FormDialog
      form={form}
      opened
      {...editTexts('Relay', edited === null)}
      size={560}
      disabled={edited !== null && current === null && !busy}
      lost="Your changes have not been saved and will be lost."
      recordId={edited?.id}
      removal={removalOf(edited, {
        item: 'Relay',
        text: 'It stays as it is switched now, and no automation switches it any more. This action cannot be undone.',
        mutation: remove,
        onRemoved: done,
        onRefused: (thrown) => toast('error', 'The relay was not removed', messageOf(thrown)),
      })}
      onClose={onClose}
    >
      {edited && !busy && (
        <ChangedMeanwhile
          what="relay"
          changes={current && changesBetween(edited, current, relayTexts)}
          onReload={() => current && onReload(current)}
        />
      )}
      <Fields form={form} others={relays.filter(({ id }) => id !== edited?.id)} />
    </FormDialog>
  );
}

const numberOf = (value: number | string) => (value === '' ? '' : Number(value));

function Fields({ form, others }: { form: EditedForm<RelayFields>; others: readonly RemoteRelay[] }) {
  const { fields, errorOf, change } = form;
  const { data: policies } = useHardwarePolicies();
  return (
    <>
      <div className={classes.columns}>
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={100}
          value={fields.name}
          error={errorOf('Name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Output of the device"
          required
          maxLength={100}
          value={fields.output}
          error={errorOf('Output')}
          onChange={(event) => change({ output: event.currentTarget.value })}
        />
      </div>
      <Select
        label="Automation: policy"
        description="Its warnings at the place of the unit switch the relay. None: by hand only."
        placeholder="None"
        clearable
        searchable
        nothingFoundMessage="No policy has this name"
        data={(policies ?? []).map(({ id, displayName }) => ({ value: id, label: displayName }))}
        value={fields.policyId}
        error={errorOf('PolicyId')}
        onChange={(policyId) => change({ policyId })}
      />
      {fields.policyId !== null && <Automation form={form} />}
      <Select
        label="Never on together with"
        placeholder="None"
        clearable
        data={others.map(({ id, name }) => ({ value: id, label: name }))}
        value={fields.excludesRelayId}
        error={errorOf('ExcludesRelayId')}
        onChange={(excludesRelayId) => change({ excludesRelayId })}
      />
    </>
  );
}

function Automation({ form: { fields, errorOf, change } }: { form: EditedForm<RelayFields> }) {
  return (
    <>
      <Switch
        className={forms.switch}
        label="On when a warning starts"
        checked={fields.onAtStart}
        onChange={(event) => change({ onAtStart: event.currentTarget.checked })}
      />
      <Switch
        className={forms.switch}
        label="On again with the earned all clear"
        description="From lost or unknown data nothing is switched back."
        checked={fields.onAtClear}
        onChange={(event) => change({ onAtClear: event.currentTarget.checked })}
      />
      <div className={classes.columns}>
        <NumberInput
          label="Shortest time on (seconds)"
          description="Empty: none."
          min={1}
          max={86_400}
          allowDecimal={false}
          value={fields.shortestOnSeconds}
          error={errorOf('ShortestOnSeconds')}
          onChange={(value) => change({ shortestOnSeconds: numberOf(value) })}
        />
        <NumberInput
          label="Longest time on (seconds)"
          description="Empty: none."
          min={1}
          max={86_400}
          allowDecimal={false}
          value={fields.longestOnSeconds}
          error={errorOf('LongestOnSeconds')}
          onChange={(value) => change({ longestOnSeconds: numberOf(value) })}
        />
      </div>
    </>
  );
}
