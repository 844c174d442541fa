import type { Show } from '@allclear/contract';
import { useState } from 'react';
import { changesBetween, type FieldChange } from '../../../forms/ChangedMeanwhile.tsx';
import { type EditedForm, useEditedForm } from '../../../forms/use-edited-form.ts';
import { toast } from '../../../ui/toast.ts';
import { useSaveShow } from '../use-shows.ts';
import {
  fieldsOf,
  fieldTextsOf,
  formOf,
  isSameShow,
  mergedForm,
  newShow,
  problemsOf,
  type ShowChoices,
  type ShowFields,
} from './show-fields.ts';
import { refusalOf } from './show-refusal.ts';

export interface EditedShow {
  readonly choices: ShowChoices;
  /** As it is now; null for a new one. */
  readonly current: Show | null;
  /** It was deleted while it was edited. */
  readonly isGone: boolean;
}

interface ShowFormState {
  readonly form: EditedForm<ShowFields>;
  /** What somebody else changed since the form began; null when it was deleted. */
  readonly changes: readonly FieldChange[] | null;
  /** The form begins again from what is stored. */
  reload(): void;
}

/** The state of the editor's form. `onAdded` is called for a new show, which then has an address of its own. */
export function useShowForm(
  { choices, current, isGone }: EditedShow,
  onAdded: (show: Show) => void,
): ShowFormState {
  const [before, setBefore] = useState(() => (current ? fieldsOf(current, choices) : newShow));
  const save = useSaveShow();
  const begin = (show: Show) => {
    const saved = fieldsOf(show, choices);
    setBefore(saved);
    form.rebase(saved);
  };
  const form = useEditedForm<ShowFields, Show>({
    initial: () => before,
    labels: { placeIds: ['PlaceIds', 'Scenes'] },
    check: problemsOf,
    isSame: isSameShow,
    send: (fields) => {
      const body = current ? mergedForm(before, fields, fieldsOf(current, choices)) : formOf(fields);
      if (!body) throw new Error('A checked form has all of its numbers.');
      return save.mutateAsync({ saved: current, body });
    },
    onSent: (show) => {
      begin(show);
      toast('success', current ? 'Show saved. Open screens follow.' : 'Show made.');
      if (!current) onAdded(show);
    },
    refusalOf: (thrown) => refusalOf(thrown, 'The show was not saved'),
  });
  const isSettled = !save.isPending && !form.isSending;
  const changes = isGone
    ? null
    : current && isSettled
      ? changesBetween(before, fieldsOf(current, choices), fieldTextsOf(choices))
      : [];
  return { form, changes, reload: () => current && begin(current) };
}
