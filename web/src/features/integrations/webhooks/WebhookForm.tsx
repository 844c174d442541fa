import type { Webhook } from '@allclear/contract';
import { TextInput } from '@mantine/core';
import { routes } from '../../../api/routes.ts';
import { editTexts, FormDialog } from '../../../forms/FormDialog.tsx';
import { SearchableChoices } from '../../../forms/SearchableChoices.tsx';
import { useEditedForm } from '../../../forms/use-edited-form.ts';
import { useWebhookChange, useWebhookPlaces } from './use-webhooks.ts';
import {
  kindChoices,
  type WebhookFields,
  webhookBody,
  webhookFieldsOf,
  webhookProblems,
  webhookRefusal,
} from './webhook-fields.ts';

interface WebhookFormProps {
  /** Null for a new webhook. */
  edited: Webhook | null;
  onClose: () => void;
  /** The secret of a new webhook. */
  onMade: (secret: string) => void;
}

/** Adds a webhook, or changes what one is sent. */
export function WebhookForm({ edited, onClose, onMade }: WebhookFormProps) {
  const places = useWebhookPlaces();
  const save = useWebhookChange(async (api, fields: WebhookFields): Promise<string | null> => {
    const body = webhookBody(fields);
    if (edited) {
      await api.call(routes.changeWebhook, { body: { id: edited.id, revision: edited.revision, ...body } });
      return null;
    }
    return (await api.call(routes.addWebhook, { body })).secret;
  });
  const form = useEditedForm({
    initial: () => webhookFieldsOf(edited),
    labels: { places: 'OrganizationLocationIds' },
    check: webhookProblems,
    send: (fields) => save.mutateAsync(fields),
    onSent: (secret) => {
      if (secret !== null) onMade(secret);
      onClose();
    },
    refusalOf: webhookRefusal,
  });
  const textOf = (field: 'name' | 'description' | 'url', label: string) => ({
    size: 'md' as const,
    value: form.fields[field],
    error: form.errorOf(label),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.change({ [field]: currentTarget.value }),
  });
  return (
    <FormDialog
      form={form}
      opened
      {...editTexts('Webhook', edited === null)}
      size={640}
      lost="Your changes have not been saved and will be lost."
      onClose={onClose}
    >
      <TextInput
        {...textOf('url', 'Url')}
        label="Address"
        description="Events are sent here by POST, as JSON. Private addresses are refused."
        type="url"
        placeholder="https://example.org/weather"
        required
        maxLength={2_000}
      />
      <TextInput {...textOf('name', 'Name')} label="Name" maxLength={100} />
      <TextInput {...textOf('description', 'Description')} label="Description" maxLength={500} />
      <SearchableChoices
        label="Events"
        description="None chosen: all."
        data={kindChoices}
        items="events"
        nothingFound="No event has this name"
        value={form.fields.kinds}
        error={form.errorOf('Kinds')}
        onChange={(kinds) => form.change({ kinds })}
      />
      <SearchableChoices
        label="Places"
        description="None chosen: all. Events of no place are always sent."
        data={(places.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        items="places"
        nothingFound="No place has this name"
        value={form.fields.places}
        error={form.errorOf('OrganizationLocationIds')}
        onChange={(chosen) => form.change({ places: chosen })}
      />
    </FormDialog>
  );
}
