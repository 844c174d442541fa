import type { OrganizationLocation, ProactiveForecast } from '@allclear/contract';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useEditedForm } from '../../forms/use-edited-form.ts';
import { toast } from '../../ui/toast.ts';
import { ForecastForm } from './ForecastForm.tsx';
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

/** The label that the errors of each field are under. */
const labels: Partial<Record<keyof ForecastFields, string>> = {
  typeName: 'ForecastTypeName',
  lasts: 'ExpiresAt',
  until: 'ExpiresAt',
};

/** New Forecast, Add Message, and the question before unsent text is discarded. */
export function ForecastModal({
  opened,
  forecast,
  places,
  placesFailed,
  nowMs,
  onClose,
}: ForecastModalProps) {
  const send = useSendForecast();
  const form = useEditedForm({
    initial: () => fieldsOf(forecast, nowMs),
    labels,
    check: (fields) => problemsOf(fields, forecast, nowMs),
    send: (fields) => send.mutateAsync(bodyOf(fields, forecast, nowMs)),
    onSent: () => {
      toast('success', forecast ? 'Message added' : 'Forecast sent');
      onClose();
    },
    refusalOf: (thrown) => ({
      header: forecast ? 'Problem adding the message' : 'Problem sending the forecast',
      ...refusalOf(thrown),
    }),
  });
  return (
    <FormDialog
      form={form}
      opened={opened}
      title={forecast ? 'Add Message' : 'New Forecast'}
      size={680}
      submit={forecast ? 'Add Message' : 'Send Forecast'}
      lost="What you wrote has not been sent and will be lost."
      onClose={onClose}
    >
      <ForecastForm
        forecast={forecast}
        fields={form.fields}
        places={places}
        placesFailed={placesFailed}
        nowMs={nowMs}
        errorOf={form.errorOf}
        onChange={form.change}
      />
    </FormDialog>
  );
}
