import type { CurrentUser } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { Navigate } from 'react-router';
import { messageOf } from '../api/failure.ts';
import { unauthorizedPath } from '../session/paths.ts';
import { Delayed } from '../ui/Delayed.tsx';
import page from './page.module.css';
import { mayOpen, type PageRoute } from './page-manifest.ts';

interface PermittedPageProps {
  user: Pick<UseQueryResult<CurrentUser>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  route: Pick<PageRoute, 'permission' | 'feature'>;
  children: ReactNode;
}

/**
 * A page for users with a permission: it waits for the current user, and sends others to the unauthorized
 * page. The page is loaded on demand.
 */
export function PermittedPage({ user, route, children }: PermittedPageProps) {
  if (mayOpen(route, user.data?.permissions)) return <Suspense fallback={<Loading />}>{children}</Suspense>;
  if (user.data) return <Navigate to={unauthorizedPath} replace />;
  if (!user.error) return <Loading />;
  return (
    <div className={page.alone} role="alert">
      <h1>We could not check what you may use</h1>
      <p>{messageOf(user.error)}</p>
      <Button loading={user.isFetching} onClick={() => void user.refetch()}>
        Try again
      </Button>
    </div>
  );
}

function Loading() {
  return (
    <Delayed>
      <div role="status" aria-busy="true" aria-label="Loading the page">
        <Skeleton height={34} width={220} mb={16} />
        <Skeleton height={240} radius={12} />
      </div>
    </Delayed>
  );
}
