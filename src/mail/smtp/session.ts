/**
 * A client's session as a machine: octets, TLS and the end of the connection go in, octets go out over
 * the wire, and each mail's fate is told. The socket is owned by connect.ts.
 */
import type { Clock } from '#core/clock.ts';
import { type Capabilities, noCapabilities } from './capabilities.ts';
import { Conversation, type SmtpWire } from './conversation.ts';
import { Opening, type OpeningOptions } from './opening.ts';
import type { SessionFault, SmtpMail, SmtpResult } from './smtp-mail.ts';
import { type Pace, Transaction } from './transaction.ts';

export type SessionOptions = Pick<
  OpeningOptions,
  'helloName' | 'startTls' | 'login' | 'mayLogIn' | 'timeOuts'
> & {
  readonly clock: Clock;
  /** Mails in flight at a time where the server takes them whole. */
  readonly windowMax: number;
  /** It has lost count before: nothing is written ahead. */
  readonly plain: boolean;
  /** Mails that are sent at most. */
  readonly mailsMax: number;
  readonly opened: (session: SmtpSession) => void;
  /** Another mail may be given. */
  readonly room: () => void;
  readonly ended: (fault: SessionFault) => void;
};

/** What may be sent in vain if its recipient is refused. */
const wholeBytesMax = 65_536;
/** Written and not answered, of all mails in flight. */
const flightBytesMax = 524_288;
/** RFC 2920 lets a group go right behind the end of the mail before it. */
const groupsMax = 2;

export class SmtpSession {
  readonly #options: SessionOptions;
  readonly #conversation: Conversation;
  readonly #flight = new Map<Transaction, number>();
  #capabilities: Capabilities = noCapabilities;
  #life: 'opening' | 'open' | 'quitting' | 'ended' = 'opening';
  #flightBytes = 0;
  #sent = 0;
  /** Its mail is still to be written: nothing goes ahead of it. */
  #writer: Transaction | undefined;
  /** The server may hold an envelope whose mail was refused. */
  #needsReset = false;

  constructor(options: SessionOptions, wire: SmtpWire) {
    this.#options = options;
    const { clock, timeOuts } = options;
    this.#conversation = new Conversation({
      wire,
      clock,
      stallMs: timeOuts.stallMs,
      failed: (fault) => this.#end(fault),
    });
  }

  get capabilities(): Capabilities {
    return this.#capabilities;
  }

  get inFlight(): number {
    return this.#flight.size;
  }

  /** Mails begun. */
  get sent(): number {
    return this.#sent;
  }

  /** How it began. */
  get dialogue(): string {
    return this.#conversation.dialogue.text;
  }

  get hasEnded(): boolean {
    return this.#life === 'ended';
  }

  /** Whether a mail may be given now. */
  get hasRoom(): boolean {
    return (
      this.#life === 'open' &&
      this.#writer === undefined &&
      this.#flight.size < this.#flightMax &&
      this.#flightBytes < flightBytesMax &&
      !this.isSpent
    );
  }

  /** It has carried as many mails as it may. */
  get isSpent(): boolean {
    return this.#sent >= Math.min(this.#options.mailsMax, this.#capabilities.mailsMax);
  }

  begin(): void {
    const { helloName, startTls, login, mayLogIn, timeOuts, opened } = this.#options;
    new Opening({
      conversation: this.#conversation,
      helloName,
      startTls,
      login,
      mayLogIn,
      timeOuts,
      done: (capabilities) => {
        this.#capabilities = capabilities;
        this.#life = 'open';
        opened(this);
      },
    }).begin();
  }

  received(octets: Buffer): void {
    this.#conversation.received(octets);
  }

  secured(): void {
    this.#conversation.secured();
  }

  progressed(): void {
    this.#conversation.progressed();
  }

  /** The connection is gone, or could not be made safe. */
  closed(stage: 'tls' | undefined, reason: string): void {
    if (stage === undefined) this.#conversation.ended(reason);
    else this.#conversation.fail(stage, reason);
  }

  /** To be called while there is room. */
  send(mail: SmtpMail): Promise<SmtpResult> {
    const misfit = this.#misfit(mail);
    if (misfit !== undefined) return Promise.resolve({ did: 'misfit', why: misfit });
    return new Promise((resolve) => {
      const transaction = this.#transaction(mail, resolve);
      this.#sent += 1;
      this.#flight.set(transaction, mail.bytes);
      this.#flightBytes += mail.bytes;
      this.#writer = transaction;
      transaction.begin();
    });
  }

  /** Says good-bye when nothing is in flight; the wire is closed then. */
  quit(): void {
    if (this.#life !== 'open') return;
    this.#life = 'quitting';
    if (this.#flight.size === 0) this.#sayQuit();
  }

  /** Ends at once; what is in flight is lost, or in doubt. */
  abort(reason: string): void {
    this.#conversation.ended(reason);
  }

  #transaction(mail: SmtpMail, resolve: (result: SmtpResult) => void): Transaction {
    const pace = this.#pace(mail);
    // What is in flight ahead may be refused, and leave its envelope open.
    const reset = this.#needsReset || (this.#flight.size > 0 && pace !== 'group');
    this.#needsReset = false;
    const transaction: Transaction = new Transaction(mail, {
      conversation: this.#conversation,
      capabilities: this.#capabilities,
      timeOuts: this.#options.timeOuts,
      clock: this.#options.clock,
      pace,
      reset,
      written: () => this.#wrote(transaction),
      done: (result, isOver) => {
        this.#flightBytes -= this.#flight.get(transaction) ?? 0;
        this.#flight.delete(transaction);
        if (!isOver) this.#needsReset = true;
        resolve(result);
        this.#wrote(transaction);
        if (this.#life === 'quitting' && this.#flight.size === 0) this.#sayQuit();
      },
    });
    return transaction;
  }

  #wrote(transaction: Transaction): void {
    if (this.#writer === transaction) this.#writer = undefined;
    if (this.hasRoom) this.#options.room();
  }

  get #flightMax(): number {
    if (this.#options.plain || !this.#capabilities.pipelining) return 1;
    return this.#capabilities.chunking ? this.#options.windowMax : groupsMax;
  }

  #pace(mail: SmtpMail): Pace {
    const { pipelining, chunking } = this.#capabilities;
    if (this.#options.plain || !pipelining) return 'steps';
    if (!chunking) return 'group';
    return mail.bytes <= wholeBytesMax ? 'whole' : 'apart';
  }

  #misfit(mail: SmtpMail): 'size' | 'smtputf8' | undefined {
    const { size = 0, smtpUtf8, eightBit } = this.#capabilities;
    if (size > 0 && mail.bytes > size) return 'size';
    // RFC 6531 §3.1: SMTPUTF8 is of no use without 8BITMIME.
    return mail.needsSmtpUtf8 && !(smtpUtf8 && eightBit) ? 'smtputf8' : undefined;
  }

  #sayQuit(): void {
    const { timeOuts } = this.#options;
    const take = (): void => this.#conversation.ended('ended by us');
    this.#conversation.ask('QUIT', { stage: 'mail', waitMs: timeOuts.quitMs, take });
  }

  #end(fault: SessionFault): void {
    this.#life = 'ended';
    for (const transaction of this.#flight.keys()) transaction.lost(fault);
    this.#options.ended(fault);
  }
}
