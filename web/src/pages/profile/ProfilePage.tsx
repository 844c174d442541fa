import type { CurrentUser } from '@allclear/contract';
import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router';
import { OwnData } from '../../features/profile/OwnData.tsx';
import classes from '../../features/profile/Profile.module.css';
import { SignIn } from '../../features/profile/SignIn.tsx';
import page from '../page.module.css';

/** /Profile: who the user is, how the user signs in, and where the user is signed in. */
export default function ProfilePage({ user }: { user: CurrentUser | undefined }) {
  return (
    <div className={classes.page}>
      <header className={page.header}>
        <div className={page.words}>
          <h1>My Profile</h1>
          <p>Who you are here, and how you sign in</p>
        </div>
      </header>
      {user && (
        <OwnData user={user}>
          <Button
            component={Link}
            to="/NotificationSettings"
            variant="default"
            leftSection={<IconBell size={18} aria-hidden="true" />}
          >
            Notification settings
          </Button>
        </OwnData>
      )}
      {user && <SignIn userId={user.id} />}
    </div>
  );
}
