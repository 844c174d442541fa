import type { HeatSeries, RiskProfile, WorkRestAtLocation } from '@allclear/contract';
import { heatFromF, roundTo, temperaturePolicy } from '@allclear/domain';
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { type QueryState, trustOf } from '../../../api/query-state.ts';
import { timeAgo, timeOfDay } from '../../../clock/time-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { CardText, FailedCard, HeldNote, LoadingCard, StaleNote } from '../../../ui/CardStates.tsx';
import { ComingHours } from './ComingHours.tsx';
import { HeatChoices } from './HeatChoices.tsx';
import { advise, coming, type HeatNow, heatNow, type Unit } from './heat-view.ts';
import { Recommendation } from './Recommendation.tsx';
import { useChoices } from './use-choices.ts';
import type { CurrentHeat } from './use-work-rest.ts';
import classes from './WorkRestCard.module.css';

export const workRestTitle = 'Heat Stress Work/Rest';
export const workRestCrashText =
  'Your work/rest guidance is not available right now. Do not rely on what it showed before.';
// Loaded on demand, with its chart.
const HeatDialog = lazy(() => import('./HeatDialog.tsx'));

export interface WorkRestCardProps {
  /** Profiles belong to organization locations: null for a location without one. */
  organizationLocationId: string | null;
  profile: QueryState<WorkRestAtLocation> | undefined;
  risk: QueryState<RiskProfile> | undefined;
  series: QueryState<HeatSeries> | undefined;
  current: CurrentHeat;
  /** What else holds the place, in words. */
  held?: string | null;
  timeZone: string;
  nowMs: number | null;
  speed: number;
}

/** The work and rest that the current heat allows, by the location's profile (spec 1 section 2.9). */
export function WorkRestCard(props: WorkRestCardProps) {
  const { organizationLocationId, profile, current } = props;
  if (organizationLocationId === null) {
    return (
      <Card title={workRestTitle}>
        <CardText>
          Work/rest profiles belong to your organization's locations. This location is tied to none of them.
        </CardText>
      </Card>
    );
  }
  if (profile === undefined || (current.loading && !current.answer)) {
    return (
      <LoadingCard title={workRestTitle}>
        <Loading />
      </LoadingCard>
    );
  }
  if (profile.value === null) {
    return <FailedCard title={workRestTitle}>{workRestCrashText}</FailedCard>;
  }
  return <Guidance {...props} profile={profile} guidance={profile.value} />;
}

interface GuidanceProps extends WorkRestCardProps {
  profile: QueryState<WorkRestAtLocation>;
  guidance: WorkRestAtLocation;
}

function Guidance(props: GuidanceProps) {
  const { profile, guidance, risk, series, current, held = null, timeZone, nowMs, speed } = props;
  const { unit, setUnit, choiceOf, choose } = useChoices();
  // Null until first opened; a closing dialog stays rendered to fade away.
  const [opened, setOpened] = useState<boolean | null>(null);
  const choice = choiceOf(guidance);
  const levels = guidance.useRiskProfile ? (risk?.value ?? null) : null;
  const heat = heatNow(current.answer, current.stale, guidance.primaryMetric);
  const adviseAt = (value: number | null) => advise(guidance, levels, value, choice, unit);
  const now = heat.kind === 'known' ? adviseAt(heat.value) : null;
  const airF = current.answer?.data.ambientTemperature.value ?? null;
  const isHeatRisk = airF === null || temperaturePolicy(airF) === 'HEAT';
  const outdated = trustOf(profile, nowMs, speed, 'profiles') === 'unknown';
  const seriesIsCurrent =
    series !== undefined && trustOf(series, nowMs, speed, 'conditionHistory') !== 'unknown';
  const forecast = seriesIsCurrent ? (series.value?.forecast ?? null) : null;

  return (
    <Card
      title={workRestTitle}
      severe={now?.kind === 'stop'}
      unknown={now === null || outdated}
      age={
        heat.kind === 'known'
          ? `${guidance.primaryMetric} observed ${timeAgo(heat.observedAt, nowMs)}`
          : undefined
      }
    >
      {outdated && <OutdatedProfile readAt={iso(profile.asOfMs)} nowMs={nowMs} />}
      {held !== null && <HeldNote>Heat only: {held}.</HeldNote>}
      {heat.kind === 'known' && now && !isHeatRisk ? (
        <NoHeatRisk temperatureF={airF} />
      ) : heat.kind === 'known' && now ? (
        <Recommendation
          heat={heat}
          advised={now}
          metric={guidance.primaryMetric}
          choice={choice}
          profile={guidance}
          isHeld={held !== null}
          levelsMissing={guidance.useRiskProfile && !levels && risk !== undefined}
        />
      ) : (
        <NoHeatValue heat={heat} metric={guidance.primaryMetric} timeZone={timeZone} nowMs={nowMs} />
      )}
      <HeatChoices profile={guidance} choice={choice} onChange={(next) => choose(guidance.id, next)} />
      <ComingHours
        hours={
          now && nowMs !== null && forecast
            ? coming(series?.value?.points ?? [], nowMs, guidance.primaryMetric, adviseAt)
            : null
        }
        now={now}
        forecast={forecast}
        loading={series === undefined}
        timeZone={timeZone}
        nowMs={nowMs}
      />
      <Footer guidance={guidance} unit={unit} onUnit={setUnit} onDetails={() => setOpened(true)} />
      {opened !== null && (
        <Suspense>
          <HeatDialog
            opened={opened}
            onClose={() => setOpened(false)}
            profile={guidance}
            risk={levels}
            choice={choice}
            unit={unit}
            heat={heat}
            series={series}
            seriesIsCurrent={seriesIsCurrent}
            timeZone={timeZone}
            nowMs={nowMs}
          />
        </Suspense>
      )}
    </Card>
  );
}

/** Below the range of heat guidance, which would allow all work in freezing wind too. */
function NoHeatRisk({ temperatureF }: { temperatureF: number | null }) {
  return (
    <CardText>
      <strong>Heat is not the risk now.</strong>
      <p>
        The air temperature is {roundTo(temperatureF, 0)} °F: heat guidance applies from {heatFromF} °F on.
        Watch for cold, wind and lightning.
      </p>
    </CardText>
  );
}

function OutdatedProfile({ readAt, nowMs }: { readAt: string | null; nowMs: number | null }) {
  return (
    <StaleNote title="The profile may have changed.">
      It was last read {timeAgo(readAt, nowMs)}. We keep trying.
    </StaleNote>
  );
}

interface FooterProps {
  guidance: WorkRestAtLocation;
  unit: Unit;
  onUnit: (unit: Unit) => void;
  onDetails: () => void;
}

function Footer({ guidance, unit, onUnit, onDetails }: FooterProps) {
  return (
    <footer className={classes.footer}>
      <SegmentedControl
        className={classes.units}
        aria-label="Work and rest in"
        value={unit}
        onChange={(value) => onUnit(value as Unit)}
        data={[
          { value: 'minutes', label: 'Minutes' },
          { value: 'percent', label: 'Percent' },
        ]}
      />
      <Button variant="subtle" aria-haspopup="dialog" onClick={onDetails}>
        Details
      </Button>
      <p className={classes.source}>{sourceText(guidance)}</p>
    </footer>
  );
}

/** Without a current value there is no recommendation: the last known value is shown with its age. */
function NoHeatValue({
  heat,
  metric,
  timeZone,
  nowMs,
}: {
  heat: HeatNow;
  metric: string;
  timeZone: string;
  nowMs: number | null;
}) {
  return (
    <StaleNote title="The current heat value is not known.">
      {heat.kind === 'unknown' && lastText(heat)} There is no recommendation without it.
    </StaleNote>
  );

  function lastText({ last, observed }: Extract<HeatNow, { kind: 'unknown' }>): string {
    if (last)
      return `${metric} was ${last.value.toFixed(1)} °F ${timeAgo(last.observedAt, nowMs)}, at ${timeOfDay(last.observedAt, timeZone)}.`;
    return observed
      ? `The station does not report ${metric === 'WBGT' ? 'all that WBGT needs' : `its ${metric.toLowerCase()}`}.`
      : 'No current conditions are known here.';
  }
}

/**
 * The source of the figures and who chose them: the default profile must not look like a choice of the
 * organization.
 */
export function sourceText({ name, chosenFor }: WorkRestAtLocation): string {
  if (chosenFor === 'location') return `${name}, chosen for this location`;
  if (chosenFor === 'organization') return `${name}, your organization's default`;
  return `${name}: nobody in your organization has chosen a profile yet`;
}

function iso(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

function Loading() {
  return (
    <div className={classes.now} role="status" aria-busy="true" aria-label="Loading the work/rest guidance">
      <Skeleton height={38} width={190} />
      <Skeleton height={12} mt={12} radius={6} />
      <Skeleton height={40} mt={16} radius={10} />
      <Skeleton height={64} mt={16} radius={10} />
    </div>
  );
}
