import type { OrganizationSettings } from '@allclear/contract';
import { bannerMaxLength } from '@allclear/domain';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ChangedMeanwhile, changesBetween } from '../../../forms/ChangedMeanwhile.tsx';
import { ErrorSummary } from '../../../forms/ErrorSummary.tsx';
import form from '../../../forms/form.module.css';
import { TimeZoneSelect } from '../../../forms/TimeZoneSelect.tsx';
import { type EditedForm, useEditedForm } from '../../../forms/use-edited-form.ts';
import { toast } from '../../../ui/toast.ts';
import classes from './Organization.module.css';
import {
  changesOf,
  fieldsOf,
  fieldTexts,
  type OrganizationFields,
  problemsOf,
  refusalOf,
} from './organization-fields.ts';
import { useSaveOrganizationSettings } from './use-organization-settings.ts';

interface OrganizationFormProps {
  /** As it is now; what somebody else changed since the form began is said. */
  current: OrganizationSettings;
  /** The form begins again from what is stored. */
  onReload: () => void;
}

/** Name, banner, contacts, defaults and consultation desk. */
export function OrganizationForm({ current, onReload }: OrganizationFormProps) {
  const [before, setBefore] = useState(() => fieldsOf(current));
  const save = useSaveOrganizationSettings();
  const edited = useEditedForm({
    initial: () => before,
    check: problemsOf,
    send: (fields) => save.mutateAsync({ ...changesOf(before, fields), revision: current.revision }),
    onSent: ({ message, settings }) => {
      setBefore(fieldsOf(settings));
      edited.rebase(fieldsOf(settings));
      toast('success', message);
    },
    refusalOf,
    guardsTab: true,
  });
  const changes = save.isPending ? [] : changesBetween(before, fieldsOf(current), fieldTexts);
  return (
    <section className={classes.card} aria-labelledby="organization-data">
      <h2 id="organization-data">About the organization</h2>
      <form ref={edited.element} className={form.form} onSubmit={edited.submit} noValidate>
        <ErrorSummary form={edited} />
        <ChangedMeanwhile what="organization" changes={changes} onReload={onReload} />
        <Fields edited={edited} />
        <Button
          type="submit"
          className={classes.save ?? ''}
          loading={edited.isSending}
          disabled={!edited.isChanged}
        >
          Save Changes
        </Button>
      </form>
    </section>
  );
}

function Fields({ edited }: { edited: EditedForm<OrganizationFields> }) {
  const { fields, errorOf, change } = edited;
  const text = (label: string, field: keyof OrganizationFields, error: string) => ({
    label,
    size: 'md' as const,
    value: fields[field],
    error: errorOf(error),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      change({ [field]: value }),
  });
  return (
    <>
      <TextInput {...text('Name', 'name', 'Name')} required autoComplete="organization" />
      <Textarea
        {...text('Banner', 'banner', 'Banner')}
        description={`Stands at the top of every page of everybody. At most ${bannerMaxLength} characters.`}
        autosize
        minRows={1}
        maxRows={4}
      />
      <TextInput
        {...text('Support email', 'supportEmail', 'SupportEmail')}
        type="email"
        description="Whom people write to for help."
        autoComplete="off"
      />
      <TextInput {...text('Support phone', 'supportPhone', 'SupportPhone')} type="tel" autoComplete="off" />
      <TextInput
        {...text('Consultation desk', 'consultationEmail', 'ConsultationEmail')}
        type="email"
        description="Questions to a meteorologist are sent to this address. Without it there is no desk."
        autoComplete="off"
      />
      <TimeZoneSelect
        label="Default time zone"
        isOptional
        description="Of new groups, and of imported people whose row has none. Without it, the one that most of your locations have."
        value={fields.defaultTimeZone}
        error={errorOf('DefaultTimeZone')}
        onChange={(defaultTimeZone) => change({ defaultTimeZone })}
      />
    </>
  );
}
