import type { EscalationChain, MassMessageAddressee } from '@allclear/contract';
import { escalationMinutes, maxEscalationSteps } from '@allclear/domain';
import { Button, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { responseKeys } from '../../api/query-keys/responses.ts';
import { routes } from '../../api/routes.ts';
import { useChange, useRouteQuery } from '../../api/use-route.ts';
import { Card } from '../../ui/Card.tsx';
import { FailedCard, LoadingCard, StaleNote } from '../../ui/CardStates.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './Responses.module.css';

type Step = EscalationChain['steps'][number];
const title = 'Escalation';
const key = responseKeys.escalation.all;

/** Somebody who can be a step. */
interface StepPerson {
  readonly id: string;
  readonly fullName: string;
}

interface EscalationCardProps {
  /** Who can be chosen besides the user; undefined while they are not loaded. */
  addressees: readonly MassMessageAddressee[] | undefined;
  /** The user, who is no addressee of the own messages. */
  self?: StepPerson | undefined;
}

/** Whom messages without responses are passed on to, for admins. */
export function EscalationCard(props: EscalationCardProps) {
  const { data, error, refetch } = useRouteQuery(routes.getEscalationChain, key);
  if (!data)
    return error ? (
      <FailedCard title={title}>
        <p>{messageOf(error)}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </FailedCard>
    ) : (
      <LoadingCard title={title}>Loading…</LoadingCard>
    );
  return (
    <Card title={title}>
      {error && <StaleNote>The steps are those of the last answer.</StaleNote>}
      <ChainForm key={data.revision} chain={data} {...props} />
    </Card>
  );
}

function ChainForm({ chain, addressees, self }: EscalationCardProps & { chain: EscalationChain }) {
  const [steps, setSteps] = useState<readonly Step[]>(chain.steps);
  const save = useChange(
    (api, body: { steps: readonly Step[]; revision: number }) =>
      api.call(routes.changeEscalationChain, { body }),
    key,
    () => toast('success', 'Escalation saved'),
  );
  const change = (index: number, step: Step) => setSteps(steps.map((one, at) => (at === index ? step : one)));
  const isFull = steps.length >= maxEscalationSteps;
  return (
    <form
      aria-label={title}
      className={classes.presses}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ steps, revision: chain.revision });
      }}
    >
      <p>
        While people have not responded to a message that asks for it, it is passed on step by step, with the
        names of those people. Messages that were sent keep the steps that they were sent with.
      </p>
      {steps.length === 0 && <p>There is no step: nothing is passed on.</p>}
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its position
          <li key={index} className={classes.step}>
            <Select
              label={`Step ${index + 1}`}
              size="md"
              searchable
              allowDeselect={false}
              data={choicesOf(addressees, self, steps)}
              value={choiceOf(step)}
              onChange={(value) => value !== null && change(index, { ...step, target: targetOf(value) })}
            />
            <NumberInput
              label="Minutes after the step before"
              size="md"
              min={escalationMinutes.least}
              max={escalationMinutes.longest}
              allowDecimal={false}
              value={step.afterMinutes}
              onChange={(value) => change(index, { ...step, afterMinutes: Number(value) })}
            />
            <Button
              variant="default"
              aria-label={`Remove step ${index + 1}`}
              onClick={() => setSteps(steps.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      {save.error && <p role="alert">It was not saved: {messageOf(save.error)}</p>}
      <div className={classes.buttons}>
        <Button
          variant="default"
          disabled={isFull}
          onClick={() => setSteps([...steps, { target: { kind: 'desk' }, afterMinutes: 5 }])}
        >
          Add a step
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save escalation
        </Button>
      </div>
    </form>
  );
}

const choiceOf = ({ target }: Step) => (target.kind === 'desk' ? 'desk' : `${target.kind} ${target.id}`);

function targetOf(value: string): Step['target'] {
  const [kind, id = ''] = value.split(' ');
  if (kind === 'person') return { kind, id };
  return kind === 'group' ? { kind, id } : { kind: 'desk' };
}

/** The desk, the sites and the people; and what a step names that cannot be chosen here. */
function choicesOf(
  addressees: EscalationCardProps['addressees'],
  self: StepPerson | undefined,
  steps: readonly Step[],
) {
  const choices = new Map([['desk', 'The desk: everybody who may notify users']]);
  for (const { siteId, siteName } of addressees ?? [])
    if (siteId !== null) choices.set(`group ${siteId}`, `Site: ${siteName ?? ''}`);
  if (self) choices.set(`person ${self.id}`, `${self.fullName} (you)`);
  for (const { id, fullName } of addressees ?? []) choices.set(`person ${id}`, fullName);
  for (const step of steps)
    if (!choices.has(choiceOf(step)))
      choices.set(choiceOf(step), addressees ? 'Somebody who was removed' : 'Loading…');
  return [...choices].map(([value, label]) => ({ value, label }));
}
