import type { Location, Organization, Status, WeatherStation } from '@allclear/contract';
import { type PlaceAnswerKind, placeWord } from '@allclear/domain';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { lightningKeys } from '../../api/query-keys/lightning.ts';
import { warningKeys } from '../../api/query-keys/warnings.ts';
import { useStations } from '../../api/station-images.ts';
import { useStormCells } from '../../api/use-storm-cells.ts';
import { useCheckAtZero } from '../../clock/use-check-at-zero.ts';
import { useNow } from '../../clock/use-now.ts';
import { isTaped, LightningCard, lightningCrashText } from '../../features/lightning/LightningCard.tsx';
import type { LightningView } from '../../features/lightning/lightning-view.ts';
import { Scope } from '../../features/lightning/scope/Scope.tsx';
import { scopeView, stormsOf } from '../../features/lightning/scope/scope-view.ts';
import { shownTape, useTape } from '../../features/lightning/tape/use-tape.ts';
import { useDelays } from '../../features/lightning/use-delays.ts';
import { AnswerBand } from '../../features/locations/answer/AnswerBand.tsx';
import { LocationStrip } from '../../features/locations/LocationStrip.tsx';
import { FirstStepsLink } from '../../features/notifications/first-steps/FirstStepsLink.tsx';
import { useAlarm } from '../../features/notifications/first-steps/use-alarm.ts';
import { RollCallLine } from '../../features/roll-call/RollCallLine.tsx';
import { ActiveWarnings, warningsCrashText } from '../../features/warnings/ActiveWarnings.tsx';
import { useAllViolations, useWarnings } from '../../features/warnings/use-warnings.ts';
import type { Warnings } from '../../features/warnings/warnings-view.ts';
import { GuardedCard } from '../../ui/Card.tsx';
import { usePageIcon } from '../../ui/page-icon.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { useSettled } from '../../ui/use-idle.ts';
import { newsKind } from '../place-answers/answer-changes.ts';
import { answerView } from '../place-answers/answer-view.ts';
import { type JudgedPlace, judgePlaces } from '../place-answers/judge-places.ts';
import { heldTexts, isClosed } from '../place-answers/location-threats.ts';
import { useChanges } from '../place-answers/use-changes.ts';
import { useKeptAnswers } from '../place-answers/use-kept-answers.ts';
import { ShareMenu } from '../share/ShareMenu.tsx';
import { sharedAnswer } from '../share/shared-answer.ts';
import { DashboardCards } from './DashboardCards.tsx';
import { DashboardHeader } from './DashboardHeader.tsx';
import classes from './DashboardPage.module.css';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { PlaceActions } from './PlaceActions.tsx';
import { zoneOutlook } from './zone-outlook.ts';

const noStations: readonly WeatherStation[] = [];

interface LocationsDashboardProps {
  locations: readonly Location[];
  selected: Location;
  status: Status;
  organization: Organization | undefined;
  onSelect: (id: string) => void;
  onAdd: () => void;
  onEdit: () => void;
}

/** Header, strip and cards, all from one clock and one state of each location's lightning. */
export function LocationsDashboard(props: LocationsDashboardProps) {
  const { locations, selected, status, organization, onSelect, onAdd, onEdit } = props;
  const nowMs = useNow();
  const ids = useMemo(() => locations.map((location) => location.id), [locations]);
  const delays = useDelays(ids, status.speed);
  const violations = useAllViolations(status.speed);
  const stations = useStations(status.speed);
  const warnings = useWarnings(selected.id, violations, status.speed);

  const { views, standings } = judgePlaces(ids, delays, violations, nowMs, status);
  const view: LightningView = views.get(selected.id) ?? { kind: 'loading' };
  // When the page opens, the answer and lightning are shown together, so that nothing shifts.
  const isSettled = useSettled(view.kind !== 'loading' && violations !== undefined);
  const standing = standings.get(selected.id);
  const answer = standing && answerView(standing.place, view, nowMs, selected.timeZone);
  const shared =
    standing && nowMs !== null
      ? sharedAnswer({
          ...{ location: selected, place: standing.place, view, nowMs, weather: status.weather },
          origin: window.location.origin,
        })
      : null;
  useBrowserTab(answer?.kind ?? 'checking', selected.label, status.weather);
  useKeptAnswers(locations, standings, nowMs, status);
  useAlarm(useNewlyUrgent(standings));
  const holds = standing?.holds ?? [];

  const refreshWarnings = useRefresh(warningKeys.violations.all);
  useCheckAtZero(
    holds.some((hold) => hold.kind === 'warning' && hold.clearAt != null && hold.clearAt <= (nowMs ?? 0)),
    refreshWarnings,
  );

  const lightningCard = (
    <GuardedLightning
      location={selected}
      organization={organization}
      view={view}
      isHeld={holds.some(({ kind }) => kind === 'warning' || kind === 'warnings-unknown')}
      isClosed={isClosed(holds)}
      nowMs={nowMs}
      status={status}
    />
  );
  const warningsCard = (
    <GuardedWarnings
      location={selected}
      warnings={warnings}
      view={view}
      nowMs={nowMs}
      speed={status.speed}
      onRefresh={refreshWarnings}
    />
  );

  const content = (
    <>
      <DashboardHeader
        location={selected}
        standings={[...standings.values()]}
        nowMs={nowMs}
        share={<ShareMenu location={selected} answer={shared} />}
        tools={
          <PlaceActions
            location={selected}
            speed={status.speed}
            isHeld={answer ? !['clear', 'ready', 'checking'].includes(answer.kind) : false}
          />
        }
        onAdd={onAdd}
        onEdit={onEdit}
      />
      {answer && <AnswerBand label={selected.label} answer={answer} />}
      {selected.organizationLocationId !== null && (
        <RollCallLine organizationLocationId={selected.organizationLocationId} />
      )}
      <LocationStrip
        locations={locations}
        selectedId={selected.id}
        standings={standings}
        stations={stations?.value ?? noStations}
        nowMs={nowMs}
        speed={status.speed}
        onSelect={onSelect}
      />
      {(answer?.kind === 'clear' || answer?.kind === 'ready') && <FirstStepsLink />}
      <DashboardCards
        location={selected}
        status={status}
        organization={organization}
        onEdit={onEdit}
        {...heldTexts(standing)}
        lightning={lightningCard}
        warnings={warningsCard}
      />
    </>
  );
  return <Settled isSettled={isSettled}>{content}</Settled>;
}

/** The places at which people should act since a moment ago. */
function useNewlyUrgent(standings: ReadonlyMap<string, JudgedPlace['standing']>): readonly string[] {
  const answers = [...standings].map(([id, { place }]): [string, PlaceAnswerKind] => [id, newsKind(place)]);
  const isAnswered = [...standings.values()].every(({ answer }) => answer !== 'checking');
  const key = isAnswered ? JSON.stringify(answers) : '';
  const kinds = useMemo(() => (key === '' ? null : new Map<string, PlaceAnswerKind>(JSON.parse(key))), [key]);
  return useChanges(kinds).takeover;
}

/** The skeleton until the content is settled; meanwhile the content requests its data. */
function Settled({ isSettled, children }: { isSettled: boolean; children: ReactNode }) {
  return (
    <>
      {!isSettled && <DashboardSkeleton />}
      <div className={classes.content} hidden={!isSettled}>
        {children}
      </div>
    </>
  );
}

/** Names the browser's tab after the answer for the place, and gives it the icon of the answer. */
function useBrowserTab(kind: PlaceAnswerKind, label: string, weather: string): void {
  usePageTitle(kind === 'checking' ? label : `${placeWord(kind)}: ${label}`, weather);
  usePageIcon(kind);
}

interface GuardedWarningsProps {
  location: Location;
  warnings: Warnings;
  view: LightningView;
  nowMs: number | null;
  speed: number;
  onRefresh: () => void;
}

function GuardedWarnings({ location, warnings, view, nowMs, speed, onRefresh }: GuardedWarningsProps) {
  return (
    <GuardedCard
      title={`Active Warnings for ${location.label}`}
      fallback={warningsCrashText}
      resetKey={location.id}
    >
      <ActiveWarnings
        warnings={warnings}
        zoneOf={(warning) => zoneOutlook(warning, view, location.timeZone)}
        label={location.label}
        timeZone={location.timeZone}
        nowMs={nowMs}
        speed={speed}
        onRefresh={onRefresh}
      />
    </GuardedCard>
  );
}

interface GuardedLightningProps {
  location: Location;
  organization: Organization | undefined;
  view: LightningView;
  isHeld: boolean;
  isClosed: boolean;
  nowMs: number | null;
  status: Status;
}

function GuardedLightning({
  location,
  organization,
  view,
  isHeld,
  isClosed: isPlaceClosed,
  nowMs,
  status: { speed, feeds },
}: GuardedLightningProps) {
  const tape = shownTape(useTape(location.id, speed, isTaped(view)), nowMs, speed);
  const hasCells = feeds.some(({ kind }) => kind === 'storm-cells');
  const cells = useStormCells(hasCells && view.kind === 'delay').data;
  const storms = useMemo(() => stormsOf(cells), [cells]);
  const refreshDelays = useRefresh(lightningKeys.delays.all);
  const support = useMemo(
    () => (organization ? { email: organization.supportEmail, phone: organization.supportPhone } : null),
    [organization],
  );
  return (
    <GuardedCard title="Lightning Status" fallback={lightningCrashText} resetKey={location.id}>
      <LightningCard
        view={view}
        isHeld={isHeld}
        isClosed={isPlaceClosed}
        label={location.label}
        timeZone={location.timeZone}
        nowMs={nowMs}
        support={support}
        tape={tape}
        scope={
          nowMs !== null && (
            <Scope
              view={scopeView({
                view,
                shown: tape,
                storms: view.kind === 'delay' ? storms : [],
                place: location,
                nowMs,
                timeZone: location.timeZone,
              })}
              href={`/live-radar?location=${location.id}`}
              label={location.label}
            />
          )
        }
        onRefresh={refreshDelays}
      />
    </GuardedCard>
  );
}

/** Renews all queries below a key; a pending request continues. */
function useRefresh(queryKey: QueryKey): () => void {
  const client = useQueryClient();
  return useCallback(
    () => void client.invalidateQueries({ queryKey }, { cancelRefetch: false }),
    [client, queryKey],
  );
}
