/**
 * One mail in a session. How much is written ahead of the replies depends on the server:
 *
 * ```
 *   steps  MAIL ─► RCPT ─► DATA ─► mail                        each waits for the one before
 *   group  MAIL RCPT DATA ─► mail                              RFC 2920; the next group goes right behind
 *   whole  MAIL RCPT BDAT n LAST mail                          RFC 3030; nothing waits, several at a time
 *   apart  MAIL RCPT ─► BDAT n LAST mail                       the same for a mail too large to be in vain
 * ```
 */
import { must } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import type { Capabilities } from './capabilities.ts';
import type { Conversation } from './conversation.ts';
import { Dialogue } from './dialogue.ts';
import { dotStuffed, loneDot } from './dot-stuffing.ts';
import type { SmtpReply } from './reply.ts';
import type { SessionFault, SmtpMail, SmtpResult, SmtpStage, SmtpStep } from './smtp-mail.ts';
import type { TimeOuts } from './time-outs.ts';

export type Pace = 'steps' | 'group' | 'whole' | 'apart';

export type TransactionPorts = {
  readonly conversation: Conversation;
  readonly capabilities: Capabilities;
  readonly timeOuts: TimeOuts;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly pace: Pace;
  /** What stands before it at the server may be unfinished. */
  readonly reset: boolean;
  /** All its octets are written: another one may begin. */
  readonly written: () => void;
  /** `isOver`: the server has finished with it, too. */
  readonly done: (result: SmtpResult, isOver: boolean) => void;
};

const neededRecipient = 503;

export class Transaction {
  readonly #mail: SmtpMail;
  readonly #ports: TransactionPorts;
  readonly #dialogue = new Dialogue();
  readonly #begunAtMs: number;
  readonly #steps: SmtpStep[] = [];
  #pending = 0;
  #refusal: { readonly stage: SmtpStage; readonly reply: SmtpReply } | undefined;
  #accepted: SmtpReply | undefined;
  /** How many octets of the session are written with the mail's last one. */
  #bodyEnd: number | undefined;
  #isOver = false;
  #stage: SmtpStage = 'mail';
  #isDone = false;

  constructor(mail: SmtpMail, ports: TransactionPorts) {
    this.#mail = mail;
    this.#ports = ports;
    this.#begunAtMs = ports.clock.monotonicMs();
  }

  begin(): void {
    const { reset, pace } = this.#ports;
    if (reset) this.#ask('RSET', 'mail', (reply) => this.#onReset(reply));
    this.#ask(mailLine(this.#mail, this.#ports.capabilities), 'mail', (reply) => {
      this.#onMail(reply);
    });
    if (pace === 'steps') return;
    this.#recipient();
    if (pace === 'group') this.#data();
    if (pace === 'whole') this.#chunk();
  }

  /** The session has ended. */
  lost({ reason, reply }: SessionFault): void {
    if (this.#refusal !== undefined) {
      this.#finishRefused(this.#refusal);
      return;
    }
    const { conversation } = this.#ports;
    // RFC 5321 §3.8: with 421 the server takes nothing more.
    const mayBeTaken =
      this.#bodyEnd !== undefined && reply?.code !== 421 && conversation.hasLeft(this.#bodyEnd);
    const told = { reason, dialogue: this.#dialogue.text, steps: this.#steps };
    this.#finish(
      mayBeTaken ? { did: 'doubt', ...told } : { did: 'lose', stage: this.#stage, ...told },
    );
  }

  #onReset(reply: SmtpReply): void {
    if (!isPositive(reply) && reply.code !== 421) this.#outOfStep('RSET refused', reply);
  }

  #onMail(reply: SmtpReply): void {
    this.#stage = 'rcpt';
    if (!isPositive(reply)) this.#refuse('mail', reply);
    else if (this.#ports.pace === 'steps') this.#recipient();
  }

  #onRecipient(reply: SmtpReply): void {
    const { pace } = this.#ports;
    this.#stage = 'data';
    if (!isPositive(reply)) this.#refuse('rcpt', reply);
    else if (pace === 'steps') this.#data();
    else if (pace === 'apart' && this.#refusal === undefined) this.#chunk();
  }

  #onData(reply: SmtpReply): void {
    if (reply.code >= 400) {
      this.#refuse('data', reply);
      return;
    }
    if (reply.code < 300) {
      this.#outOfStep('DATA answered as if it were over', reply);
      return;
    }
    // RFC 2920 §3.1: a server may ask for a mail that has no recipient; it gets none.
    if (this.#refusal === undefined) this.#body(dotStuffed(this.#mail.octets));
    else this.#body([loneDot]);
  }

  #onBody(reply: SmtpReply): void {
    this.#isOver = true;
    if (reply.code < 200 || (reply.code >= 300 && reply.code < 400)) {
      this.#outOfStep('mail answered by a question', reply);
    } else if (isPositive(reply)) this.#accepted = reply;
    else this.#refuse('body', reply);
  }

  #recipient(): void {
    this.#ask(`RCPT TO:<${plainPath(this.#mail.recipient)}>`, 'rcpt', (reply) => {
      this.#onRecipient(reply);
    });
  }

  #data(): void {
    const { timeOuts } = this.#ports;
    this.#ask('DATA', 'data', (reply) => this.#onData(reply), timeOuts.dataMs);
  }

  #chunk(): void {
    const line = `BDAT ${this.#mail.bytes} LAST`;
    this.#dialogue.said(line);
    this.#body([Buffer.from(`${line}\r\n`), ...this.#mail.octets]);
  }

  #body(octets: readonly Buffer[]): void {
    const { conversation, timeOuts, written } = this.#ports;
    this.#stage = 'body';
    for (const part of octets) conversation.write(part);
    this.#bodyEnd = conversation.writtenBytes;
    this.#await('body', timeOuts.bodyMs, (reply) => this.#onBody(reply));
    written();
  }

  #ask(
    line: string,
    stage: SmtpStage,
    take: (reply: SmtpReply) => void,
    waitMs = this.#ports.timeOuts.replyMs,
  ): void {
    this.#pending += 1;
    const { conversation } = this.#ports;
    const dialogue = this.#dialogue;
    conversation.ask(line, { stage, waitMs, dialogue, take: this.#taking(stage, take) });
  }

  #await(stage: SmtpStage, waitMs: number, take: (reply: SmtpReply) => void): void {
    this.#pending += 1;
    const { conversation } = this.#ports;
    const dialogue = this.#dialogue;
    conversation.await({ stage, waitMs, dialogue, take: this.#taking(stage, take) });
  }

  #taking(stage: SmtpStage, take: (reply: SmtpReply) => void): (reply: SmtpReply) => void {
    return (reply) => {
      const ms = Math.round(this.#ports.clock.monotonicMs() - this.#begunAtMs);
      this.#steps.push({ stage, code: reply.code, ms });
      this.#pending -= 1;
      take(reply);
      this.#ended();
    };
  }

  #ended(): void {
    if (this.#pending > 0 || this.#ports.conversation.fault !== undefined) return;
    if (this.#refusal !== undefined) this.#finishRefused(this.#refusal);
    else {
      const reply = must(this.#accepted, 'reply to the mail');
      this.#finish({ did: 'accept', reply, steps: this.#steps });
    }
  }

  #refuse(stage: SmtpStage, reply: SmtpReply): void {
    if (reply.code >= 300 && reply.code < 400) {
      this.#outOfStep('asked for more', reply);
      return;
    }
    if (this.#refusal !== undefined) return;
    // Nothing of ours was missing: it has lost count of what was written ahead.
    if (reply.code === neededRecipient && this.#ports.pace !== 'steps') {
      this.#outOfStep('commands counted in another order', reply);
      return;
    }
    this.#refusal = { stage, reply };
  }

  #outOfStep(reason: string, reply: SmtpReply): void {
    this.#ports.conversation.failOutOfStep(reason, reply);
  }

  #finishRefused(refusal: { readonly stage: SmtpStage; readonly reply: SmtpReply }): void {
    const told = { dialogue: this.#dialogue.text, steps: this.#steps };
    this.#finish({ did: 'refuse', ...refusal, ...told });
  }

  #finish(result: SmtpResult): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#ports.done(result, this.#isOver);
  }
}

function mailLine(mail: SmtpMail, { size, eightBit, smtpUtf8 }: Capabilities): string {
  const parameters = [
    `MAIL FROM:<${plainPath(mail.sender)}>`,
    ...(size === undefined ? [] : [`SIZE=${mail.bytes}`]),
    ...(mail.needsSmtpUtf8 && eightBit ? ['BODY=8BITMIME'] : []),
    ...(mail.needsSmtpUtf8 && smtpUtf8 ? ['SMTPUTF8'] : []),
  ];
  return parameters.join(' ');
}

/** Addresses were judged when they came in; this is the last place that could let a command through. */
function plainPath(address: string): string {
  return must(/[\p{Cc}<>]/u.test(address) ? undefined : address, 'address without controls');
}

function isPositive({ code }: SmtpReply): boolean {
  return code >= 200 && code < 300;
}
