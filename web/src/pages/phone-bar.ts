import type { CurrentUser } from '@allclear/contract';
import { IconBell, IconHome, IconListDetails, IconRadar2 } from '@tabler/icons-react';
import type { ShellLink } from '../features/shell/Shell.tsx';
import { pageRouteOf } from './manifests.ts';
import { mayOpen } from './page-manifest.ts';

/** What a person with a phone in one hand needs; the other pages are in the drawer. */
const links: readonly ShellLink[] = [
  { to: '/', label: 'Now', Icon: IconHome },
  { to: '/live-radar', label: 'Map', Icon: IconRadar2 },
  { to: '/places', label: 'Places', Icon: IconListDetails },
  { to: '/Notifications', label: 'Notifications', Icon: IconBell },
];

/** The links of the bar at the bottom of a phone that the user may open. */
export function phoneLinksOf(user: CurrentUser | undefined): ShellLink[] {
  return links.filter(({ to }) => {
    const route = pageRouteOf(to);
    return route !== undefined && mayOpen(route, user?.permissions);
  });
}
