/** What the thread of calls says to a media worker, and what it hears from it. */
import type { MessagePort } from 'node:worker_threads';
import type {
  MediaCounters,
  MediaEnd,
  MediaOrder,
  MediaPeer,
  RecordOrder,
  SideName,
} from './media.ts';
import type { PortRange } from './ports.ts';

export type WorkerOptions = {
  readonly ports: PortRange;
  /** To the thread that has it carry calls. */
  readonly link: MessagePort;
};

export type ToWorker =
  | { readonly say: 'open'; readonly call: number; readonly order: MediaOrder }
  | {
      readonly say: 'lock';
      readonly call: number;
      readonly side: SideName;
      readonly peer: MediaPeer;
    }
  | { readonly say: 'watch'; readonly call: number; readonly silentMs: number }
  | { readonly say: 'play'; readonly call: number; readonly pcm: Int16Array }
  | { readonly say: 'stream'; readonly call: number; readonly pcm: Int16Array }
  | { readonly say: 'hush'; readonly call: number }
  | { readonly say: 'press'; readonly call: number; readonly key: string }
  | { readonly say: 'record'; readonly call: number; readonly order: RecordOrder }
  | { readonly say: 'stop recording'; readonly call: number }
  | { readonly say: 'listen'; readonly call: number; readonly wanted: boolean }
  | { readonly say: 'close'; readonly call: number }
  | { readonly say: 'end' };

export type FromWorker =
  | {
      readonly tell: 'opened';
      readonly call: number;
      readonly ports: Partial<Record<SideName, number>>;
    }
  | { readonly tell: 'no port'; readonly call: number }
  /** An order for it failed, and it is gone from there. */
  | { readonly tell: 'broken'; readonly call: number }
  | {
      readonly tell: 'locked';
      readonly call: number;
      readonly side: SideName;
      readonly address: string;
      readonly port: number;
    }
  | { readonly tell: 'digit'; readonly call: number; readonly digit: string }
  | { readonly tell: 'silent'; readonly call: number }
  | { readonly tell: 'ended'; readonly call: number; readonly end: MediaEnd }
  | { readonly tell: 'heard'; readonly call: number; readonly pcm: Int16Array }
  | { readonly tell: 'closed'; readonly call: number; readonly counters: MediaCounters };
