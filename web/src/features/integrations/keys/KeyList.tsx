import type { ApiKey } from '@allclear/contract';
import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from '../Integrations.module.css';
import { keyLines, permissionText } from './key-fields.ts';
import { useKeyChange } from './use-keys.ts';

interface KeyListProps {
  keys: readonly ApiKey[];
  onEdit: (key: ApiKey) => void;
  /** The text of a key that was rotated. */
  onMade: (key: string) => void;
}

/** The API keys of the organization; own ones can be changed and rotated, all can be revoked. */
export function KeyList({ keys, onEdit, onMade }: KeyListProps) {
  const [asked, setAsked] = useState<{ key: ApiKey; to: 'Revoke' | 'Rotate' } | null>(null);
  const close = () => setAsked(null);
  const revoke = useKeyChange(
    (api, id: string) => api.call(routes.deleteApiKey, { params: { id } }),
    ({ message }) => toast('success', message),
  );
  const rotate = useKeyChange(
    (api, id: string) => api.call(routes.rotateApiKey, { params: { id } }),
    ({ key }) => onMade(key),
  );
  const change = asked?.to === 'Rotate' ? rotate : revoke;
  const error = revoke.error ?? rotate.error;
  return (
    <>
      {error && (
        <p className={classes.problem} role="alert">
          {messageOf(error)}
        </p>
      )}
      <ul className={classes.cards} aria-label="API keys">
        {keys.map((key) => (
          <li key={key.id} className={classes.card}>
            <KeyWords apiKey={key} />
            <div className={classes.row}>
              {key.isMine && !key.expired && (
                <>
                  <Button variant="default" aria-label={`Edit ${key.name}`} onClick={() => onEdit(key)}>
                    Edit
                  </Button>
                  <Button
                    variant="default"
                    aria-label={`Rotate ${key.name}`}
                    onClick={() => setAsked({ key, to: 'Rotate' })}
                  >
                    Rotate
                  </Button>
                </>
              )}
              <Button
                variant="default"
                aria-label={`Revoke ${key.name}`}
                onClick={() => setAsked({ key, to: 'Revoke' })}
              >
                Revoke
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          opened
          verb={asked.to}
          item={asked.key.name}
          text={
            asked.to === 'Rotate'
              ? 'You get a new key. The one of now works for 24 hours more, so that you can put the new one in its place.'
              : 'Every program that uses this key is refused within two seconds. This cannot be undone.'
          }
          busy={change.isPending}
          onConfirm={() => {
            change.mutate(asked.key.id);
            close();
          }}
          onCancel={close}
        />
      )}
    </>
  );
}

function KeyWords({ apiKey: key }: { apiKey: ApiKey }) {
  const permissions = key.permissions?.map(permissionText) ?? ['Everything that its owner may'];
  return (
    <div className={classes.words}>
      <span className={classes.title}>
        <strong>{key.name}</strong> <code>{key.prefix ?? 'ack_'}…</code>{' '}
        {key.expired && (
          <Badge color="gray" variant="outline">
            Ended
          </Badge>
        )}
      </span>
      {keyLines(key).map((line) => (
        <span key={line}>{line}</span>
      ))}
      <details className={classes.details}>
        <summary>
          {permissions.length} {permissions.length === 1 ? 'permission' : 'permissions'}
        </summary>
        <ul>
          {permissions.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
