import type { Hardware } from '@allclear/contract';
import { Button, Checkbox, Menu } from '@mantine/core';
import { IconAlertOctagon, IconAlertTriangle, IconBolt, IconDots, IconHourglass } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { useSlowNow } from '../../clock/use-now.ts';
import { TestBar } from './tests/TestBar.tsx';
import classes from './UnitCard.module.css';
import { type UnitAction, unitActions } from './unit-actions.ts';
import {
  batteryText,
  kindText,
  lastContactText,
  momentAt,
  signalOf,
  silentBecause,
  stationPath,
} from './unit-text.ts';

interface UnitCardProps {
  unit: Hardware;
  /** The places at which a unit signals a warning. */
  warned: ReadonlySet<string>;
  mayWrite: boolean;
  isChosen: boolean;
  /** The list could not be renewed: nothing of it is current. */
  isOld: boolean;
  onChoose: (id: string, isChosen: boolean) => void;
  onAction: (action: UnitAction, unit: Hardware) => void;
}

/** A unit: what it signals first, then its state, then what can be done with it. */
export function UnitCard({ unit, warned, mayWrite, isChosen, isOld, onChoose, onAction }: UnitCardProps) {
  const id = useId();
  const silent = silentBecause(unit, warned);
  const signal = signalOf(unit);
  return (
    <article
      className={`${classes.card} ${isOld ? 'hatched' : ''}`}
      aria-labelledby={id}
      data-tone={silent ? 'danger' : signal?.tone}
    >
      <header className={classes.header}>
        {unit.mayOperate && (
          <Checkbox
            aria-label={`Select ${unit.name}`}
            checked={isChosen}
            onChange={(event) => onChoose(unit.id, event.currentTarget.checked)}
          />
        )}
        <div className={classes.names}>
          <h2 id={id}>{unit.name}</h2>
          <p>
            {unit.locationName || 'At no location'} · {kindText(unit)}
          </p>
        </div>
      </header>
      {silent && (
        <p className={classes.band} data-tone="danger">
          <IconAlertOctagon size={20} aria-hidden="true" />
          <strong>{silent}</strong>
        </p>
      )}
      {signal && (
        <div className={classes.band} data-tone={signal.tone}>
          {signal.tone === 'danger' ? (
            <IconBolt size={20} aria-hidden="true" />
          ) : (
            <IconHourglass size={20} aria-hidden="true" />
          )}
          <span>
            <strong>{signal.word}</strong>
            {signal.text && <span className={classes.because}>{signal.text}</span>}
          </span>
        </div>
      )}
      {unit.test && <TestBar test={unit.test} />}
      <Details unit={unit} />
      {unit.faults.length > 0 && (
        <ul className={classes.faults} aria-label="Faults">
          {unit.faults.map((fault) => (
            <li key={fault}>
              <IconAlertTriangle size={16} aria-hidden="true" />
              <span>{fault}</span>
            </li>
          ))}
        </ul>
      )}
      <Actions unit={unit} mayWrite={mayWrite} onAction={onAction} />
    </article>
  );
}

function Details({ unit }: { unit: Hardware }) {
  const nowMs = useSlowNow();
  const test = testText(unit);
  return (
    <dl className={classes.details}>
      <div className={classes.wide}>
        <dt>State</dt>
        <dd>{unit.statusText}</dd>
      </div>
      {unit.disabledReason && (
        <div className={classes.wide}>
          <dt>Disabled because</dt>
          <dd>{unit.disabledReason}</dd>
        </div>
      )}
      <div>
        <dt>Battery</dt>
        <dd data-bad={unit.battery === 'low' || undefined}>{batteryText(unit)}</dd>
      </div>
      <div>
        <dt>Last contact</dt>
        <dd data-bad={unit.connection === 'lost' || unit.connection === 'never' || undefined}>
          {lastContactText(unit, nowMs)}
        </dd>
      </div>
      {test && (
        <div className={classes.wide}>
          <dt>Next test</dt>
          <dd data-bad={unit.isTestOverdue || undefined}>{test}</dd>
        </div>
      )}
    </dl>
  );
}

function testText({ isTestOverdue, nextTestUtc, timeZoneId }: Hardware): string {
  const next = nextTestUtc === null ? '' : momentAt(nextTestUtc, timeZoneId);
  if (isTestOverdue) return next === '' ? 'Overdue' : `Overdue; tried again ${next}`;
  return next;
}

function Actions({ unit, mayWrite, onAction }: Pick<UnitCardProps, 'unit' | 'mayWrite' | 'onAction'>) {
  const { first, more } = unitActions(unit, mayWrite);
  const station = stationPath(unit);
  return (
    <footer className={classes.actions}>
      {first.map(({ action, label }) => (
        <Button
          key={action}
          variant="default"
          aria-haspopup="dialog"
          aria-label={`${label}: ${unit.name}`}
          onClick={() => onAction(action, unit)}
        >
          {label}
        </Button>
      ))}
      {station && (
        <Button variant="default" component={Link} to={station} aria-label={`Weather station: ${unit.name}`}>
          Weather station
        </Button>
      )}
      {more.length > 0 && (
        <Menu position="bottom-end" width={240}>
          <Menu.Target>
            <Button
              variant="default"
              aria-label={`More: ${unit.name}`}
              leftSection={<IconDots size={18} aria-hidden="true" />}
            >
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map(({ action, label }) => (
              <Menu.Item key={action} onClick={() => onAction(action, unit)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </footer>
  );
}
