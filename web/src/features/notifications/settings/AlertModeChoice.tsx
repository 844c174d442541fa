import type { NotificationSettings } from '@allclear/contract';
import { type AlertMode, alertModeOf, settingsOfAlertMode } from '@allclear/domain';
import { Radio } from '@mantine/core';
import classes from './Settings.module.css';

const modes: readonly { mode: AlertMode | null; label: string; description: string }[] = [
  { mode: 'AlertTimes', label: 'Alert times', description: 'During the hours below, wherever you are.' },
  {
    mode: 'Geofence',
    label: 'Geofence',
    description: 'At any hour, while your shared position is within the zones of the location.',
  },
  {
    mode: 'AlertTimesAndGeofence',
    label: 'Alert times and geofence',
    description: 'During the hours below, while your shared position is within the zones of the location.',
  },
  { mode: null, label: 'Always', description: 'At any hour, wherever you are.' },
];
const always = 'Always';

interface AlertModeChoiceProps {
  draft: NotificationSettings;
  change: (part: Partial<NotificationSettings>) => void;
}

/** Whether hours, the position, both or nothing restrict warnings (spec 2 sections 2 and 9). */
export function AlertModeChoice({ draft, change }: AlertModeChoiceProps) {
  const chosen = alertModeOf(draft);
  return (
    <>
      <Radio.Group
        label="Alert Mode"
        size="md"
        value={chosen ?? always}
        onChange={(value) =>
          change(settingsOfAlertMode(modes.find(({ mode }) => (mode ?? always) === value)?.mode ?? null))
        }
      >
        <div className={classes.modes}>
          {modes.map(({ mode, label, description }) => (
            <Radio
              key={label}
              value={mode ?? always}
              label={label}
              aria-label={label}
              description={description}
              size="md"
            />
          ))}
        </div>
      </Radio.Group>
      {draft.geofenceAlertsEnabled && (
        <p className={classes.hint}>
          A geofence mutes a warning only while you are known to be outside the zones of its location. A
          position that is unknown, older than 15 minutes or too inexact mutes nothing: you are then notified
          wherever you are. Forecasts are not restricted. Save, then share the position of your device below.
        </p>
      )}
    </>
  );
}
