import type { Camera } from '@allclear/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPencil, IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { useApi } from '../../../services.ts';
import classes from '../Cameras.module.css';
import { cameraLine } from '../camera-words.ts';
import { CameraDialog } from './CameraDialog.tsx';

/** A camera may take 30 s until its first picture, ms. */
const checkTimeoutMs = 45_000;

/** The cameras of the organization: added, changed, deleted and checked. */
export function CameraList({ cameras }: { cameras: readonly Camera[] }) {
  const [open, setOpen] = useState<{ id: string | null } | null>(null);
  return (
    <section className={classes.card} aria-label="Cameras">
      <div className={classes.bar}>
        <h2>Cameras</h2>
        <Button
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setOpen({ id: null })}
        >
          Add Camera
        </Button>
      </div>
      {cameras.length === 0 ? (
        <p className={classes.muted}>
          Add the address of an IP camera, or a simulated one to see how watching works.
        </p>
      ) : (
        <ul className={classes.list} aria-label="Cameras">
          {cameras.map((camera) => (
            <Item key={camera.id} camera={camera} onEdit={() => setOpen({ id: camera.id })} />
          ))}
        </ul>
      )}
      {open && <CameraDialog id={open.id} onClose={() => setOpen(null)} />}
    </section>
  );
}

interface Checked {
  readonly works: boolean;
  readonly message: string;
}

function Item({ camera, onEdit }: { camera: Camera; onEdit: () => void }) {
  const api = useApi();
  const [checked, setChecked] = useState<Checked | 'checking' | null>(null);
  const check = async () => {
    setChecked('checking');
    try {
      const input = { params: { id: camera.id }, timeoutMs: checkTimeoutMs };
      setChecked(await api.call(routes.checkCamera, input));
    } catch (thrown) {
      setChecked({ works: false, message: messageOf(thrown) });
    }
  };
  return (
    <li>
      <div className={classes.item}>
        <strong>{camera.name}</strong>
        <span>{cameraLine(camera)}</span>
        {camera.problem && <span>{camera.problem}</span>}
      </div>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={18} aria-hidden="true" />}
        aria-label={`Check ${camera.name}`}
        loading={checked === 'checking'}
        onClick={() => void check()}
      >
        Check
      </Button>
      <ActionIcon size={44} aria-label={`Edit ${camera.name}`} aria-haspopup="dialog" onClick={onEdit}>
        <IconPencil size={20} aria-hidden="true" />
      </ActionIcon>
      {checked !== null && checked !== 'checking' && <CheckResult {...checked} />}
    </li>
  );
}

function CheckResult({ works, message }: Checked) {
  const Icon = works ? IconCheck : IconAlertTriangle;
  return (
    <p
      className={`${classes.checked} ${works ? '' : classes.failure}`}
      data-works={works || undefined}
      role="status"
    >
      <Icon size={18} aria-hidden="true" />
      {message}
    </p>
  );
}
