import { showTexts } from '@allclear/contract/show-limits';
import type { FieldErrors } from '@allclear/domain';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { encode } from 'uqr';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { copyText } from '../../../forms/copy-text.ts';
import { ErrorSummary } from '../../../forms/ErrorSummary.tsx';
import { sortErrors } from '../../../forms/field-errors.ts';
import { QrCode } from '../../../forms/QrCode.tsx';
import { type Refusal, useEditedForm } from '../../../forms/use-edited-form.ts';
import { toast } from '../../../ui/toast.ts';
import classes from '../editor/Editor.module.css';
import { showAddress } from '../show-address.ts';
import { useAddLink } from '../use-shows.ts';

const lifetimes = [
  { value: '1', label: 'a day' },
  { value: '7', label: 'a week' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'a year' },
];

/** Makes a link of a show. Its address is shown once. */
export function NewShowLink({ showId }: { showId: string }) {
  const add = useAddLink(showId);
  const form = useEditedForm({
    initial: () => ({ name: '', days: '90' }),
    check: ({ name }): FieldErrors => (name.trim() === '' ? { Name: ['Enter a name'] } : {}),
    send: ({ name, days }) => add.mutateAsync({ name: name.trim(), days: Number(days) }),
    onSent: () => form.rebase({ ...form.fields, name: '' }),
    refusalOf: linkRefusal,
  });
  return (
    <>
      <form ref={form.element} onSubmit={form.submit} noValidate aria-label="New link">
        <ErrorSummary form={form} />
        <div className={classes.fields}>
          <TextInput
            label="Name of the link"
            placeholder="Scoreboard"
            size="md"
            required
            maxLength={showTexts.linkName}
            value={form.fields.name}
            error={form.errorOf('Name')}
            onChange={({ currentTarget }) => form.change({ name: currentTarget.value })}
          />
          <NativeSelect
            label="Ends after"
            size="md"
            data={lifetimes}
            value={form.fields.days}
            error={form.errorOf('Days')}
            onChange={({ currentTarget }) => form.change({ days: currentTarget.value })}
          />
        </div>
        <Button type="submit" mt="sm" loading={form.isSending}>
          Make Link
        </Button>
      </form>
      {add.data && (
        <MadeLink address={showAddress(window.location.origin, add.data.token)} onDone={add.reset} />
      )}
    </>
  );
}

function linkRefusal(thrown: unknown): Refusal {
  const errors = thrown instanceof ApiFailure ? thrown.errors : {};
  const { fields } = sortErrors(errors, ['Name', 'Days']);
  const isExplained = Object.keys(fields).length > 0;
  return { header: 'The link was not made', message: isExplained ? '' : messageOf(thrown), fields };
}

function MadeLink({ address, onDone }: { address: string; onDone: () => void }) {
  const rows = useMemo(
    () => encode(address, { border: 3 }).data.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')),
    [address],
  );
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    copyText(address).then(
      () => setCopied(true),
      () => toast('error', 'The address could not be copied', 'Select it and copy it yourself.'),
    );
  return (
    <div className={classes.made} role="status" aria-label="The new link">
      <TextInput
        label="Open this address on the screen. It is shown only now."
        size="md"
        readOnly
        spellCheck={false}
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.buttons}>
        <Button leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </div>
      <QrCode rows={rows} label="QR code of the link" />
    </div>
  );
}
