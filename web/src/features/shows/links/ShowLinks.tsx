import type { ShowLink } from '@allclear/contract';
import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import classes from '../editor/Editor.module.css';
import { Section } from '../editor/Section.tsx';
import { useRevokeLink, useShowLinks } from '../use-shows.ts';
import { NewShowLink } from './NewShowLink.tsx';

/** The links that open a show without a sign-in. */
export function ShowLinks({ showId }: { showId: string }) {
  return (
    <Section title="Links">
      <p>
        Whoever has a link sees the show on any screen, without an account, and nothing else. It ends when it
        expires and when you revoke it here.
      </p>
      <NewShowLink showId={showId} />
      <LinkList showId={showId} />
    </Section>
  );
}

function LinkList({ showId }: { showId: string }) {
  const { data: links, error } = useShowLinks(showId);
  const [revoked, setRevoked] = useState<ShowLink | null>(null);
  const revoke = useRevokeLink(showId);
  const failure = error && !links ? error : revoke.error;
  const close = () => setRevoked(null);
  return (
    <>
      {failure && (
        <p className={classes.failure} role="alert">
          {messageOf(failure)}
        </p>
      )}
      {links?.length === 0 && <p>There are no links.</p>}
      {links && links.length > 0 && (
        <ul className={classes.links} aria-label="Links">
          {links.map((link) => (
            <li key={link.id}>
              <IconLink size={20} aria-hidden="true" />
              <div className={classes.link}>
                <strong>{link.name}</strong>
                <span>{linkText(link)}</span>
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
          text="Every screen that uses this link ends within seconds. This cannot be undone."
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
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  });

function linkText({ createdBy, expired, expiresUtc, lastUsedUtc }: ShowLink): string {
  return [
    `of ${createdBy}`,
    `${expired ? 'ended' : 'ends'} ${momentOf(expiresUtc)}`,
    lastUsedUtc === null ? 'not used yet' : `last used ${momentOf(lastUsedUtc)}`,
  ].join(' · ');
}
