import { Button } from '@mantine/core';
import { Link } from 'react-router';
import classes from './DashboardPage.module.css';

export function NotFoundPage() {
  return (
    <div className={classes.alone}>
      <h1>Page not found</h1>
      <p>There is nothing at this address. It may have been moved or mistyped.</p>
      <Button component={Link} to="/">
        To the dashboard
      </Button>
    </div>
  );
}
