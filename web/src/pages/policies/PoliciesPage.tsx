import type { Policy } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import { IconShieldPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { darkText } from '../../features/hardware/SignalNote.tsx';
import { signallingUnits, useHardware } from '../../features/hardware/use-hardware.ts';
import { PolicyBoard } from '../../features/policies/PolicyBoard.tsx';
import { PolicyModal } from '../../features/policies/PolicyModal.tsx';
import { useGroups, usePolicies, usePolicyTypes } from '../../features/policies/use-policies.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { AddButton, ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import { useOpenForm } from '../use-open-form.ts';
import classes from './PoliciesPage.module.css';

/** The organization's policies (spec 2 section 2); `policies:write` may add and change them. */
export default function PoliciesPage({ permissions }: { permissions: readonly string[] }) {
  const policies = usePolicies();
  const types = usePolicyTypes();
  const groups = useGroups();
  const { form, open, close } = useOpenForm<Policy>();
  const mayWrite = permissions.includes('policies:write');
  const groupNames = useMemo(
    () => new Map((groups.data ?? []).map(({ id, name }) => [id, name])),
    [groups.data],
  );

  const units = useHardware(mayWrite && form.opened && permissions.includes('hardware:read'));
  const signalling = signallingUnits(units.data ?? []);

  const list = policies.data;
  const ready = list !== undefined && types.data !== undefined;
  const retry = () => {
    for (const query of [policies, types, groups]) if (query.isError) void query.refetch();
  };
  const failed = policies.error ?? types.error;
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Policies</h1>
          <p>What people are warned of, from which value on, and when it is over.</p>
        </div>
        {mayWrite && ready && list.length > 0 && <AddButton label="Add Policy" onAdd={() => open(null)} />}
      </header>
      {failed && ready && <OldListAlert title="This list may be old" error={failed} onRetry={retry} />}
      {failed && !ready && (
        <ListFailure
          title="Problem retrieving policies"
          error={failed}
          isFetching={policies.isFetching || types.isFetching}
          onRetry={retry}
        >
          Warnings go on without this page.
        </ListFailure>
      )}
      {!ready && !failed && (
        <Delayed>
          <Loading />
        </Delayed>
      )}
      {ready && list.length === 0 && <Empty onAdd={mayWrite ? () => open(null) : null} />}
      {ready && list.length > 0 && (
        <PolicyBoard
          policies={list}
          types={types.data}
          groupNames={groupNames}
          onEdit={mayWrite ? open : null}
        />
      )}
      {mayWrite && ready && form.serial > 0 && (
        <PolicyModal
          key={form.serial}
          opened={form.opened}
          edited={form.edited}
          current={list.find(({ id }) => id === form.edited?.id) ?? null}
          types={types.data}
          groups={groups.data}
          onClose={close}
          onReload={open}
          removalText={
            // A siren follows its own radius: a lightning policy fires none.
            form.edited && signalling.length > 0 && !form.edited.policyTypeShortName.startsWith('LR')
              ? `Are you sure you want to remove ${form.edited.displayName}? Where it was this policy that fired them: ${darkText(signalling)} This action cannot be undone.`
              : undefined
          }
        />
      )}
    </>
  );
}

function Empty({ onAdd }: { onAdd: (() => void) | null }) {
  return (
    <div className={page.alone}>
      <IconShieldPlus size={44} stroke={1.4} aria-hidden="true" />
      <h2>You don't have any policies added</h2>
      {onAdd ? (
        <>
          <p>Add a policy to continue</p>
          <AddButton label="Add Policy" onAdd={onAdd} />
        </>
      ) : (
        <p>An administrator of your organization can add policies.</p>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div className={classes.skeletons} role="status" aria-busy="true" aria-label="Loading policies">
      {[0, 1, 2, 3, 4, 5].map((i) => (
        <Skeleton key={i} height={250} radius={12} />
      ))}
    </div>
  );
}
