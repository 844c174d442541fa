import type { FactorRoles } from '@allclear/contract';
import { type Role, roles } from '@allclear/domain';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { ChangedMeanwhile, changesBetween } from '../../../forms/ChangedMeanwhile.tsx';
import { ErrorSummary } from '../../../forms/ErrorSummary.tsx';
import form from '../../../forms/form.module.css';
import { useEditedForm } from '../../../forms/use-edited-form.ts';
import { toast } from '../../../ui/toast.ts';
import classes from './Organization.module.css';
import { useSaveFactorRoles } from './use-organization-settings.ts';

const signingIn = (Object.keys(roles) as Role[]).filter((role) => roles[role].signsIn);

interface Fields {
  /** Hierarchy numbers. */
  readonly chosen: readonly number[];
}

interface SecondFactorFormProps {
  current: FactorRoles;
  onReload: () => void;
}

/** Of which roles a second step is required at sign-in. */
export function SecondFactorForm({ current, onReload }: SecondFactorFormProps) {
  const [before, setBefore] = useState<Fields>(() => ({ chosen: current.roles }));
  const save = useSaveFactorRoles();
  const edited = useEditedForm<Fields, FactorRoles>({
    initial: () => before,
    send: ({ chosen }) => save.mutateAsync({ roles: [...chosen], revision: current.revision }),
    onSent: (saved) => {
      setBefore({ chosen: saved.roles });
      edited.rebase({ chosen: saved.roles });
      toast('success', 'Second step saved');
    },
    refusalOf: (thrown) => ({
      header: 'The second step could not be saved',
      message: messageOf(thrown),
      fields: {},
    }),
    guardsTab: true,
  });
  const { chosen } = edited.fields;
  const changes = save.isPending
    ? []
    : changesBetween(before, { chosen: current.roles }, { 'Required of': namesOf });
  const toggle = (hierarchy: number, on: boolean) =>
    edited.change({
      chosen: [...chosen.filter((one) => one !== hierarchy), ...(on ? [hierarchy] : [])].sort(
        (a, b) => a - b,
      ),
    });
  return (
    <section className={classes.card} aria-labelledby="second-step">
      <h2 id="second-step">Second step at sign-in</h2>
      {current.managedBy === 'issuer' ? (
        <p className={classes.hint}>
          Your organization’s identity provider signs people in. Require a second step there.
        </p>
      ) : (
        <form ref={edited.element} className={form.form} onSubmit={edited.submit} noValidate>
          <ErrorSummary form={edited} />
          <ChangedMeanwhile what="setting" changes={changes} onReload={onReload} />
          <p className={classes.hint}>
            People of these permission levels need an authenticator app or a passkey beside their password.
            Who has none sets one up at the next sign-in.
          </p>
          <fieldset className={form.group}>
            <legend>Required of</legend>
            <div className={classes.roles}>
              {signingIn.map((role) => {
                const { displayName, hierarchy } = roles[role];
                return (
                  <Checkbox
                    key={role}
                    label={displayName}
                    checked={chosen.includes(hierarchy)}
                    onChange={(event) => toggle(hierarchy, event.currentTarget.checked)}
                  />
                );
              })}
            </div>
          </fieldset>
          <Button
            type="submit"
            className={classes.save ?? ''}
            loading={edited.isSending}
            disabled={!edited.isChanged}
          >
            Save Second Step
          </Button>
        </form>
      )}
    </section>
  );
}

function namesOf({ chosen }: Fields): string {
  return signingIn
    .filter((role) => chosen.includes(roles[role].hierarchy))
    .map((role) => roles[role].displayName)
    .join(', ');
}
