import type { PolicyWarning } from '@allclear/contract';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconHelpCircle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type QueryState, trustOf } from '../../api/query-state.ts';
import { timeAgo, timeOfDay } from '../../clock/time-text.ts';
import { EventIcon } from '../../ui/EventIcon.tsx';
import classes from './ActiveWarnings.module.css';
import { AlertBody } from './AlertBody.tsx';
import { ForecastBody } from './ForecastBody.tsx';
import { PolicyWarningBody } from './PolicyWarningBody.tsx';
import { itemsOf, type WarningItem, type Warnings, type ZoneOutlook } from './warnings-view.ts';

export const warningsCrashText = "Uh oh, there's an issue displaying your alerts. We're working on it!";

/** Of more warnings than these each takes one line on a wide screen, so that six are seen without scrolling. */
const maxRoomy = 4;

interface ActiveWarningsProps {
  warnings: Warnings;
  /** What the lightning card says of the zone that a policy watches; null for other policies. */
  zoneOf: (warning: PolicyWarning) => ZoneOutlook | null;
  label: string;
  timeZone: string;
  nowMs: number | null;
  speed: number;
  /** Asks the server now: a countdown that reaches 0:00 never ends a warning by itself. */
  onRefresh: () => void;
}

/**
 * Active Warnings of a location (spec 1 section 2.7): shown when there is at least one, and when it is
 * unknown whether there is one, which is never shown as none.
 */
export function ActiveWarnings(props: ActiveWarningsProps) {
  const { warnings, zoneOf, label, timeZone, nowMs, speed, onRefresh } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const [expanded, setExpanded] = useState(true);
  const titleId = useId();
  const listId = useId();
  const items = itemsOf(warnings);
  const open = items.find(({ key }) => key === chosen);
  const trusts = trustsOf(warnings, nowMs, speed);
  const unknown = trusts.filter(({ trust }) => trust === 'unknown');
  const failing = trusts.filter(({ trust, state }) => trust === 'failing' && state?.value?.length);
  if (items.length === 0 && unknown.length === 0) return null;
  const current = !unknown.some((source) => source.state === warnings.policies);
  // Unknown lists do not cover known ones: with policy warnings present only the line about the other lists
  // is hatched.
  const partly = current && items.some(({ kind }) => kind === 'policy');

  const press = (item: WarningItem) => setChosen(item.key === open?.key ? null : item.key);
  return (
    <section
      aria-labelledby={titleId}
      className={`${classes.card} ${unknown.length > 0 && !partly ? 'hatched' : ''}`}
      data-severe={items.some(({ kind }) => kind === 'policy') || undefined}
    >
      <h2 className={classes.title} id={titleId}>
        {items.length === 0 ? (
          <span className={classes.header}>Active Warnings for {label}</span>
        ) : (
          <UnstyledButton
            className={classes.header}
            aria-expanded={expanded}
            aria-controls={listId}
            onClick={() => setExpanded(!expanded)}
          >
            <span>Active Warnings for {label}</span>
            <span className={classes.count} aria-hidden="true">
              {items.length}
            </span>
            <IconChevronDown className={classes.chevron} size={18} aria-hidden="true" />
          </UnstyledButton>
        )}
      </h2>
      {unknown.map((source) => (
        <p key={source.name} className={`${classes.unknown} ${partly ? 'hatched' : ''}`} role="status">
          <IconHelpCircle size={18} aria-hidden="true" />
          <span>{unknownText(source.name, source.state, timeZone, nowMs)}</span>
        </p>
      ))}
      {failing.map(({ name, state }) => (
        <p key={name} className={classes.note}>
          {name} not refreshed since {timeOfDay(isoOf(state), timeZone, true)}. We keep trying.
        </p>
      ))}
      <ul
        className={classes.items}
        id={listId}
        hidden={!expanded}
        data-many={items.length > maxRoomy || undefined}
      >
        {items.map((item) => (
          <Item
            key={item.key}
            item={item}
            zoneOf={zoneOf}
            expanded={item.key === open?.key}
            current={current}
            timeZone={timeZone}
            nowMs={nowMs}
            onPress={() => press(item)}
            onRefresh={onRefresh}
          />
        ))}
      </ul>
    </section>
  );
}

/** Each list of warnings with its current trust. */
function trustsOf(warnings: Warnings, nowMs: number | null, speed: number) {
  const sources: [string, QueryState<readonly unknown[]> | undefined][] = [
    ['Policy warnings', warnings.policies],
    ['Weather-service alerts', warnings.alerts],
    ['Proactive forecasts', warnings.forecasts],
  ];
  return sources.map(([name, state]) => ({ name, state, trust: trustOf(state, nowMs, speed) }));
}

interface ItemProps {
  item: WarningItem;
  zoneOf: ActiveWarningsProps['zoneOf'];
  expanded: boolean;
  current: boolean;
  timeZone: string;
  nowMs: number | null;
  onPress: () => void;
  onRefresh: () => void;
}

function Item({ item, zoneOf, expanded, current, timeZone, nowMs, onPress, onRefresh }: ItemProps) {
  const bodyId = useId();
  return (
    <li className={`${classes.item} ${isHeld(item, zoneOf) ? 'hatched' : ''}`} data-kind={item.kind}>
      <UnstyledButton
        className={classes.tab}
        aria-expanded={expanded}
        aria-controls={expanded ? bodyId : undefined}
        onClick={onPress}
      >
        <span className={classes.icon}>
          <EventIcon
            type={item.kind === 'policy' ? item.warning.threatType : item.kind === 'alert' ? 11 : 13}
          />
        </span>
        <span className={classes.words}>
          <strong>{item.tab}</strong>
          <span>{subtitle(item, zoneOf, timeZone)}</span>
        </span>
        <IconChevronDown className={classes.chevron} size={18} aria-hidden="true" />
      </UnstyledButton>
      {expanded && (
        <div id={bodyId} className={classes.body}>
          {item.kind === 'policy' && (
            <PolicyWarningBody
              warning={item.warning}
              zone={zoneOf(item.warning)}
              current={current}
              timeZone={timeZone}
              nowMs={nowMs}
              onRefresh={onRefresh}
            />
          )}
          {item.kind === 'alert' && <AlertBody alert={item.alert} />}
          {item.kind === 'forecast' && <ForecastBody forecast={item.forecast} timeZone={timeZone} />}
        </div>
      )}
    </li>
  );
}

/** Whether no new data come for a warning. */
function isHeld(item: WarningItem, zoneOf: ActiveWarningsProps['zoneOf']): boolean {
  return item.kind === 'policy' && heldSince(item.warning, zoneOf(item.warning)) !== null;
}

function subtitle(item: WarningItem, zoneOf: ActiveWarningsProps['zoneOf'], timeZone: string): string {
  switch (item.kind) {
    case 'policy': {
      const { startedTime, peopleNotified } = item.warning;
      const since = heldSince(item.warning, zoneOf(item.warning));
      return since === null
        ? `Since ${timeOfDay(startedTime, timeZone)} · ${notifiedText(peopleNotified)}`
        : `No new data since ${timeOfDay(since, timeZone)}`;
    }
    case 'alert':
      return `Until ${timeOfDay(item.alert.Expires, timeZone)}`;
    case 'forecast':
      return item.forecast.forecastType.name;
  }
}

function notifiedText(people: number): string {
  if (people === 0) return 'nobody notified';
  return people === 1 ? '1 person notified' : `${people} people notified`;
}

/** Since when no data come; of a lightning zone as its card says it. */
function heldSince(warning: PolicyWarning, zone: ZoneOutlook | null): string | null {
  switch (zone?.outlook.kind) {
    case undefined:
    case 'checking':
      return warning.heldSince;
    case 'held':
    case 'paused':
      return zone?.outlook.since ?? warning.heldSince;
    default:
      return null;
  }
}

function isoOf(state: QueryState<readonly unknown[]> | undefined): string | null {
  return state?.asOfMs == null ? null : new Date(state.asOfMs).toISOString();
}

/** The text for an unknown list, which never says that it is empty. */
function unknownText(
  name: string,
  state: QueryState<readonly unknown[]> | undefined,
  timeZone: string,
  nowMs: number | null,
): string {
  const since = isoOf(state);
  if (since === null)
    return `${name} are temporarily unavailable. That does not mean that there are none. We keep trying.`;
  const last = `last known ${timeAgo(since, nowMs)} (${timeOfDay(since, timeZone)})`;
  return state?.value?.length
    ? `${name} are not current: ${last}. They may have changed or ended. We keep trying.`
    : `${name} are temporarily unavailable, ${last}. There may be new ones. We keep trying.`;
}
