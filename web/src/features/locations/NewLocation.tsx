import type { Organization } from '@allclear/contract';
import { Button } from '@mantine/core';
import { PageForm } from '../../forms/PageForm.tsx';
import { LocationEditorFields } from './LocationEditorFields.tsx';
import { useLocationEditor } from './use-location-editor.ts';

const none = [] as const;

/** The add-location form on the page of a user without locations (spec 1 section 2.1). */
export default function NewLocation({
  entitlements,
  onSaved,
}: {
  entitlements: Organization['entitlements'];
  onSaved: (id: string) => void;
}) {
  const editor = useLocationEditor({ edited: null, locations: none, entitlements, onSaved });
  const { form } = editor;
  return (
    <PageForm form={form} label="Add Location">
      <LocationEditorFields editor={editor} locations={none} entitlements={entitlements} />
      <Button type="submit" loading={form.isSending}>
        Save
      </Button>
    </PageForm>
  );
}
