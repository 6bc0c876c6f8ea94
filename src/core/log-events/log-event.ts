/** What the log may say: a line's name, how grave it is, and what it means to who reads it. */

export type LineLevel = 'debug' | 'info' | 'warn' | 'error';

export type LogEvent = {
  /** One, or several where how grave it is depends on what happened. */
  readonly at: readonly LineLevel[];
  readonly en: string;
  readonly fr: string;
};

export type LogEvents = Readonly<Record<string, LogEvent>>;
