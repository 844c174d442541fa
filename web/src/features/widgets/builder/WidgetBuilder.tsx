import { Button } from '@mantine/core';
import { IconArrowLeft, IconCode, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ChangedMeanwhile } from '../../../forms/ChangedMeanwhile.tsx';
import { PageForm } from '../../../forms/PageForm.tsx';
import { DiscardDialog } from '../../../ui/DiscardDialog.tsx';
import { Problems } from '../Problems.tsx';
import { ShareDialog } from '../share/ShareDialog.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import classes from './Builder.module.css';
import { ConditionsSection } from './ConditionsSection.tsx';
import { DeleteWidget } from './DeleteWidget.tsx';
import { LocationSection } from './LocationSection.tsx';
import { MessageSection } from './MessageSection.tsx';
import { PolicySection } from './PolicySection.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';
import { useLeaveQuestion } from './use-leave-question.ts';
import { type BuiltWidget, useWidgetForm } from './use-widget-form.ts';

interface WidgetBuilderProps extends BuiltWidget {
  /** The name of the user. */
  sender: string;
}

/** The settings of a widget with its preview beside them (spec 3 section 2.8). */
export function WidgetBuilder({ sender, ...built }: WidgetBuilderProps) {
  const { organizationId, choice, current, isGone } = built;
  const { form, changes, reload } = useWidgetForm(built);
  const [open, setOpen] = useState<'delete' | 'share' | null>(null);
  const [hasLeft, setLeft] = useState(false);
  const question = useLeaveQuestion(form.isChanged && !hasLeft);
  const { fields, errorOf, change } = form;
  const section = { fields, choice, errorOf, onChange: change };
  return (
    <>
      <div className={classes.top}>
        <Link to="/widgets" className={classes.back}>
          <IconArrowLeft size={18} aria-hidden="true" />
          Back to Widgets
        </Link>
        {current && !isGone && (
          <div className={classes.buttons}>
            <Button
              variant="default"
              aria-haspopup="dialog"
              leftSection={<IconCode size={18} aria-hidden="true" />}
              onClick={() => setOpen('share')}
            >
              Get Embed Code
            </Button>
            <Button
              variant="subtle"
              color="var(--danger)"
              aria-haspopup="dialog"
              leftSection={<IconTrash size={18} aria-hidden="true" />}
              onClick={() => setOpen('delete')}
            >
              Delete Widget
            </Button>
          </div>
        )}
      </div>
      <h1 className={classes.title}>{current ? current.name : 'New Widget'}</h1>
      {current && <Problems problems={current.problems} />}
      <PageForm form={form} label="Settings of the widget">
        <ChangedMeanwhile what="widget" changes={changes} onReload={reload} />
        <div className={classes.layout}>
          <div className={classes.sections}>
            <LocationSection {...section} />
            <ConditionsSection {...section} />
            <PolicySection {...section} />
            <MessageSection {...section} />
            <AppearanceSection {...section} />
          </div>
          <PreviewPanel
            fields={fields}
            choice={choice}
            organizationId={organizationId}
            isSending={form.isSending}
            isDisabled={isGone}
          />
        </div>
      </PageForm>
      {current && (
        <ShareDialog
          widget={current}
          sender={sender}
          opened={open === 'share'}
          onClose={() => setOpen(null)}
        />
      )}
      {current && open === 'delete' && (
        <DeleteWidget widget={current} onLeave={() => setLeft(true)} onClose={() => setOpen(null)} />
      )}
      {question.isAsking && (
        <DiscardDialog title="Leave without saving?" onDiscard={question.leave} onKeep={question.stay}>
          <p>Your changes of this widget have not been saved and will be lost.</p>
        </DiscardDialog>
      )}
    </>
  );
}
