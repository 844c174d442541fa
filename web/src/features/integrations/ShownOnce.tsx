import { Button, CopyButton, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import classes from './Integrations.module.css';

/** A secret that is shown now and never again. */
export function ShownOnce({ label, secret, onDone }: { label: string; secret: string; onDone: () => void }) {
  return (
    <section className={classes.card} role="status" aria-label={label}>
      <div className={classes.row}>
        <TextInput
          size="md"
          label={`${label}. It is shown only now: copy it to where it is used.`}
          readOnly
          spellCheck={false}
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="md" leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button size="md" variant="default" onClick={onDone}>
          Done
        </Button>
      </div>
    </section>
  );
}
