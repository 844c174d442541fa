import { fixedLocationType } from '@allclear/domain';
import { messageOf } from '../../api/failure.ts';
import { editTexts, FormDialog } from '../../forms/FormDialog.tsx';
import { removalOf } from '../../forms/removal.ts';
import { toast } from '../../ui/toast.ts';
import { LocationEditorFields } from './LocationEditorFields.tsx';
import { type LocationEditorOptions, useLocationEditor } from './use-location-editor.ts';
import { useDeleteLocation } from './use-locations.ts';

export interface LocationModalProps extends LocationEditorOptions {
  opened: boolean;
  onClose: () => void;
  onDeleted: (id: string) => void;
}

/**
 * Add Location, Edit Location (spec 1 sections 2.11 and 5) and the question before one is deleted. The form
 * is reset each time it opens.
 */
export default function LocationModal(props: LocationModalProps) {
  const { opened, edited, locations, entitlements, onClose, onDeleted } = props;
  const editor = useLocationEditor(props);
  const removal = removalOf(edited && { id: edited.id, name: edited.label }, {
    item: 'Location',
    mutation: useDeleteLocation(),
    onRemoved: ({ message }, id) => {
      toast('success', message);
      onDeleted(id);
    },
    onRefused: (thrown) => toast('error', messageOf(thrown)),
  });
  return (
    <FormDialog
      form={editor.form}
      opened={opened}
      {...editTexts('Location', edited === null)}
      size={640}
      lost={null}
      removal={edited?.type === fixedLocationType ? null : removal}
      onClose={onClose}
    >
      <LocationEditorFields editor={editor} locations={locations} entitlements={entitlements} />
    </FormDialog>
  );
}
