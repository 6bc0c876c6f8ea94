/**
 * What is asked and answered over one connection: replies are matched to what was asked by their order
 * (RFC 2920), each within its time. It knows no command.
 */
import type { FaultText } from '#core/attempt-fault.ts';
import type { Clock, Timer } from '#core/clock.ts';
import { Dialogue } from './dialogue.ts';
import { ReplyReader, replyText, type SmtpReply } from './reply.ts';
import type { SessionFault, SmtpStage } from './smtp-mail.ts';

/** The octets' way out, which the owner of the socket gives. */
export interface SmtpWire {
  write(octets: Buffer): void;
  /** Octets that the system has taken, all in all. */
  readonly sentBytes: number;
  /** Begins TLS; the owner calls `secured` when it stands. */
  startTls(): void;
  close(): void;
}

/** What is waited for. */
type Awaited = {
  readonly stage: SmtpStage;
  readonly waitMs: number;
  readonly take: (reply: SmtpReply) => void;
  /** Where it is written down; the session's own unless named. */
  readonly dialogue?: Dialogue | undefined;
};

export type Question = Awaited & {
  /** In place of a line that holds a password. */
  readonly shown?: string | undefined;
};

export type ConversationPorts = {
  readonly wire: SmtpWire;
  readonly clock: Clock;
  readonly stallMs: number;
  /** Called once. */
  readonly failed: (fault: SessionFault) => void;
};

const serviceClosing = 421;

export class Conversation {
  readonly dialogue = new Dialogue();
  readonly #ports: ConversationPorts;
  #reader = new ReplyReader();
  readonly #awaited: Awaited[] = [];
  #timer: Timer | undefined;
  #writtenBytes = 0;
  #seenSentBytes = 0;
  #fault: SessionFault | undefined;
  #securing: { readonly begun: boolean; readonly done: () => void } | undefined;

  constructor(ports: ConversationPorts) {
    this.#ports = ports;
  }

  get fault(): SessionFault | undefined {
    return this.#fault;
  }

  /** Octets written so far, whether or not the system has taken them. */
  get writtenBytes(): number {
    return this.#writtenBytes;
  }

  /** Whether everything up to there has left this program. */
  hasLeft(bytes: number): boolean {
    return this.#ports.wire.sentBytes >= bytes;
  }

  /** Writes a command and waits for its reply, behind those asked before. */
  ask(line: string, { shown = line, ...awaited }: Question): void {
    (awaited.dialogue ?? this.dialogue).said(shown);
    this.write(Buffer.from(`${line}\r\n`, 'utf8'));
    this.await(awaited);
  }

  write(octets: Buffer): void {
    if (this.#fault !== undefined) return;
    this.#writtenBytes += octets.length;
    this.#ports.wire.write(octets);
  }

  await(awaited: Awaited): void {
    if (this.#fault !== undefined) return;
    this.#awaited.push(awaited);
    if (this.#awaited.length === 1) this.#wait();
  }

  /** To be called while the reply to STARTTLS is taken: nothing of what was said before counts. */
  secure(done: () => void): void {
    this.#securing = { begun: false, done };
  }

  received(octets: Buffer): void {
    if (this.fault !== undefined) return;
    if (this.#securing?.begun === true) {
      this.#inject();
      return;
    }
    const fault = this.#reader.push(octets, (reply) => this.#take(reply));
    if (fault !== undefined) {
      this.#fail(`reply with ${fault}`, { outOfStep: true });
      return;
    }
    if (this.#securing !== undefined) this.#beginTls(this.#securing.done);
  }

  /** TLS stands. */
  secured(): void {
    const securing = this.#securing;
    this.#securing = undefined;
    securing?.done();
  }

  /** The system has taken octets. */
  progressed(): void {
    if (this.#awaited.length > 0) this.#wait();
  }

  /** The connection is gone. */
  ended(reason: string): void {
    this.#fail(reason);
  }

  /** What the server said makes no sense here. */
  failOutOfStep(reason: string, reply: SmtpReply): void {
    this.#fail(reason, { reply, outOfStep: true });
  }

  /** Ends it, for what was said. */
  fail(stage: SmtpStage, reason: string, reply?: SmtpReply): void {
    this.#fail(reason, { stage, reply });
  }

  #inject(): void {
    // RFC 3207 §6 and CVE-2011-0411: what came in clear behind the 220 may be anybody's.
    this.#fail('bytes behind the reply to STARTTLS', { stage: 'tls', outOfStep: true });
  }

  #beginTls(done: () => void): void {
    if (this.#fault !== undefined) return;
    if (this.#reader.hasRest) {
      this.#inject();
      return;
    }
    this.#reader = new ReplyReader();
    this.#securing = { begun: true, done };
    this.#ports.wire.startTls();
  }

  /** Whether the next reply is to be taken too. */
  #take(reply: SmtpReply): boolean {
    const awaited = this.#awaited.shift();
    (awaited?.dialogue ?? this.dialogue).heard(reply);
    this.#wait();
    if (awaited === undefined) {
      // RFC 5321 §3.8: 421 may come at any time, when the server shuts down or has waited too long.
      this.#fail(replyText(reply), { reply, outOfStep: reply.code !== serviceClosing });
      return false;
    }
    awaited.take(reply);
    if (reply.code === serviceClosing) {
      this.#fail(replyText(reply), { stage: awaited.stage, reply });
    }
    return this.#fault === undefined && this.#securing === undefined;
  }

  /** The first reply's time begins when it is first, and again with each sign that its question travels. */
  #wait(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    const [first] = this.#awaited;
    if (first === undefined || this.#fault !== undefined) return;
    const { clock, stallMs, wire } = this.#ports;
    this.#seenSentBytes = wire.sentBytes;
    const isStuck = wire.sentBytes < this.#writtenBytes && stallMs < first.waitMs;
    this.#timer = clock.after(isStuck ? stallMs : first.waitMs, () => this.#late(isStuck));
  }

  #late(wasStuck: boolean): void {
    const { wire } = this.#ports;
    const moves = wire.sentBytes > this.#seenSentBytes;
    if (wasStuck && (moves || wire.sentBytes >= this.#writtenBytes)) {
      this.#wait();
      return;
    }
    const late: FaultText = wasStuck ? 'bytes not taken in time' : 'no reply in time';
    this.#fail(late);
  }

  #fail(reason: string, about: Partial<SessionFault> = {}): void {
    if (this.#fault !== undefined) return;
    const stage = about.stage ?? this.#awaited[0]?.stage ?? 'connect';
    this.#fault = { stage, reply: about.reply, reason, outOfStep: about.outOfStep ?? false };
    this.dialogue.noted(reason);
    this.#awaited.length = 0;
    this.#timer?.cancel();
    this.#ports.wire.close();
    this.#ports.failed(this.#fault);
  }
}
