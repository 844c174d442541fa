import type { Group, Policy, PolicyForm as PolicyBody, PolicyTypeEntry } from '@allclear/contract';
import { type FormEvent, useState } from 'react';
import { editTexts, FormDialog } from '../../forms/FormDialog.tsx';
import { removalOf } from '../../forms/removal.ts';
import { useEditedForm } from '../../forms/use-edited-form.ts';
import { toast } from '../../ui/toast.ts';
import { WarningDialog } from '../../ui/WarningDialog.tsx';
import { Backtest } from './backtest/Backtest.tsx';
import { ConcurrentChange } from './ConcurrentChange.tsx';
import { PolicyForm } from './PolicyForm.tsx';
import {
  changesLightningRadius,
  fieldsOf,
  formOf,
  type PolicyFields,
  problemsOf,
  refusalOf,
  roundedThreshold,
} from './policy-fields.ts';
import { useDeletePolicy, useSavePolicy } from './use-policies.ts';

export interface PolicyModalProps {
  opened: boolean;
  /** The policy as it was when the form opened, or null for a new one. */
  edited: Policy | null;
  /** The same policy in the current list; null when it was deleted. */
  current: Policy | null;
  types: readonly PolicyTypeEntry[];
  groups: readonly Group[] | undefined;
  onClose: () => void;
  /** The form is reset to the current policy. */
  onReload: (policy: Policy) => void;
  /** What deleting it does besides. */
  removalText?: string | undefined;
}

/** The label that the errors of each field are under. */
const labels: Partial<Record<keyof PolicyFields, string>> = {
  typeShortName: 'PolicyType',
  allGroups: 'Sites',
  notifyUsers: 'NotificationActions',
  notifyOnAllClear: 'NotificationActions',
};

/** Add Policy, Edit Policy, and the questions before something is removed, overwritten or discarded. */
export function PolicyModal(props: PolicyModalProps) {
  const { opened, edited, current, types, groups, onClose, onReload, removalText } = props;
  // The form shows a change by somebody else, so saving after that is based on the current policy.
  const save = useSavePolicy(edited, (current ?? edited)?.revision);
  const remove = useDeletePolicy();
  const removal = removalOf(edited && { id: edited.id, name: edited.displayName }, {
    item: 'Policy',
    text: removalText,
    mutation: remove,
    onRemoved: () => {
      toast('success', 'Deleted');
      onClose();
    },
    onRefused: (thrown) => {
      const { header, message } = refusalOf(thrown, 'delete');
      toast('error', header, message);
    },
  });
  const [asksRadius, setAsksRadius] = useState(false);
  const { typeOf, bodyOf, textOf } = readersOf(types);
  const form = useEditedForm({
    initial: () => fieldsOf(edited),
    labels,
    check: (fields) => problemsOf(fields, typeOf(fields)),
    send: async (fields) => {
      const body = bodyOf(fields);
      if (body) await save.mutateAsync(body);
    },
    onSent: () => {
      toast('success', edited ? 'Updated' : 'Saved');
      onClose();
    },
    refusalOf: (thrown) => refusalOf(thrown, edited ? 'update' : 'add'),
    isSame: (a, b) => textOf(a) === textOf(b),
    guardsTab: true,
  });
  const { fields } = form;
  const type = typeOf(fields);
  const body = bodyOf(fields);
  const busy = save.isPending || remove.isPending || save.isSuccess || remove.isSuccess;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // As it is sent; else leaving the field would change it, and clear its error, when the summary takes the focus.
    if (type) form.change({ threshold: roundedThreshold(fields.threshold, type) });
    if (!form.check() || !body) return;
    if (changesLightningRadius(edited, body)) setAsksRadius(true);
    else void form.send();
  };

  return (
    <>
      <FormDialog
        form={form}
        opened={opened}
        {...editTexts('Policy', edited === null)}
        size={680}
        disabled={edited !== null && current === null && !busy}
        lost="Your changes have not been saved and will be lost."
        recordId={edited?.id}
        isAsking={asksRadius}
        removal={removal}
        onSubmit={submit}
        onClose={onClose}
      >
        {edited && !busy && <ConcurrentChange edited={edited} current={current} onReload={onReload} />}
        <PolicyForm
          edited={edited}
          fields={fields}
          type={type}
          types={types}
          groups={groups}
          errorOf={form.errorOf}
          onChange={form.change}
        />
        {type && body && (
          <Backtest
            type={type}
            form={{ ...body, ...(edited ? { id: edited.id } : {}) }}
            onCheck={form.check}
          />
        )}
      </FormDialog>
      {asksRadius && (
        <RadiusQuestion
          before={edited?.threshold}
          after={fields.threshold}
          unit={type?.unit}
          onConfirm={() => {
            setAsksRadius(false);
            void form.send();
          }}
          onCancel={() => setAsksRadius(false)}
        />
      )}
    </>
  );
}

/** Readers of the form's fields with these types: the type, the request body, and a text for comparison. */
function readersOf(types: readonly PolicyTypeEntry[]) {
  const typeOf = (fields: PolicyFields) => types.find((one) => one.shortName === fields.typeShortName);
  const bodyOf = (fields: PolicyFields): PolicyBody | null => {
    const type = typeOf(fields);
    return type ? formOf(fields, type) : null;
  };
  const textOf = (fields: PolicyFields) => JSON.stringify(bodyOf(fields) ?? fields);
  return { typeOf, bodyOf, textOf };
}

interface RadiusQuestionProps {
  before: number | undefined;
  after: number | '';
  unit: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A changed lightning threshold overwrites the zone of locations, so it is confirmed first. */
function RadiusQuestion({ before, after, unit, onConfirm, onCancel }: RadiusQuestionProps) {
  return (
    <WarningDialog opened title="Change the lightning radius?" onConfirm={onConfirm} onCancel={onCancel}>
      <p>
        The threshold goes from {before} to {after} {unit}. It becomes the first zone of every location that
        is tied to one of your organization's locations, and decides there when people are stopped.
      </p>
      <p>The zone of those locations is overwritten at once.</p>
    </WarningDialog>
  );
}
