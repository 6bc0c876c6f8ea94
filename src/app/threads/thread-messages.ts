/** What the main thread and another one with engines say to each other. */
import type { MessagePort } from 'node:worker_threads';
import type { Config } from '#config.ts';
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
  /** The storage is there: begin. */
  | { readonly ask: 'open'; readonly link: MessagePort; readonly events: EventLines }
  | { readonly ask: 'look' | 'metrics' | 'part' | 'close' };

/** What the start message says of it. */
export type ThreadFacts = {
  readonly smtpIn: readonly string[];
  /** Of the mail catcher, if it is there. */
  readonly mailCatcher: string | undefined;
  /** The port of the inspector of webhooks, if it is there. */
  readonly inspectorPort: number | undefined;
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
  | { readonly to: 'look' | 'part' };

/** Not asked for: it can store nothing any more. */
export type Told = { readonly end: Parameters<EndProcess>[0] };
