/** What the main thread and another one with engines say to each other. */
import type { MessagePort } from 'node:worker_threads';
import type { Config } from '#config.ts';
import type { WorkerOptions } from '#numbers/sip/media/messages.ts';
import type { Hop } from '#numbers/sip/user-agent.ts';
import type { HeldStanding } from '#numbers/trunks/trunk-standing.ts';
import type { EndProcess } from '../storage-loss.ts';
import type { EventLines } from './event-lines.ts';

/** What a thread is started with. */
export type ThreadWish = {
  /** With the roles of the thread. */
  readonly config: Config;
  /** From 1 on. */
  readonly thread: number;
  /** The name of their hints' channel. */
  readonly hints: string;
  readonly hearsMail: boolean;
};

export type Asked =
  /** The storage is there, and so are the phones: begin. */
  | ({ readonly ask: 'open'; readonly link: MessagePort | undefined } & ThreadNeeds)
  | { readonly ask: 'look' | 'metrics' | 'standings' | 'part' | 'close' };

/** What a thread needs of the others. */
export type ThreadNeeds = {
  /** Of the built-in phones; undefined where there are none. */
  readonly phonePort: number | undefined;
  readonly events: EventLines;
};

/** What the start message says of it. */
export type ThreadFacts = {
  readonly smtpIn: readonly string[];
  /** Of the mail catcher, if it is there. */
  readonly mailCatcher: string | undefined;
  /** Undefined where it carries none. */
  readonly calls: CallFacts | undefined;
  /** The port of the inspector of webhooks, if it is there. */
  readonly inspectorPort: number | undefined;
};

export type CallFacts = {
  /** `udp 127.0.0.1:5060`. */
  readonly places: readonly string[];
  readonly hasTrunks: boolean;
};

/** An error as it crosses: what the command line makes a sentence of. */
export type SentError = {
  readonly name: string;
  readonly message: string;
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
  readonly address?: string | undefined;
  readonly port?: number | undefined;
  readonly path?: string | undefined;
};

export type Answered =
  | { readonly to: 'open'; readonly facts: ThreadFacts }
  | { readonly to: 'open'; readonly error: SentError }
  /** Metrics as prom-client writes them. */
  | { readonly to: 'metrics'; readonly metrics: object }
  | { readonly to: 'standings'; readonly standings: readonly HeldStanding[] }
  | { readonly to: 'look' | 'part' };

/** Not asked for. */
export type Told =
  /** It can store nothing any more. */
  | { readonly end: Parameters<EndProcess>[0] }
  /** Where a phone on this machine reaches its calls. */
  | { readonly sipAt: Hop | undefined }
  /** Its audio needs a thread, which shall not yield as this one does. */
  | { readonly media: WorkerOptions };
