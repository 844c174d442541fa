import type { Camera, CameraLink } from '@allclear/contract';
import { Button, Switch } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { cameraKeys } from '../../../api/query-keys/cameras.ts';
import { routes } from '../../../api/routes.ts';
import { useChange } from '../../../api/use-route.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import classes from '../Cameras.module.css';
import { secondsText } from '../camera-words.ts';
import { NewLink } from './NewLink.tsx';
import { useCameraChange, useCameraLinks } from './use-camera-setup.ts';

interface ShareLinksProps {
  cameras: readonly Camera[];
  sharing: boolean | undefined;
}

/** Links by which somebody without an account watches a camera for some hours. Off until they are switched on. */
export function ShareLinks({ cameras, sharing }: ShareLinksProps) {
  const [asksOff, setAsksOff] = useState(false);
  const change = useChange(
    (api, on: boolean) => api.call(routes.setCameraSharing, { body: { sharing: on } }),
    cameraKeys.minutes.all,
  );
  const turn = (on: boolean) => {
    setAsksOff(false);
    change.mutate(on);
  };
  return (
    <section className={classes.card} aria-label="Share links">
      <h2>Share links</h2>
      <p className={classes.muted}>
        A share link lets a responder without an account watch one camera for some hours. What is watched by
        it counts, and is logged under your name.
      </p>
      <Switch
        className={classes.switch}
        size="md"
        label="Share links are allowed"
        checked={sharing === true}
        disabled={sharing === undefined || change.isPending}
        onChange={({ currentTarget }) => (currentTarget.checked ? turn(true) : setAsksOff(true))}
      />
      {change.error && (
        <p className={classes.failure} role="alert">
          {messageOf(change.error)}
        </p>
      )}
      {sharing && cameras.length > 0 && <NewLink cameras={cameras} />}
      <LinkList />
      {asksOff && (
        <ConfirmDialog
          opened
          verb="Switch off"
          item="share links"
          text="Every share link ends, and whoever watches by one is disconnected within two seconds. This cannot be undone."
          busy={change.isPending}
          onConfirm={() => turn(false)}
          onCancel={() => setAsksOff(false)}
        />
      )}
    </section>
  );
}

function LinkList() {
  const { data: links, error } = useCameraLinks();
  const [revoked, setRevoked] = useState<CameraLink | null>(null);
  const revoke = useCameraChange((api, id: string) => api.call(routes.deleteCameraLink, { params: { id } }));
  const failure = error && !links ? error : revoke.error;
  const close = () => setRevoked(null);
  return (
    <>
      {failure && (
        <p className={classes.failure} role="alert">
          {messageOf(failure)}
        </p>
      )}
      {links?.length === 0 && <p className={classes.muted}>There are no share links.</p>}
      {links && links.length > 0 && (
        <ul className={classes.list} aria-label="Share links">
          {links.map((link) => (
            <li key={link.id}>
              <IconLink size={20} aria-hidden="true" />
              <div className={classes.item}>
                <strong>{link.name}</strong>
                {linkLines(link).map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </div>
              <Button
                variant="default"
                aria-label={`Revoke ${link.name}`}
                aria-haspopup="dialog"
                onClick={() => setRevoked(link)}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      {revoked && (
        <ConfirmDialog
          opened
          verb="Revoke"
          item={revoked.name}
          text="Whoever watches by this link is disconnected within two seconds. This cannot be undone."
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(revoked.id, { onSettled: close })}
          onCancel={close}
        />
      )}
    </>
  );
}

const momentOf = (iso: string) =>
  new Date(iso).toLocaleString('en-US', {
    ...{ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  });

/** What a link shows and until when, and how it was used. */
export function linkLines(link: CameraLink): string[] {
  const used =
    link.lastUsedUtc === null
      ? 'not used yet'
      : `opened ${link.views === 1 ? 'once' : `${link.views} times`}, ${secondsText(link.seconds)} watched, last ${momentOf(link.lastUsedUtc)}`;
  return [
    `${link.cameraName} · of ${link.createdBy} · ${link.expired ? 'ended' : 'ends'} ${momentOf(link.expiresUtc)}`,
    used,
  ];
}
