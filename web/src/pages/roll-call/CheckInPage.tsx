import type { CheckIn } from '@allclear/contract';
import { shelterCodeOf } from '@allclear/domain';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { problemText } from '../../api/send-problem.ts';
import { CheckInForm } from '../../features/roll-call/check-in/CheckInForm.tsx';
import { type CodeState, useCheckIn } from '../../features/roll-call/check-in/use-check-in.ts';
import { DrillNote } from '../../features/roll-call/DrillNote.tsx';
import { checkInOutbox, type EntryItem } from '../../features/roll-call/entry-outbox.ts';
import classes from '../../features/roll-call/RollCall.module.css';
import { codeText, peopleText } from '../../features/roll-call/roll-call-words.ts';
import { keepShell } from '../../features/shell/keep-shell.ts';
import { checkInPath } from '../../session/paths.ts';
import { PoweredBy } from '../../ui/Logo.tsx';

/** /check-in: whoever is at a shelter says how many they are, without a sign-in. */
export default function CheckInPage() {
  const [code, setCode] = useCode();
  useEffect(() => {
    document.title = 'Check in · Allclear';
    // The page opens again without a network, and sends what waits when there is one.
    keepShell();
  }, []);
  return (
    <main id="content" className={classes.publicPage}>
      {code === null ? (
        <TypedCode onCode={setCode} />
      ) : (
        <Opened key={code} code={code} onOther={() => setCode(null)} />
      )}
      <PoweredBy />
    </main>
  );
}

/** The code behind the `#`: a browser never sends it, and a reload finds it again. */
function useCode(): [string | null, (code: string | null) => void] {
  const [code, setCode] = useState(() => shelterCodeOf(window.location.hash.slice(1)));
  useEffect(() => {
    const take = () => setCode(shelterCodeOf(window.location.hash.slice(1)));
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  const set = (next: string | null) => {
    window.history.replaceState(
      window.history.state,
      '',
      next === null ? checkInPath : `${checkInPath}#${next}`,
    );
    setCode(next);
  };
  return [code, set];
}

function TypedCode({ onCode }: { onCode: (code: string) => void }) {
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = shelterCodeOf(text);
    setWrong(code === null);
    if (code !== null) onCode(code);
  };
  return (
    <>
      <h1>Check in at a shelter</h1>
      <form className={classes.entryForm} onSubmit={submit}>
        <TextInput
          label="Code of the shelter"
          description="8 letters and digits, on the sheet at the shelter."
          size="lg"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          value={text}
          error={isWrong ? 'This is no code of a shelter: it has 8 letters and digits' : undefined}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" size="lg" fullWidth>
          Go on
        </Button>
      </form>
    </>
  );
}

function Opened({ code, onOther }: { code: string; onOther: () => void }) {
  const { state, counted, items, ask } = useCheckIn(code);
  const other = (
    <Button variant="default" size="md" onClick={onOther}>
      Enter another code
    </Button>
  );
  const again = (
    <Button size="md" onClick={ask}>
      Try again
    </Button>
  );
  switch (state.kind) {
    case 'opening':
      return (
        <>
          <h1>Check in</h1>
          <p role="status">Opening the roll-call…</p>
          <Unanswered items={items} />
        </>
      );
    case 'none':
      return (
        <Note title="This code opens no roll-call now" text={state.message} items={items}>
          {again}
          {other}
        </Note>
      );
    case 'refused':
      return (
        <Note title="The code was not opened" text={state.message} items={items}>
          {again}
          {other}
        </Note>
      );
    case 'away':
    case 'open':
      return (
        <Entering
          key={keyOf(state)}
          code={code}
          state={state}
          counted={counted}
          items={items}
          other={other}
        />
      );
  }
}

/** A form that was begun without a network goes on when the roll-call becomes known. */
const keyOf = (state: CodeState) => (state.kind === 'open' ? state.checkIn.rollCallId : 'away');

function Note({
  title,
  text,
  items,
  children,
}: {
  title: string;
  text: string;
  items: readonly EntryItem[];
  children: ReactNode;
}) {
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>If you need help, call the emergency number or your organization.</p>
      <Unanswered items={items} />
      <div className={classes.actions}>{children}</div>
    </>
  );
}

interface EnteringProps {
  code: string;
  state: Extract<CodeState, { kind: 'open' | 'away' }>;
  counted: CheckIn | null;
  items: readonly EntryItem[];
  other: ReactNode;
}

function Entering({ code, state, counted, items, other }: EnteringProps) {
  const [isChanging, setChanging] = useState(false);
  const checkIn = state.kind === 'open' ? state.checkIn : null;
  const own = counted?.rollCallId === checkIn?.rollCallId ? (counted?.own ?? null) : null;
  const isWaiting = items.some(({ kind }) => kind === 'waiting');
  const hasEnded = checkIn !== null && checkIn.endedUtc !== null;
  const isAsking = !hasEnded && (isChanging || (own === null && !isWaiting));
  return (
    <>
      <h1 className={classes.title}>
        {checkIn ? checkIn.organizationLocationName : `Shelter ${codeText(code)}`}
        {checkIn?.isDrill && <span className={classes.drillMark}>Drill</span>}
      </h1>
      {checkIn?.isDrill && <DrillNote />}
      {checkIn ? (
        <p>
          {hasEnded ? 'The roll-call here has ended.' : 'A roll-call is open.'} You check in at{' '}
          <strong>{checkIn.shelter.name}</strong>.
        </p>
      ) : (
        <p role="alert" className={classes.failure}>
          No network: whether a roll-call is open here is not known. Check in anyway: it is kept on this phone
          and sent when the network is back.
        </p>
      )}
      <Unanswered items={items} />
      {own !== null && counted !== null && <Counted checkIn={counted} own={own} />}
      {isAsking && (
        <CheckInForm code={code} checkIn={checkIn} before={own} onDone={() => setChanging(false)} />
      )}
      {!isAsking && !hasEnded && (
        <Button variant="default" size="md" onClick={() => setChanging(true)}>
          Change it
        </Button>
      )}
      {isAsking && own === null && (
        <p className={classes.hint}>It replaces an earlier check-in of this phone.</p>
      )}
      {other}
    </>
  );
}

/** What the server counts of this phone now. It says how many, and nothing of how things are. */
function Counted({ checkIn, own }: { checkIn: CheckIn; own: NonNullable<CheckIn['own']> }) {
  const group = checkIn.groups.find(({ id }) => id === own.groupId);
  return (
    <p role="status" className={classes.counted}>
      <strong>
        Counted: {peopleText(own.people)} at {checkIn.shelter.name}
        {group ? `, ${group.name}` : ', without a group'}.
      </strong>{' '}
      You can change it as long as the roll-call is open. Stay where you are until your organization says
      otherwise.
    </p>
  );
}

/** Check-ins of this phone that are not counted yet, and those that were refused. */
function Unanswered({ items }: { items: readonly EntryItem[] }) {
  return (
    <>
      {items.map((item) =>
        item.kind === 'waiting' ? (
          <p
            key={item.entry.key}
            role={item.problem ? 'alert' : 'status'}
            className={item.problem ? classes.failure : undefined}
          >
            {item.problem
              ? `Not sent yet: ${problemText(item.problem)} ${item.entry.label}. It is kept on this phone and sent as soon as that is possible. Until then nobody knows of it.`
              : `Sending: ${item.entry.label}…`}
          </p>
        ) : (
          <div key={item.entry.key} className={classes.entryForm}>
            <p role="alert" className={classes.failure}>
              Not counted: {item.entry.label}. {item.message}
            </p>
            <Button variant="default" size="md" onClick={() => checkInOutbox.dismiss(item.entry.key)}>
              Close
            </Button>
          </div>
        ),
      )}
    </>
  );
}
