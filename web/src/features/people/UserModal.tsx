import type { Group, OrganizationLocation, User } from '@allclear/contract';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { ChangedMeanwhile, changesBetween } from '../../forms/ChangedMeanwhile.tsx';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { removalOf } from '../../forms/removal.ts';
import { useEditedForm } from '../../forms/use-edited-form.ts';
import { toast } from '../../ui/toast.ts';
import { WarningDialog } from '../../ui/WarningDialog.tsx';
import { Erasure, PersonalData } from './PersonalData.tsx';
import type { Editor } from './person-rules.ts';
import { UserForm } from './UserForm.tsx';
import { useDeleteUser } from './use-people.ts';
import { type SavedUser, useSaveUser } from './use-save-user.ts';
import { fieldsOf, problemsOf, refusalOf, type UserFields } from './user-fields.ts';

interface UserModalProps {
  opened: boolean;
  editor: Editor;
  /** The user as it was when the form opened, or null for a new one. */
  edited: User | null;
  /** The same user in the current list; null when it was deleted. */
  current: User | null;
  groups: readonly Group[] | undefined;
  places: readonly OrganizationLocation[] | undefined;
  onClose: () => void;
  /** The form is reset to the current user. */
  onReload: (user: User) => void;
}

/** The labels that the errors of a field are under. */
const labels: Partial<Record<keyof UserFields, string | readonly string[]>> = {
  // Which of the two is missing depends on both.
  email: ['Email', 'PhoneNumber'],
  phoneNumber: ['PhoneNumber', 'Email'],
  smsNotifications: 'PhoneNumber',
  roleId: ['RoleId', 'Email', 'SiteId'],
};

/** 'Add New User' and 'Editing {name}', with the questions before a demotion and a deletion. */
export function UserModal(props: UserModalProps) {
  const { editor, edited, current, groups, places, onClose, onReload } = props;
  const save = useSaveUser();
  const remove = useDeleteUser();
  const [question, setQuestion] = useState<'demotion' | 'erasure' | null>(null);
  const closeAfter = (message: string) => {
    toast('success', message);
    onClose();
  };
  const form = useEditedForm({
    initial: () => fieldsOf(edited, groups?.length === 1 ? (groups[0]?.id ?? '') : ''),
    labels,
    check: (fields) => problemsOf(fields, edited, editor),
    send: (fields) => save.mutateAsync({ edited, revision: (current ?? edited)?.revision, fields }),
    onSent: (saved: SavedUser) => {
      if (saved.locationsRefused) toastRefusal(saved.locationsRefused);
      closeAfter(saved.message);
    },
    refusalOf: (thrown) => refusalOf(thrown, edited ? 'update' : 'add'),
    onRefused: ({ header, message }) => toast('error', header, message),
    guardsTab: true,
  });
  const removal = removalOf(edited && { id: edited.id, name: edited.fullName }, {
    item: 'User',
    mutation: {
      isPending: remove.isPending,
      mutateAsync: (id) => remove.mutateAsync({ id, roleId: edited?.roleId ?? -1 }),
    },
    onRemoved: ({ message }) => closeAfter(message),
    onRefused: toastDeleteRefusal,
  });
  const busy = save.isPending || remove.isPending || save.isSuccess || remove.isSuccess;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    if (isDemotion(edited, form.fields)) setQuestion('demotion');
    else void form.send();
  };
  return (
    <>
      <FormDialog
        form={form}
        opened={props.opened}
        {...textsFor(edited)}
        size={680}
        disabled={edited !== null && current === null && !busy}
        lost="Your changes have not been saved and will be lost."
        recordId={edited?.id}
        isAsking={question !== null}
        {...{ removal, onClose }}
        onSubmit={submit}
      >
        {edited && !busy && (
          <ChangedMeanwhile
            what="user"
            changes={current && changesBetween(edited, current, textsOf(places))}
            onReload={() => current && onReload(current)}
          />
        )}
        <UserForm
          {...{ edited, editor, fields: form.fields, groups, places }}
          errorOf={form.errorOf}
          onChange={form.change}
        />
        {edited && <PersonalData user={edited} onErase={() => setQuestion('erasure')} />}
      </FormDialog>
      {edited && (
        <Question
          {...{ question, edited, fields: form.fields }}
          onDemote={() => {
            setQuestion(null);
            void form.send();
          }}
          onErased={closeAfter}
          onCancel={() => setQuestion(null)}
        />
      )}
    </>
  );
}

interface QuestionProps {
  question: 'demotion' | 'erasure' | null;
  edited: User;
  fields: UserFields;
  onDemote: () => void;
  onErased: (message: string) => void;
  onCancel: () => void;
}

/** Asks before what cannot be undone. */
function Question({ question, edited, fields, onDemote, onErased, onCancel }: QuestionProps) {
  switch (question) {
    case 'erasure':
      return <Erasure user={edited} onErased={onErased} onCancel={onCancel} />;
    case 'demotion':
      return (
        <DemotionQuestion
          name={edited.fullName}
          isReached={isReached(fields)}
          onConfirm={onDemote}
          onCancel={onCancel}
        />
      );
    case null:
      return null;
  }
}

function textsFor(edited: User | null): { title: string; submit: string } {
  return edited
    ? { title: `Editing ${edited.fullName}`, submit: 'Save Changes' }
    : { title: 'Add New User', submit: 'Add User' };
}

function isDemotion(edited: User | null, { roleId }: UserFields): boolean {
  return edited !== null && edited.roleId !== -1 && roleId === -1;
}

/** Whether an email or a text gets to a user who has no device any more. */
function isReached({ email, emailNotifications, phoneNumber, smsNotifications }: UserFields): boolean {
  return (emailNotifications && email.trim() !== '') || (smsNotifications && phoneNumber.trim() !== '');
}

interface DemotionQuestionProps {
  name: string;
  isReached: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A demotion deletes for good, so it is confirmed first. */
function DemotionQuestion({ name, isReached, onConfirm, onCancel }: DemotionQuestionProps) {
  return (
    <WarningDialog
      opened
      title={`Change ${name} to Notification Only?`}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        {name} is signed out and cannot sign in any more. These are deleted for good: custom saved locations,
        personal settings and alert times, devices for push messages, API keys and display links.
      </p>
      <p>
        {isReached
          ? 'Locations of your organization stay, and their notifications go on by email or text.'
          : 'Neither email nor text notifications are on: no warning will reach this user.'}
      </p>
    </WarningDialog>
  );
}

function toastRefusal(thrown: unknown): void {
  const { header, message, fields } = refusalOf(thrown, 'locations');
  toast('error', header, [message, ...Object.values(fields).flat()].join(' ').trim());
}

/** Shows why somebody could not be deleted. */
export function toastDeleteRefusal(thrown: unknown): void {
  toast('error', 'Error deleting user', messageOf(thrown));
}

/** The fields of a user that somebody else may change, in words. */
function textsOf(
  places: readonly OrganizationLocation[] | undefined,
): Record<string, (user: User) => string> {
  const onOff = (on: boolean) => (on ? 'on' : 'off');
  const nameOf = (id: string) => places?.find((place) => place.id === id)?.name ?? 'Unknown location';
  return {
    'First Name': ({ firstName }) => firstName,
    'Last Name': ({ lastName }) => lastName,
    Email: ({ email }) => email ?? '',
    'Phone Number': ({ phoneNumber }) => phoneNumber ?? '',
    'Time zone': ({ timeZone }) => timeZone,
    'Permission Level': ({ roleDisplayName }) => roleDisplayName,
    'User Group': ({ siteName }) => siteName ?? '',
    'Email notifications': ({ emailNotifications }) => onOff(emailNotifications),
    'Text notifications': ({ smsNotifications }) => onOff(smsNotifications),
    Active: ({ isActive }) => onOff(isActive),
    Locations: ({ orgLocations }) => orgLocations.map(nameOf).sort().join(', '),
  };
}
