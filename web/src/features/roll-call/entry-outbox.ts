import type { CheckIn, RollCall } from '@allclear/contract';
import type { ApiClient } from '../../api/client.ts';
import type { Connection } from '../../api/connection.ts';
import { messageOf } from '../../api/failure.ts';
import { randomUuid } from '../../api/random-uuid.ts';
import { routes } from '../../api/routes.ts';
import { passingProblem, type SendProblem } from '../../api/send-problem.ts';
import { keepTrying, sendingMs } from '../../session/keep-trying.ts';
import {
  addQueuedEntry,
  maxQueuedEntries,
  type QueuedEntry,
  readQueuedEntries,
  removeQueuedEntry,
} from '../../session/queued-entries.ts';

/** An entry of this device that is not counted. One that was sent is no item any more. */
export type EntryItem =
  /** `problem`: null while it was not tried yet. */
  | { readonly kind: 'waiting'; readonly entry: QueuedEntry; readonly problem: SendProblem | null }
  | { readonly kind: 'refused'; readonly entry: QueuedEntry; readonly message: string };

export type EntryAnswer =
  | { readonly kind: 'roll-call'; readonly rollCall: RollCall }
  | { readonly kind: 'check-in'; readonly checkIn: CheckIn };

/** Whose entries they are, and how they are sent. */
export interface EntryOwner {
  readonly api: ApiClient;
  readonly connection: Connection;
  /** The id of the person, or `checkInOwner`. */
  readonly id: string;
  /** Null: nothing is kept on this device, because it is not the person's own. */
  readonly storage: Storage | null;
  /** An entry was received. `wasLate`: it was not sent at once. */
  readonly onSent: (entry: QueuedEntry, answer: EntryAnswer, wasLate: boolean) => void;
}

export type EntryPress = Pick<QueuedEntry, 'rollCallId' | 'label' | 'content'>;

/**
 * The entries of roll-calls of this page. As with thunder reports, an entry is kept on the device before it is sent, and
 * sent with the same key until the server has answered: after a lost answer, a loss of network or a reload it counts
 * once. They are sent one by one, oldest first.
 */
export class EntryOutbox {
  #items: readonly EntryItem[] = [];
  #owner: EntryOwner | null = null;
  /** Whose the items are; they stay while the page shows another frame. */
  #ownerId: string | null = null;
  #isSending = false;
  #isAskedAgain = false;
  readonly #listeners = new Set<() => void>();

  readonly items = (): readonly EntryItem[] => this.#items;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Goes on with what was entered on this device. Returns what stops it; what is kept stays. */
  open(owner: EntryOwner): () => void {
    const before = this.#ownerId === owner.id ? this.#items : [];
    this.#owner = owner;
    this.#ownerId = owner.id;
    const present = new Set(before.map(({ entry }) => entry.key));
    const kept = owner.storage ? readQueuedEntries(owner.storage, owner.id) : [];
    const added = kept
      .filter(({ key }) => !present.has(key))
      .map((entry): EntryItem => ({ kind: 'waiting', entry, problem: { kind: 'no-network', message: '' } }));
    this.#set([...added, ...before]);
    const stop = keepTrying(owner.connection, () => this.tryAgain());
    return () => {
      stop();
      if (this.#owner === owner) this.#owner = null;
    };
  }

  /** Keeps an entry and sends it. False: it was not taken, because nobody is signed in or too many wait. */
  press(press: EntryPress): boolean {
    const owner = this.#owner;
    if (!owner || this.#items.length >= maxQueuedEntries) return false;
    const now = Date.now();
    const entry: QueuedEntry = {
      ...press,
      key: randomUuid(),
      // Two of one millisecond would have no order on the device.
      pressedAtMs: this.#items.at(-1)?.entry.pressedAtMs === now ? now + 1 : now,
      offsetAtPressMs: owner.connection.serverOffsetMs(),
    };
    if (owner.storage) addQueuedEntry(owner.storage, owner.id, entry);
    this.#set([...this.#items, { kind: 'waiting', entry, problem: null }]);
    this.tryAgain();
    return true;
  }

  /** Sends what is not sent yet. */
  tryAgain(): void {
    if (this.#isSending) {
      this.#isAskedAgain = true;
      return;
    }
    void this.#sendAll();
  }

  hasUnsent(): boolean {
    return this.#items.some(({ kind }) => kind === 'waiting');
  }

  /** The person has seen why an entry was refused. What is not sent stays. */
  dismiss(key: string): void {
    this.#set(this.#items.filter((item) => item.kind === 'waiting' || item.entry.key !== key));
  }

  /** Before a sign-out, after a question: what is not sent is dropped. */
  drop(): void {
    const owner = this.#owner;
    for (const { entry } of this.#items)
      if (owner?.storage) removeQueuedEntry(owner.storage, owner.id, entry.key);
    this.#set([]);
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    let begunFor: EntryOwner | null;
    do {
      this.#isAskedAgain = false;
      begunFor = this.#owner;
      for (const item of this.#items) {
        // Another page, or another person, begins with the oldest of its own.
        if (begunFor === null || this.#owner !== begunFor) break;
        if (item.kind !== 'waiting') continue;
        // Without a network, or when the server asks to wait, the others would fail too.
        if (!(await this.#send(begunFor, item.entry, item.problem !== null))) break;
      }
      // What waits for another reason is tried again later, but at once by a page that was opened meanwhile.
    } while (this.#isAskedAgain && (this.#owner !== begunFor || this.#items.some(isUntried)));
    this.#isSending = false;
  }

  /** Returns whether the next one may be sent. */
  async #send(owner: EntryOwner, entry: QueuedEntry, wasLate: boolean): Promise<boolean> {
    const forget = () => {
      if (owner.storage) removeQueuedEntry(owner.storage, owner.id, entry.key);
    };
    try {
      const answer = await call(owner.api, entry);
      forget();
      this.#set(this.#items.filter((item) => item.entry.key !== entry.key));
      owner.onSent(entry, answer, wasLate);
      return true;
    } catch (thrown) {
      const problem = passingProblem(thrown);
      if (problem === null) {
        forget();
        this.#replace(entry.key, { kind: 'refused', entry, message: messageOf(thrown) });
        return true;
      }
      this.#replace(entry.key, { kind: 'waiting', entry, problem });
      if (problem.kind === 'server') return true;
      // Those behind it wait for the same reason.
      this.#set(this.#items.map((item) => (isUntried(item) ? { ...item, problem } : item)));
      return false;
    }
  }

  #replace(key: string, next: EntryItem): void {
    this.#set(this.#items.map((item) => (item.entry.key === key ? next : item)));
  }

  #set(items: readonly EntryItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}

const isUntried = (item: EntryItem) => item.kind === 'waiting' && item.problem === null;

async function call(api: ApiClient, entry: QueuedEntry): Promise<EntryAnswer> {
  const { key, pressedAtMs, offsetAtPressMs, rollCallId, content } = entry;
  const times = { key, pressedAtMs, sentAtMs: Date.now(), offsetAtPressMs };
  const timeoutMs = sendingMs;
  const params = { id: rollCallId ?? '' };
  switch (content.kind) {
    case 'count': {
      const { groupId, shelterId, people } = content;
      const body = { ...times, groupId, shelterId, people };
      return { kind: 'roll-call', rollCall: await api.call(routes.countGroup, { params, body, timeoutMs }) };
    }
    case 'tick': {
      const { memberId, shelterId } = content;
      const body = { ...times, memberId, shelterId };
      return { kind: 'roll-call', rollCall: await api.call(routes.tickMember, { params, body, timeoutMs }) };
    }
    case 'own': {
      const { groupId, shelterId, people, deviceKey } = content;
      const body = { ...times, groupId, shelterId, people, deviceKey };
      return { kind: 'roll-call', rollCall: await api.call(routes.checkInOwn, { params, body, timeoutMs }) };
    }
    case 'code': {
      const { groupId, people, deviceKey, code } = content;
      const headers = { Authorization: `Bearer ${code}` };
      const body = { ...times, rollCallId, groupId, people, deviceKey };
      return {
        kind: 'check-in',
        checkIn: await api.call(routes.checkInByCode, { headers, body, timeoutMs }),
      };
    }
  }
}

/** Of the person who is signed in. */
export const entryOutbox = new EntryOutbox();
/** Of the page that a code opens. */
export const checkInOutbox = new EntryOutbox();
