import type { SirenSettings } from '@allclear/contract';
import card from '../UnitCard.module.css';
import { sirenTexts } from './siren-fields.ts';

/** The settings for those who may not change them. */
export function SettingsView({ settings }: { settings: SirenSettings }) {
  return (
    <dl className={card.details}>
      {Object.entries(sirenTexts).map(([label, textOf]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{textOf(settings) || 'None'}</dd>
        </div>
      ))}
    </dl>
  );
}
