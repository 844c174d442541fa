import { useNavigate } from 'react-router';
import { messageOf } from '../../api/failure.ts';
import { useLocations } from '../../features/locations/use-locations.ts';
import { ConnectionBanner } from '../../features/shell/Banners.tsx';
import type { PageProps } from '../page-manifest.ts';
import { usePlaceGroups } from '../places/use-place-data.ts';
import { useAwakeScreen } from './use-screen.ts';
import { useLeave, useWallChoice } from './use-wall-choice.ts';
import classes from './Wall.module.css';
import { WallScreen } from './WallScreen.tsx';
import { chosenPlaces } from './wall-address.ts';

/** The answers of places for a room: everything on the screen, nothing scrolls. */
export default function WallPage(props: PageProps) {
  useAwakeScreen();
  const navigate = useNavigate();

  const leave = useLeave(props.user ? () => void navigate('/Places') : null);
  const { data: list, error } = useLocations();
  const maySeeGroups = props.permissions.includes('sites:read');
  const groups = usePlaceGroups(props.permissions);
  const { choice, change } = useWallChoice();

  if (!list)
    return error ? (
      <WallMessage title="The places could not be loaded" isUnknown>
        {messageOf(error)} We keep trying.
      </WallMessage>
    ) : (
      <WallMessage title="Checking…" />
    );
  const { places, gone, isGroupGone } = chosenPlaces(choice, list, groups, maySeeGroups);
  if (isGroupGone)
    return <WallMessage title="The group of this address does not exist, or is not yours to see" isUnknown />;
  if (choice.groupId !== null && !groups) return <WallMessage title="Checking…" />;
  if (places.length === 0) return <NoPlaces hasAny={list.length > 0} />;
  const notes = [error ? 'The list of places could not be renewed' : '', goneText(gone)].filter(Boolean);
  return (
    <WallScreen
      {...props}
      locations={places}
      notes={notes}
      hasMap={choice.hasMap}
      onMap={() => change(!choice.hasMap)}
      onLeave={leave}
      groupId={choice.groupId}
    />
  );
}

function NoPlaces({ hasAny }: { hasAny: boolean }) {
  return hasAny ? (
    <WallMessage title="None of the places of this address is yours any more" isUnknown />
  ) : (
    <WallMessage title="You don't have any locations added">Add the first one on the dashboard.</WallMessage>
  );
}

function goneText(gone: number): string {
  if (gone === 0) return '';
  return gone === 1 ? '1 place of this address is gone' : `${gone} places of this address are gone`;
}

interface WallMessageProps {
  title: string;
  isUnknown?: boolean;
  children?: React.ReactNode;
}

function WallMessage({ title, isUnknown = false, children }: WallMessageProps) {
  return (
    <div className={classes.wall}>
      <header>
        <ConnectionBanner />
      </header>
      <main
        id="content"
        className={`${classes.message} ${isUnknown ? 'hatched' : ''}`}
        role={isUnknown ? 'alert' : 'status'}
      >
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </main>
    </div>
  );
}
