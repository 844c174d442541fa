import type { RiskProfile, WorkRestProfile } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, useEffect, useState } from 'react';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormFooter } from '../../../ui/FormFooter.tsx';
import { toast } from '../../../ui/toast.ts';
import { WarningDialog } from '../../../ui/WarningDialog.tsx';
import classes from './HeatProfiles.module.css';
import { ProfileForm } from './ProfileForm.tsx';
import { fieldsOf, formOf, isSame, type ProfileFields, problemsOf, refusalOf } from './profile-fields.ts';
import { useDeleteProfile, useSaveProfile } from './use-heat-profiles.ts';

interface ProfileModalProps {
  opened: boolean;
  /** The profile as it was when the form opened; null for a new one. */
  edited: WorkRestProfile | null;
  /** What a new one begins with. */
  copied: WorkRestProfile | null;
  risks: readonly RiskProfile[];
  onClose: () => void;
}

/** Add Profile, Edit Profile, and the questions before something is removed or thrown away. */
export function ProfileModal({ opened, edited, copied, risks, onClose }: ProfileModalProps) {
  const [began] = useState(() => fieldsOf(edited ?? copied, edited === null));
  const [fields, setFields] = useState<ProfileFields>(began);
  const [problems, setProblems] = useState<FieldErrors>({});
  const [asking, setAsking] = useState<'remove' | 'discard' | null>(null);
  const save = useSaveProfile(edited);
  const remove = useDeleteProfile();
  const small = useMediaQuery('(max-width: 48em)');
  const isChanged = !isSame(fields, began);

  // The browser asks before a reload or a closed tab.
  useEffect(() => {
    if (!isChanged || !opened) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged, opened]);

  const close = () => (isChanged ? setAsking('discard') : onClose());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(fields);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    try {
      toast('success', (await save.mutateAsync(formOf(fields))).message);
      onClose();
    } catch (thrown) {
      const refusal = refusalOf(thrown, edited ? 'Error updating the profile' : 'Error adding the profile');
      setProblems(refusal.fields);
      toast('error', refusal.header, refusal.message);
    }
  };
  const confirmRemoval = async () => {
    try {
      toast('success', (await remove.mutateAsync(edited!.id)).message);
      onClose();
    } catch (thrown) {
      const { header, message } = refusalOf(thrown, 'Error deleting the profile');
      toast('error', header, message);
      setAsking(null);
    }
  };

  return (
    <>
      <Dialog
        opened={opened}
        onClose={close}
        title={edited ? 'Edit Profile' : 'Add Profile'}
        size={780}
        fullScreen={small ?? false}
        closeOnClickOutside={false}
        closeOnEscape={asking === null}
      >
        <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
          <ProfileForm
            fields={fields}
            problems={problems}
            risks={risks}
            onChange={(part) => {
              setFields((before) => ({ ...before, ...part }));
              setProblems({});
            }}
          />
          <FormFooter
            submit={edited ? 'Save Changes' : 'Save'}
            sending={save.isPending}
            onCancel={close}
            remove={edited && { item: 'Profile', onRemove: () => setAsking('remove') }}
          />
        </form>
      </Dialog>
      {edited && asking === 'remove' && (
        <ConfirmDialog
          opened
          item={edited.name}
          text={`Are you sure you want to remove ${edited.name}? This action cannot be undone.`}
          busy={remove.isPending}
          onConfirm={() => void confirmRemoval()}
          onCancel={() => setAsking(null)}
        />
      )}
      {asking === 'discard' && (
        <WarningDialog
          opened
          title="Close without saving?"
          onConfirm={onClose}
          onCancel={() => setAsking(null)}
        >
          <p>Your changes have not been saved and will be lost.</p>
        </WarningDialog>
      )}
    </>
  );
}
