import type { CurrentUser, Organization, Status } from '@allclear/contract';
import { ActionIcon, Drawer, Tooltip } from '@mantine/core';
import { useDisclosure, useElementSize } from '@mantine/hooks';
import { IconHelp, IconMenu2, type TablerIcon } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Logo } from '../../ui/Logo.tsx';
import { ConnectionBanner, WeatherBar } from './Banners.tsx';
import { EnvironmentBadge } from './EnvironmentBadge.tsx';
import { useHelpKey } from './help/use-help-key.ts';
import { Rail } from './Rail.tsx';
import classes from './Shell.module.css';
import { UserMenu } from './UserMenu.tsx';

const HelpDialog = lazy(() => import('./help/HelpDialog.tsx'));

/** A link to a page that the user may open. */
export interface ShellLink {
  to: string;
  label: string;
  Icon: TablerIcon;
}

interface ShellProps {
  status: Status | undefined;
  user: CurrentUser | undefined;
  organization: Organization | undefined;
  bell: ReactNode;
  /** The main navigation. */
  mainLinks: readonly ShellLink[];
  /** Of it what the rail on a desktop shows. */
  railLinks: readonly ShellLink[];
  /** The pages of the user menu. */
  userLinks: readonly ShellLink[];
  /** The bar at the bottom of a phone. */
  phoneLinks: readonly ShellLink[];
  onSignOut: () => void;
  /** Stands above everything while somebody acts as the user. */
  notice?: ReactNode;
  /** A button in the weather bar, and what it opens below. */
  demonstration: { readonly button: ReactNode; readonly panel: ReactNode };
  children: ReactNode;
}

/** The frame of every page: the weather bar, the top bar, the rail on a desktop, the drawer and the bar on a phone. */
export function Shell({
  status,
  user,
  organization,
  bell,
  mainLinks,
  railLinks,
  userLinks,
  phoneLinks,
  onSignOut,
  notice,
  demonstration,
  children,
}: ShellProps) {
  const [opened, drawer] = useDisclosure(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const openHelp = useCallback(() => setHelpOpen(true), []);
  useHelpKey(openHelp);
  const { ref: head, height: headPx } = useElementSize<HTMLElement>();
  return (
    <div className={classes.shell}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header ref={head} className={classes.head}>
        {notice}
        {status && (
          <WeatherBar weather={status.weather} speed={status.speed}>
            {demonstration.button}
          </WeatherBar>
        )}
        {demonstration.panel}
        <ConnectionBanner />
        <div className={classes.top}>
          <ActionIcon className={classes.burger} aria-label="Open navigation" onClick={drawer.open}>
            <IconMenu2 size={22} />
          </ActionIcon>
          <Link to="/" className={classes.home} aria-label="Allclear, to the dashboard">
            <Logo />
          </Link>
          <span className={classes.organization}>{organization?.name ?? ''}</span>
          <EnvironmentBadge name={status?.environment} />
          <Tooltip label="Support center">
            <ActionIcon
              component={Link}
              to="/Support"
              className={classes.support}
              aria-label="Support center"
            >
              <IconHelp size={22} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
          {bell}
          <UserMenu user={user} links={userLinks} onHelp={openHelp} onSignOut={onSignOut} />
        </div>
        {organization?.banner && (
          <p className={classes.banner} role="note" aria-label={`Note of ${organization.name}`}>
            {organization.banner}
          </p>
        )}
      </header>
      <Rail headPx={headPx}>
        <NavLinks links={railLinks} />
      </Rail>
      <Drawer.Root opened={opened} onClose={drawer.close} size={260}>
        <Drawer.Overlay />
        <Drawer.Content>
          <Drawer.Header role="presentation">
            <Drawer.Title>Allclear</Drawer.Title>
            <Drawer.CloseButton aria-label="Close navigation" />
          </Drawer.Header>
          <Drawer.Body>
            <nav className={classes.drawer} aria-label="Main">
              <NavLinks links={mainLinks} labeled onGo={drawer.close} />
            </nav>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <main id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
      <nav className={classes.bar} aria-label="Quick">
        <NavLinks links={phoneLinks} labeled />
      </nav>
      {isHelpOpen && (
        <Suspense fallback={null}>
          <HelpDialog organization={organization} onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface NavLinksProps {
  links: readonly ShellLink[];
  /** With labels beside the icons instead of tooltips. */
  labeled?: boolean;
  onGo?: () => void;
}

function NavLinks({ links, labeled = false, onGo }: NavLinksProps) {
  const { pathname } = useLocation();
  const isHere = (to: string) => pathname.toLowerCase().replace(/(.)\/$/, '$1') === to.toLowerCase();
  return links.map(({ to, label, Icon }) => (
    <Tooltip key={to} label={label} position="right" disabled={labeled}>
      <Link
        to={to}
        className={classes.link}
        aria-label={label}
        aria-current={isHere(to) ? 'page' : undefined}
        onClick={onGo}
      >
        <Icon size={22} stroke={1.8} aria-hidden="true" />
        {labeled && <span>{label}</span>}
      </Link>
    </Tooltip>
  ));
}
