import type { Status } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiFailure } from '../../api/failure.ts';
import { statusKeys } from '../../api/query-keys/status.ts';
import { routes } from '../../api/routes.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import formClasses from '../../forms/form.module.css';
import { focusAfterRefusal } from '../../forms/invalid-fields.ts';
import { type EditedForm, useEditedForm } from '../../forms/use-edited-form.ts';
import { useApi } from '../../services.ts';
import { forgetFields, keepFields, readFields } from './kept-fields.ts';
import classes from './Setup.module.css';
import { AdminFields, CodeField, OrganizationFields } from './SetupSteps.tsx';
import {
  bodyOf,
  type FormStep,
  formSteps,
  problemsOf,
  refusalOf,
  type SetupFields,
  stepOf,
} from './setup-fields.ts';

interface SetupFormProps {
  identity: Status['identity'];
  step: FormStep;
  onStep: (step: FormStep) => void;
  /** It is set up; the person with this address signs in now. */
  onDone: (email: string) => void;
}

const titles: Readonly<Record<FormStep, string>> = {
  code: 'Set up Allclear',
  organization: 'Your organization',
  admin: 'First Super Admin',
};

/**
 * The step of the address, so that a browser's own Back works too. Without a code that the server has accepted it is
 * the first one: the code is kept nowhere.
 */
export function useFormStep(): [FormStep, (step: FormStep) => void] {
  const [search, setSearch] = useSearchParams();
  const [isAccepted, setAccepted] = useState(false);
  const wanted = formSteps.find((step) => step === search.get('step')) ?? 'code';
  const open = (step: FormStep) => {
    setAccepted(true);
    setSearch(step === 'code' ? {} : { step });
  };
  return [isAccepted ? wanted : 'code', open];
}

/** Code, organization and first Super Admin: one form in three steps, stored whole at its end. */
export function SetupForm({ identity, step, onStep, onDone }: SetupFormProps) {
  const hasPassword = identity.resource !== null;
  const form = useSetupForm({ hasPassword, step, onStep, onDone });
  const title = useFocusOfStep(step, form);
  const back = formSteps[formSteps.indexOf(step) - 1];
  return (
    <form
      ref={form.element}
      aria-labelledby="setup-step"
      className={`${formClasses.form} ${classes.form}`}
      onSubmit={form.submit}
      noValidate
    >
      <h1 ref={title} id="setup-step" tabIndex={-1}>
        {titles[step]}
      </h1>
      <ErrorSummary key={step} form={form} />
      {step === 'code' && <CodeField form={form} />}
      {step === 'organization' && <OrganizationFields form={form} />}
      {step === 'admin' && <AdminFields form={form} issuer={hasPassword ? null : identity.issuer} />}
      <div className={classes.buttons}>
        {back && (
          <Button variant="default" disabled={form.isSending} onClick={() => onStep(back)}>
            Back
          </Button>
        )}
        <Button type="submit" loading={form.isSending}>
          {step === 'admin' ? 'Set up' : 'Continue'}
        </Button>
      </div>
    </form>
  );
}

function useSetupForm({
  hasPassword,
  step,
  onStep,
  onDone,
}: Omit<SetupFormProps, 'identity'> & { hasPassword: boolean }) {
  const api = useApi();
  const client = useQueryClient();
  const form = useEditedForm<SetupFields, unknown>({
    initial: () => readFields(sessionStorage, browserTimeZone()),
    check: (fields) => problemsOf(fields, step, hasPassword),
    send: async (fields) => {
      try {
        if (step === 'code') await api.call(routes.checkSetupCode, { body: { code: fields.code } });
        if (step === 'admin') await api.call(routes.setUp, { body: bodyOf(fields, hasPassword) });
      } catch (thrown) {
        // Somebody else was faster: the status says so, and with it the page.
        if (thrown instanceof ApiFailure && thrown.status === 409)
          void client.invalidateQueries({ queryKey: statusKeys.status.all });
        throw thrown;
      }
    },
    onSent: () => {
      const next = formSteps[formSteps.indexOf(step) + 1];
      if (next) return onStep(next);
      forgetFields(sessionStorage);
      onDone(form.fields.email.trim());
    },
    refusalOf: (thrown) => refusalOf(thrown, step),
    onRefused: (refusal) => {
      const wrong = stepOf(refusal);
      if (wrong !== null) onStep(wrong);
    },
  });
  const { fields } = form;
  useEffect(() => keepFields(sessionStorage, fields), [fields]);
  return form;
}

/** A new step begins at its title, without the errors of another one; or at its errors, when these led to it. */
function useFocusOfStep(step: FormStep, form: EditedForm<SetupFields>): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (form.refusal && stepOf(form.refusal) === step) {
      if (form.element.current) focusAfterRefusal(form.element.current);
      return;
    }
    form.rebase(form.fields);
    title.current?.focus();
    window.scrollTo({ top: 0 });
  });
  return title;
}

function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
