/**
 * The mail catcher: a real SMTP server on loopback that takes all mail and passes none on. What it takes
 * is kept byte for byte; some mailboxes of parley.test refuse, wait, or send something back.
 */

import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import {
  type Answer,
  type ArrivedMail,
  type Dialogue,
  MailListener,
  refuse,
  take,
} from '#mail/smtp/mail-listener.ts';
import type { CaughtOf } from './caught-mail.ts';
import { type Chaos, type ChaosStage, calm, drawAnswer, drawDelayMs } from './mail-chaos.ts';
import { headerLine } from './mail-headers.ts';
import { mailboxOf } from './mailboxes.ts';
import { type ReturnedMail, returnMail } from './returned-mail.ts';
import type { SimulatorStore } from './simulator-store.ts';

export type MailCatcherOptions = {
  readonly host: string;
  /** A free one is taken where it is busy; 0: any free one. */
  readonly port: number;
  readonly store: Pick<SimulatorStore, 'keepMails' | 'pruneMails'>;
  /** Whose a mail with that Message-ID is, which stands here without brackets. */
  readonly whose: (messageId: string) => Promise<CaughtOf | undefined>;
  /** Takes what mailboxes send back; false: it is to be brought again. Undefined: nobody does. */
  readonly bring?: ((mail: ReturnedMail) => Promise<boolean>) | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
};

/** The composed mail of ours has 25 MB at most; other programs use the catcher, too. */
const sizeMax = 30 * 1_048_576;
const limits = {
  sizeMax,
  keptMax: sizeMax,
  recipientsMax: 1_000,
  connectionsMax: 100,
  connectionsPerAddressMax: 100,
  underWayMax: 128 * 1_048_576,
};

const keptCountMax = 1_000;
const keptBytesMax = 200 * 1_048_576;
const keptMs = 7 * 86_400_000;
const prunedEveryMs = 1_000;
/** A loop that finds nothing new still forgets what has grown old. */
const prunedAnywayMs = 3_600_000;

/** What comes back does so a while after it was taken. */
const bringAfterMs = 1_000;
const bringTries = 10;

/** Pairs of a sender and a mailbox that has been tried before. */
const triesKept = 10_000;

export async function openMailCatcher(options: MailCatcherOptions): Promise<MailCatcher> {
  const catcher = new MailCatcher(options);
  await catcher.open();
  return catcher;
}

export class MailCatcher implements AsyncDisposable {
  /** What is to go wrong. */
  chaos: Chaos = {};
  readonly #options: MailCatcherOptions;
  readonly #pruning: Loop;
  readonly #tries = new BoundedMap<string, number>(triesKept);
  #listener: MailListener;
  readonly #stopped = new AbortController();
  #caughtSincePruned = true;
  #prunedAtMs = 0;

  constructor(options: MailCatcherOptions) {
    this.#options = options;
    this.#listener = this.#listenerAt(options.port);
    this.#pruning = new Loop({
      name: 'pruning of caught mail',
      everyMs: prunedEveryMs,
      clock: options.clock,
      log: options.log,
      work: () => this.#prune(),
    });
  }

  get port(): number {
    return this.#listener.port;
  }

  async open(): Promise<void> {
    try {
      await this.#listener.listen();
    } catch (error) {
      // Another catcher, or another program of its kind: 2525 is popular.
      if ((error as { code?: unknown }).code !== 'EADDRINUSE') throw error;
      this.#listener = this.#listenerAt(0);
      await this.#listener.listen();
      const { log, port: wanted } = this.#options;
      log.warn('mail_catcher.moved', { wanted, port: this.port, ...errorFields(error) });
    }
    this.#pruning.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort(new Error('The catcher stops'));
    await this.#listener[Symbol.asyncDispose]();
    await this.#pruning[Symbol.asyncDispose]();
  }

  #listenerAt(port: number): MailListener {
    const { host, clock, log } = this.#options;
    return new MailListener({
      name: 'mail catcher',
      helloName: 'catcher.parley.test',
      host,
      port,
      clock,
      log,
      limits,
      handler: {
        connected: () => this.#chance('connect'),
        sender: () => this.#chance('sender'),
        recipient: (recipient, dialogue) => this.#recipient(recipient, dialogue),
        mail: (mail, dialogue) => this.#mail(mail, dialogue),
      },
    });
  }

  async #chance(stage: ChaosStage): Promise<Answer> {
    const { random } = this.#options;
    const chances = this.chaos[stage] ?? calm;
    const isThere = await this.#wait(drawDelayMs(chances, random));
    return isThere ? drawAnswer(chances, stage, random) : { do: 'drop' };
  }

  async #recipient(recipient: string, { sender }: Dialogue): Promise<Answer> {
    const chance = await this.#chance('recipient');
    const mailbox = mailboxOf(recipient);
    if (chance.do !== 'take' || mailbox?.atRecipient === undefined) return chance;
    const pair = `${sender} ${recipient}`;
    const tries = this.#tries.get(pair) ?? 0;
    this.#tries.set(pair, tries + 1);
    return mailbox.atRecipient(tries);
  }

  async #mail({ octets }: ArrivedMail, dialogue: Dialogue): Promise<Answer> {
    const chance = await this.#chance('data');
    if (chance.do !== 'take') return chance;
    const { clock, store, whose } = this.#options;
    const { sender, recipients, transcript } = dialogue;
    const takesMs = recipients.map((recipient) => mailboxOf(recipient)?.takesMs ?? 0);
    if (!(await this.#wait(Math.max(0, ...takesMs)))) return { do: 'drop' };
    const [id] = await store.keepMails([
      {
        caughtAtMs: clock.nowMs(),
        of: (await whose(messageIdOf(octets))) ?? null,
        sender,
        recipients,
        from: headerLine(octets, 'from'),
        subject: headerLine(octets, 'subject'),
        dialogue: transcript,
        octets,
      },
    ]);
    this.#caughtSincePruned = true;
    this.#sendBack({ sender, recipients, octets });
    return id === undefined
      ? refuse(451, '4.3.0 Not kept')
      : { ...take, text: `2.0.0 Caught as ${id}` };
  }

  #sendBack({
    recipients,
    ...mail
  }: Pick<Dialogue, 'sender' | 'recipients'> & Pick<ArrivedMail, 'octets'>): void {
    // RFC 5321 §4.5.5: nothing is ever sent back to nobody.
    if (mail.sender === '') return;
    const atMs = this.#options.clock.nowMs();
    for (const recipient of recipients) {
      const kind = mailboxOf(recipient)?.returns;
      if (kind !== undefined) void this.#bring(returnMail(kind, { ...mail, recipient, atMs }));
    }
  }

  /** As a server would: later, and again if it was too soon. */
  async #bring(mail: ReturnedMail): Promise<void> {
    const { bring, log } = this.#options;
    if (bring === undefined) return;
    for (let tries = 0; tries < bringTries; tries += 1) {
      if (!(await this.#wait(bringAfterMs))) return;
      try {
        if (await bring(mail)) return;
      } catch (error) {
        log.warn('mail_catcher.not_returned', errorFields(error));
      }
    }
  }

  /** False if the catcher stopped meanwhile. */
  async #wait(delayMs: number): Promise<boolean> {
    const { signal } = this.#stopped;
    if (delayMs > 0) await this.#options.clock.sleep(delayMs, signal).catch(() => undefined);
    return !signal.aborted;
  }

  async #prune(): Promise<void> {
    const { store, clock } = this.#options;
    const nowMs = clock.nowMs();
    if (!this.#caughtSincePruned && nowMs - this.#prunedAtMs < prunedAnywayMs) return;
    this.#caughtSincePruned = false;
    this.#prunedAtMs = nowMs;
    const bounds = { countMax: keptCountMax, bytesMax: keptBytesMax, sinceMs: nowMs - keptMs };
    await store.pruneMails(bounds);
  }
}

function messageIdOf(octets: Uint8Array): string {
  return headerLine(octets, 'message-id').replace(/^<|>$/g, '');
}
