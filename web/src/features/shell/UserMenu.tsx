import type { CurrentUser } from '@allclear/contract';
import { Avatar, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconBook2,
  IconCheck,
  IconDeviceDesktop,
  IconHelp,
  IconLogout,
  IconMoon,
  IconScreenShare,
  IconSun,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './Shell.module.css';
import type { ShellLink } from './Shell.tsx';
import { initialsOf } from './weather-text.ts';

const schemes = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'Like the system', Icon: IconDeviceDesktop },
] as const;

interface UserMenuProps {
  user: CurrentUser | undefined;
  links: readonly ShellLink[];
  onHelp: () => void;
  onSignOut: () => void;
}

/** The signed-in user, the user's own pages, the color scheme and the sign-out. */
export function UserMenu({ user, links, onHelp, onSignOut }: UserMenuProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={250} shadow="md" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <Avatar size={36} radius="xl" color="primary">
            {user ? initialsOf(user) : '…'}
          </Avatar>
          <span className="visually-hidden">{user ? `User menu of ${user.fullName}` : 'User menu'}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {user && (
          <div className={classes.who}>
            <strong>{user.fullName}</strong>
            <span>{user.roleName}</span>
          </div>
        )}
        <Menu.Divider />
        {links.map(({ to, label, Icon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={18} />}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item component={Link} to="/wall" leftSection={<IconScreenShare size={18} />}>
          Wall screen
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {schemes.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<Icon size={18} />}
            rightSection={colorScheme === value ? <IconCheck size={16} /> : null}
            closeMenuOnClick={false}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconHelp size={18} />}
          rightSection={<kbd className={classes.key}>?</kbd>}
          onClick={onHelp}
        >
          Help and glossary
        </Menu.Item>
        <Menu.Item component="a" href="/api/docs" leftSection={<IconBook2 size={18} />}>
          API reference
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={onSignOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
