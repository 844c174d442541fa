import type { ThunderReport } from '@allclear/contract';
import { takeBackMs } from '@allclear/domain';
import type { ApiClient } from '../../api/client.ts';
import type { Connection } from '../../api/connection.ts';
import { messageOf } from '../../api/failure.ts';
import { randomUuid } from '../../api/random-uuid.ts';
import { routes } from '../../api/routes.ts';
import { passingProblem, type SendProblem } from '../../api/send-problem.ts';
import { keepTrying, sendingMs } from '../../session/keep-trying.ts';
import {
  addQueuedThunder,
  maxQueued,
  type QueuedThunder,
  readQueuedThunder,
  removeQueuedThunder,
} from '../../session/queued-thunder.ts';

/** A report of this device on its way. Every one is shown until its person has seen what became of it. */
export type OutboxItem =
  | { readonly kind: 'sending'; readonly report: QueuedThunder }
  | { readonly kind: 'waiting'; readonly report: QueuedThunder; readonly problem: SendProblem }
  | { readonly kind: 'refused'; readonly report: QueuedThunder; readonly message: string }
  | {
      readonly kind: 'sent';
      readonly report: QueuedThunder;
      readonly answer: ThunderReport;
      /** It was not sent at once. */
      readonly wasLate: boolean;
      /** Until when the person may take it back, by the clock of this device, epoch ms; null for not at all. */
      readonly takeBackUntilMs: number | null;
      readonly isTakingBack: boolean;
      /** Why it was not taken back. */
      readonly problem: string | null;
    };

/** Whose reports they are, and how they are sent. */
export interface OutboxOwner {
  readonly api: ApiClient;
  readonly connection: Connection;
  readonly userId: string;
  /** Null: nothing is kept on this device, because it is not the person's own. */
  readonly storage: Storage | null;
  /** A report was sent or taken back: what is known of places has changed. */
  readonly onChange: () => void;
}

export interface ThunderPress {
  readonly organizationLocationId: string;
  readonly placeName: string;
  readonly timeZone: string;
  /** Null where nobody counted. */
  readonly flashToBangSeconds: number | null;
}

/**
 * The thunder reports of this page. A report is kept on the device before it is sent, and again and again sent with the
 * same key until the server has answered: after a lost answer, a loss of network or a reload it counts once.
 */
export class ThunderOutbox {
  #items: readonly OutboxItem[] = [];
  #owner: OutboxOwner | null = null;
  /** Whose the items are; they stay while the page shows another frame. */
  #userId: string | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #inFlight = new Set<string>();

  readonly items = (): readonly OutboxItem[] => this.#items;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Goes on with what this person pressed on this device. Returns what stops it; what is kept stays. */
  open(owner: OutboxOwner): () => void {
    const before = this.#userId === owner.userId ? this.#items : [];
    this.#owner = owner;
    this.#userId = owner.userId;
    const known = new Set(before.map(({ report }) => report.key));
    const kept = owner.storage ? readQueuedThunder(owner.storage, owner.userId) : [];
    const problem: SendProblem = { kind: 'no-network', message: '' };
    const added = kept
      .filter(({ key }) => !known.has(key))
      .map((report): OutboxItem => ({ kind: 'waiting', report, problem }));
    this.#set([...before, ...added]);
    const stop = keepTrying(owner.connection, () => this.tryAgain());
    return () => {
      stop();
      if (this.#owner === owner) this.#owner = null;
    };
  }

  /** Thunder was heard just now: the report is kept and sent at once. */
  press(press: ThunderPress): void {
    const owner = this.#owner;
    if (!owner) return;
    const report: QueuedThunder = {
      ...press,
      key: randomUuid(),
      pressedAtMs: Date.now(),
      offsetAtPressMs: owner.connection.serverOffsetMs(),
    };
    if (owner.storage) addQueuedThunder(owner.storage, owner.userId, report);
    // Of what was answered for the place only the newest stands.
    const others = this.#items.filter(
      (item) => !isAnswered(item) || item.report.organizationLocationId !== press.organizationLocationId,
    );
    this.#set(withinLimit([...others, { kind: 'sending', report }]));
    void this.#send(owner, report, false);
  }

  /** Sends what is not sent yet. */
  tryAgain(): void {
    const owner = this.#owner;
    if (!owner) return;
    for (const item of this.#items) if (item.kind === 'waiting') void this.#send(owner, item.report, true);
  }

  /** Whether anything is not answered yet. */
  hasUnsent(): boolean {
    return this.#items.some((item) => !isAnswered(item));
  }

  /** The person has seen what became of a report. What is not sent stays. */
  dismiss(key: string): void {
    this.#set(this.#items.filter((item) => item.report.key !== key || !isAnswered(item)));
  }

  /** Before a sign-out, after a question: what is not sent is dropped. */
  drop(): void {
    const owner = this.#owner;
    for (const { report } of this.#items)
      if (owner?.storage) removeQueuedThunder(owner.storage, owner.userId, report.key);
    this.#set([]);
  }

  /** By the person, within a minute. */
  async takeBack(key: string): Promise<void> {
    const owner = this.#owner;
    const item = this.#items.find(({ report }) => report.key === key);
    if (!owner || item?.kind !== 'sent') return;
    this.#replace(key, { ...item, isTakingBack: true, problem: null });
    try {
      const answer = await owner.api.call(routes.takeThunderBack, {
        params: { id: item.answer.id },
        body: { reason: '' },
      });
      this.#replace(key, { ...item, answer, takeBackUntilMs: null });
      owner.onChange();
    } catch (thrown) {
      this.#replace(key, { ...item, problem: messageOf(thrown) });
    }
  }

  async #send(owner: OutboxOwner, report: QueuedThunder, isAgain: boolean): Promise<void> {
    const { key, placeName: _, timeZone: __, ...body } = report;
    if (this.#inFlight.has(key)) return;
    this.#inFlight.add(key);
    try {
      const answer = await owner.api.call(routes.reportThunder, {
        body: { ...body, key, sentAtMs: Date.now() },
        timeoutMs: sendingMs,
      });
      if (owner.storage) removeQueuedThunder(owner.storage, owner.userId, key);
      this.#replace(key, sentItem(report, answer, isAgain, owner.connection.serverOffsetMs()));
      owner.onChange();
    } catch (thrown) {
      const problem = passingProblem(thrown);
      if (problem) return this.#replace(key, { kind: 'waiting', report, problem });
      if (owner.storage) removeQueuedThunder(owner.storage, owner.userId, key);
      this.#replace(key, { kind: 'refused', report, message: messageOf(thrown) });
    } finally {
      this.#inFlight.delete(key);
    }
  }

  #replace(key: string, next: OutboxItem): void {
    this.#set(this.#items.map((item) => (item.report.key === key ? next : item)));
  }

  #set(items: readonly OutboxItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}

/** The outbox of this page. */
export const thunderOutbox = new ThunderOutbox();

function isAnswered({ kind }: OutboxItem): boolean {
  return kind === 'sent' || kind === 'refused';
}

/** As many that are not sent as the device keeps. */
function withinLimit(items: readonly OutboxItem[]): OutboxItem[] {
  const unsent = items.filter((item) => !isAnswered(item));
  const kept = new Set(unsent.slice(-maxQueued));
  return items.filter((item) => isAnswered(item) || kept.has(item));
}

function sentItem(
  report: QueuedThunder,
  answer: ThunderReport,
  wasLate: boolean,
  offsetMs: number | null,
): OutboxItem {
  const until = answer.takeBackUntilWallUtc;
  const takeBackUntilMs =
    until === null
      ? null
      : offsetMs === null
        ? Date.now() + takeBackMs
        : Math.min(Date.now() + takeBackMs, Date.parse(until) - offsetMs);
  return { kind: 'sent', report, answer, wasLate, takeBackUntilMs, isTakingBack: false, problem: null };
}
