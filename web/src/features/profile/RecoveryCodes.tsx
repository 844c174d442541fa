import { Button, CopyButton } from '@mantine/core';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './Profile.module.css';

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Your recovery codes" size={440} closeOnClickOutside={false}>
      <div className={classes.form}>
        <p>
          Keep these codes apart from your phone. Each signs you in once when you have lost it. They are not
          shown again.
        </p>
        <ul className={classes.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={classes.footer}>
          <CopyButton value={codes.join('\n')}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>I have kept the codes</Button>
        </div>
      </div>
    </Dialog>
  );
}
