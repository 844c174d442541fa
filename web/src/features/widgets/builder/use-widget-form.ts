import type { Widget, WidgetChoice } from '@allclear/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { clock } from '../../../clock/clock.ts';
import { changesBetween, type FieldChange } from '../../../forms/ChangedMeanwhile.tsx';
import { type EditedForm, useEditedForm } from '../../../forms/use-edited-form.ts';
import { toast } from '../../../ui/toast.ts';
import { useSaveWidget } from '../use-widgets.ts';
import { fieldsOf, formOf, mergedForm, newWidget, problemsOf, type WidgetFields } from './widget-fields.ts';
import { failureText, labelsOfFields, refusalOf } from './widget-refusal.ts';
import { fieldTextsOf } from './widget-texts.ts';

export interface BuiltWidget {
  readonly organizationId: string;
  readonly choice: WidgetChoice;
  /** As it is now; null for a new one. */
  readonly current: Widget | null;
  /** It was deleted while it was edited. */
  readonly isGone: boolean;
}

interface WidgetFormState {
  readonly form: EditedForm<WidgetFields>;
  /** What somebody else changed since the form began; null when it was deleted. */
  readonly changes: readonly FieldChange[] | null;
  /** The form begins again from what is stored. */
  reload(): void;
}

/** The state of the builder's form: a new widget leads back to the list, an existing one stays open. */
export function useWidgetForm({ organizationId, choice, current, isGone }: BuiltWidget): WidgetFormState {
  const navigate = useNavigate();
  const [before, setBefore] = useState(() => (current ? fieldsOf(current, choice) : newWidget));
  const save = useSaveWidget(organizationId);
  const work = current ? 'update' : 'create';
  const form = useEditedForm({
    initial: () => before,
    labels: labelsOfFields,
    check: (fields) =>
      problemsOf(fields, choice, { nowMs: clock.now() ?? Number.NEGATIVE_INFINITY, saved: current }),
    send: (fields) =>
      save.mutateAsync({
        saved: current,
        body: current
          ? mergedForm(before, fields, fieldsOf(current, choice), choice)
          : formOf(fields, choice),
      }),
    onSent: (widget) => {
      if (!current) {
        toast('success', 'Widget created.');
        return void navigate('/widgets');
      }
      const saved = fieldsOf(widget, choice);
      setBefore(saved);
      form.rebase(saved);
      toast('success', 'Widget updated successfully.');
    },
    refusalOf: (thrown) => {
      toast('error', failureText(thrown, work));
      return refusalOf(thrown, work);
    },
    guardsTab: true,
  });
  const isSettled = !save.isPending && !form.isSending;
  const changes = isGone
    ? null
    : current && isSettled
      ? changesBetween(before, fieldsOf(current, choice), fieldTextsOf(choice))
      : [];
  return {
    form,
    changes,
    reload() {
      if (!current) return;
      const saved = fieldsOf(current, choice);
      setBefore(saved);
      form.rebase(saved);
    },
  };
}
