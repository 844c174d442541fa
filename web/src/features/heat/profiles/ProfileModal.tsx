import type { RiskProfile, WorkRestProfile } from '@allclear/contract';
import { editTexts, FormDialog } from '../../../forms/FormDialog.tsx';
import { removalOf } from '../../../forms/removal.ts';
import { useEditedForm } from '../../../forms/use-edited-form.ts';
import { toast } from '../../../ui/toast.ts';
import classes from './HeatProfiles.module.css';
import { ProfileForm } from './ProfileForm.tsx';
import { fieldsOf, formOf, isSame, type ProfileFields, problemsOf, refusalOf } from './profile-fields.ts';
import { useDeleteProfile, useSaveProfile } from './use-heat-profiles.ts';

interface ProfileModalProps {
  opened: boolean;
  /** The profile as it was when the form opened; null for a new one. */
  edited: WorkRestProfile | null;
  /** The values of a new profile. */
  copied: WorkRestProfile | null;
  risks: readonly RiskProfile[];
  onClose: () => void;
}

/** The labels that the errors of each field are under: the rules check kinds of work and bands together. */
const labels: Partial<Record<keyof ProfileFields, readonly string[]>> = {
  intensities: ['Intensities', 'Matrices'],
  primaryMetric: ['PrimaryMetric', 'RiskProfileId', 'Matrices'],
};

/** Add Profile, Edit Profile, and the questions before something is removed or discarded. */
export function ProfileModal({ opened, edited, copied, risks, onClose }: ProfileModalProps) {
  const save = useSaveProfile(edited);
  const form = useEditedForm({
    initial: () => fieldsOf(edited ?? copied, edited === null),
    labels,
    check: problemsOf,
    send: (fields) => save.mutateAsync(formOf(fields)),
    onSent: ({ message }) => {
      toast('success', message);
      onClose();
    },
    refusalOf: (thrown) =>
      refusalOf(thrown, edited ? 'Error updating the profile' : 'Error adding the profile'),
    isSame,
    guardsTab: opened,
  });
  const removal = removalOf(edited, {
    item: 'Profile',
    mutation: useDeleteProfile(),
    onRemoved: ({ message }) => {
      toast('success', message);
      onClose();
    },
    onRefused: (thrown) => {
      const { header, message } = refusalOf(thrown, 'Error deleting the profile');
      toast('error', header, message);
    },
  });

  return (
    <FormDialog
      form={form}
      opened={opened}
      {...editTexts('Profile', edited === null)}
      size={780}
      className={classes.form}
      lost="Your changes have not been saved and will be lost."
      recordId={edited?.id}
      removal={removal}
      onClose={onClose}
    >
      <ProfileForm fields={form.fields} problems={form.errors} risks={risks} onChange={form.change} />
    </FormDialog>
  );
}
