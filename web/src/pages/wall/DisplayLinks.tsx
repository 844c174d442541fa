import type { DisplayLink } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { Button, CopyButton, NativeSelect, TextInput } from '@mantine/core';
import { IconCopy, IconScreenShare } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { displayKeys } from '../../api/query-keys/displays.ts';
import { routes } from '../../api/routes.ts';
import { useChange, useRouteQuery } from '../../api/use-route.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { sortErrors } from '../../forms/field-errors.ts';
import { type Refusal, useEditedForm } from '../../forms/use-edited-form.ts';
import { displayAddress } from '../../session/display-session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './DisplayLinks.module.css';

/** What a link made here shows. */
export interface WallPlaces {
  readonly locationIds: readonly string[];
  /** The group of the wall; its places of then are shown. */
  readonly groupId: string | null;
  readonly hasMap: boolean;
}

const lifetimes = [
  { value: '1', label: 'a day' },
  { value: '7', label: 'a week' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'a year' },
];

/** Links that sign a wall in without a person: makes, lists and removes them. */
export function DisplayLinks({
  opened,
  onClose,
  ...wall
}: WallPlaces & { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Display links" size={640}>
      <p className={classes.intro}>
        A display link signs in the wall that opens it, without an account: for reading, and for these places
        only. It ends when it expires, when you remove it here, and when you may not make it any more.
      </p>
      <NewLink {...wall} />
      <LinkList />
    </Dialog>
  );
}

function NewLink({ locationIds, groupId, hasMap }: WallPlaces) {
  const add = useChange(
    (api, fields: { name: string; days: number }) =>
      api.call(routes.addDisplayLink, {
        body: { ...fields, ...(groupId === null ? { locationIds: [...locationIds] } : { groupId }) },
        once: true,
      }),
    displayKeys.links.all,
  );
  const form = useEditedForm({
    initial: () => ({ name: '', days: '90' }),
    check: ({ name }): FieldErrors => (name.trim() === '' ? { Name: ['Enter a name'] } : {}),
    send: ({ name, days }) => add.mutateAsync({ name: name.trim(), days: Number(days) }),
    onSent: () => form.rebase({ ...form.fields, name: '' }),
    refusalOf,
  });
  return (
    <>
      <form ref={form.element} className={classes.form} onSubmit={form.submit} noValidate>
        <ErrorSummary form={form} />
        <TextInput
          className={classes.name}
          label="Name of the display"
          placeholder="Lobby"
          required
          maxLength={100}
          value={form.fields.name}
          error={form.errorOf('Name')}
          onChange={(event) => form.change({ name: event.currentTarget.value })}
        />
        <NativeSelect
          label="Ends after"
          size="md"
          value={form.fields.days}
          error={form.errorOf('Days')}
          data={lifetimes}
          onChange={(event) => form.change({ days: event.currentTarget.value })}
        />
        <Button type="submit" loading={form.isSending}>
          Make link for {placesText(locationIds.length, groupId !== null)}
        </Button>
      </form>
      {add.data && <NewAddress address={displayAddress(window.location.origin, add.data.token, hasMap)} />}
    </>
  );
}

function refusalOf(thrown: unknown): Refusal {
  const errors = thrown instanceof ApiFailure ? thrown.errors : {};
  const { fields } = sortErrors(errors, ['Name', 'Days', 'LocationIds', 'GroupId']);
  const isExplained = Object.keys(fields).length > 0;
  return { header: 'Error making the link', message: isExplained ? '' : messageOf(thrown), fields };
}

function placesText(count: number, isGroup: boolean): string {
  if (isGroup) return "this wall's group";
  return count === 1 ? 'this place' : `these ${count} places`;
}

function NewAddress({ address }: { address: string }) {
  return (
    <div className={classes.address} role="status">
      <TextInput
        label="Open this address on the display. It is shown only now."
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button variant="default" leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}

function LinkList() {
  const { data: links, error } = useRouteQuery(routes.listDisplayLinks, displayKeys.links.all, {
    refetchOnMount: 'always',
  });
  const [removed, setRemoved] = useState<DisplayLink | null>(null);
  const remove = useChange(
    (api, id: string) => api.call(routes.deleteDisplayLink, { params: { id } }),
    displayKeys.links.all,
    () => setRemoved(null),
  );
  if (error && !links)
    return (
      <p className={classes.error} role="alert">
        {messageOf(error)}
      </p>
    );
  if (!links) return null;
  if (links.length === 0) return <p className={classes.none}>There are no display links.</p>;
  return (
    <>
      <ul className={classes.links} aria-label="Display links">
        {links.map((link) => (
          <li key={link.id}>
            <IconScreenShare size={20} aria-hidden="true" />
            <div className={classes.link}>
              <strong>{link.name}</strong>
              <span>{linkText(link)}</span>
            </div>
            <Button variant="default" aria-label={`Remove ${link.name}`} onClick={() => setRemoved(link)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {remove.error && (
        <p className={classes.error} role="alert">
          {messageOf(remove.error)}
        </p>
      )}
      <ConfirmDialog
        opened={removed !== null}
        item={removed?.name ?? ''}
        text="Every wall that uses this link ends within two seconds. This cannot be undone."
        busy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed.id)}
        onCancel={() => setRemoved(null)}
      />
    </>
  );
}

const dateOf = (iso: string) =>
  new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' });

function linkText({ places, groupName, createdBy, expired, expiresUtc, lastUsedUtc }: DisplayLink): string {
  const shown = `${places} ${places === 1 ? 'place' : 'places'}${groupName === null ? '' : ` of ${groupName}`}`;
  return [
    `${shown} of ${createdBy}`,
    expired ? `ended ${dateOf(expiresUtc)}` : `ends ${dateOf(expiresUtc)}`,
    lastUsedUtc === null ? 'not used yet' : `last used ${dateOf(lastUsedUtc)}`,
  ].join(' · ');
}
