import type { Organization } from '@allclear/contract';
import { Dialog } from '../../../ui/Dialog.tsx';
import { glossary, shortcuts } from './glossary.ts';
import classes from './HelpDialog.module.css';

/** The words of the product, its keys, and whom to ask. */
export default function HelpDialog({
  organization,
  onClose,
}: {
  organization: Organization | undefined;
  onClose: () => void;
}) {
  const { supportEmail, supportPhone } = organization ?? {};
  return (
    <Dialog opened onClose={onClose} title="Help" size={640}>
      <div className={classes.help}>
        <h3>What the words mean</h3>
        <dl>
          {glossary.map(({ term, meaning }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <h3>Keyboard</h3>
        <dl className={classes.keys}>
          {shortcuts.map(({ keys, action }) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{action}</dd>
            </div>
          ))}
        </dl>
        {(supportEmail || supportPhone) && (
          <>
            <h3>Questions</h3>
            <p>
              {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
              {supportEmail && supportPhone && ' · '}
              {supportPhone && <a href={`tel:${supportPhone}`}>{supportPhone}</a>}
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}
