import type { Location, Organization } from '@allclear/contract';
import { fixedLocationType } from '@allclear/domain';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { editTexts, FormDialog } from '../../forms/FormDialog.tsx';
import { removalOf } from '../../forms/removal.ts';
import { type Refusal, useEditedForm } from '../../forms/use-edited-form.ts';
import { toast } from '../../ui/toast.ts';
import classes from './LocationForm.module.css';
import { LocationForm, RefusalAlert } from './LocationForm.tsx';
import {
  type DraftFields,
  draftOf,
  type LocationFields,
  problemsOf,
  saveProblemsOf,
  showsFourthZone,
} from './location-fields.ts';
import { underLocks, underPolicies } from './location-locks.ts';
import { useLocationPolicies } from './use-location-policies.ts';
import { useDeleteLocation, useSaveLocation } from './use-locations.ts';

export interface LocationModalProps {
  opened: boolean;
  edited: Location | null;
  locations: readonly Location[];
  entitlements: Organization['entitlements'];
  onClose: () => void;
  onSaved: (id: string) => void;
  onDeleted: (id: string) => void;
}

/**
 * Add Location, Edit Location (spec 1 sections 2.11 and 5) and the question before one is deleted. The form
 * is reset each time it opens.
 */
export default function LocationModal(props: LocationModalProps) {
  const { opened, edited, locations, entitlements, onClose, onSaved, onDeleted } = props;
  const save = useSaveLocation(edited);
  const removal = removalOf(edited && { id: edited.id, name: edited.label }, {
    item: 'Location',
    mutation: useDeleteLocation(),
    onRemoved: ({ message }, id) => {
      toast('success', message);
      onDeleted(id);
    },
    onRefused: (thrown) => toast('error', messageOf(thrown)),
  });
  const top = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // The list is renewed while the form is open: values that policies have set since then count.
  const current = edited && (locations.find(({ id }) => id === edited.id) ?? edited);
  const withLocks = (fields: DraftFields) =>
    current ? underLocks(fields, current) : underPolicies(fields, policies);
  const form = useEditedForm({
    initial: () => draftOf(edited),
    check: (fields) => {
      const { draft, locks } = withLocks(fields);
      return problemsOf(draft, showsFourthZone(entitlements, edited, draft), locks.timer);
    },
    send: (fields) => save.mutateAsync(withLocks(fields).draft as LocationFields),
    onSent: ({ id, message }) => {
      toast('success', message);
      onSaved(id);
    },
    refusalOf: (thrown) => saveProblemsOf(thrown, edited !== null),
    onRefused: setRefusal,
  });
  const policies = useLocationPolicies(edited ? null : form.fields.organizationLocationId);
  const { draft, locks } = withLocks(form.fields);

  const [unsound] = Object.values(form.errors).flat();
  const header = refusal?.header ?? (unsound === undefined ? null : 'Please check the form');
  useEffect(() => {
    if (header !== null) top.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  }, [header]);

  const submit = (event: FormEvent) => {
    setRefusal(null);
    form.submit(event);
  };

  return (
    <FormDialog
      form={form}
      opened={opened}
      {...editTexts('Location', edited === null)}
      size={640}
      lost={null}
      removal={edited?.type === fixedLocationType ? null : removal}
      onSubmit={submit}
      onClose={onClose}
    >
      <div ref={top} className={classes.top}>
        {header !== null && <RefusalAlert header={header} message={refusal ? refusal.message : unsound} />}
      </div>
      <LocationForm
        edited={current}
        locations={locations}
        entitlements={entitlements}
        draft={draft}
        locks={locks}
        errorOf={form.errorOf}
        onChange={form.change}
      />
    </FormDialog>
  );
}
