import { Button, NativeSelect, PasswordInput, Select, TextInput } from '@mantine/core';
import type { EditedForm } from '../../../forms/use-edited-form.ts';
import classes from '../Cameras.module.css';
import { kindTexts } from '../camera-words.ts';
import { type CameraFields, protocols } from './camera-fields.ts';
import { useCameraPlaces } from './use-camera-setup.ts';

type Kind = CameraFields['kind'];
const kinds = Object.entries(kindTexts).map(([value, label]) => ({ value: value as Kind, label }));

const examples: Readonly<Record<Kind, string>> = {
  mjpeg: 'http://192.168.1.20/video.mjpg',
  jpeg: 'http://192.168.1.20/snapshot.jpg',
  hls: 'https://example.org/camera/index.m3u8',
  rtsp: 'rtsp://192.168.1.20:554/stream1',
  simulated: '',
};

interface FieldsProps {
  form: EditedForm<CameraFields>;
  hasStoredPassword: boolean;
}

export function CameraFormFields({ form, hasStoredPassword }: FieldsProps) {
  const { data: places = [] } = useCameraPlaces();
  const { fields, change, errorOf } = form;
  return (
    <>
      <TextInput
        label="Name"
        size="md"
        required
        maxLength={100}
        value={fields.name}
        error={errorOf('Name')}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <NativeSelect
        label="Kind"
        size="md"
        data={kinds}
        value={fields.kind}
        error={errorOf('Kind')}
        onChange={({ currentTarget }) => {
          const kind = kinds.find(({ value }) => value === currentTarget.value)?.value;
          if (kind) change({ kind });
        }}
      />
      {fields.kind === 'simulated' ? (
        <Protocol form={form} />
      ) : (
        <>
          <TextInput
            label="Address"
            description="As the server reaches it. A private address must be inside the networks of devices that this installation allows."
            size="md"
            required
            spellCheck={false}
            autoComplete="off"
            maxLength={2_000}
            placeholder={examples[fields.kind]}
            value={fields.address}
            error={errorOf('Address')}
            onChange={({ currentTarget }) => change({ address: currentTarget.value })}
          />
          <TextInput
            label="Username"
            size="md"
            spellCheck={false}
            autoComplete="off"
            maxLength={200}
            value={fields.username}
            error={errorOf('Username')}
            onChange={({ currentTarget }) => change({ username: currentTarget.value })}
          />
          <Password form={form} hasStored={hasStoredPassword} />
        </>
      )}
      <Select
        label="Location"
        description="Assistant Admins watch the cameras of their group's locations."
        size="md"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear location', size: 'md' }}
        placeholder="None"
        nothingFoundMessage="No location has this name"
        data={places.map(({ id, name }) => ({ value: id, label: name }))}
        value={fields.location === '' ? null : fields.location}
        error={errorOf('OrganizationLocationId')}
        onChange={(location) => change({ location: location ?? '' })}
      />
    </>
  );
}

/** What a simulated camera speaks. */
function Protocol({ form: { fields, change, errorOf } }: Pick<FieldsProps, 'form'>) {
  return (
    <NativeSelect
      label="Protocol"
      description="The server opens such a camera on itself and reads it as it reads any other."
      size="md"
      data={protocols}
      value={fields.protocol}
      error={errorOf('Address')}
      onChange={({ currentTarget }) => {
        const protocol = protocols.find(({ value }) => value === currentTarget.value)?.value;
        if (protocol !== undefined) change({ protocol });
      }}
    />
  );
}

/** A stored password is never shown: it is kept, replaced or removed. */
function Password({ form, hasStored }: { form: EditedForm<CameraFields>; hasStored: boolean }) {
  const { fields, change, errorOf } = form;
  if (fields.password === null)
    return (
      <div className={classes.bar}>
        <span className={classes.item}>A password is stored, and is kept.</span>
        <Button variant="default" onClick={() => change({ password: '' })}>
          Replace password
        </Button>
      </div>
    );
  return (
    <div className={classes.fields}>
      <PasswordInput
        label="Password"
        description={hasStored ? 'Left empty, the stored one is removed.' : undefined}
        size="md"
        autoComplete="new-password"
        maxLength={200}
        value={fields.password}
        error={errorOf('Password')}
        onChange={({ currentTarget }) => change({ password: currentTarget.value })}
      />
      {hasStored && (
        <Button variant="default" onClick={() => change({ password: null })}>
          Keep stored password
        </Button>
      )}
    </div>
  );
}
