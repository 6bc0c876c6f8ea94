/** A person whose session has been found: what every answer to a page may build on. */

export type SignedIn = {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  /** What they chose; undefined: what their browser says. */
  readonly language: 'en' | 'fr' | undefined;
  /** Runs the installation: sees the console. */
  readonly isAdministrator: boolean;
  readonly sessionId: number;
  /** When the session ends, whatever they do until then. */
  readonly endsAtMs: number;
  /** Until when they count as having just signed in, for what needs that. */
  readonly freshUntilMs: number;
  /** True: until they have added a second factor they may do nothing else. */
  readonly lacksFactor?: boolean;
  /** The account that an administrator sees as its people do, reading alone. */
  readonly viewing?: AccountView | undefined;
};

/** The account that an administrator sees as its people do. */
export type AccountView = {
  readonly userId: number;
  /** It ends with this one at the latest. */
  readonly sessionId: number;
  readonly accountId: number;
  readonly reason: string;
  readonly endsAtMs: number;
};
