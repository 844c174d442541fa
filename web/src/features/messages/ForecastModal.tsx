import type { OrganizationLocation, ProactiveForecast } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormFooter } from '../../ui/FormFooter.tsx';
import { toast } from '../../ui/toast.ts';
import { WarningDialog } from '../../ui/WarningDialog.tsx';
import { ForecastForm } from './ForecastForm.tsx';
import classes from './Forecasts.module.css';
import { bodyOf, type ForecastFields, fieldsOf, problemsOf, refusalOf } from './forecast-fields.ts';
import { useSendForecast } from './use-forecasts.ts';

interface ForecastModalProps {
  opened: boolean;
  /** The forecast that gets a further message, or null for a new one. */
  forecast: ProactiveForecast | null;
  places: readonly OrganizationLocation[] | undefined;
  placesFailed: boolean;
  nowMs: number;
  onClose: () => void;
}

/** Which label an error of each field stands under. */
const labelOf: Record<keyof ForecastFields, string> = {
  typeName: 'ForecastTypeName',
  color: 'Color',
  headline: 'Headline',
  message: 'Message',
  lasts: 'ExpiresAt',
  until: 'ExpiresAt',
  organizationLocationIds: 'OrganizationLocationIds',
};

/** New Forecast, Add Message, and the question before what was written is thrown away. */
export function ForecastModal({
  opened,
  forecast,
  places,
  placesFailed,
  nowMs,
  onClose,
}: ForecastModalProps) {
  const [began] = useState(() => fieldsOf(forecast, nowMs));
  const [fields, setFields] = useState(began);
  const [problems, setProblems] = useState<FieldErrors>({});
  const [refusals, setRefusals] = useState(0);
  const [asking, setAsking] = useState(false);
  const send = useSendForecast();
  const small = useMediaQuery('(max-width: 48em)');
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const refuse = (errors: FieldErrors) => {
    setProblems(errors);
    setRefusals((count) => count + 1);
  };
  const change = (part: Partial<ForecastFields>) => {
    setFields((before) => ({ ...before, ...part }));
    const renewed = new Set(Object.keys(part).map((field) => labelOf[field as keyof ForecastFields]));
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([label]) => !renewed.has(label))),
    );
  };
  const close = () => (JSON.stringify(fields) === JSON.stringify(began) ? onClose() : setAsking(true));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(fields, forecast, nowMs);
    if (Object.keys(found).length > 0) return refuse(found);
    try {
      await send.mutateAsync(bodyOf(fields, forecast, nowMs));
      toast('success', forecast ? 'Message added' : 'Forecast sent');
      onClose();
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      toast(
        'error',
        forecast ? 'Problem adding the message' : 'Problem sending the forecast',
        refusal.message,
      );
      refuse(refusal.fields);
    }
  };

  return (
    <>
      <Dialog
        opened={opened}
        onClose={close}
        title={forecast ? 'Add Message' : 'New Forecast'}
        size={680}
        fullScreen={small ?? false}
        closeOnClickOutside={false}
        closeOnEscape={!asking}
      >
        <form ref={form} className={classes.form} onSubmit={submit} noValidate>
          <ForecastForm
            forecast={forecast}
            fields={fields}
            places={places}
            placesFailed={placesFailed}
            nowMs={nowMs}
            errorOf={(label) => problems[label]?.join(' ')}
            onChange={change}
          />
          <FormFooter
            submit={forecast ? 'Add Message' : 'Send Forecast'}
            sending={send.isPending}
            onCancel={close}
          />
        </form>
      </Dialog>
      {asking && (
        <WarningDialog
          opened
          title="Close without saving?"
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        >
          <p>What you wrote has not been sent and will be lost.</p>
        </WarningDialog>
      )}
    </>
  );
}
