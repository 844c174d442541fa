import type { Group, Policy, PolicyTypeEntry } from '@allclear/contract';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormFooter } from '../../ui/FormFooter.tsx';
import { toast } from '../../ui/toast.ts';
import { WarningDialog } from '../../ui/WarningDialog.tsx';
import { TryOnPast } from './backtest/Backtest.tsx';
import { Meanwhile } from './ConcurrentChange.tsx';
import classes from './PolicyForm.module.css';
import { PolicyForm } from './PolicyForm.tsx';
import { changesLightningRadius, formOf, problemsOf, refusalOf } from './policy-fields.ts';
import { useDeletePolicy, useSavePolicy } from './use-policies.ts';
import { usePolicyDraft } from './use-policy-draft.ts';

export interface PolicyModalProps {
  opened: boolean;
  /** The policy as it was when the form opened, or null for a new one. */
  edited: Policy | null;
  /** The same policy as the list has it now; null when it is gone. */
  current: Policy | null;
  types: readonly PolicyTypeEntry[];
  sites: readonly Group[] | undefined;
  onClose: () => void;
  /** The form begins anew with the policy as it is now. */
  onReload: (policy: Policy) => void;
}

type Question = 'remove' | 'radius' | 'discard';

/** Add Policy, Edit Policy, and the questions before something is removed, overwritten or thrown away. */
export function PolicyModal({ opened, edited, current, types, sites, onClose, onReload }: PolicyModalProps) {
  const { fields, problems, change, refuse, refusals, isChanged } = usePolicyDraft(edited, types);
  const [asking, setAsking] = useState<Question | null>(null);
  const save = useSavePolicy(edited);
  const remove = useDeletePolicy();
  const small = useMediaQuery('(max-width: 48em)');
  const form = useRef<HTMLFormElement>(null);
  const type = types.find((one) => one.shortName === fields.typeShortName);
  const busy = save.isPending || remove.isPending || save.isSuccess || remove.isSuccess;

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const close = () => (isChanged ? setAsking('discard') : onClose());
  const isSound = () => {
    const found = problemsOf(fields, type);
    if (Object.keys(found).length > 0) refuse(found);
    return Object.keys(found).length === 0;
  };
  const send = async () => {
    setAsking(null);
    try {
      await save.mutateAsync(formOf(fields, type!));
      toast('success', edited ? 'Updated' : 'Saved');
      onClose();
    } catch (thrown) {
      const refusal = refusalOf(thrown, edited ? 'update' : 'add');
      toast('error', refusal.header, refusal.message);
      refuse(refusal.fields);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSound()) return;
    if (changesLightningRadius(edited, formOf(fields, type!))) setAsking('radius');
    else void send();
  };
  const confirmRemoval = async () => {
    try {
      await remove.mutateAsync(edited!.id);
      toast('success', 'Deleted');
      onClose();
    } catch (thrown) {
      const { header, message } = refusalOf(thrown, 'delete');
      toast('error', header, message);
      setAsking(null);
    }
  };

  return (
    <>
      <Dialog
        opened={opened}
        onClose={close}
        title={edited ? 'Edit Policy' : 'Add Policy'}
        size={680}
        fullScreen={small ?? false}
        closeOnClickOutside={false}
        closeOnEscape={asking === null}
      >
        <form ref={form} className={classes.form} onSubmit={submit} noValidate>
          {edited && !busy && <Meanwhile edited={edited} current={current} onReload={onReload} />}
          <PolicyForm
            edited={edited}
            fields={fields}
            type={type}
            types={types}
            sites={sites}
            errorOf={(label) => problems[label]?.join(' ')}
            onChange={change}
          />
          {type && (
            <TryOnPast
              type={type}
              form={{ ...formOf(fields, type), ...(edited ? { id: edited.id } : {}) }}
              onCheck={isSound}
            />
          )}
          <FormFooter
            submit={edited ? 'Save Changes' : 'Save'}
            sending={save.isPending}
            disabled={edited !== null && current === null && !busy}
            onCancel={close}
            remove={edited && { item: 'Policy', onRemove: () => setAsking('remove') }}
          />
        </form>
      </Dialog>
      {/* Each question is there only while it is asked: one that waited unseen would take the Escape that called it for its own answer. */}
      {edited && asking === 'remove' && (
        <ConfirmDialog
          opened
          item={edited.displayName}
          text={`Are you sure you want to remove ${edited.displayName}? This action cannot be undone.`}
          busy={remove.isPending}
          onConfirm={confirmRemoval}
          onCancel={() => setAsking(null)}
        />
      )}
      {asking === 'radius' && (
        <WarningDialog
          opened
          title="Change the lightning radius?"
          onConfirm={send}
          onCancel={() => setAsking(null)}
        >
          <p>
            The threshold goes from {edited?.threshold} to {fields.threshold} {type?.unit}. It becomes the
            first zone of every location that is tied to one of your organization's locations, and decides
            there when people are stopped.
          </p>
          <p>The zone of those locations is overwritten at once.</p>
        </WarningDialog>
      )}
      {asking === 'discard' && (
        <WarningDialog
          opened
          title="Close without saving?"
          onConfirm={onClose}
          onCancel={() => setAsking(null)}
        >
          <p>Your changes have not been saved and will be lost.</p>
        </WarningDialog>
      )}
    </>
  );
}
