import { Button } from '@mantine/core';
import { Link } from 'react-router';
import page from './page.module.css';

export function NotFoundPage() {
  return (
    <div className={page.alone}>
      <h1>Page not found</h1>
      <p>There is nothing at this address. It may have been moved or mistyped.</p>
      <Button component={Link} to="/">
        To the dashboard
      </Button>
    </div>
  );
}
