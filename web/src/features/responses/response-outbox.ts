import type { AskedRequest, ResponseForm } from '@allclear/contract';
import type { Connection } from '../../api/connection.ts';
import { messageOf } from '../../api/failure.ts';
import { randomUuid } from '../../api/random-uuid.ts';
import { passingProblem, type SendProblem } from '../../api/send-problem.ts';
import { keepTrying, sendingMs } from '../../session/keep-trying.ts';
import { maxQueuedResponses, type QueuedResponse, queuedResponses } from '../../session/queued-responses.ts';

/** A response of this device on its way. It is shown until it is sent, or the person has seen that it is refused. */
export type OutboxResponse =
  | { readonly kind: 'sending'; readonly response: QueuedResponse }
  | { readonly kind: 'waiting'; readonly response: QueuedResponse; readonly problem: SendProblem }
  | { readonly kind: 'refused'; readonly response: QueuedResponse; readonly message: string };

export interface ResponseOwner {
  readonly connection: Connection;
  /** Whose they are on this device; null keeps none on it. */
  readonly kept: { readonly storage: Storage; readonly userId: string } | null;
  send(requestId: string, form: ResponseForm, timeoutMs: number): Promise<AskedRequest>;
  readonly onSent: (answer: AskedRequest) => void;
}

export type ResponsePress = Pick<QueuedResponse, 'requestId' | 'headline' | 'kind' | 'place' | 'isChange'>;

/**
 * The responses of this page. A press is kept before it is sent, and sent again with the same key until the server has
 * answered: it counts once. It says how long ago it was pressed, by the clock of this device.
 */
export class ResponseOutbox {
  #items: readonly OutboxResponse[] = [];
  #owner: ResponseOwner | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #inFlight = new Set<string>();

  readonly items = (): readonly OutboxResponse[] => this.#items;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Goes on with what was pressed. Returns what stops it; what is kept on the device stays there. */
  open(owner: ResponseOwner): () => void {
    this.#owner = owner;
    const shown = new Set(this.#items.map(({ response }) => response.key));
    const kept = owner.kept ? queuedResponses.read(owner.kept.storage, owner.kept.userId) : [];
    const problem: SendProblem = { kind: 'no-network', message: '' };
    const added = kept.filter(({ key }) => !shown.has(key));
    this.#set([
      ...this.#items,
      ...added.map((response): OutboxResponse => ({ kind: 'waiting', response, problem })),
    ]);
    const stop = keepTrying(owner.connection, () => this.tryAgain());
    return () => {
      stop();
      if (this.#owner === owner) this.#owner = null;
    };
  }

  /** Settles when the press is sent, refused, or found to have to wait. The same press again is the same response. */
  async press(press: ResponsePress): Promise<void> {
    const owner = this.#owner;
    if (!owner) return;
    const same = this.#items.find(
      ({ kind, response }) => kind !== 'refused' && isSame(response, press),
    )?.response;
    const response = same ?? { ...press, key: randomUuid(), pressedAtMs: Date.now() };
    if (!same) {
      if (owner.kept) queuedResponses.add(owner.kept.storage, owner.kept.userId, response);
      const others = this.#items.filter((item) => item.kind !== 'refused');
      this.#set([...others, { kind: 'sending' as const, response }].slice(-maxQueuedResponses));
    }
    await this.#send(owner, response);
  }

  /** Sends what is not sent yet. */
  tryAgain(): void {
    const owner = this.#owner;
    if (!owner) return;
    for (const { kind, response } of this.#items) if (kind === 'waiting') void this.#send(owner, response);
  }

  /** The person has seen that a response was refused. What is not sent stays. */
  dismiss(key: string): void {
    this.#set(this.#items.filter(({ kind, response }) => response.key !== key || kind !== 'refused'));
  }

  /** Before a sign-out, after a question: what is not sent is dropped. */
  drop(): void {
    const owner = this.#owner;
    if (owner) for (const { response } of this.#items) forget(owner, response.key);
    this.#set([]);
  }

  async #send(owner: ResponseOwner, response: QueuedResponse): Promise<void> {
    const { key, requestId, kind, place, isChange, pressedAtMs } = response;
    if (this.#inFlight.has(key)) return;
    this.#inFlight.add(key);
    try {
      // A clock that was set back says nothing of the age.
      const ageMs = Math.max(0, Math.round(Date.now() - pressedAtMs));
      const answer = await owner.send(requestId, { key, kind, place, isChange, ageMs }, sendingMs);
      forget(owner, key);
      this.#set(this.#items.filter((item) => item.response.key !== key));
      owner.onSent(answer);
    } catch (thrown) {
      const problem = passingProblem(thrown);
      if (!problem) forget(owner, key);
      this.#replace(
        key,
        problem
          ? { kind: 'waiting', response, problem }
          : { kind: 'refused', response, message: messageOf(thrown) },
      );
    } finally {
      this.#inFlight.delete(key);
    }
  }

  #replace(key: string, next: OutboxResponse): void {
    this.#set(this.#items.map((item) => (item.response.key === key ? next : item)));
  }

  #set(items: readonly OutboxResponse[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}

function forget({ kept }: ResponseOwner, key: string): void {
  if (kept) queuedResponses.remove(kept.storage, kept.userId, key);
}

function isSame(response: QueuedResponse, { requestId, kind, place, isChange }: ResponsePress): boolean {
  return (
    response.requestId === requestId &&
    response.kind === kind &&
    response.place === place &&
    response.isChange === isChange
  );
}
