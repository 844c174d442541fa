import type { ApiKey } from '@allclear/contract';
import { Alert, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { editTexts, FormDialog } from '../../../forms/FormDialog.tsx';
import { SearchableChoices } from '../../../forms/SearchableChoices.tsx';
import { type EditedForm, useEditedForm } from '../../../forms/use-edited-form.ts';
import {
  type KeyFields,
  keyBody,
  keyFieldsOf,
  keyProblems,
  keyRefusal,
  permissionChoices,
  placeChoices,
} from './key-fields.ts';
import { useKeyChange, useKeyPlaces } from './use-keys.ts';

interface KeyFormProps {
  /** Null for a new key. */
  edited: ApiKey | null;
  /** What the signed-in person may. */
  held: readonly string[];
  onClose: () => void;
  /** The text of a new key. */
  onMade: (key: string) => void;
}

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'a year' },
];

/** Makes an API key, or changes what one may do. */
export function KeyForm({ edited, held, onClose, onMade }: KeyFormProps) {
  const save = useKeyChange(async (api, fields: KeyFields): Promise<string | null> => {
    const body = keyBody(fields);
    if (edited) {
      await api.call(routes.changeApiKey, { body: { id: edited.id, revision: edited.revision, ...body } });
      return null;
    }
    const made = await api.call(routes.addApiKey, { body: { ...body, days: Number(fields.days) } });
    return made.key;
  });
  const form = useEditedForm({
    initial: () => keyFieldsOf(edited),
    labels: { places: 'LocationIds', chosen: 'LocationIds' },
    check: keyProblems,
    send: (fields) => save.mutateAsync(fields),
    onSent: (key) => {
      if (key !== null) onMade(key);
      onClose();
    },
    refusalOf: keyRefusal,
  });
  const choices = permissionChoices(held);
  return (
    <FormDialog
      form={form}
      opened
      {...editTexts('API Key', edited === null)}
      size={640}
      lost="Your changes have not been saved and will be lost."
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What uses it: a scoreboard, a script."
        size="md"
        required
        maxLength={100}
        value={form.fields.name}
        error={form.errorOf('Name')}
        onChange={({ currentTarget }) => form.change({ name: currentTarget.value })}
      />
      <SearchableChoices
        label="Permissions"
        description="A key never may more than you: what you lose, it loses."
        required
        data={choices}
        items="permissions"
        nothingFound="No permission of yours has this name"
        value={form.fields.permissions}
        error={form.errorOf('Permissions')}
        onChange={(permissions) => form.change({ permissions })}
      />
      <Places form={form} />
      <Textarea
        label="Networks"
        description="Addresses and networks (192.0.2.0/24, 2001:db8::/32), one a line, that it may be used from. Empty: any."
        size="md"
        rows={3}
        spellCheck={false}
        value={form.fields.networks}
        error={form.errorOf('Networks')}
        onChange={({ currentTarget }) => form.change({ networks: currentTarget.value })}
      />
      {edited === null && (
        <NativeSelect
          label="Ends after"
          size="md"
          data={lifetimes}
          value={form.fields.days}
          error={form.errorOf('Days')}
          onChange={({ currentTarget }) => form.change({ days: currentTarget.value })}
        />
      )}
    </FormDialog>
  );
}

function Places({ form }: { form: EditedForm<KeyFields> }) {
  const { locations, organizationLocations } = useKeyPlaces();
  const error = locations.error ?? organizationLocations.error;
  return (
    <>
      <NativeSelect
        label="Places"
        size="md"
        data={[
          { value: 'all', label: 'All that I see' },
          { value: 'some', label: 'Only some, for reading' },
        ]}
        value={form.fields.places}
        onChange={({ currentTarget }) =>
          form.change({ places: currentTarget.value === 'some' ? 'some' : 'all' })
        }
      />
      {form.fields.places === 'some' && (
        <>
          {error && (
            <Alert color="var(--warning)" variant="outline" title="Problem retrieving places" role="alert">
              {messageOf(error)}
            </Alert>
          )}
          <SearchableChoices
            label="Only these places"
            description="Such a key reads their state, weather and warnings and asks nothing else. A location of the organization stands for yours at it."
            required
            data={placeChoices(locations.data ?? [], organizationLocations.data ?? [])}
            items="places"
            nothingFound="No place has this name"
            value={form.fields.chosen}
            error={form.errorOf('LocationIds')}
            onChange={(chosen) => form.change({ chosen })}
          />
        </>
      )}
    </>
  );
}
