/**
 * What listens for SMTP: the dialogue is the library's, what may come in is a handler's to say. The
 * octets of a mail are handed over as they came, the dots of the transparency procedure taken out.
 */
import { once } from 'node:events';
import type { Server } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { boundary, dropped } from '#core/boundary.ts';
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { PeerTroubles, tlsFailureOf } from '#core/peer-troubles.ts';
import { Dialogue as Transcript } from './dialogue.ts';
import { hasBareLineEnd } from './line-ends.ts';

/** What a handler answers at a step of the dialogue. */
export type Answer =
  | { readonly do: 'take'; readonly text?: string }
  /** RFC 3463: the text begins with the enhanced code, such as `5.1.1 No such mailbox`. */
  | { readonly do: 'refuse'; readonly code: number; readonly text: string }
  /** Without a word, as after a power cut. */
  | { readonly do: 'drop' };

export const take = { do: 'take' } as const satisfies Answer;

export function refuse(code: number, text: string): Answer {
  return { do: 'refuse', code, text };
}

/** The dialogue so far. */
export type Dialogue = {
  readonly address: string;
  readonly helloName: string;
  readonly isSecure: boolean;
  /** Empty for the null reverse-path. */
  readonly sender: string;
  readonly recipients: readonly string[];
  /** What was said since the greeting, or since the mail before. */
  readonly transcript: string;
};

export type ArrivedMail = {
  /** No more than the listener was told to keep. */
  readonly octets: Uint8Array;
  /** Of all that came. */
  readonly size: number;
  /** A CR or LF that stands alone, by which two servers may see different mails in one. */
  readonly hasBareLineEnd: boolean;
};

/** What it throws is logged, and the peer hears 451: it is to come again. */
export interface MailHandler {
  connected(dialogue: Dialogue): Answer | Promise<Answer>;
  sender(sender: string, dialogue: Dialogue): Answer | Promise<Answer>;
  recipient(recipient: string, dialogue: Dialogue): Answer | Promise<Answer>;
  mail(mail: ArrivedMail, dialogue: Dialogue): Promise<Answer>;
}

export type ListenerOptions = {
  /** For the log, such as `mail catcher`. */
  readonly name: string;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** What it greets as. */
  readonly helloName: string;
  readonly handler: MailHandler;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: ListenerLimits;
  /** Offered by STARTTLS; undefined: no TLS. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
};

export type ListenerLimits = {
  /** Octets of a mail; what is larger is read to its end, forgotten, and refused. */
  readonly sizeMax: number;
  /** Octets of a mail that the handler sees. */
  readonly keptMax: number;
  readonly recipientsMax: number;
  readonly connectionsMax: number;
  readonly connectionsPerAddressMax: number;
  /** Octets of mails that come in at the same time; what is more is to come again. */
  readonly underWayMax: number;
};

/** RFC 5321 §4.5.3.2.7: the server's patience for the next command. */
const idleMs = 300_000;
/** Who trickles octets does not keep a connection for ever. */
const dialogueMs = 1_800_000;
const closeMs = 2_000;
/** RFC 5321 §4.5.3.1.4 asks for 512; extensions add some. */
const commandBytesMax = 2_048;

/** Its failure hangs up on that peer, who comes again. */
const dialogues = boundary('smtp.dialogue', 'library');

const carriageReturn = 0x0d;

export class MailListener implements AsyncDisposable {
  readonly #options: ListenerOptions;
  readonly #server: SMTPServer;
  /** The addresses of those that are open, by the ids of their dialogues. */
  readonly #open = new Map<string, string>();
  readonly #transcripts = new Map<string, Transcript>();
  readonly #troubles: PeerTroubles;
  #underWayBytes = 0;
  #port = 0;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#server = new SMTPServer({
      name: options.helloName,
      authOptional: true,
      disabledCommands: options.tls === undefined ? ['AUTH', 'STARTTLS'] : ['AUTH'],
      ...options.tls,
      minVersion: 'TLSv1.2',
      size: options.limits.sizeMax,
      rejectOversized: true,
      maxRecipients: options.limits.recipientsMax,
      maxClients: options.limits.connectionsMax,
      maxCommandLength: commandBytesMax,
      disableReverseLookup: true,
      socketTimeout: idleMs,
      closeTimeout: closeMs,
      logger: this.#writingDown(),
      onConnect: (session, done) =>
        dialogues.run(
          () => this.#connected(session, done),
          () => this.#drop(session.id),
        ),
      onClose: dialogues.guard(({ id }: SMTPServerSession) => this.#closed(id), dropped),
      onMailFrom: ({ address }, session, done) =>
        this.#ask(session, done, (handler, dialogue) => handler.sender(address, dialogue)),
      onRcptTo: ({ address }, session, done) =>
        this.#ask(session, done, (handler, dialogue) => handler.recipient(address, dialogue)),
      onData: (stream, session, done) =>
        dialogues.run(
          () => this.#data(stream, session, done),
          () => this.#drop(session.id),
        ),
    });
    this.#troubles = new PeerTroubles(options);
    this.#server.on(
      'error',
      dialogues.guard((error: Error) => this.#broken(error), dropped),
    );
  }

  get port(): number {
    return this.#port;
  }

  #broken(error: Error & { readonly remoteAddress?: string | undefined }): void {
    const { log, name } = this.#options;
    const why = tlsFailureOf(error);
    const peer = error.remoteAddress;
    if (why === undefined || peer === undefined) {
      log.info('smtp.broken', { listener: name, ...errorFields(error) });
    } else this.#troubles.note(tlsFailed, { peer, why });
  }

  /** Throws the system's error where the port is taken. */
  async listen(): Promise<void> {
    const { host, port } = this.#options;
    const server: Server = this.#server.listen(port, host);
    await once(server, 'listening');
    const bound = server.address();
    this.#port = typeof bound === 'object' && bound !== null ? bound.port : port;
  }

  /** What new connections are shown. */
  renew(certificate: { readonly key: string; readonly cert: string }): void {
    this.#server.updateSecureContext(certificate);
  }

  /** Dialogues in progress hear 421, or end with the mail that is coming in. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#server.server.listening) return;
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }

  #connected(session: SMTPServerSession, done: Done): void {
    const { limits, clock } = this.#options;
    const { id, remoteAddress } = session;
    this.#open.set(id, remoteAddress);
    this.#transcripts.set(id, new Transcript());
    const ofAddress = [...this.#open.values()].filter((address) => address === remoteAddress);
    if (ofAddress.length > limits.connectionsPerAddressMax) {
      done(asError(421, '4.7.0 Too many connections from your address'));
      return;
    }
    const ends = clock.after(dialogueMs, () => this.#drop(session.id));
    this.#socketOf(session.id)?.once(
      'close',
      dialogues.guard(() => ends.cancel(), dropped),
    );
    this.#ask(session, done, (handler, dialogue) => handler.connected(dialogue));
  }

  #ask(
    session: SMTPServerSession,
    done: Done,
    question: (handler: MailHandler, dialogue: Dialogue) => Answer | Promise<Answer>,
  ): void {
    const asked = async (): Promise<Answer> =>
      question(this.#options.handler, this.#dialogueOf(session));
    dialogues.run(
      async () => this.#say(await this.#answered(asked()), session, done),
      () => this.#drop(session.id),
    );
  }

  async #data(stream: SMTPServerDataStream, session: SMTPServerSession, done: Done): Promise<void> {
    const held = { bytes: 0, isTooMuch: false };
    try {
      const mail = await readMail(stream, (chunk) => this.#hold(held, chunk));
      this.#say(await this.#judge(mail, { stream, session, ...held }), session, done);
    } catch (error) {
      // The peer left in the middle of its mail: nobody hears the answer.
      done(error as Error);
    } finally {
      this.#underWayBytes -= held.bytes;
      this.#transcripts.set(session.id, new Transcript());
    }
  }

  async #judge(
    mail: ArrivedMail,
    {
      stream,
      session,
      isTooMuch,
    }: {
      readonly stream: SMTPServerDataStream;
      readonly session: SMTPServerSession;
      readonly isTooMuch: boolean;
    },
  ): Promise<Answer> {
    // RFC 1870 §6.2; the library says 552 for what is too large.
    if (stream.sizeExceeded) return refuse(552, '5.3.4 The mail is too large');
    // RFC 5321 §4.2.3: too little room now, not for ever.
    if (isTooMuch) return refuse(452, '4.3.1 Too much mail comes in at this moment');
    return this.#answered(this.#options.handler.mail(mail, this.#dialogueOf(session)));
  }

  /** As much of a chunk as is kept: the beginning of each mail, as long as all together are not too much. */
  #hold(held: { bytes: number; isTooMuch: boolean }, chunk: Buffer): Buffer {
    const { keptMax, underWayMax } = this.#options.limits;
    const kept = chunk.subarray(0, Math.max(0, keptMax - held.bytes));
    held.isTooMuch ||= this.#underWayBytes + kept.length > underWayMax;
    if (held.isTooMuch) return chunk.subarray(0, 0);
    held.bytes += kept.length;
    this.#underWayBytes += kept.length;
    return kept;
  }

  async #answered(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer;
    } catch (error) {
      const { log, name } = this.#options;
      log.error('smtp.failed', { listener: name, ...errorFields(error) });
      return refuse(451, '4.3.0 Try again later');
    }
  }

  #say(answer: Answer, session: SMTPServerSession, done: Done): void {
    if (answer.do === 'drop') this.#drop(session.id);
    else if (answer.do === 'refuse') done(asError(answer.code, answer.text));
    else done(null, answer.text);
  }

  #dialogueOf(session: SMTPServerSession): Dialogue {
    const { mailFrom, rcptTo } = session.envelope;
    return {
      address: session.remoteAddress,
      helloName: session.hostNameAppearsAs || '',
      isSecure: session.secure,
      sender: mailFrom === false ? '' : mailFrom.address,
      recipients: rcptTo.map(({ address }) => address),
      transcript: this.#transcripts.get(session.id)?.text ?? '',
    };
  }

  #closed(sessionId: string): void {
    this.#open.delete(sessionId);
    this.#transcripts.delete(sessionId);
  }

  /** The library tells what is said to nobody but its log. */
  #writingDown() {
    const debug = ({ cid = '' }: { readonly cid?: string }, mark: string, line?: string): void => {
      const transcript = this.#transcripts.get(cid);
      if (mark === 'C:') transcript?.said(line ?? '');
      if (mark === 'S:') transcript?.answered(line ?? '');
      // RFC 5321 §4.2.4: what is no command, or one with other arguments.
      const peer = mark === 'S:' && /^50[01] /.test(line ?? '') ? this.#open.get(cid) : undefined;
      if (peer !== undefined) this.#troubles.note(parserRefused, { peer, why: 'no command' });
    };
    const others = { trace: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing };
    return { level: nothing, ...others, debug };
  }

  #drop(sessionId: string): void {
    this.#socketOf(sessionId)?.destroy();
  }

  #socketOf(sessionId: string) {
    const connection = [...this.#server.connections].find(({ id }) => id === sessionId);
    // The library shows its socket to nobody; to hang up without a word takes it.
    return connection?.['_socket'];
  }
}

const parserRefused = { event: 'security.parser-refused', protocol: 'SMTP' } as const;
const tlsFailed = { event: 'security.tls-failed', protocol: 'SMTP', way: 'in' } as const;

type Done = (error?: Error | null, text?: string) => void;

/** Of what the library has to say. */
const nothing = (): void => undefined;

function asError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** Reads to the end whatever the size, so that the peer hears why; keeps what `hold` leaves of each chunk. */
async function readMail(stream: SMTPServerDataStream, hold: (chunk: Buffer) => Buffer) {
  const chunks: Buffer[] = [];
  let last = 0;
  let bare = false;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bare ||= hasBareLineEnd(chunk, last);
    last = chunk.at(-1) ?? last;
    chunks.push(hold(chunk));
  }
  return {
    octets: Buffer.concat(chunks),
    size: stream.byteLength,
    hasBareLineEnd: bare || last === carriageReturn,
  };
}
