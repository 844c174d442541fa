import type { ProactiveForecast } from '@allclear/contract';
import { messageOf } from '../../api/failure.ts';
import { toast } from '../../ui/toast.ts';
import { WarningDialog } from '../../ui/WarningDialog.tsx';
import { headlineOf } from './ForecastCard.tsx';
import { useExpireForecast } from './use-forecasts.ts';

/** Asks before a forecast is ended early. */
export function ExpireDialog({ forecast, onClose }: { forecast: ProactiveForecast; onClose: () => void }) {
  const expire = useExpireForecast();
  const confirm = async () => {
    try {
      await expire.mutateAsync(forecast.id);
      toast('success', 'Forecast expired');
    } catch (thrown) {
      toast('error', 'Problem expiring the forecast', messageOf(thrown));
    }
    onClose();
  };
  return (
    <WarningDialog
      opened
      title="Expire this forecast now?"
      busy={expire.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>
        “{headlineOf(forecast)}” disappears from every dashboard at once. It stays in the list of expired
        forecasts.
      </p>
    </WarningDialog>
  );
}
