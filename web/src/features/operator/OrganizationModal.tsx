import type { ManagedOrganization } from '@allclear/contract';
import { features } from '@allclear/domain';
import { Checkbox, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { FormDialog } from '../../forms/FormDialog.tsx';
import formClasses from '../../forms/form.module.css';
import { TimeZoneSelect } from '../../forms/TimeZoneSelect.tsx';
import { type EditedForm, useEditedForm } from '../../forms/use-edited-form.ts';
import { toast } from '../../ui/toast.ts';
import { bodyOf, fieldsOf, type OrganizationFields, problemsOf, refusalOf } from './organization-fields.ts';
import { useSaveOrganization } from './use-organizations.ts';

interface OrganizationModalProps {
  opened: boolean;
  /** As it was when the form opened; null for a new one. */
  edited: ManagedOrganization | null;
  onClose: () => void;
  /** The invitation of the first Super Admin, where no mail is configured. */
  onLink: (link: string) => void;
}

type Form = EditedForm<OrganizationFields>;

/** 'Add Organization' and 'Edit Organization'. */
export function OrganizationModal({ opened, edited, onClose, onLink }: OrganizationModalProps) {
  const save = useSaveOrganization();
  const form = useEditedForm({
    initial: () => fieldsOf(edited),
    check: (fields) => problemsOf(fields, edited === null),
    send: (fields) =>
      save.mutateAsync({ id: edited?.id ?? null, revision: edited?.revision, body: bodyOf(fields) }),
    onSent: (saved) => {
      toast('success', saved.message);
      onClose();
      if ('link' in saved && typeof saved.link === 'string') onLink(saved.link);
    },
    refusalOf: refusalOf('The organization was not saved'),
    guardsTab: true,
  });
  return (
    <FormDialog
      form={form}
      opened={opened}
      title={edited ? 'Edit Organization' : 'Add Organization'}
      submit={edited ? 'Save Changes' : 'Save'}
      size={620}
      disabled={save.isPending}
      lost="Your changes have not been saved and will be lost."
      onClose={onClose}
    >
      <TextInput {...textOf(form, 'name', 'Name')} label="Name" required data-autofocus />
      <TextInput {...textOf(form, 'companyType', 'CompanyType')} label="Company type" />
      {edited ? <ChangedFields form={form} /> : <NewFields form={form} />}
    </FormDialog>
  );
}

type TextField =
  | 'name'
  | 'companyType'
  | 'banner'
  | 'supportEmail'
  | 'supportPhone'
  | 'firstName'
  | 'lastName'
  | 'email';

function textOf(form: Form, field: TextField, label: string) {
  return {
    size: 'md' as const,
    autoComplete: 'off',
    value: form.fields[field],
    error: form.errorOf(label),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      form.change({ [field]: value }),
  };
}

function NewFields({ form }: { form: Form }) {
  return (
    <>
      <TextInput
        {...textOf(form, 'supportEmail', 'SupportEmail')}
        label="Support email"
        type="email"
        required
      />
      <TextInput {...textOf(form, 'supportPhone', 'SupportPhone')} label="Support phone" type="tel" />
      <fieldset className={formClasses.group}>
        <legend>First Super Admin</legend>
        <TextInput {...textOf(form, 'firstName', 'FirstName')} label="First name" required />
        <TextInput {...textOf(form, 'lastName', 'LastName')} label="Last name" />
        <TextInput
          {...textOf(form, 'email', 'Email')}
          label="Email"
          type="email"
          required
          description="The invitation goes to this address."
        />
        <TimeZoneSelect
          value={form.fields.timeZone}
          error={form.errorOf('TimeZone')}
          onChange={(timeZone) => form.change({ timeZone })}
        />
      </fieldset>
    </>
  );
}

function ChangedFields({ form }: { form: Form }) {
  const { fields } = form;
  return (
    <>
      <NativeSelect
        label="Status"
        size="md"
        data={[
          { value: 'ACTIVE', label: 'Active' },
          { value: 'TRIAL', label: 'Trial' },
          { value: 'CLOSED', label: 'Closed' },
        ]}
        value={fields.status}
        error={form.errorOf('Status')}
        description="The people of a closed organization cannot sign in. Its data stay, and its policies go on to notify."
        onChange={(event) => form.change({ status: event.currentTarget.value })}
      />
      <TextInput
        {...textOf(form, 'banner', 'Banner')}
        label="Banner"
        description="Stands below the top bar of everybody in the organization."
      />
      <NumberInput
        label="Camera minutes a month"
        description="Empty: no live camera feed."
        size="md"
        min={0}
        allowDecimal={false}
        value={fields.liveStreamMinutes}
        error={form.errorOf('LiveStreamMinutes')}
        onChange={(minutes) => form.change({ liveStreamMinutes: typeof minutes === 'number' ? minutes : '' })}
      />
      <Switch
        className={formClasses.switch}
        label="Administers the widgets of all organizations"
        description="Its Super Admins carry the claim WIDGET_ADMIN ALL."
        checked={fields.isWidgetAdmin}
        onChange={(event) => form.change({ isWidgetAdmin: event.currentTarget.checked })}
      />
      <fieldset className={formClasses.group}>
        <legend>Features</legend>
        {features.map((feature) => (
          <Checkbox
            key={feature}
            label={feature}
            checked={!fields.withheldFeatures.includes(feature)}
            onChange={(event) =>
              form.change({
                withheldFeatures: event.currentTarget.checked
                  ? fields.withheldFeatures.filter((one) => one !== feature)
                  : [...fields.withheldFeatures, feature],
              })
            }
          />
        ))}
      </fieldset>
    </>
  );
}
