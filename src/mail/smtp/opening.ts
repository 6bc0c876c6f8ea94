/**
 * From the greeting to the first mail:
 *
 * ```
 *   greeting ─► EHLO ─┬─► STARTTLS ─► TLS ─► EHLO ─┬─► AUTH ─┬─► open
 *                └► HELO ───────────────────────────┴─────────┘
 * ```
 */
import { type Capabilities, noCapabilities, readCapabilities } from './capabilities.ts';
import type { Conversation } from './conversation.ts';
import type { SmtpReply } from './reply.ts';
import { replyText } from './reply.ts';
import type { SmtpStage } from './smtp-mail.ts';
import type { TimeOuts } from './time-outs.ts';

export type Login = { readonly user: string; readonly password: string };

export type OpeningOptions = {
  readonly conversation: Conversation;
  /** What we call ourselves. */
  readonly helloName: string;
  /** `never`: the last handshake failed, or there is nobody to hide from. */
  readonly startTls: 'never' | 'offered' | 'required';
  readonly login: Login | undefined;
  /** TLS stands from the beginning, or the other end is this machine. */
  readonly mayLogIn: boolean;
  readonly timeOuts: TimeOuts;
  readonly done: (capabilities: Capabilities) => void;
};

/** RFC 5321 §4.1.1.1: a server of before 2001 knows HELO alone. */
const unknownCommand = [500, 502];

export class Opening {
  readonly #options: OpeningOptions;
  #isSecure = false;

  constructor(options: OpeningOptions) {
    this.#options = options;
  }

  begin(): void {
    const { conversation, timeOuts } = this.#options;
    const waitMs = timeOuts.replyMs;
    conversation.await({ stage: 'greeting', waitMs, take: (reply) => this.#onGreeting(reply) });
  }

  #onGreeting(reply: SmtpReply): void {
    if (reply.code === 220) this.#hello();
    else this.#fail('greeting', reply);
  }

  #hello(): void {
    this.#ask(`EHLO ${this.#options.helloName}`, 'ehlo', (reply) => {
      if (reply.code === 250) this.#onCapabilities(readCapabilities(reply));
      else if (unknownCommand.includes(reply.code)) this.#oldHello();
      else this.#fail('ehlo', reply);
    });
  }

  #oldHello(): void {
    this.#ask(`HELO ${this.#options.helloName}`, 'ehlo', (reply) => {
      if (reply.code === 250) this.#onCapabilities(noCapabilities);
      else this.#fail('ehlo', reply);
    });
  }

  #onCapabilities(capabilities: Capabilities): void {
    const { startTls, login } = this.#options;
    const mayStart = !this.#isSecure && startTls !== 'never';
    if (mayStart && capabilities.startTls) this.#startTls(capabilities);
    else if (mayStart && startTls === 'required')
      this.#failWithout('tls', 'STARTTLS is not offered');
    else if (login === undefined) this.#options.done(capabilities);
    else this.#logIn(capabilities, login);
  }

  #startTls(before: Capabilities): void {
    const { conversation, startTls } = this.#options;
    this.#ask('STARTTLS', 'tls', (reply) => {
      if (reply.code === 220) {
        conversation.secure(() => {
          this.#isSecure = true;
          // RFC 3207 §4.2: what was offered in clear is forgotten.
          this.#hello();
        });
      } else if (startTls === 'required') this.#fail('tls', reply);
      else this.#onCapabilities({ ...before, startTls: false });
    });
  }

  #logIn(capabilities: Capabilities, login: Login): void {
    const { mayLogIn } = this.#options;
    if (!this.#isSecure && !mayLogIn) {
      this.#failWithout('auth', 'a password would travel in clear');
      return;
    }
    if (capabilities.auth.includes('PLAIN')) this.#plain(capabilities, login);
    else if (capabilities.auth.includes('LOGIN')) this.#login(capabilities, login);
    else this.#failWithout('auth', 'neither AUTH PLAIN nor LOGIN is offered');
  }

  /** RFC 4616. */
  #plain(capabilities: Capabilities, { user, password }: Login): void {
    const secret = base64(`\0${user}\0${password}`);
    this.#secret(`AUTH PLAIN ${secret}`, 'AUTH PLAIN …', (reply) => {
      if (reply.code === 235) this.#options.done(capabilities);
      else this.#fail('auth', reply);
    });
  }

  #login(capabilities: Capabilities, { user, password }: Login): void {
    this.#secret('AUTH LOGIN', 'AUTH LOGIN', (asked) => {
      if (asked.code !== 334) return this.#fail('auth', asked);
      this.#secret(base64(user), '…', (again) => {
        if (again.code !== 334) return this.#fail('auth', again);
        this.#secret(base64(password), '…', (reply) => {
          if (reply.code === 235) this.#options.done(capabilities);
          else this.#fail('auth', reply);
        });
      });
    });
  }

  #ask(line: string, stage: SmtpStage, take: (reply: SmtpReply) => void): void {
    const { conversation, timeOuts } = this.#options;
    conversation.ask(line, { stage, waitMs: timeOuts.replyMs, take });
  }

  #secret(line: string, shown: string, take: (reply: SmtpReply) => void): void {
    const { conversation, timeOuts } = this.#options;
    conversation.ask(line, { stage: 'auth', waitMs: timeOuts.replyMs, shown, take });
  }

  #fail(stage: SmtpStage, reply: SmtpReply): void {
    this.#options.conversation.fail(stage, replyText(reply), reply);
  }

  #failWithout(stage: SmtpStage, reason: string): void {
    this.#options.conversation.fail(stage, reason);
  }
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
