import type { CurrentUser } from '@allclear/contract';
import type { Permission } from '@allclear/domain';
import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { Navigate } from 'react-router';
import { messageOf } from '../api/failure.ts';
import { Late } from '../ui/Delayed.tsx';
import page from './page.module.css';

interface PermittedPageProps {
  user: Pick<UseQueryResult<CurrentUser>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  needs: Permission;
  render: (user: CurrentUser) => ReactNode;
}

/**
 * A page for those who hold a permission: it waits until it is known who asks, and sends others to
 * /Unauthorized. The page may be loaded on demand.
 */
export function PermittedPage({ user, needs, render }: PermittedPageProps) {
  if (user.data) {
    if (!user.data.permissions.includes(needs)) return <Navigate to="/Unauthorized" replace />;
    return <Suspense fallback={<Loading />}>{render(user.data)}</Suspense>;
  }
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
    <Late>
      <div role="status" aria-busy="true" aria-label="Loading the page">
        <Skeleton height={34} width={220} mb={16} />
        <Skeleton height={240} radius={12} />
      </div>
    </Late>
  );
}
