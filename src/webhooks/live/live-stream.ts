/**
 * One page that is told what happens: ten times a second at the most, all that is new in one piece. What
 * is more than a page can show is counted, and the page is told so; it never falls behind for that.
 */

import type { Clock } from '#core/clock.ts';
import { jsonOf } from '#core/json.ts';
import { mayRead, showAbout } from '#core/masked.ts';
import type { Role } from '#core/permissions.ts';
import { personCheckMs } from '#core/person-check.ts';
import type { ReplyStream } from '#core/reply-stream.ts';
import { takesKind } from '../endpoint.ts';
import { type EventCursor, writeCursor } from '../pull/event-cursor.ts';
import type { EventPull } from '../pull/event-pull.ts';
import type { EventHead } from '../pull/event-store.ts';
import type { Moment, MomentSource } from './moment.ts';
import { type Happening, Tally } from './tally.ts';

export type LiveFeed = Pick<EventPull, 'reader' | 'listen' | 'isStopped'>;

export type LivePage = {
  readonly accountId: number;
  readonly role: Role;
  /** None: all of them. */
  readonly kinds: readonly string[];
  readonly after: EventCursor;
  /** What its reader is there by now; undefined: may read no more. */
  readonly roleNow: () => Promise<Role | undefined>;
};

export type LiveStreamPorts = {
  readonly feed: LiveFeed;
  readonly moments: MomentSource;
  readonly clock: Clock;
};

type Told = Happening &
  (
    | { readonly moment: Moment; readonly head?: undefined }
    | { readonly head: EventHead; readonly moment?: undefined }
  );

/** A browser that was cut off comes back after this. */
const comeBack = 'retry: 2000\n\n';
const paceMs = 100;
/** Proxies close what is silent for a minute. */
const beatMs = 15_000;
/** A reader that takes nothing for so long, or is so far behind, is dropped; it resumes where it stood. */
const stuckMs = 30_000;
const behindBytesMax = 1_048_576;
/** Told at a time; the others are counted. */
const shownMax = 50;

export class LiveStream {
  readonly #page: LivePage;
  readonly #ports: LiveStreamPorts;
  readonly #out: ReplyStream;
  readonly #tally = new Tally<Told>(shownMax);
  #after: EventCursor;
  #role: Role;
  #checkedAtMs: number;
  #beatAtMs = 0;
  #arrival = new AbortController();

  constructor(page: LivePage, ports: LiveStreamPorts, out: ReplyStream) {
    this.#page = page;
    this.#ports = ports;
    this.#out = out;
    this.#after = page.after;
    this.#role = page.role;
    this.#checkedAtMs = ports.clock.monotonicMs();
  }

  /** Until its reader goes, may read no more or takes too little, or the program stops. */
  async run(): Promise<void> {
    const { accountId, kinds } = this.#page;
    const { feed, moments, clock } = this.#ports;
    using _ = moments.listen(accountId, (moment) => {
      if (!takesKind({ events: kinds }, moment.kind)) return;
      this.#tally.add({ kind: moment.kind, atMs: moment.atMs, moment });
      this.#arrival.abort();
    });
    this.#out.ended.addEventListener('abort', () => this.#arrival.abort(), { once: true });
    this.#write(`${comeBack}id: ${writeCursor(this.#after)}\n\n`);
    while (!this.#out.ended.aborted && !feed.isStopped) {
      using hearing = feed.listen(accountId);
      this.#arrival = new AbortController();
      // Before anything is read: what is written is for the role of now.
      if (!(await this.#stays())) return;
      const text = await this.#batch();
      if (text === undefined) {
        await hearing.until(personCheckMs, this.#arrival.signal);
      } else {
        this.#write(text);
        await new Promise<void>((resolve) => clock.after(paceMs, resolve));
      }
    }
  }

  /** Undefined: nothing is new. */
  async #batch(): Promise<string | undefined> {
    const { accountId, kinds } = this.#page;
    const { reader } = this.#ports.feed;
    const before = this.#after;
    const glance = await reader.glance({ accountId, kinds, after: before });
    const isWhole = glance?.isWhole === true;
    // What is more than a look, or forgotten, a page asks for again: it goes on from now.
    this.#after = isWhole ? glance.next : await reader.newest();
    for (const head of glance?.heads ?? []) {
      this.#tally.add({ kind: head.kind, atMs: head.createdAtMs, head });
    }
    const end = `id: ${writeCursor(this.#after)}\n`;
    if (this.#tally.isEmpty && isWhole) return this.#beat(before, end);
    const { shown, seen, kinds: seenKinds } = this.#tally.take();
    const lines = await this.#lines(shown);
    if (isWhole && shown.length === seen) return `${lines}${end}\n`;
    const sampled = { shown: shown.length, seen, kinds: seenKinds, isWhole };
    return `${lines}${end}event: sampled\ndata: ${JSON.stringify(sampled)}\n\n`;
  }

  /** An id without data is kept by the reader and shown to nobody. */
  #beat(before: EventCursor, end: string): string | undefined {
    const { clock } = this.#ports;
    const isMoved = writeCursor(before) !== writeCursor(this.#after);
    if (!isMoved && clock.monotonicMs() < this.#beatAtMs) return undefined;
    return `: still here\n${end}\n`;
  }

  async #lines(shown: readonly Told[]): Promise<string> {
    const isShown = mayRead(this.#role);
    const heads = isShown ? shown.flatMap(({ head }) => head ?? []) : [];
    const bodies = new Map(
      (await this.#ports.feed.reader.withBodies(heads)).map(({ id, body }) => [id, body]),
    );
    return shown
      .map((told) => {
        const facts = told.moment
          ? { ...this.#said(told.moment), ...(isShown && { payload: told.moment.tell() }) }
          : this.#saidOf(told.head, bodies.get(told.head.id));
        return `event: ${told.kind}\ndata: ${JSON.stringify(facts)}\n\n`;
      })
      .join('');
  }

  #said({ kind, atMs, about, test }: Said) {
    const createdAt = new Date(atMs).toISOString();
    return { event: kind, createdAt, about: showAbout(about, this.#role), test };
  }

  #saidOf({ id, kind, createdAtMs: atMs, orderKey: about, test }: EventHead, body?: Uint8Array) {
    // What SMPP users are told is a PDU, and is not shown.
    const payload = body && jsonOf(Buffer.from(body).toString());
    return { id: `msg_${id}`, ...this.#said({ kind, atMs, about, test }), payload };
  }

  #write(text: string): void {
    const { clock } = this.#ports;
    this.#beatAtMs = clock.monotonicMs() + beatMs;
    const stuck = clock.after(stuckMs, () => this.#out.drop());
    void this.#out.write(text).then(() => stuck.cancel());
    if (this.#out.waitingBytes > behindBytesMax) this.#out.drop();
  }

  async #stays(): Promise<boolean> {
    const nowMs = this.#ports.clock.monotonicMs();
    if (nowMs - this.#checkedAtMs < personCheckMs) return true;
    this.#checkedAtMs = nowMs;
    const role = await this.#page.roleNow();
    if (role !== undefined) this.#role = role;
    return role !== undefined;
  }
}

type Said = { readonly kind: string } & Pick<Moment, 'atMs' | 'about' | 'test'>;
