import type { DataOf, getNotificationSettings, NotificationSettings } from '@allclear/contract';
import { Alert, Button, SegmentedControl } from '@mantine/core';
import { useRef, useState } from 'react';
import { ErrorSummary } from '../../../forms/ErrorSummary.tsx';
import { TimeZoneSelect } from '../../../forms/TimeZoneSelect.tsx';
import { useEditedForm } from '../../../forms/use-edited-form.ts';
import { useLeaveGuard } from '../../../forms/use-leave-guard.ts';
import { DiscardDialog } from '../../../ui/DiscardDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useChannels } from '../use-channels.ts';
import { AlertModeChoice } from './AlertModeChoice.tsx';
import { ScheduleEditor } from './ScheduleEditor.tsx';
import { Setting } from './Setting.tsx';
import classes from './Settings.module.css';
import { wholeWeek } from './schedule.ts';
import { changesOf, saveFailure, scheduleErrors } from './settings-form.ts';
import { useSaveSettings } from './use-settings.ts';

type Answer = DataOf<typeof getNotificationSettings>;

/** The toast is shown a second after the answer to a save (spec 2 section 9). */
const toastDelayMs = 1_000;

function draftOf({
  email: _,
  phoneNumber: __,
  emailSuppressed: ___,
  ...settings
}: Answer): NotificationSettings {
  return { ...settings, schedule: wholeWeek(settings.schedule) };
}

/**
 * The user's own settings and schedule (spec 2 section 3). Nothing is sent before Save. `mayUseGeofence`: the user
 * chooses an Alert Mode.
 */
export function SettingsForm({ answer, mayUseGeofence }: { answer: Answer; mayUseGeofence: boolean }) {
  const [saved, setSaved] = useState(() => draftOf(answer));
  const save = useSaveSettings();
  const toastTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // It is shown even if the user has left the page meanwhile.
  const toastLater = (variant: 'success' | 'error', message: string) => {
    clearTimeout(toastTimer.current);
    toastTimer.current = setTimeout(() => toast(variant, message), toastDelayMs);
  };
  const form = useEditedForm({
    initial: () => saved,
    labels: { schedule: ['Schedule', 'AlertTimes'] },
    check: ({ schedule }) => scheduleErrors(schedule),
    send: (draft) => save.mutateAsync({ ...changesOf(saved, draft), revision: saved.revision }),
    onSent: ({ message, settings }) => {
      const now = { ...settings, schedule: wholeWeek(settings.schedule) };
      setSaved(now);
      form.rebase(now);
      toastLater('success', message);
    },
    refusalOf: saveFailure,
    onRefused: ({ header }) => toastLater('error', header),
    isSame: (a, b) => Object.keys(changesOf(a, b)).length === 0,
  });
  const { fields: draft, isChanged: unsaved, change } = form;
  const guard = useLeaveGuard(unsaved);

  return (
    <form ref={form.element} onSubmit={form.submit} noValidate className={classes.form}>
      <ErrorSummary form={form} />
      <section className={classes.card} aria-labelledby="how">
        <h2 id="how">How you are notified</h2>
        <Setting
          label="Receive notifications"
          description="When off, nothing is sent to you. What would have been sent stays in My Notifications."
          checked={!draft.declinesNotifications}
          onChange={(on) => change({ declinesNotifications: !on })}
        />
        <Channels draft={draft} answer={answer} change={change} />
      </section>
      <WhatSection draft={draft} change={change} />
      <WhenSection draft={draft} change={change} errors={form.errors} mayUseGeofence={mayUseGeofence} />
      <div className={classes.bar} data-unsaved={unsaved || undefined}>
        <Button type="submit" disabled={!unsaved} loading={form.isSending}>
          Save
        </Button>
        {unsaved && (
          <Button variant="default" onClick={() => form.rebase(saved)}>
            Undo changes
          </Button>
        )}
        <span role="status">{unsaved ? 'Not saved yet' : ''}</span>
      </div>
      {guard.isOpen && (
        <DiscardDialog title="Leave without saving?" onDiscard={guard.leave} onKeep={guard.stay}>
          Your changes to the notification settings have not been saved.
        </DiscardDialog>
      )}
    </form>
  );
}

interface SectionProps {
  draft: NotificationSettings;
  change: (part: Partial<NotificationSettings>) => void;
}

function WhatSection({ draft, change }: SectionProps) {
  return (
    <section className={classes.card} aria-labelledby="what">
      <h2 id="what">What you are notified of</h2>
      <Setting
        label="Severe weather"
        description="Alerts of the National Weather Service that a policy names."
        checked={draft.severeWeatherNotification}
        onChange={(on) => change({ severeWeatherNotification: on })}
      />
      <Setting
        label="Precipitation"
        description="Warnings of precipitation policies."
        checked={draft.precipitationNotification}
        onChange={(on) => change({ precipitationNotification: on })}
      />
      <Setting
        label="Proactive forecasts"
        description="Forecasts that your organization writes for its locations."
        checked={draft.proactiveForecastNotification}
        onChange={(on) => change({ proactiveForecastNotification: on })}
      />
      <Setting
        label="Daily forecast"
        description="The forecast of your locations."
        checked={!draft.optOutForecast}
        onChange={(on) => change({ optOutForecast: !on })}
      />
    </section>
  );
}

function WhenSection({
  draft,
  change,
  errors,
  mayUseGeofence,
}: SectionProps & { errors: Readonly<Record<string, readonly string[]>>; mayUseGeofence: boolean }) {
  return (
    <section className={classes.card} aria-labelledby="when">
      <h2 id="when">When you are notified</h2>
      <p className={classes.hint}>
        Life-safety policies notify you at any time{mayUseGeofence && ' and anywhere'}. If you were notified
        of a warning, you are also notified when it is over, at any time{mayUseGeofence && ' and anywhere'}.
      </p>
      <TimeZoneSelect
        value={draft.timeZone}
        error={errors.TimeZone?.join(' ')}
        onChange={(timeZone) => change({ timeZone })}
      />
      {mayUseGeofence ? (
        <AlertModeChoice draft={draft} change={change} />
      ) : (
        <Setting
          label="Only during these hours"
          description="When off, you are notified at any time."
          checked={draft.alertTimesEnabled}
          onChange={(on) => change({ alertTimesEnabled: on })}
        />
      )}
      <ScheduleEditor
        schedule={draft.schedule}
        disabled={!draft.alertTimesEnabled}
        errors={errors}
        onChange={(schedule) => change({ schedule })}
      />
    </section>
  );
}

interface ChannelsProps {
  draft: NotificationSettings;
  answer: Answer;
  change: (part: Partial<NotificationSettings>) => void;
}

function Channels({ draft, answer, change }: ChannelsProps) {
  const channels = useChannels().data;
  const missing = (channel: 'push' | 'sms' | 'email') =>
    channels?.find((one) => one.channel === channel)?.configured === false ? ' (not configured)' : '';
  const { email, phoneNumber, emailSuppressed } = answer;
  return (
    <>
      <div className={classes.field}>
        <span id="first-way">Notify me first by</span>
        <SegmentedControl
          aria-labelledby="first-way"
          size="md"
          value={String(draft.notificationType)}
          onChange={(value) => change({ notificationType: value === '1' ? 1 : 0 })}
          data={[
            { value: '0', label: `Push${missing('push')}` },
            { value: '1', label: `SMS${missing('sms')}` },
          ]}
        />
      </div>
      <Setting
        label={`Text messages${missing('sms')}`}
        description={phoneNumber ? `To ${phoneNumber}.` : 'No phone number is set in your account.'}
        checked={draft.smsNotifications}
        onChange={(on) => change({ smsNotifications: on })}
      />
      <Setting
        label={`Email${missing('email')}`}
        description={email ? `To ${email}.` : 'No email address is set in your account.'}
        checked={draft.emailNotifications}
        onChange={(on) => change({ emailNotifications: on })}
      />
      {emailSuppressed && (
        <Alert color="var(--warning)" variant="outline">
          {email} refused our mail, so none is sent there. Please ask an administrator for another address.
        </Alert>
      )}
    </>
  );
}
