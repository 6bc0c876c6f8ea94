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
  /** Until when they count as having just signed in, for what needs that. */
  readonly freshUntilMs: number;
  /** True: until they have added a second factor they may do nothing else. */
  readonly lacksFactor?: boolean;
};
