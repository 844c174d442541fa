import type { HeatSeries, RiskProfile, WorkRestAtLocation } from '@allclear/contract';
import { Tabs } from '@mantine/core';
import type { QueryState } from '../../../api/query-state.ts';
import { timeAgo } from '../../../clock/time-text.ts';
import { StaleNote } from '../../../ui/CardStates.tsx';
import { CloseFooter, Dialog } from '../../../ui/Dialog.tsx';
import { HeatDay } from './HeatDay.tsx';
import classes from './HeatDialog.module.css';
import {
  advise,
  type BandRow,
  bandRows,
  type Choice,
  daysFrom,
  type HeatNow,
  type Unit,
} from './heat-view.ts';
import { RiskMark } from './RiskMark.tsx';

interface HeatDialogProps {
  opened: boolean;
  onClose: () => void;
  profile: WorkRestAtLocation;
  risk: RiskProfile | null;
  choice: Choice;
  unit: Unit;
  heat: HeatNow;
  series: QueryState<HeatSeries> | undefined;
  seriesIsCurrent: boolean;
  timeZone: string;
  nowMs: number | null;
}

/** Three days of heat, one at a time, and the profile's text. */
export default function HeatDialog(props: HeatDialogProps) {
  const { opened, onClose, profile, risk, choice, unit, heat, series, nowMs } = props;
  const data = series?.value ?? null;
  const rows = bandRows(profile, choice.intensityId, unit);
  const intensity = profile.intensities.find(({ id }) => id === choice.intensityId);
  const adjustment = profile.modifiers
    .filter(({ id }) => choice.modifierIds.includes(id))
    .reduce((sum, one) => sum + one.adjustment, 0);
  const now = heat.kind === 'known' ? heat.value + adjustment : null;
  const current = rows.find(({ max }) => now !== null && (max === null || max >= Math.round(now * 10) / 10));
  return (
    <Dialog opened={opened} onClose={onClose} title="Heat Stress Work/Rest" size={760}>
      {data && nowMs !== null ? (
        <HeatDays {...props} data={data} nowMs={nowMs} rows={rows} adjustment={adjustment} />
      ) : (
        <p className={classes.notice} role="status">
          The heat of these days is not known.
        </p>
      )}

      <ProfileText
        profile={profile}
        risk={risk}
        intensity={intensity?.name ?? 'Work'}
        adjustment={adjustment}
        rows={rows}
        current={current}
      />
      <CloseFooter onClose={onClose} />
    </Dialog>
  );
}

interface HeatDaysProps extends HeatDialogProps {
  data: HeatSeries;
  nowMs: number;
  rows: BandRow[];
  /** What the chosen modifiers add, °F. */
  adjustment: number;
}

/** A tab for each day, and the source of its values. */
function HeatDays(props: HeatDaysProps) {
  const { profile, risk, choice, unit, data, seriesIsCurrent, timeZone, nowMs, rows, adjustment } = props;
  const adviseAt = (value: number | null) => advise(profile, risk, value, choice, unit);
  const days = daysFrom(nowMs, timeZone);
  return (
    <div className={seriesIsCurrent ? undefined : 'hatched'}>
      {!seriesIsCurrent && <StaleNote>Last known {timeAgo(data.now, nowMs)}. We keep trying.</StaleNote>}
      <Tabs defaultValue="today" keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {days.map(({ key, name }) => (
            <Tabs.Tab key={key} value={key} className={classes.tab}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {days.map((day) => (
          <Tabs.Panel key={day.key} value={day.key}>
            <HeatDay
              day={day}
              series={data}
              metric={profile.primaryMetric}
              rows={rows}
              adjustment={adjustment}
              adviseAt={adviseAt}
              timeZone={timeZone}
              nowMs={nowMs}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
      <p className={classes.small}>
        {data.weatherStation
          ? `Observed at ${data.weatherStation.name}${data.weatherStation.type === 0 && profile.primaryMetric === 'WBGT' ? ' (approximate: WBGT is estimated from its report)' : ''}.`
          : 'No station reaches this location.'}{' '}
        {data.forecast
          ? `${data.forecast.attribution}, forecast of ${timeAgo(data.forecast.asOf, nowMs)}${data.forecast.stale ? ', not current' : ''}.`
          : 'No forecast is known.'}
      </p>
    </div>
  );
}

interface ProfileTextProps {
  profile: WorkRestAtLocation;
  risk: RiskProfile | null;
  /** The name of the chosen kind of work. */
  intensity: string;
  adjustment: number;
  rows: BandRow[];
  /** The row of the current heat. */
  current: BandRow | undefined;
}

/** The profile's bands and its risk levels. */
function ProfileText({ profile, risk, intensity, adjustment, rows, current }: ProfileTextProps) {
  return (
    <section className={classes.profile} aria-labelledby="heat-profile">
      <h3 id="heat-profile">{profile.name}</h3>
      {profile.proposed && <p className={classes.proposed}>A proposal, not law.</p>}
      <p className={classes.small}>{profile.source ?? 'A profile of your organization'}</p>
      <table className={classes.bands}>
        <caption>
          {intensity}, by {profile.primaryMetric}
          {adjustment !== 0 && ` with ${adjustment > 0 ? '+' : ''}${adjustment} °F for what is worn`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{profile.primaryMetric}</th>
            <th scope="col">Work and rest</th>
            <th scope="col">Also required</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.range} data-now={row === current || undefined}>
              <th scope="row">
                {row.range}
                {row === current && <span className={classes.here}>Now</span>}
              </th>
              <td>{row.advised.headline}</td>
              <td>{row.advised.advice ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {risk && (
        <>
          <h4>{risk.name}</h4>
          <ul className={classes.levels}>
            {risk.riskLevels.map((level) => (
              <li key={level.id}>
                <RiskMark level={level} described />
              </li>
            ))}
          </ul>
          {risk.source && <p className={classes.small}>{risk.source}</p>}
        </>
      )}
    </section>
  );
}
