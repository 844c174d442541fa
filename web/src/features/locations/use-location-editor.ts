import type { Location, Organization } from '@allclear/contract';
import { useEditedForm } from '../../forms/use-edited-form.ts';
import { toast } from '../../ui/toast.ts';
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
import { useSaveLocation } from './use-locations.ts';

export interface LocationEditorOptions {
  /** The location to edit, or null for a new one. */
  edited: Location | null;
  locations: readonly Location[];
  entitlements: Organization['entitlements'];
  onSaved: (id: string) => void;
}

/** The state of the form that adds or edits a location (spec 1 sections 2.11 and 5), in a dialog or on a page. */
export function useLocationEditor({ edited, locations, entitlements, onSaved }: LocationEditorOptions) {
  const save = useSaveLocation(edited);
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
  });
  const policies = useLocationPolicies(edited ? null : form.fields.organizationLocationId);
  const { draft, locks } = withLocks(form.fields);
  return { form, current, draft, locks };
}

export type LocationEditor = ReturnType<typeof useLocationEditor>;
