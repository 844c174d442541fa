import type { CurrentUser, Organization, Status } from '@allclear/contract';
import type { Feature, Permission } from '@allclear/domain';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** The props of every page. `user` and the permissions are set where the route requires them. */
export interface PageProps {
  status: Status;
  user: CurrentUser | undefined;
  permissions: readonly string[];
  organization: Organization | undefined;
}

/** A link to a page: in the main navigation or in the user menu. */
export interface PageLink {
  readonly place: 'main' | 'user-menu';
  readonly label: string;
  readonly Icon: TablerIcon;
  /** The link is shown on a desktop only where the organization has sensors for the air (spec 3 section 2.2). */
  readonly needsSensors?: boolean;
  /** The link is shown only where mail goes to the mailbox of the demonstration. */
  readonly onlyWithMailbox?: boolean;
}

export interface PageRoute {
  /** Matched case-insensitively, with `:name` for parameters. */
  readonly path: string;
  /** Who may open it; others are redirected to the unauthorized page and see no link. */
  readonly permission: Permission | 'signed-in';
  /** A feature of the organization that the page needs besides. */
  readonly feature?: Feature | undefined;
  /** Pages are loaded when they are opened, so that the first load stays small. */
  readonly load: () => Promise<{ default: ComponentType<PageProps> }>;
  /** The title of the browser's tab; null for a page that sets its own. */
  readonly title: string | null;
  readonly navigation?: PageLink;
  /** The page stands alone, without the bars and the navigation. */
  readonly isFullScreen?: boolean;
}

/** The pages of a subject. */
export interface PageManifest {
  readonly subject: string;
  readonly routes: readonly PageRoute[];
}

/** Whether somebody may open a page. */
export function mayOpen(
  { permission, feature }: Pick<PageRoute, 'permission' | 'feature'>,
  held: readonly string[] | undefined,
): boolean {
  const holds = (one: string) => held?.includes(one) === true;
  return (permission === 'signed-in' || holds(permission)) && (feature === undefined || holds(feature));
}
