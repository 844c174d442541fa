import type { Camera } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { encode } from 'uqr';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { copyText } from '../../../forms/copy-text.ts';
import { ErrorSummary } from '../../../forms/ErrorSummary.tsx';
import { sortErrors } from '../../../forms/field-errors.ts';
import { QrCode } from '../../../forms/QrCode.tsx';
import { type Refusal, useEditedForm } from '../../../forms/use-edited-form.ts';
import { toast } from '../../../ui/toast.ts';
import classes from '../Cameras.module.css';
import { cameraLinkAddress } from '../link-token.ts';
import { lifetimes } from './link-lifetimes.ts';
import { useCameraChange } from './use-camera-setup.ts';

interface LinkFields {
  name: string;
  cameraId: string;
  hours: string;
}

/** Makes a share link. Its address is shown once. */
export function NewLink({ cameras }: { cameras: readonly Camera[] }) {
  const add = useCameraChange((api, { name, cameraId, hours }: LinkFields) =>
    api.call(routes.addCameraLink, {
      body: { name: name.trim(), cameraId, hours: Number(hours) },
      once: true,
    }),
  );
  const form = useEditedForm<LinkFields, { token: string }>({
    initial: () => ({ name: '', cameraId: cameras[0]?.id ?? '', hours: '4' }),
    check: ({ name }): FieldErrors => (name.trim() === '' ? { Name: ['Enter a name'] } : {}),
    send: (fields) => add.mutateAsync(fields),
    onSent: () => form.rebase({ ...form.fields, name: '' }),
    refusalOf: linkRefusal,
  });
  const token = add.data?.token;
  return (
    <>
      <form
        ref={form.element}
        className={classes.card}
        onSubmit={form.submit}
        noValidate
        aria-label="New share link"
      >
        <ErrorSummary form={form} />
        <div className={classes.fields}>
          <TextInput
            label="Name of the link"
            placeholder="Fire department"
            size="md"
            required
            maxLength={100}
            value={form.fields.name}
            error={form.errorOf('Name')}
            onChange={({ currentTarget }) => form.change({ name: currentTarget.value })}
          />
          <NativeSelect
            label="Camera"
            size="md"
            data={cameras.map(({ id, name }) => ({ value: id, label: name }))}
            value={form.fields.cameraId}
            error={form.errorOf('CameraId')}
            onChange={({ currentTarget }) => form.change({ cameraId: currentTarget.value })}
          />
          <NativeSelect
            label="Ends after"
            size="md"
            data={lifetimes}
            value={form.fields.hours}
            error={form.errorOf('Hours')}
            onChange={({ currentTarget }) => form.change({ hours: currentTarget.value })}
          />
          <Button type="submit" loading={form.isSending}>
            Make Link
          </Button>
        </div>
      </form>
      {token !== undefined && (
        <MadeLink address={cameraLinkAddress(window.location.origin, token)} onDone={add.reset} />
      )}
    </>
  );
}

function linkRefusal(thrown: unknown): Refusal {
  const errors = thrown instanceof ApiFailure ? thrown.errors : {};
  const { fields } = sortErrors(errors, ['Name', 'CameraId', 'Hours']);
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
    <div className={classes.made} role="status" aria-label="The new share link">
      <div className={classes.fields}>
        <TextInput
          label="Send this address. It is shown only now."
          size="md"
          readOnly
          spellCheck={false}
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </div>
      <QrCode rows={rows} label="QR code of the share link" />
    </div>
  );
}
