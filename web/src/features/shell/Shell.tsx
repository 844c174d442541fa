import type { CurrentUser, Status } from '@allclear/contract';
import type { Permission } from '@allclear/domain';
import { ActionIcon, Drawer, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconHome,
  IconMenu2,
  IconRadar2,
  IconShieldCheck,
  IconSpeakerphone,
  IconTemperatureSun,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Logo } from '../../ui/Logo.tsx';
import { ConnectionBanner, WeatherBar } from './Banners.tsx';
import classes from './Shell.module.css';
import { UserMenu } from './UserMenu.tsx';
import { useWallScreen, withoutKiosk } from './use-wall-screen.ts';

/** The pages that exist, each for those who may use it. */
const links: readonly { to: string; label: string; Icon: TablerIcon; needs: Permission | null }[] = [
  { to: '/', label: 'Dashboard', Icon: IconHome, needs: null },
  { to: '/live-radar', label: 'Live Radar', Icon: IconRadar2, needs: 'map:read' },
  { to: '/Policies', label: 'Policies', Icon: IconShieldCheck, needs: 'policies:view' },
  { to: '/heat-profiles', label: 'Heat Profiles', Icon: IconTemperatureSun, needs: 'heat-profiles:read' },
  {
    to: '/ProactiveForecasts',
    label: 'Proactive Forecasts',
    Icon: IconSpeakerphone,
    needs: 'forecasts:write',
  },
];

interface ShellProps {
  status: Status | undefined;
  user: CurrentUser | undefined;
  organizationName: string | undefined;
  bell: ReactNode;
  /** Whether mail goes to the demonstration's mailbox, which then has a link. */
  hasMailbox: boolean;
  onSignOut: () => void;
  children: ReactNode;
}

/**
 * What stands around every page: the weather bar, the top bar, the rail on a desktop and the drawer on a
 * phone.
 */
export function Shell({ status, user, organizationName, bell, hasMailbox, onSignOut, children }: ShellProps) {
  const [opened, drawer] = useDisclosure(false);
  const isWall = useWallScreen();
  const { pathname, search } = useLocation();
  if (isWall) {
    return (
      <div className={classes.wall}>
        <header>
          {status && <WeatherBar weather={status.weather} speed={status.speed} />}
          <ConnectionBanner />
          <Link to={pathname + withoutKiosk(search)} className={classes.leave}>
            Leave wall screen (Esc)
          </Link>
        </header>
        <main id="content" className={classes.content} tabIndex={-1}>
          {children}
        </main>
      </div>
    );
  }
  return (
    <div className={classes.shell}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className={classes.head}>
        {status && <WeatherBar weather={status.weather} speed={status.speed} />}
        <ConnectionBanner />
        <div className={classes.top}>
          <ActionIcon className={classes.burger} aria-label="Open navigation" onClick={drawer.open}>
            <IconMenu2 size={22} />
          </ActionIcon>
          <Link to="/" className={classes.home} aria-label="Allclear, to the dashboard">
            <Logo />
          </Link>
          <span className={classes.customer}>{organizationName ?? ''}</span>
          {bell}
          <UserMenu user={user} hasMailbox={hasMailbox} onSignOut={onSignOut} />
        </div>
      </header>
      <nav className={classes.rail} aria-label="Main">
        <NavLinks user={user} />
      </nav>
      <Drawer.Root opened={opened} onClose={drawer.close} size={260}>
        <Drawer.Overlay />
        <Drawer.Content>
          <Drawer.Header role="presentation">
            <Drawer.Title>Allclear</Drawer.Title>
            <Drawer.CloseButton aria-label="Close navigation" />
          </Drawer.Header>
          <Drawer.Body>
            <nav className={classes.drawer} aria-label="Main">
              <NavLinks user={user} words onGo={drawer.close} />
            </nav>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <main id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function NavLinks({
  user,
  words = false,
  onGo,
}: {
  user: CurrentUser | undefined;
  words?: boolean;
  onGo?: () => void;
}) {
  const { pathname } = useLocation();
  const isHere = (to: string) => pathname.toLowerCase().replace(/(.)\/$/, '$1') === to.toLowerCase();
  const allowed = links.filter(({ needs }) => needs === null || user?.permissions.includes(needs));
  return allowed.map(({ to, label, Icon }) => (
    <Tooltip key={to} label={label} position="right" disabled={words}>
      <Link
        to={to}
        className={classes.link}
        aria-label={label}
        aria-current={isHere(to) ? 'page' : undefined}
        onClick={onGo}
      >
        <Icon size={22} stroke={1.8} aria-hidden="true" />
        {words && label}
      </Link>
    </Tooltip>
  ));
}
